"""The block list binds what comes in: lines of a batch, cycles of a recurrence, and money that has come, which waits for a person."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import date, timedelta
from typing import Any

import psycopg
import pytest

from conftest import Sql
from days import today
from people import Person
from recurrences.conftest import Desk, on_day
from retaguarda.providers.pix import brcode
from retaguarda.settings import SANDBOX_KEY
from support.blocks import PAYER, blocked
from support.charges import Counter, offenders

__all__ = ("on_day",)
WHO = {"name": "Beto Ramos", "document": PAYER}
HELD = "select flow, effect, subject is not null, released_by from block_refusal order by at"


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    await counter.work()
    assert offenders(counter.url) == {}


def batch(*documents: str) -> dict[str, Any]:
    lines = "".join(f"Nome {place};{each};12,00;{today(10):%d/%m/%Y}\r\n" for place, each in enumerate(documents))
    return {"description": "Turma", "text": f"Nome;Documento;Valor;Vencimento\r\n{lines}"}


async def test_a_batch_with_a_refused_payer_is_not_written_and_one_that_is_held_waits_when_paid(
    ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await blocked(diego)
    said = await ana.post("/v1/payin/batches", batch("11144477735", PAYER))
    assert (said.status_code, said.json()["message"]) == (409, "payment_refused_security"), said.text
    assert "line 3" in said.json()["error"]
    assert sql("select (select count(*) from charge), (select count(*) from charge_batch)") == [(0, 0)]
    assert sql(HELD) == [("charge", "refuse", False, None)]
    sql(
        "update block_entry set ended_at = now(), ended_as = 'lifted', ended_by = 'x', ended_by_id = gen_random_uuid(), end_reason = 'xxx'"
    )
    await blocked(diego, effect="hold", lane="pld", cause="own_analysis")
    assert (await ana.post("/v1/payin/batches", batch("11144477735", PAYER))).status_code == 201
    assert sql("select payer_document, held from charge order by 1") == [("11144477735", False), (PAYER, True)]
    assert sql(HELD)[1:] == [("charge", "hold", True, None)]


async def test_a_cycle_of_a_refused_payer_is_not_charged_neither_by_hand_nor_by_the_clock(
    ana: Person, diego: Person, counter: Counter, sql: Sql, on_day: Callable[[date], None]
) -> None:
    desk = Desk(counter)
    recurrence = await desk.agreed(ana, starts_on=(today() + timedelta(days=5)).isoformat(), periodicity="SEMANAL")
    await blocked(diego)
    by_hand = await ana.post(f"/v1/payin/recurrences/{recurrence['id']}/charges", {"due_on": recurrence["starts_on"]})
    assert (by_hand.status_code, by_hand.json()["message"]) == (409, "payment_refused_security")
    await counter.run_job("pix.make_due")
    (count,) = sql("select count(*) from recurring_charge")
    assert count == (0,)
    assert sql("select flow, effect, amount, actor_id is null from block_refusal order by at") == [
        ("charge", "refuse", 3_500, False),
        ("charge", "refuse", 3_500, True),
    ]


async def code_of(ana: Person) -> str:
    made = await ana.post("/v1/payin/codes", {"name": "Till 1", "message": "Obrigada"})
    return (await ana.get(f"/v1/payin/codes/{made.json()['id']}")).json()["br_code"]


async def test_money_that_has_come_from_a_blocked_payer_waits_for_a_person_of_the_provider(
    ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    charge = await counter.charge(ana, 3_700)
    code = await code_of(ana)
    await blocked(diego, lane="sanctions", cause="sanctions_list")
    first = await counter.bank.pay(charge["br_code"], payer=WHO)
    await counter.carry(2)
    second = await counter.bank.pay(code, payer=WHO, amount="10.00")
    await counter.carry()
    await counter.bank.pay(code, amount="20.00", payer={"name": "Ana", "document": "11144477735"})
    await counter.carry()
    assert await counter.balances(ana) == {"available": 2_000 - 20, "on_hold": 0, "in_review": 4_700}
    waiting = (await ana.get("/v1/payin/reviews", sort="asc")).json()
    # The words are those of an ordinary review.
    assert [(each["end_to_end_id"], each["review_reason"]) for each in waiting] == [(first, "rule"), (second, "rule")]
    assert sql(HELD) == [("pay_in", "hold", True, None)] * 2
    for act in ("accept", "refund"):
        said = await ana.post(f"/v1/payin/reviews/{first}/{act}")
        assert (said.status_code, said.json()["message"]) == (409, "under_review"), said.text
    with pytest.raises(psycopg.errors.Error, match="under_review"):
        sql("update pix_payment set status = 'settled' where end_to_end_id = %s", first)
    diego.account = ana.account or "2"
    accepted = await diego.post(f"/v1/payin/reviews/{first}/accept")
    assert (accepted.status_code, accepted.json().get("status")) == (200, "settled"), accepted.text
    assert [row[3] for row in sql(HELD)] == [diego.email, None]
    returned = await diego.post(f"/v1/payin/reviews/{second}/refund")
    assert returned.status_code == 201, returned.text


async def test_a_deposit_of_a_blocked_payer_is_the_merchants_only_once_a_person_says_so(
    ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await blocked(diego)
    code = (await ana.get("/v1/account/deposits/code")).json()
    assert brcode.parse(code["code"]).key == SANDBOX_KEY
    await counter.bank.pay(code["code"], amount="1250.00", payer=WHO)
    await counter.carry(2)
    assert await counter.balances(ana) == {"available": 0, "on_hold": 0, "in_review": 0}
    assert sql("select status, company_id from deposit") == [("unidentified", 1)]
    assert sql(HELD) == [("pay_in", "hold", True, None)]
    diego.account = "all"
    (row,) = (await diego.get("/v1/account/deposits")).json()
    given = {"merchant": 2, "reason": "O pagador foi identificado"}
    said = await diego.post(f"/v1/account/deposits/{row['id']}/identify", given)
    assert said.status_code == 200, said.text
    assert sql(HELD)[0][3] == diego.email
    assert (await counter.balances(ana))["available"] == 125_000


async def test_nothing_settles_after_an_entry_while_fifty_arrive(
    ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    code = await code_of(ana)
    await asyncio.gather(*(counter.bank.pay(code, payer=WHO, amount=f"{10 + number}.00") for number in range(50)))
    notices = [await counter.bank.next_notice() for _ in range(50)]

    async def add() -> None:
        await asyncio.sleep(0.02)
        await blocked(diego)

    async def arrive() -> None:
        for path, body in notices:
            assert (await counter.stranger.post(path, json=body)).status_code == 200
        await counter.work()

    await asyncio.gather(add(), arrive(), counter.work())
    await counter.work()
    [(settled, waiting, held)] = sql("""
        select count(*) filter (where status = 'settled'), count(*) filter (where status = 'under_review'),
               (select count(*) from block_refusal where flow = 'pay_in') from pix_payment
    """)
    assert (settled + waiting, waiting) == (50, held)
    assert sql("""
        select count(*) from pix_payment p, block_entry e where p.status = 'settled' and p.received_at > e.added_at + interval '1 second'
    """) == [(0,)]
