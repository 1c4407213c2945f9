"""Withdrawals: money set aside at once, sent once, and followed until its end is known."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from days import today
from people import Person
from retaguarda.payout_engine import payout_orders
from retaguarda.payout_engine.watch_orders import OrderTaken
from support.charges import Counter
from support.withdrawals import BANK_ACCOUNTS, OWN, TRANSFERS, elsewhere, read, settle, usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]


async def test_a_withdrawal_holds_the_money_then_moves_it_with_its_fee(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql(
        "insert into payout_setting values (1, 150, 1500000, 24, 'BRL') on conflict (company_id) do update set fee = 150"
    )
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    plan = (await bruno.post(f"{TRANSFERS}/plan", {"amount": {"amount": 5_000}, "bank_account": account})).json()
    (balance,) = plan["balances"]
    assert (balance["account"], balance["held_after"]["amount"]) == ("available", 5_150)
    key = str(uuid4())
    first, second = [await withdraw(bruno, account, key=key) for _ in range(2)]
    assert (first.status_code, second.status_code, second.content) == (201, 201, first.content)
    made = first.json()
    assert (made["status"], made["gross"]["amount"], made["fee"]["amount"]) == ("pending", 5_150, 150)
    assert await counter.balances(ana) == {"available": 9_901 - 5_150, "on_hold": 5_150, "in_review": 0}
    await settle(counter, made["id"])
    done = await read(bruno, made["id"])
    assert (done["status"], [order["state"] for order in done["orders"]]) == ("done", ["done"])
    assert done["end_to_end_id"] == done["orders"][0]["end_to_end_id"]
    assert {entry["account"] for entry in done["entries"]} == {"available", "pix_clearing", "pix_fees"}
    assert [moment["kind"].rpartition(":")[2] for moment in done["timeline"]] == [
        "create", "pending", "in_bank_processing", "done",
    ]  # fmt: skip
    assert await counter.balances(ana) == {"available": 9_901 - 5_150, "on_hold": 0, "in_review": 0}


async def test_two_tabs_withdraw_the_last_money_and_one_wins(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    said = await asyncio.gather(*(withdraw(bruno, account, 9_000) for _ in range(4)))
    assert sorted(each.status_code for each in said) == [201, 422, 422, 422]
    assert {each.json()["message"] for each in said if each.status_code == 422} == {"insufficient_balance"}
    assert (await counter.balances(ana))["on_hold"] == 9_000


async def test_amounts_and_days_that_make_no_sense_are_refused_by_name(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    yesterday = today(-1).isoformat()
    for wrong, field in (
        ({"amount": {"amount": 0}}, "amount.amount"),
        ({"amount": {"amount": -1}}, "amount.amount"),
        ({"amount": {"amount": 10.5}}, "amount.amount"),
        ({"amount": {"amount": 10**13}}, "amount.amount"),
        ({"amount": {"amount": 100, "currency": "USD"}}, "amount.currency"),
        ({"amount": {"amount": 1_500_001}}, "amount"),
        ({"scheduled_for": "2027-02-31"}, "scheduled_for"),
        ({"scheduled_for": yesterday}, "scheduled_for"),
        ({"scheduled_for": "2099-01-01"}, "scheduled_for"),
        ({"description": "x" * 141}, "description"),
        ({"description": "a\0b"}, "description"),
    ):
        body = {"amount": {"amount": 100}, "bank_account": account} | wrong
        said = await bruno.post(TRANSFERS, body)
        assert (said.status_code, list(said.json()["message"])) == (400, [field]), wrong
    sql(
        "insert into company_limit (company_id, kind, amount, currency, updated_by) values (2, 'withdrawal', 99, 'BRL', 'a test')"
    )
    both = await bruno.post(TRANSFERS, {"amount": {"amount": 100}, "bank_account": account, "scheduled_for": yesterday})
    assert both.json()["message"] == {"amount": ["transfer_too_large"], "scheduled_for": ["day_in_past"]}
    assert (await withdraw(bruno, account, 100)).json()["message"] == {"amount": ["transfer_too_large"]}
    assert (await withdraw(bruno, account, 99)).status_code == 201


async def test_nothing_goes_to_an_account_that_is_not_verified_cooling_off_disabled_or_another_merchants(
    bruno: Person, carla: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    account = (await bruno.post(BANK_ACCOUNTS, OWN)).json()["id"]
    assert (await withdraw(bruno, account)).json()["message"] == "bank_account_not_verified"
    sql("update bank_account set status = 'verified'")
    cooling = (await withdraw(bruno, account)).json()
    (listed,) = (await bruno.get(BANK_ACCOUNTS)).json()
    until = datetime.fromisoformat(listed["usable_from"])
    # Told to the minute by whoever tells it, and so it ends with a minute.
    assert (cooling["message"], until.second, until.microsecond) == ("bank_account_cooling_off", 0, 0)
    assert cooling["error"] == f"nothing goes to this account before {until:%Y-%m-%dT%H:%MZ}"
    assert (await bruno.post(f"{BANK_ACCOUNTS}/{account}/disable", key=None)).json()["status"] == "disabled"
    assert (await withdraw(bruno, account)).json()["message"] == "bank_account_not_verified"
    assert (await withdraw(bruno, str(uuid4()))).status_code == 404
    usable_one = await usable(bruno, sql, elsewhere())
    transfer = (await withdraw(bruno, usable_one)).json()["id"]
    for path in (f"{TRANSFERS}/{transfer}", f"{BANK_ACCOUNTS}/{account}"):
        assert (await carla.get(path)).status_code in (403, 404)
    assert (await carla.get(BANK_ACCOUNTS)).json() == []
    assert (await carla.post(f"{TRANSFERS}/{transfer}/cancel", key=None)).status_code == 403
    sql(
        "update role set permissions = permissions || '{payin::withdrawals:read,payin::withdrawals:write}' where company_id = 3"
    )
    assert (await carla.get(TRANSFERS)).json() == []
    assert (await carla.post(f"{TRANSFERS}/{transfer}/cancel", key=None)).status_code == 404
    # ana may see neither the list nor the button: her role does not hold it.
    assert (await ana.get(TRANSFERS)).status_code == 403


async def test_a_blocked_company_withdraws_nothing_and_what_waits_goes_on_when_it_may(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    waiting = (await withdraw(bruno, account)).json()["id"]
    sql("update company set status = 'blocked', blocked_out = true, status_reason = 'Ordem judicial' where id = 2")
    refused = await withdraw(bruno, account)
    assert (refused.status_code, refused.json()["message"], refused.json()["error"]) == (
        409, "company_blocked", "Ordem judicial",
    )  # fmt: skip
    await counter.work()
    held_back = await read(bruno, waiting)
    assert (held_back["status"], held_back["blocked_reason"], held_back["orders"]) == ("blocked", "Ordem judicial", [])
    await counter.run_job("payouts.due")
    assert (await read(bruno, waiting))["status"] == "blocked"
    sql("update company set status = 'active', blocked_out = false where id = 2")
    await counter.run_job("payouts.due")
    await settle(counter, waiting)
    assert (await read(bruno, waiting))["status"] == "done"


async def test_a_planned_withdrawal_waits_for_its_day_and_can_be_cancelled(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    day = today(3).isoformat()
    first, second = [(await withdraw(bruno, account, 1_000, scheduled_for=day)).json() for _ in range(2)]
    assert (first["status"], first["scheduled_for"]) == ("created", day)
    await counter.work()
    await counter.run_job("payouts.due")
    assert (await read(bruno, first["id"]))["status"] == "created"
    assert (await counter.balances(ana))["on_hold"] == 2_000
    plan = (await bruno.post(f"{TRANSFERS}/{first['id']}/cancel/plan", key=None)).json()
    assert {"field": "status", "before": "created", "after": "cancelled"} in plan["changes"]
    for status in (200, 409):
        assert (await bruno.post(f"{TRANSFERS}/{first['id']}/cancel", key=None)).status_code == status
    assert (await counter.balances(ana))["on_hold"] == 1_000
    sql("alter table payout disable trigger user")
    sql("update payout set scheduled_for = %s where id = %s", today(-1), second["id"])
    sql("alter table payout enable trigger user")
    await counter.run_job("payouts.due")
    await settle(counter, second["id"])
    assert (await read(bruno, second["id"]))["status"] == "done"


async def test_an_answer_that_was_lost_is_asked_for_and_nothing_is_sent_twice(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    await counter.bank.fault(effect="status", status=504, route="PUT /gn/pix", times=1, after_work=True)
    transfer = (await withdraw(bruno, account)).json()["id"]
    await counter.work()
    stuck = await read(bruno, transfer)
    assert (stuck["status"], stuck["orders"][0]["state"]) == ("in_bank_processing", "sending")
    assert "504" in stuck["last_error"]
    refused = await bruno.post(f"{TRANSFERS}/{transfer}/cancel", key=None)
    assert (refused.status_code, refused.json()["message"]) == (409, "transfer_not_cancellable")
    # The bank does not even say what became of it: still nothing is sent.
    await counter.bank.fault(effect="status", status=503, route="GET /gn/pix", times=1)
    await settle(counter, transfer)
    done = await read(bruno, transfer)
    assert (done["status"], len(done["orders"])) == ("done", 1)
    assert sql("select count(*), sum(valor)::int from sandbox.payout") == [(1, 5_000)]


async def test_a_worker_killed_between_the_banks_answer_and_the_commit_pays_once(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    transfer = (await withdraw(bruno, account)).json()["id"]

    class Killed(BaseException):
        """What nothing catches."""

    asked = payout_orders.PayoutClient.submit

    async def answered_then_killed(*given: Any, **more: Any) -> None:
        await asked(*given, **more)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(payout_orders.PayoutClient, "submit", answered_then_killed)
        for _ in range(2):
            with pytest.raises(Killed):
                await counter.run_job("payouts.send", 2, transfer)
            # Nobody else asks while the call may still last.
            with pytest.raises(OrderTaken):
                await counter.run_job("payouts.send", 2, transfer)
            sql("update payout_order set asking_until = now()")
    assert (await read(bruno, transfer))["status"] == "in_bank_processing"
    # Two workers take it up at once.
    await asyncio.gather(*(counter.run_job("payouts.send", 2, transfer) for _ in range(2)), return_exceptions=True)
    await settle(counter, transfer)
    assert (await read(bruno, transfer))["status"] == "done"
    assert sql("select count(*) from sandbox.payout") == [(1,)]
    assert sql("select count(*) from ledger_journal where key like 'payout:%'") == [(1,)]
    with psycopg.connect(counter.url) as connection, pytest.raises(psycopg.errors.UniqueViolation):
        connection.execute(
            "insert into payout_order (company_id, id, payout_id, attempt, provider_id, end_to_end_id, amount, currency)"
            " values (2, gen_random_uuid(), %s, 2, 'another', 'E12345678202611210900abcdefghijk', 5000, 'BRL')",
            (transfer,),
        )


async def test_a_refusal_frees_the_money_and_one_of_the_moment_is_followed_by_an_order_of_its_own(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    before = await counter.balances(ana)
    closed = await usable(bruno, sql, elsewhere("9907"))
    failed = (await withdraw(bruno, closed)).json()["id"]
    await settle(counter, failed)
    said = await read(bruno, failed)
    assert (said["status"], said["fail_code"], len(said["orders"])) == ("failed", "AC07", 1)
    assert await counter.balances(ana) == before
    account = await usable(bruno, sql)
    await counter.bank.fault(effect="payout", code="AB03", times=2)
    again = (await withdraw(bruno, account)).json()["id"]
    await settle(counter, again, rounds=8)
    said = await read(bruno, again)
    assert (said["status"], [order["state"] for order in said["orders"]]) == ("done", ["refused", "refused", "done"])
    assert len({order["end_to_end_id"] for order in said["orders"]}) == 3
    assert said["end_to_end_id"] == said["orders"][-1]["end_to_end_id"]
    await counter.bank.fault(effect="payout", code="AB09", times=3)
    never = (await withdraw(bruno, account, 1_000)).json()["id"]
    await settle(counter, never, rounds=8)
    said = await read(bruno, never)
    assert (said["status"], said["fail_code"], len(said["orders"])) == ("failed", "AB09", 3)


async def test_a_list_of_withdrawals_shows_no_persons_document_whole(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 10_000)
    key = OWN | {
        "holder_document": "529.982.247-25",
        "account": None,
        "key": {"kind": "cpf", "value": "529.982.247-25"},
    }
    account = await usable(bruno, sql, key)
    await withdraw(bruno, account)
    for path in (TRANSFERS, BANK_ACCOUNTS):
        (row,) = (await bruno.get(path)).json()
        assert (row["holder_document"], row["pix_key"]) == ("***.982.247-**", "***.982.247-**")
        assert (await bruno.get(path, search="52998224725")).headers["X-Total"] == "1"
    facets = (await bruno.get(f"{TRANSFERS}/facets")).json()
    assert facets
