"""By night money leaves on the word of nobody whose second factor is older than an hour, whichever door they take."""

from typing import Any

import httpx
import pytest

from conftest import Sql
from days import today
from people import Person
from retaguarda.account.withdrawals.model import WITHDRAW
from retaguarda.catalogue import catalogue
from support.batches import BATCHES, line, planned, submit, table
from support.charges import Counter
from support.payments import JOAO, PAYMENTS, pay
from support.payout_rules import in_force
from support.withdrawals import TRANSFERS, elsewhere, settle, usable

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

SCHEDULES, RECIPIENTS = "/v1/account/schedules", "/v1/payin/recipients"
SECOND = {"name": "De quatro olhos", "condition": "amount == 4200", "action": "second_person"}
WHY = {"reason": "conferido com o cliente"}
#: What moves money, and why it is no matter of payouts by night.
STAYS = {
    "account:deposit:give_back": "goes back to whoever paid",
    "accounts:money:move": "between a company's own accounts",
    "payin:refund:create": "goes back to whoever paid",
    "payin:med:decide": "goes back to whoever paid",
    "pix:refund:create": "goes back to whoever paid",
}

Door = tuple[Person, str, dict[str, Any]]


def by_night(sql: Sql) -> None:
    sql(
        "create or replace function payout_night(p_local timestamp) returns date language sql immutable parallel safe"
        " as $$ select p_local::date $$"
    )


async def doors(bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql) -> dict[str, Door]:
    """Everything that lets money leave, each once and ready: who asks for it, where, and with what."""
    await in_force(diego, eva, counter, SECOND)
    sql("update role set permissions = permissions || '{payout::payment:approve}'")
    account = await usable(bruno, sql)
    daily = {"name": "Sobras", "bank_account": account, "amount": {"amount": 1_000}, "frequency": "daily", "hour": 12}
    daily |= {"starts_on": "2026-01-01", "time_zone": "America/Sao_Paulo", "rule": "none"}
    active, paused = [(await bruno.post(SCHEDULES, daily | {"name": name})).json()["id"] for name in ("A", "B")]
    assert (await bruno.post(f"{SCHEDULES}/{paused}/pause", key=None)).status_code == 200
    light = {"name": "Iara Pontes", "document": "52998224725", "key": {"kind": "cpf", "value": "52998224725"}}
    made = (await bruno.post(RECIPIENTS, light)).json()
    sql("alter table bank_account disable trigger user")
    sql(
        "update bank_account set usable_from = now() - interval '1 day', status = 'verified' where id = %s",
        made["bank_account_id"],
    )
    sql("alter table bank_account enable trigger user")
    failed = (await pay(bruno, 4_400, key=None, account=elsewhere("9903")["account"])).json()["id"]
    await settle(counter, failed)
    agreed = (await pay(bruno, 4_200)).json()["id"]
    released = (await pay(bruno, 4_300)).json()["id"]
    waits_for_its_day = (await pay(bruno, 4_500, scheduled_for=str(today(5)))).json()["id"]
    diego.account = eva.account = "2"
    held = await diego.post(f"{PAYMENTS}/{released}/hold", WHY | {"hold_reason": "risk", "minutes": 30}, key=None)
    assert held.status_code == 200, held.text
    batch = await planned(bruno, counter, table(line(0), line(1)))
    waits = await planned(bruno, counter, table(line(2), line(3)), "outro.csv")
    assert (await submit(bruno, batch)).status_code == 200
    assert (await bruno.post(f"{BATCHES}/{batch['id']}/pause", key=None)).status_code == 200
    withdrawal = {"amount": {"amount": 1_100}, "bank_account": account}
    return {
        "account:withdrawal:create": (bruno, TRANSFERS, withdrawal),
        "account:schedule:create": (bruno, SCHEDULES, daily | {"name": "C"}),
        "account:schedule:run": (bruno, f"{SCHEDULES}/{active}/run", {}),
        "account:schedule:resume": (bruno, f"{SCHEDULES}/{paused}/resume", {}),
        "account:schedule:edit": (bruno, f"{SCHEDULES}/{active}", daily | {"name": "D"}),
        "payin:recipient:pay_out": (bruno, f"{RECIPIENTS}/{made['id']}/payouts", {"amount": {"amount": 1_000}}),
        "payouts:payment:pay": (bruno, PAYMENTS, {"amount": {"amount": 1_200}, **JOAO}),
        "payouts:payment:retry": (bruno, f"{PAYMENTS}/{failed}/retry", {}),
        "payouts:payment:send_now": (bruno, f"{PAYMENTS}/{waits_for_its_day}/send-now", {}),
        "payouts:payment:agree": (eva, f"{PAYMENTS}/{agreed}/agree", {}),
        "payouts:payment:release": (diego, f"{PAYMENTS}/{released}/release", WHY),
        "payouts:payout_batch:submit": (bruno, f"{BATCHES}/{waits['id']}/submit", {"plan": waits["plan_hash"], "total": waits["total"]}),
        "payouts:payout_batch:resume": (bruno, f"{BATCHES}/{batch['id']}/resume", {}),
    }  # fmt: skip


async def ask(door: Door, name: str) -> httpx.Response:
    person, path, body = door
    return await (person.put(path, body) if name.endswith(":edit") else person.post(path, body))


async def test_whatever_lets_money_leave_by_night_asks_for_a_fresh_second_factor(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    found = await doors(bruno, diego, eva, counter, sql)
    moving = {
        each.name for each in catalogue(counter.app.settings).commands if each.moves_money or WITHDRAW in each.also
    }
    assert (moving - set(found), set(STAYS) - moving) == (set(STAYS), set())
    by_night(sql)
    sql("update session set created_at = now() - interval '61 minutes'")
    for name, door in found.items():
        for _ in range(2):
            said = await ask(door, name)
            assert (name, said.status_code, said.json().get("message")) == (name, 403, "second_factor_stale")
    sql("update person set totp_last_step = 0")
    for person in (bruno, diego, eva):
        await person.sign_in()
    for name, door in found.items():
        said = await ask(door, name)
        # Nothing was shared with the recipient: it is the balance that says no, and no longer the factor.
        empty = name == "payin:recipient:pay_out" and said.json()["message"] == "insufficient_balance"
        assert said.status_code in (200, 201) or empty, (name, said.text)


async def test_by_night_many_are_not_released_at_once_in_an_old_session_either(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 200_000)
    found = await doors(bruno, diego, eva, counter, sql)
    by_night(sql)
    sql("update session set created_at = now() - interval '61 minutes'")
    for name in ("payouts:payment:agree", "payouts:payment:release", "payouts:payment:retry"):
        person, path, body = found[name]
        many = {"command": name, "ids": [path.split("/")[4]], "input": body}
        said = await person.post("/v1/bulk", many)
        assert (said.status_code, said.json()["message"]) == (403, "second_factor_stale"), said.text
    # What ends a payment lets nothing leave.
    number = found["payouts:payment:release"][1].split("/")[4]
    ends = {"command": "payouts:payment:reject", "ids": [number], "input": WHY}
    assert (await diego.post("/v1/bulk", ends)).status_code == 201


async def test_a_schedule_that_first_runs_on_another_day_is_no_matter_of_this_night(
    bruno: Person, counter: Counter, sql: Sql
) -> None:
    account = await usable(bruno, sql)
    by_night(sql)
    sql("update session set created_at = now() - interval '61 minutes'")
    day = sql("select (now() at time zone 'America/Sao_Paulo')::date + 5")[0][0]
    later = {"name": "Depois", "bank_account": account, "amount": {"amount": 1_000}, "frequency": "daily", "hour": 12}
    later |= {"starts_on": str(day), "time_zone": "America/Sao_Paulo", "rule": "none"}
    assert (await bruno.post(SCHEDULES, later)).status_code == 201
