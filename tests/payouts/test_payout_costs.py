"""What payouts cost: tariffs in versions with a day, fixed when an order is carried out, booked once, or told by a statement."""

from datetime import timedelta
from typing import Any

import psycopg
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda_sandbox.statements import BankMove
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.payments import PAYMENTS, pay
from support.payout_routes import PROCESSORS
from support.statements import DAY, LINES, applied, opened, told
from support.withdrawals import settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


async def sandbox(diego: Person) -> dict[str, Any]:
    found = next(row for row in (await diego.get(PROCESSORS)).json() if row["name"] == "Sandbox")
    return (await diego.get(f"{PROCESSORS}/{found['id']}")).json()


async def tariff(diego: Person, sql: Sql, *, fixed: int, percent: str = "0", days: int = 0, method: str = "pix") -> Any:
    found = await sandbox(diego)
    day = sql("select payout_processor_day(now())")[0][0] + timedelta(days=days)
    terms = {
        "method": method,
        "fixed": {"amount": fixed},
        "percent": percent,
        "valid_from": str(day),
        "version": found["version"],
    }
    return await diego.post(f"{PROCESSORS}/{found['id']}/charge", terms, key=None)


def booked(sql: Sql) -> dict[str, int]:
    return {
        code: int(amount)
        for code, amount in sql(
            "select a.code, sum(e.amount) from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id"
            " join ledger_account a on a.id = e.account_id where j.key like 'cost:%%' group by a.code"
        )
    }


async def test_a_tariff_is_of_a_day_on_and_costs_are_booked_once(
    diego: Person, bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    assert (await tariff(diego, sql, fixed=35, percent="0.5")).status_code == 200
    assert (await tariff(diego, sql, fixed=99, days=1)).status_code == 200
    assert (await tariff(diego, sql, fixed=1, days=-1)).json()["message"] == {"valid_from": ["past_day"]}
    assert (await tariff(diego, sql, fixed=1, method="ted")).json()["message"] == {
        "method": ["method_not_of_processor"]
    }
    told_now = await sandbox(diego)
    assert [
        (each["version"], each["fixed"]["amount"], each["percent"], each["in_force"]) for each in told_now["tariffs"]
    ] == [
        (2, 99, "0.00", False),
        (1, 35, "0.50", True),
    ]
    made = (await pay(bruno, 5_000)).json()["id"]
    assert (await diego.get(PAYMENTS)).json()[0]["cost"] is None
    await settle(counter, made)
    assert (await diego.get(PAYMENTS)).json()[0]["cost"] == {"amount": 60, "currency": "BRL"}
    for _ in range(2):
        await counter.run_job("payouts.book_costs")
        assert booked(sql) == {"payout_cost": -60, "pix_clearing": 60}
    assert sql("select orders, amount from payout_cost_run") == [(1, 60)]
    # Another tariff changes nothing of what was carried out.
    assert (await tariff(diego, sql, fixed=1)).status_code == 200
    assert (await diego.get(PAYMENTS)).json()[0]["cost"]["amount"] == 60
    [route] = (await diego.get(f"{PAYMENTS}/{made}")).json()["routes"]
    assert (route["processor"], route["cost"]["amount"], route["route"]["reason"]) == ("Sandbox", 60, "order")
    mine = (await bruno.get(f"{PAYMENTS}/{made}")).json()
    assert mine["routes"] == []
    assert "cost" not in (await bruno.get(PAYMENTS)).json()[0]
    record = await sandbox(diego)
    assert (record["cost_30_days"]["amount"], record["merchants"]) == (60, 1)
    path = f"{PROCESSORS}/{record['id']}"
    for stranger in (bruno, carla):
        assert (await stranger.post(f"{path}/charge", {}, key=None)).status_code in (403, 404)
        assert (await stranger.post(f"{path}/tell_cost", {}, key=None)).status_code in (403, 404)
    for change in ("amount = 1", "run_id = null"):
        with pytest.raises(psycopg.Error, match="booked once"):
            sql(f"update payout_order_cost set {change}")
    with pytest.raises(psycopg.Error, match="append-only"):
        sql("update payout_tariff set fixed = 0")


async def test_a_tariff_waits_for_a_second_person_where_a_policy_asks_and_a_stale_one_is_refused(
    diego: Person, eva: Person, sql: Sql
) -> None:
    standing_policy(sql, "payouts:processor:charge")
    asked = await tariff(diego, sql, fixed=35)
    assert asked.status_code == 202, asked.text
    assert sql("select count(*) from payout_tariff") == [(0,)]
    assert (await Desk(sql).approve(eva, asked.json()["request"]["id"])).json()["status"] == "executed"
    assert sql("select fixed from payout_tariff") == [(35,)]
    sql("delete from approval_policy")
    found = await sandbox(diego)
    day = str(sql("select payout_processor_day(now())")[0][0])
    terms = {
        "method": "pix",
        "fixed": {"amount": 1},
        "percent": "0",
        "valid_from": day,
        "version": found["version"] - 1,
    }
    said = await diego.post(f"{PROCESSORS}/{found['id']}/charge", terms, key=None)
    assert (said.status_code, said.json()["message"]) == (409, "changed_meanwhile")


async def test_what_failed_costs_nothing(diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql) -> None:
    await counter.paid(ana, 50_000)
    await tariff(diego, sql, fixed=35)
    refused = {
        "key": None,
        "account": {"ispb": "18236120", "account_type": "TRAN", "branch": "9903", "number": "1", "digit": "9"},
    }
    made = (await pay(bruno, 1_000, **refused)).json()["id"]
    await settle(counter, made)
    assert (await bruno.get(f"{PAYMENTS}/{made}")).json()["status"] == "failed"
    await counter.run_job("payouts.book_costs")
    assert booked(sql) == {}
    assert (await diego.get(PAYMENTS)).json()[0]["cost"] is None


async def test_where_a_statement_tells_the_cost_its_line_is_booked_and_nothing_by_the_tariff(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, work: Work, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    await tariff(diego, sql, fixed=35)
    account = (await opened(diego, eva))["id"]
    found = await sandbox(diego)
    path = f"{PROCESSORS}/{found['id']}/tell_cost"
    given = {"account": account, "version": found["version"]}
    assert (await diego.post(path, given, key=None)).json()["statement_account_id"] == account
    assert (await diego.post(path, given, key=None)).json()["message"] == "changed_meanwhile"
    await settle(counter, (await pay(bruno, 5_000)).json()["id"])
    await counter.run_job("payouts.book_costs")
    assert booked(sql) == {}
    assert sql("select amount, by_statement from payout_order_cost") == [(35, True)]
    await applied(diego, work, told(BankMove(-34, DAY, "TARIFA PIX ENVIADO", "1")))
    [line] = [str(each) for (each,) in sql("select id from bank_line where description = 'TARIFA PIX ENVIADO'")]
    said = await diego.post(f"{LINES}/{line}/decide", {"choice": "book_cost", "reason": "tarifa do extrato"})
    assert said.json()["state"] == "booked", said.text
    assert booked(sql) == {"payout_cost": -34, "pix_clearing": 34}
    assert sql("select count(*) from ledger_journal where key = %s", f"cost:{found['id']}:{line}") == [(1,)]


async def test_the_list_of_processors_tells_limits_costs_routes_and_floats(
    diego: Person, counter: Counter, sql: Sql
) -> None:
    await tariff(diego, sql, fixed=35, percent="0.5")
    sql("update payout_processor set day_most = 250000, limits_currency = 'BRL', cut_off = '17:00'")
    await counter.run_job("payouts.read_floats")
    [row] = (await diego.get(PROCESSORS)).json()
    assert (row["costs"], row["day_most"]["amount"], row["cut_off"]) == ("pix 0.35 + 0.50%", 250_000, "17:00")
    assert (row["payment_most"], row["route"], row["merchants"]) == (None, None, 0)
    assert row["float_amount"]["amount"] > 0
    assert (await diego.get(f"{PROCESSORS}/facets")).status_code == 200
