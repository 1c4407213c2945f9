"""Lots: a bank that takes orders together. Submitted under one number, released once, read until each line has ended."""

import asyncio
import contextlib
from typing import Any

import psycopg
import pytest

from conftest import Sql
from people import Person
from retaguarda.payouts.lots import run_lots
from retaguarda.providers.payout.lots import LotSender
from support.charges import Counter
from support.lots import BY_LOTS, CREDENTIALS, LINE, PROCESSORS, RELEASE, STATE, SUBMIT, LotDesk
from support.withdrawals import read

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture
async def desk(diego: Person, bruno: Person, counter: Counter, sql: Sql) -> LotDesk:
    desk = LotDesk(diego, bruno, counter, sql)
    await desk.by_lots()
    return desk


async def test_orders_go_in_one_lot_that_is_released_once_and_read_to_its_end(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_010, 2_020, 3_030)
    assert desk.lots() == []
    await desk.run()
    assert desk.lots() == [("closed", 3, 1)]
    assert await desk.statuses(ids) == ["done"] * 3
    assert desk.paid() == [(1_010, 1), (2_020, 1), (3_030, 1)]
    # Each has one order; the bank names the end-to-end id itself.
    assert desk.sql(
        "select count(*), count(end_to_end_id), count(distinct payout_id) from payout_order where payout_id is not null"
    ) == [(3, 0, 3)]
    record = (await desk.diego.get(f"{PROCESSORS}/{desk.processor}")).json()
    assert (record["adapter"], record["open_orders"], record["last_sequence"]) == ("lots", 0, 1)
    (lot,) = record["lots"]
    assert (lot["state"], lot["request_number"], lot["lines"], lot["waiting"]) == ("closed", 1, 3, 0)
    assert lot["released_at"] is not None
    shown = (await desk.diego.get(f"/v1/payouts/lots/{lot['id']}")).json()
    assert sorted((line["amount"]["amount"], line["outcome"], line["bank_state"]) for line in shown["shown"]) == [
        (1_010, "done", "pago"),
        (2_020, "done", "pago"),
        (3_030, "done", "pago"),
    ]


async def test_each_line_ends_as_the_bank_says(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 5_000, 5_001, 5_002, 5_003, 5_005)
    await desk.run(2)
    # 01 stays, 02 is not taken, 03 is refused later, 05 is paid and comes back.
    assert await desk.statuses(ids) == ["done", "in_bank_processing", "failed", "failed", "done"]
    codes = [(await read(desk.bruno, each))["fail_code"] for each in ids]
    assert codes == [None, None, "AC03", "AC03", None]
    assert desk.lots() == [("released", 5, 1)]
    for _ in range(2):
        await desk.take_back(ids[4])
    returned = await read(desk.bruno, ids[4])
    assert returned["returned"]["amount"] == 5_005
    assert desk.sql("select count(*), sum(amount) from payout_return") == [(1, 5_005)]
    # What stays is asked about for ever, and never fails by itself.
    await desk.run(3)
    assert await desk.statuses(ids[1:2]) == ["in_bank_processing"]
    await desk.tell("words", documentoDebito=desk.document(ids[1]), estadoPagamento="Pago")
    await desk.run()
    assert (await desk.statuses(ids[1:2]), desk.lots()) == (["done"], [("closed", 5, 1)])


async def test_a_bank_without_funds_gets_another_order_in_another_lot_and_not_for_ever(
    desk: LotDesk, ana: Person
) -> None:
    (payout,) = await desk.pay(ana, 7_004)
    for _ in range(4):
        await desk.run()
        await desk.counter.work()
        await desk.counter.run_job("payouts.send", 2, payout)
    assert (await read(desk.bruno, payout))["fail_code"] == "AM04"
    assert desk.lots() == [("closed", 1, 1)] * 3
    assert desk.paid() == []


async def test_lots_have_no_more_lines_than_the_processor_takes(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    desk = LotDesk(diego, bruno, counter, sql)
    await desk.by_lots(most_lines=2, last_sequence=41)
    ids = await desk.pay(ana, 100, 200, 300, 400, 500)
    await desk.run()
    assert desk.lots() == [("closed", 2, 1), ("closed", 2, 1), ("closed", 1, 1)]
    assert desk.sql("select request_number from payout_lot order by 1") == [(42,), (43,), (44,)]
    assert await desk.statuses(ids) == ["done"] * 5


class Killed(BaseException):
    """The worker ends here."""


#: Around which of its writes, and of the bank's own doing, a worker is killed.
STEPS = [
    *(
        (run_lots, name)
        for name in ("create_lot", "mark", "store_taken", "store_released", "settle_line", "close_lot", "rest")
    ),
    *((LotSender, name) for name in ("submit", "state", "release", "line")),
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[1])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_worker_that_is_killed_anywhere_pays_nothing_twice_and_loses_nothing(
    desk: LotDesk, ana: Person, monkeypatch: pytest.MonkeyPatch, step: tuple[Any, str], when: str
) -> None:
    ids = await desk.pay(ana, 1_000, 1_002, 2_000)
    real, killed = getattr(*step), 0

    async def dies(*given: Any, **more: Any) -> Any:
        nonlocal killed
        if killed >= 3:
            return await real(*given, **more)
        killed += 1
        if when == "after":
            await real(*given, **more)
        raise Killed

    monkeypatch.setattr(*step, dies)
    for _ in range(10):
        with contextlib.suppress(Killed):
            await desk.run()
        desk.hours_pass()
    # The bank is asked where a lot is only after somebody was killed.
    assert killed >= 1 or step[1] == "state"
    assert await desk.statuses(ids) == ["done", "failed", "done"]
    assert desk.paid() == [(1_000, 1), (2_000, 1)]
    assert desk.sql("select max(releases) from sandbox.lot") == [(1,)]
    assert {state for state, _, _ in desk.lots()} == {"closed"}


@pytest.mark.parametrize("route", [SUBMIT, STATE, RELEASE, LINE])
@pytest.mark.parametrize(
    "rule",
    [
        {"effect": "status", "status": 500, "after_work": True},
        {"effect": "status", "status": 500},
        {"effect": "status", "status": 429, "retry_after": 1},
        {"effect": "timeout", "delay_ms": 1, "after_work": True},
        {"effect": "half"},
    ],
    ids=["500 after taking", "500", "busy", "silence", "half an answer"],
)
async def test_what_the_bank_does_not_say_is_asked_and_never_failed(
    desk: LotDesk, ana: Person, route: str, rule: dict[str, Any]
) -> None:
    ids = await desk.pay(ana, 1_000, 2_000)
    await desk.counter.bank.fault(route=route, times=2, **rule)
    for _ in range(6):
        await desk.run()
        assert not {"failed", "pending"} & set(await desk.statuses(ids))
        desk.hours_pass()
    assert await desk.statuses(ids) == ["done", "done"]
    assert desk.paid() == [(1_000, 1), (2_000, 1)]
    assert desk.sql("select releases from sandbox.lot") == [(1,)]


async def test_a_release_whose_answer_was_lost_is_not_repeated_at_once(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_000)
    await desk.counter.bank.fault(route=RELEASE, effect="status", status=503, times=1)
    await desk.run(4)
    # The bank says that it waits; the order to release may still be on its way.
    assert desk.lots() == [("submitted", 1, 1)]
    assert desk.sql("select releases from sandbox.lot") == [(0,)]
    desk.hours_pass()
    await desk.run()
    assert desk.lots() == [("closed", 1, 2)]
    assert (await desk.statuses(ids), desk.paid()) == (["done"], [(1_000, 1)])


async def test_a_lot_that_a_person_released_at_the_bank_is_not_released_again(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_000)
    await desk.counter.bank.fault(route=RELEASE, effect="status", status=503, times=1)
    await desk.run()
    token = await desk.counter.bank.client.post(
        "/oauth/token",
        data={"grant_type": "client_credentials", "scope": "pagamentos-lote.lotes-requisicao"},
        auth=(CREDENTIALS["client_id"], CREDENTIALS["client_secret"]),
    )
    said = await desk.counter.bank.client.post(
        "/pagamentos-lote/v1/liberar-pagamentos",
        params={"gw-dev-app-key": CREDENTIALS["app_key"]},
        json={"numeroRequisicao": 1, "indicadorFloat": "N"},
        headers={"Authorization": f"Bearer {token.json()['access_token']}"},
    )
    assert said.status_code == 201, said.text
    desk.hours_pass()
    await desk.run()
    assert (await desk.statuses(ids), desk.paid()) == (["done"], [(1_000, 1)])


async def test_a_request_that_the_bank_refuses_frees_its_orders_for_another_lot(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_000, 2_000)
    await desk.counter.bank.fault(route=SUBMIT, effect="status", status=400, times=1)
    await desk.run()
    assert desk.lots()[0] == ("refused", 2, 0)
    await desk.counter.work()
    await desk.run()
    assert desk.lots() == [("refused", 2, 0), ("closed", 2, 1)]
    assert (await desk.statuses(ids), desk.paid()) == (["done", "done"], [(1_000, 1), (2_000, 1)])


async def test_a_refusal_after_silence_waits_until_nothing_can_arrive_any_more(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_000)
    await desk.counter.bank.fault(route=SUBMIT, effect="timeout", delay_ms=1, times=1)
    await desk.run()
    await desk.counter.bank.fault(route=SUBMIT, effect="status", status=400, times=2)
    await desk.run()
    assert desk.lots() == [("collected", 1, 0)]
    assert await desk.statuses(ids) == ["in_bank_processing"]
    desk.submitted_long_ago()
    await desk.run()
    assert desk.lots() == [("refused", 1, 0)]


async def test_a_lot_that_the_bank_rejects_pays_nothing_and_its_orders_go_in_another(
    desk: LotDesk, ana: Person
) -> None:
    ids = await desk.pay(ana, 1_000)
    await desk.counter.bank.fault(route=RELEASE, effect="status", status=503, times=1)
    await desk.run()
    await desk.tell("rejections", numeroRequisicao=1)
    await desk.run()
    assert desk.lots()[0][0] == "refused"
    await desk.counter.work()
    await desk.run()
    assert (await desk.statuses(ids), desk.paid()) == (["done"], [(1_000, 1)])


async def test_wrong_credentials_refuse_no_payment(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_000)
    await desk.counter.bank.fault(route=SUBMIT, effect="status", status=403, times=2)
    await desk.run(2)
    assert (desk.lots(), await desk.statuses(ids)) == ([("collected", 1, 0)], ["in_bank_processing"])
    lot = (await desk.diego.get(f"{PROCESSORS}/{desk.processor}")).json()["lots"][0]
    assert "403" in lot["last_error"]
    await desk.run()
    assert (await desk.statuses(ids), desk.paid()) == (["done"], [(1_000, 1)])


@pytest.mark.parametrize(
    "lie",
    [
        "update sandbox.lot_line set valor = valor + 1",
        "update sandbox.lot_line set document = document + 1000",
        "delete from sandbox.lot_line where place = 1",
    ],
    ids=["another amount", "another document", "a line less"],
)
async def test_an_answer_about_something_else_moves_nothing(desk: LotDesk, ana: Person, lie: str) -> None:
    ids = await desk.pay(ana, 1_000, 2_000)
    await desk.counter.bank.fault(route=RELEASE, effect="status", status=503, times=1)
    await desk.run()
    desk.sql(lie)
    desk.hours_pass()
    await desk.run(2)
    assert await desk.statuses(ids) == ["in_bank_processing"] * 2
    assert desk.sql("select releases from sandbox.lot") == [(0,)]
    lot = (await desk.diego.get(f"{PROCESSORS}/{desk.processor}")).json()["lots"][0]
    assert "another" in lot["last_error"]


async def test_a_paid_line_of_another_amount_is_not_believed(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_001)
    await desk.run()
    desk.sql("update sandbox.lot_line set valor = 900, outcome = 'Pago', settles_at = now()")
    await desk.run()
    assert await desk.statuses(ids) == ["in_bank_processing"]


async def test_another_systems_lot_under_our_number_is_never_taken_for_ours(desk: LotDesk, ana: Person) -> None:
    desk.sql("insert into sandbox.lot (number, asked, asked_at, releases) values (1, '{}', now(), 1)")
    desk.sql(
        "insert into sandbox.lot_line (lot, place, document, valor, outcome, paid) values (1, 0, 77, 1000, 'Pago', 1)"
    )
    ids = await desk.pay(ana, 1_000)
    await desk.run(2)
    assert await desk.statuses(ids) == ["in_bank_processing"]
    assert desk.lots() == [("collected", 1, 0)]


async def test_parts_that_come_back_are_booked_each_once_in_whichever_order(desk: LotDesk, ana: Person) -> None:
    (payout,) = await desk.pay(ana, 10_000)
    await desk.run()
    document = desk.document(payout)
    for amount in ("10.00", "25.00"):
        await desk.tell("returns", documentoDebito=document, valor=amount)
    await desk.take_back(payout)
    # A third, like the first, and the bank tells them the other way round.
    await desk.tell("returns", documentoDebito=document, valor="10.00")
    desk.sql(
        "update sandbox.lot_line set returned = (select jsonb_agg(e order by n desc) from jsonb_array_elements(returned) with ordinality r (e, n))"
    )
    for _ in range(2):
        await desk.take_back(payout)
    assert (await read(desk.bruno, payout))["returned"]["amount"] == 4_500
    assert desk.sql("select count(*) from payout_return") == [(3,)]


async def test_what_the_bank_pays_after_it_refused_it_opens_a_case(desk: LotDesk, ana: Person) -> None:
    (payout,) = await desk.pay(ana, 1_003)
    await desk.run()
    assert await desk.statuses([payout]) == ["failed"]
    await desk.tell("words", documentoDebito=desk.document(payout), estadoPagamento="Pago")
    for _ in range(2):
        await desk.take_back(payout)
    assert desk.sql("select kind, count(*) from payout_case group by 1") == [("paid_after_failed", 1)]
    assert await desk.statuses([payout]) == ["failed"]


async def test_evidence_ends_an_order_only_once_its_lot_was_submitted(desk: LotDesk, ana: Person) -> None:
    """What no bank has yet would be sent after people had said that it was not paid."""
    (payout,) = await desk.pay(ana, 5_001)
    desk.sql("alter table payout_order disable trigger user")
    desk.sql("update payout_order set created_at = created_at - interval '2 minutes' where payout_id = %s", payout)
    desk.sql("alter table payout_order enable trigger user")
    target = "select stop from payout_evidence_target(2, %s)"
    assert desk.sql(target, payout) == [("not_sent",)]
    await desk.run()
    assert desk.sql(target, payout) == [(None,)]


async def test_two_workers_at_once_submit_and_release_once(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_000, 2_000)
    await asyncio.gather(*(desk.run() for _ in range(3)), return_exceptions=False)
    desk.hours_pass()
    await desk.run(2)
    assert await desk.statuses(ids) == ["done", "done"]
    assert desk.paid() == [(1_000, 1), (2_000, 1)]
    assert desk.sql("select number, releases from sandbox.lot") == [(1, 1)]


async def test_a_drained_processor_brings_what_it_has_to_its_end_and_gets_nothing_new(
    desk: LotDesk, ana: Person
) -> None:
    before = await desk.pay(ana, 1_000)
    assert (await desk.diego.post(f"{PROCESSORS}/{desk.processor}/disable")).status_code == 200
    after = await desk.pay(ana, 2_000)
    await desk.run()
    assert await desk.statuses([*before, *after]) == ["done", "pending"]


async def test_the_worker_is_told_when_orders_wait_and_again_while_a_lot_is_open(desk: LotDesk, ana: Person) -> None:
    ids = await desk.pay(ana, 1_001)
    waiting = "select count(*) from procrastinate_jobs where task_name = 'payouts.run_lots' and status = 'todo'"
    assert desk.sql(waiting) == [(1,)]
    desk.sql("delete from procrastinate_jobs where task_name = 'payouts.run_lots'")
    await desk.run()
    assert desk.sql(waiting) == [(1,)]
    # Who deletes the job only makes it late.
    desk.sql("delete from procrastinate_jobs where task_name = 'payouts.run_lots'")
    for _ in range(2):
        await desk.counter.run_job("payouts.start_lots")
    assert desk.sql(waiting) == [(1,)]
    await desk.tell("words", documentoDebito=desk.document(ids[0]), estadoPagamento="Pago")
    await desk.run()
    desk.sql("delete from procrastinate_jobs where task_name = 'payouts.run_lots'")
    await desk.counter.run_job("payouts.start_lots")
    assert desk.sql(waiting) == [(0,)]


async def test_secrets_of_a_processor_of_lots_never_come_out_again(desk: LotDesk, counter: Counter, sql: Sql) -> None:
    path, key = f"{PROCESSORS}/{desk.processor}", "an-app-key-that-must-not-be-seen"
    given = CREDENTIALS | {"app_key": key}
    twice = [await desk.diego.post(f"{path}/rotate/lots", given, key="one rotation") for _ in range(2)]
    assert [said.status_code for said in twice] == [200, 200]
    await counter.work()
    said = (await desk.diego.get(path)).json()
    assert "403" in said["pending_error"]
    assert said["enabled"] is True
    assert (await desk.diego.post(f"{path}/rotate/lots", CREDENTIALS)).status_code == 200
    await counter.work()
    said = (await desk.diego.get(path)).json()
    assert (said["enabled"], said["pending"], said["pending_error"]) == (True, False, None)
    answers = [
        (await desk.diego.get(each)).text
        for each in (PROCESSORS, path, f"/v1/trail/payout-processors/{desk.processor}")
    ]
    kept = [str(sql(f"select t::text from {table} t")) for table in ("event", "idempotency", "payout_processor")]
    for text in (*answers, *kept):
        assert key not in text
        assert CREDENTIALS["app_key"] not in text
    # Credentials of another kind are refused, both ways.
    other = {name: CREDENTIALS[name] for name in CREDENTIALS if name != "app_key"} | {"pix_key": "x@example.com"}
    assert (await desk.diego.post(f"{path}/rotate", other)).json()["message"] == "processor_of_another_kind"
    by_order = next(row["id"] for row in (await desk.diego.get(PROCESSORS)).json() if row["adapter"] == "envio")
    said = await desk.diego.post(f"{PROCESSORS}/{by_order}/rotate/lots", CREDENTIALS)
    assert said.json()["message"] == "processor_of_another_kind"


async def test_an_account_is_debited_by_one_processor_of_lots(desk: LotDesk) -> None:
    again = BY_LOTS | {"name": "Another"}
    assert (await desk.diego.post(f"{PROCESSORS}/lots", again)).json()["message"] == "key_taken"
    wrong = {"name": "Third", "number": "1", "most_lines": 321}
    assert (await desk.diego.post(f"{PROCESSORS}/lots", again | wrong)).status_code == 400


async def test_lots_are_staffs_alone_and_in_sessions_with_a_second_factor(
    desk: LotDesk, ana: Person, bruno: Person, carla: Person, sql: Sql
) -> None:
    await desk.pay(ana, 1_000)
    await desk.run()
    lot = (await desk.diego.get("/v1/payouts/lots")).json()[0]["id"]
    for stranger in (bruno, carla):
        for path in ("/v1/payouts/lots", f"/v1/payouts/lots/{lot}", f"/v1/trail/payout-lots/{lot}"):
            assert (await stranger.get(path)).status_code in (403, 404), path
        assert (await stranger.post(f"{PROCESSORS}/lots", BY_LOTS)).status_code == 403
        assert (await stranger.post(f"{PROCESSORS}/{desk.processor}/rotate/lots", CREDENTIALS)).status_code in (
            403,
            404,
        )
    # One who may see processors of another merchant sees none of the house.
    sql("update role set permissions = permissions || '{payout::processors:read}'::text[] where company_id = 2")
    for path in (f"/v1/payouts/lots/{lot}", f"/v1/trail/payout-lots/{lot}"):
        assert (await bruno.get(path)).status_code == 404, path
    sql("update session set two_factor = false")
    assert (await desk.diego.get(f"/v1/payouts/lots/{lot}")).status_code in (401, 403)


async def test_what_was_asked_of_the_bank_stays_written(desk: LotDesk, ana: Person, sql: Sql) -> None:
    await desk.pay(ana, 1_000)
    await desk.run()
    for change in (
        "update payout_lot set state = 'submitted'",
        "update payout_lot set released_at = now() + interval '1 day'",
        "update payout_lot set releases = 0",
        "update payout_lot_line set bank_ref = '1'",
        "update payout_lot_line set outcome = 'refused'",
        "delete from payout_lot_line",
        "delete from payout_lot",
    ):
        with pytest.raises(psycopg.DatabaseError) as refused:
            sql(change)
        assert (refused.value.sqlstate or "").startswith("RF"), change
