"""A merchant's allow-list: payments go anywhere, anywhere with a warning, or to trusted destinations of its payee book alone."""

from typing import Any
from uuid import UUID

import psycopg
import pytest

from conftest import Sql
from people import Person
from support.batches import lines, planned, settle, submit, whys
from support.charges import Counter
from support.payees import DESTINATIONS, Book
from support.payments import JOAO, PAYMENTS, pay, read
from support.settings import set_payouts

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

DOCUMENT = "12345678909"
PEDRO: dict[str, Any] = {"name": "João Pedro da Silva", "document": DOCUMENT, "key": {"kind": "cpf", "value": DOCUMENT}}


async def trusted(person: Person, book: Book, sql: Sql) -> UUID:
    """João's key in the payee book, trusted and cooled off."""
    payee = await book.added(person, PEDRO)
    [(place,)] = sql("select id from payee_destination where payee_id = %s", payee)
    assert (await person.post(f"{DESTINATIONS}/{place}/trust", {})).status_code == 200
    cool(sql)
    return place


def cool(sql: Sql) -> None:
    sql("alter table payee_destination disable trigger user")
    sql("update payee_destination set usable_from = now() - interval '1 second'")
    sql("alter table payee_destination enable trigger user")


def pays(sql: Sql, mode: str) -> None:
    set_payouts(sql, allow_list=mode)


async def test_only_trusted_destinations_are_paid(
    ana: Person, bruno: Person, counter: Counter, book: Book, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    pays(sql, "trusted")
    # Unknown, new and cooling are not trusted; a plan says so too.
    for said in (await pay(bruno), await bruno.post(f"{PAYMENTS}/plan", {"amount": {"amount": 5_000}, **JOAO})):
        assert (said.status_code, said.json()["message"]) == (409, "destination_untrusted")
    payee = await book.added(bruno, PEDRO)
    [(place,)] = sql("select id from payee_destination where payee_id = %s", payee)
    assert (await pay(bruno)).json()["message"] == "destination_untrusted"
    assert (await bruno.post(f"{DESTINATIONS}/{place}/trust", {})).status_code == 200
    assert (await pay(bruno)).json()["message"] == "destination_untrusted"
    cool(sql)
    once = "5f3b0f0e-2d9f-4b80-9d7a-6a7a2f4f8a01"
    first, again = [await pay(bruno, once=once) for _ in range(2)]
    assert (first.status_code, again.content) == (201, first.content), first.text
    # Whose it is counts too: another's document under the same key is no payee of the book.
    other = await pay(bruno, 1_000, holder_document="529.982.247-25", holder_name="Outra Pessoa")
    assert other.status_code == 409
    assert sql("select count(*) from payout") == [(1,)]


async def test_a_warning_is_said_in_the_plan_and_pays(
    ana: Person, bruno: Person, counter: Counter, book: Book, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)

    async def warned() -> bool:
        said = await bruno.post(f"{PAYMENTS}/plan", {"amount": {"amount": 1_000}, **JOAO})
        assert said.status_code == 200, said.text
        return any(each["field"] == "untrusted" and each["value"] is True for each in said.json()["facts"])

    assert await warned() is False
    pays(sql, "warn")
    assert await warned() is True
    assert (await pay(bruno)).status_code == 201
    await trusted(bruno, book, sql)
    assert await warned() is False


async def test_a_payment_that_lost_its_trust_waits_and_leaves_once_nothing_keeps_it_back(
    ana: Person, bruno: Person, counter: Counter, book: Book, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    place = await trusted(bruno, book, sql)
    pays(sql, "trusted")
    payment = (await pay(bruno)).json()["id"]
    assert (
        await bruno.post(f"{DESTINATIONS}/{place}/retire", {"reason": "Conta encerrada"}, key=None)
    ).status_code == 200
    await counter.work()
    blocked = await read(bruno, payment)
    assert (blocked["status"], blocked["blocked_reason"]) == ("blocked", "destination_untrusted")
    assert sql("select count(*) from payout_order where payout_id is not null") == [(0,)]
    # Nothing else gives the order either.
    with pytest.raises(psycopg.DatabaseError, match="trusted destinations only"):
        sql(
            "insert into payout_order (company_id, id, payout_id, attempt, provider_id, amount, currency)"
            " select company_id, gen_random_uuid(), id, 1, 'x', amount, currency from payout where id = %s",
            payment,
        )
    await counter.run_job("payouts.due")
    assert (await read(bruno, payment))["status"] == "blocked"
    pays(sql, "warn")
    await counter.run_job("payouts.due")
    await counter.work()
    assert (await read(bruno, payment))["status"] == "done"


async def test_lines_of_a_batch_are_bad_or_warned_in_words(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    for mode, good in (("warn", 2), ("trusted", 0)):
        pays(sql, mode)
        batch = await planned(bruno, counter, lines(2))
        assert batch["good"] == good
        found = sql("select problems, warnings from payout_line where batch_id = %s order by number", batch["id"])
        kept, said = (1, 0) if mode == "warn" else (0, 1)
        for row in found:
            assert ("pix_key", "destination_untrusted") in whys(row[kept])
            assert ("pix_key", "destination_untrusted") not in whys(row[said])
    assert batch["plan_hash"] is None


async def test_a_batch_that_was_approved_before_waits_line_by_line(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    batch = await planned(bruno, counter, lines(2))
    assert (await submit(bruno, batch)).status_code == 200
    pays(sql, "trusted")
    await settle(counter, sql)
    assert sql("select distinct status, blocked_reason from payout") == [("blocked", "destination_untrusted")]


async def test_a_looser_list_holds_after_a_day_and_a_tighter_one_at_once(diego: Person) -> None:
    settings = "/v1/payouts/settings/2"
    body = {"version": 0, "reason": "Pedido do cliente", "allow_list": "trusted"}
    assert (await diego.put(settings, body)).json()["now"]["allow_list"] == "trusted"
    said = (await diego.put(settings, body | {"version": 1, "allow_list": "off"})).json()
    assert (said["now"]["allow_list"], said["versions"][0]["state"]) == ("trusted", "scheduled")
    wrong = await diego.put(settings, body | {"version": said["version"], "allow_list": "some"})
    assert wrong.status_code == 400
