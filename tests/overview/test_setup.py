"""How far a merchant is, from an empty house to a closed day, is read from what is there."""

from conftest import Sql
from people import AURORA, Person
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.withdrawals import settle, usable, withdraw

STEPS = ["second_factor", "bank_account", "team", "charge", "paid", "webhook", "payout", "day"]


async def _done(person: Person) -> set[str]:
    answer = await person.get("/v1/overview/setup")
    assert answer.status_code == 200
    steps = answer.json()["steps"]
    assert [step["key"] for step in steps] == STEPS
    return {step["key"] for step in steps if step["done"]}


def _closed(sql: Sql, day: str) -> None:
    """A day of the provider's books that is closed, beside the day on which the merchant was paid."""
    sql(
        "insert into house_account (id, name, bank, branch, number, currency, clearing_code, opened_on, opening, created_by)"
        " values (gen_random_uuid(), 'Main', '001', '1', '1', 'BRL', 'pix_clearing', '2026-01-01', 0, 'x') on conflict do nothing"
    )
    sql(
        "insert into house_day (account_id, day, currency, state, closed_at, closed_by)"
        f" select a.id, p.{day}, 'BRL', 'closed', now(), 'x' from house_account a, payin_day p"
        " where p.company_id = %s and p.measure = 'charge_paid'",
        AURORA,
    )


async def test_the_way_is_ticked_by_the_first_charge_payment_approved_payout_and_closed_day(
    ana: Person, bruno: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    begun = await _done(ana)
    assert begun.isdisjoint({"bank_account", "charge", "paid", "payout", "day"})

    charge = await counter.charge(ana)
    assert await _done(ana) == begun | {"charge"}
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert await _done(ana) == begun | {"charge", "paid"}

    account = await usable(bruno, sql)
    sold = begun | {"charge", "paid", "bank_account"}
    assert await _done(ana) == sold
    # One that nobody else approved does not count, and neither does one that has not arrived.
    alone = await withdraw(bruno, account, 500)
    await settle(counter, alone.json()["id"])
    standing_policy(sql, "account:withdrawal:create")
    asked = (await withdraw(bruno, account, 600)).json()["request"]["id"]
    assert await _done(ana) == sold
    decided = await Desk(sql).approve(eva, asked)
    assert decided.json()["status"] == "executed", decided.text
    assert await _done(ana) == sold
    ((payout,),) = sql("select id::text from payout where amount = 600")
    await settle(counter, payout)
    assert sql("select status from payout where id = %s", payout) == [("done",)]
    assert await _done(ana) == sold | {"payout"}

    # A day on which nobody paid this merchant is not theirs.
    _closed(sql, "day - 1")
    assert await _done(ana) == sold | {"payout"}
    _closed(sql, "day")
    assert await _done(ana) == sold | {"payout", "day"}


async def test_of_all_merchants_at_once_nothing_is_set_up(diego: Person) -> None:
    diego.account = "all"
    assert (await diego.get("/v1/overview/setup")).json() == {"steps": []}


async def test_a_stranger_sees_nothing_of_another_merchant(carla: Person) -> None:
    carla.account = str(AURORA)
    assert (await carla.get("/v1/overview/setup")).status_code == 404
