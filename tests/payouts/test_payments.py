"""Payments: held at once, sent once, followed to their end, and never twice by mistake."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from days import today
from people import Person, set_up
from retaguarda.providers.pix import brcode
from support.charges import Counter
from support.payments import JOAO, PAYMENTS, pay, read
from support.withdrawals import TRANSFERS, settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

Sql = Callable[..., list[tuple[Any, ...]]]
ACCOUNT = {"ispb": "18236120", "account_type": "TRAN", "branch": "1425", "number": "4455667", "digit": "8"}


async def test_a_payment_by_key_is_held_sent_once_and_has_a_receipt(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql("insert into payout_setting (company_id, fee, currency) values (1, 150, 'BRL')")
    await counter.paid(ana, 20_000)
    body = {"amount": {"amount": 12_000}, **JOAO, "purpose": "Serviços", "external_id": "nf-1"}
    plan = (await bruno.post(f"{PAYMENTS}/plan", body)).json()
    facts = {fact["field"]: fact["value"] for fact in plan["facts"]}
    assert (facts["holder_document"], facts["first"], facts["status"]) == ("***.456.789-**", True, "pending")
    assert plan["balances"][0]["held_after"]["amount"] == 12_150
    key = str(uuid4())
    first, second = [await bruno.post(PAYMENTS, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    made = first.json()
    assert (made["status"], made["gross"]["amount"], made["external_id"]) == ("pending", 12_150, "nf-1")
    early = await bruno.get(f"{PAYMENTS}/{made['id']}/receipt", locale="pt")
    assert (early.status_code, early.json()["message"]) == (409, "receipt_too_early")
    await settle(counter, made["id"])
    done = await read(bruno, made["id"])
    assert (done["status"], [order["state"] for order in done["orders"]], done["first"]) == ("done", ["done"], True)
    assert [moment["kind"].rpartition(":")[2] for moment in done["timeline"]] == [
        "pay", "pending", "in_bank_processing", "done",
    ]  # fmt: skip
    receipt = await bruno.get(f"{PAYMENTS}/{made['id']}/receipt", locale="pt")
    assert (receipt.status_code, receipt.headers["content-type"]) == (200, "application/pdf")
    (listed,) = (await bruno.get(PAYMENTS)).json()
    assert (listed["id"], listed["status"], listed["holder_document"]) == (made["id"], "done", "***.456.789-**")


async def test_payments_and_withdrawals_do_not_tell_each_others_rows(
    bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno)).json()["id"]
    assert (await bruno.get(TRANSFERS)).json() == []
    assert (await bruno.get(f"{TRANSFERS}/{made}")).status_code == 404
    assert (await bruno.post(f"{TRANSFERS}/{made}/cancel", key=None)).status_code == 404


async def test_nobody_enters_payouts_without_a_second_factor_and_carla_finds_nothing(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno)).json()["id"]
    sql("update role set permissions = permissions || '{payout::payment:read,payout::payment:write}'")
    for person in (ana, carla):
        for said in (
            await person.get(PAYMENTS),
            await person.get(f"{PAYMENTS}/{made}"),
            await person.get("/v1/payouts/payment-terms"),
            await person.post(f"{PAYMENTS}/{made}/cancel", key=None),
            await pay(person),
        ):
            assert (said.status_code, said.json()["message"]) == (403, "two_factor_required"), said.request.url
    await set_up(carla)
    nothing = await carla.get(PAYMENTS)
    assert (nothing.status_code, nothing.text) == (200, "[]")
    for said in (
        await carla.get(f"{PAYMENTS}/{made}"),
        await carla.post(f"{PAYMENTS}/{made}/cancel", key=None),
        await carla.post(f"{PAYMENTS}/{made}/retry"),
        await carla.get(f"{PAYMENTS}/{made}/receipt"),
    ):
        assert said.status_code == 404, said.request.url


async def test_twenty_clicks_at_once_make_one_payment(bruno: Person, ana: Person, counter: Counter, sql: Sql) -> None:
    await counter.paid(ana, 200_000)
    key = str(uuid4())
    same = await asyncio.gather(*(pay(bruno, once=key) for _ in range(20)))
    assert {each.status_code for each in same} <= {201, 409}
    assert len({each.json()["id"] for each in same if each.status_code == 201}) == 1
    assert sql("select count(*) from payout") == [(1,)]
    # With a key each, they are one payment and nineteen that have to say why.
    each_own = await asyncio.gather(*(pay(bruno, 7_000) for _ in range(20)))
    assert sorted(each.status_code for each in each_own) == [201] + [400] * 19
    refused = next(each.json()["message"] for each in each_own if each.status_code == 400)
    assert refused == {"duplicate_reason": ["duplicate_reason_needed"]}
    assert (await pay(bruno, 7_000, duplicate_reason="Segunda parcela")).status_code == 201


async def test_an_external_id_serves_one_payment_for_ever(bruno: Person, ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 200_000)
    made = (await pay(bruno, external_id="folha-7")).json()["id"]
    assert (await bruno.post(f"{PAYMENTS}/{made}/cancel", key=None)).json()["status"] == "cancelled"
    again = await pay(bruno, 6_000, external_id="folha-7")
    assert (again.status_code, again.json()["message"]) == (409, "external_id_used")


async def test_what_is_wrong_is_named(bruno: Person, ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 20_000)
    code = brcode.static("joao@payee.example", "Joao", "Sao Paulo", amount=100)
    dynamic = brcode.dynamic("pix.example/qr/v2/1", "Joao", "Sao Paulo")
    for wrong, field in (
        ({"amount": {"amount": 0}}, "amount.amount"),
        ({"amount": {"amount": 1_500_001}}, "amount"),
        ({"account": ACCOUNT}, "key"),
        ({"key": None}, "key"),
        ({"key": {"kind": "cpf", "value": "1"}}, "key.value"),
        ({"key": None, "account": ACCOUNT | {"ispb": "99999999"}}, "account.ispb"),
        ({"key": None, "code": code}, "amount"),
        ({"key": None, "code": dynamic}, "code"),
        ({"key": None, "code": "no code"}, "code"),
        ({"holder_document": "111"}, "holder_document"),
        ({"holder_name": None}, "holder_name"),
        ({"scheduled_for": today(-1).isoformat()}, "scheduled_for"),
        ({"scheduled_for": "2099-01-01"}, "scheduled_for"),
        ({"purpose": "x" * 41}, "purpose"),
        ({"description": "a\0b"}, "description"),
        ({"external_id": "a\nb"}, "external_id"),
    ):
        said = await bruno.post(PAYMENTS, {"amount": {"amount": 200}, **JOAO, **wrong})
        assert (said.status_code, list(said.json()["message"])) == (400, [field]), wrong
    paid = await bruno.post(PAYMENTS, {"amount": {"amount": 100}, **JOAO, "key": None, "code": code})
    assert paid.status_code == 201, paid.text
    assert (await pay(bruno, 900_000)).json()["message"] == "insufficient_balance"


async def test_a_destination_is_looked_at_before_and_its_holder_known_afterwards(
    bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    asked = {"account": ACCOUNT}
    new = (await bruno.post("/v1/payouts/payment-destination", asked, key=None)).json()
    assert (new["bank_name"] is None, new["known_by"], new["holder_name"], new["payments"]) == (False, None, None, 0)
    body = {"amount": {"amount": 1_000}, **asked, "holder_name": "Zé", "holder_document": "12345678909"}
    made = (await bruno.post(PAYMENTS, body)).json()
    await settle(counter, made["id"])
    known = (await bruno.post("/v1/payouts/payment-destination", asked, key=None)).json()
    assert (known["known_by"], known["holder_name"], known["payments"]) == ("payment", "Zé", 1)
    again = await bruno.post(PAYMENTS, {"amount": {"amount": 1_100}, **asked})
    assert (again.status_code, again.json()["holder_name"]) == (201, "Zé")
    assert (await read(bruno, again.json()["id"]))["first"] is False


async def test_a_failed_payment_is_paid_again_once_and_names_what_it_replaces(
    bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    refused = {"key": None, "account": ACCOUNT | {"branch": "9903"}}
    said = await pay(bruno, 1_000, **refused)
    assert said.status_code == 201, said.text
    made = said.json()
    await settle(counter, made["id"])
    failed = await read(bruno, made["id"])
    assert (failed["status"], failed["fail_code"] is None) == ("failed", False)
    key = str(uuid4())
    path = f"{PAYMENTS}/{made['id']}/retry"
    again = [await bruno.post(path, {"external_id": "second"}, key=key) for _ in range(2)]
    assert (again[0].status_code, again[1].content) == (201, again[0].content), again[0].text
    assert again[0].json()["replaces"] == made["id"]
    assert (await read(bruno, made["id"]))["replaced_by"] == again[0].json()["id"]
    third = await bruno.post(path)
    assert (third.status_code, third.json()["message"]) == (409, "payment_replaced")
    done = (await bruno.post(f"{PAYMENTS}/{again[0].json()['id']}/retry")).json()["message"]
    assert done == "payment_not_repeatable"


async def test_without_funds_payments_wait_in_order_and_leave_when_money_comes(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql(_SETTINGS, 2, True, 30, False, "refuse")
    await counter.paid(ana, 3_000)
    big, small = [(await pay(bruno, amount)).json() for amount in (5_000, 100)]
    assert [(each["status"], each["queued_reason"]) for each in (big, small)] == [("queued", "no_funds")] * 2
    assert (await counter.balances(ana))["on_hold"] == 0
    await counter.run_job("payouts.waiting")
    assert [(await read(bruno, each["id"]))["status"] for each in (big, small)] == ["queued", "queued"]
    await counter.paid(ana, 10_000)
    await counter.run_job("payouts.waiting")
    await settle(counter, big["id"])
    await settle(counter, small["id"])
    told = [await read(bruno, each["id"]) for each in (big, small)]
    assert [each["status"] for each in told] == ["done", "done"]
    moved = [next(m["at"] for m in each["timeline"] if m["kind"] == "payouts:payment:pending") for each in told]
    assert moved == sorted(moved)
    late = (await pay(bruno, 900_000)).json()["id"]
    assert (await bruno.post(f"{PAYMENTS}/{late}/cancel", key=None)).json()["status"] == "cancelled"


async def test_a_smaller_payment_may_leave_before_one_that_does_not_fit(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql(_SETTINGS, 2, True, 30, True, "refuse")
    await counter.paid(ana, 3_000)
    big, small = [(await pay(bruno, amount)).json() for amount in (5_000, 100)]
    assert (big["status"], small["status"]) == ("queued", "pending")


@pytest.mark.parametrize(("ends", "state"), [("refuse", "rejected"), ("release", "pending")])
async def test_a_hold_ends_with_its_clock_as_the_settings_say(
    bruno: Person, diego: Person, ana: Person, counter: Counter, sql: Sql, ends: str, state: str
) -> None:
    sql(_SETTINGS, 2, False, 30, True, ends)
    await counter.paid(ana, 20_000)
    made = (await pay(bruno)).json()["id"]
    diego.account = "2"
    held = await diego.post(
        f"{PAYMENTS}/{made}/hold", {"hold_reason": "risk", "minutes": 30, "reason": "Olhar"}, key=None
    )
    assert (held.status_code, held.json()["status"], held.json()["hold_reason"]) == (200, "on_hold", "risk")
    await counter.run_job("payouts.waiting")
    assert (await read(bruno, made))["status"] == "on_hold"
    sql("update payout set hold_until = now() - interval '1 minute'")
    await counter.run_job("payouts.waiting")
    assert (await read(bruno, made))["status"] == state
    assert (await counter.balances(ana))["on_hold"] == (0 if state == "rejected" else 5_000)


async def test_staff_release_or_reject_what_is_on_hold_and_nobody_else(
    bruno: Person, diego: Person, eva: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    one, other = [(await pay(bruno, amount)).json()["id"] for amount in (5_000, 6_000)]
    diego.account = "2"
    hold = {"hold_reason": "suspect", "minutes": 60, "reason": "Denúncia"}
    sql("update role set permissions = permissions || '{payout::hold:decide}' where company_id = 2")
    assert (await bruno.post(f"{PAYMENTS}/{one}/hold", hold, key=None)).status_code == 403
    for payment in (one, other):
        assert (await diego.post(f"{PAYMENTS}/{payment}/hold", hold, key=None)).status_code == 200
    # What making them had queued finds them on hold.
    await counter.work()
    why = {"reason": "Conferido por telefone"}
    assert (await bruno.post(f"{PAYMENTS}/{one}/release", why, key=None)).status_code == 403
    released = await diego.post(f"{PAYMENTS}/{one}/release", why, key=None)
    assert (released.status_code, released.json()["status"]) == (200, "pending")
    assert (await diego.post(f"{PAYMENTS}/{one}/release", why, key=None)).json()["message"] == "payment_not_on_hold"
    rejected = await diego.post(f"{PAYMENTS}/{other}/reject", why, key=None)
    assert rejected.json()["status"] == "rejected"
    await counter.work()
    assert (await read(bruno, one))["status"] != "pending"
    await settle(counter, one)
    assert (await read(bruno, one))["status"] == "done"
    # Whoever makes a payment does not decide on it.
    own = (await pay(diego, 800)).json()["id"]
    said = await diego.post(f"{PAYMENTS}/{own}/hold", hold, key=None)
    assert (said.status_code, said.json()["message"]) == (403, "own_payment")


_SETTINGS = """
    insert into payout_setting_version (company_id, version, currency, methods, queue, queue_days, queue_skips, hold_ends,
                                        duplicates, external_id_needed, valid_from, actor)
    values (%s, 1, 'BRL', '{pix}', %s, %s, %s, %s, 'warn', false, now() - interval '1 minute', 'a test')
"""


async def test_the_list_tells_what_is_known_of_a_payment_and_what_it_costs_only_staff(
    bruno: Person, ana: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    sql("update payout_processor set cost = 35, currency = 'BRL'")
    sql(
        "insert into franchise_unit (company_id, id, name, document, contract, valid_from, currency, created_by)"
        " values (2, gen_random_uuid(), 'Loja Centro', '12345678909', 'c-1', '2020-01-01', 'BRL', 'a test')"
    )
    made = (await pay(bruno)).json()["id"]
    later = (await pay(bruno, 6_000, scheduled_for=str(today(1)))).json()["id"]
    await settle(counter, made)
    rows = {each["id"]: each for each in (await bruno.get(PAYMENTS)).json()}
    done, waits = rows[made], rows[later]
    assert (done["key_kind"], done["payee_age_days"], done["unit_name"], done["currency"]) == (
        "cpf",
        0,
        "Loja Centro",
        "BRL",
    )
    assert done["seconds"] in range(600)
    assert done["created_at"] <= done["sent_at"] <= done["ended_at"]
    assert done["name_match"] == (await read(bruno, made))["confirmation"]["match_class"]
    names = ("seconds", "sent_at", "approved_by", "name_match")
    assert [waits[name] for name in names] == [None] * 4
    hidden = {"cost", "processor_name"}
    assert not hidden & set(done)
    assert not hidden & set(await read(bruno, made))
    for name in hidden:
        for query in ({name: "35"}, {f"{name}_from": "1"}, {"order_by": name}):
            said = await bruno.get(PAYMENTS, **query)
            assert said.status_code == 400 or set(said.json()[0]).isdisjoint(hidden), (name, said.text)
        said = await bruno.get(f"{PAYMENTS}/export", format="csv", columns=name)
        assert said.status_code == 400, said.text
    whole = await bruno.get(f"{PAYMENTS}/export", format="csv", locale="en")
    assert "Our cost" not in whole.text.partition("\n")[0]
    eva.account = "2"
    told = {each["id"]: each for each in (await eva.get(PAYMENTS)).json()}
    assert told[made]["cost"] == {"amount": 35, "currency": "BRL"}
    assert (told[made]["processor_name"] is None, told[later]["cost"]) == (False, None)
