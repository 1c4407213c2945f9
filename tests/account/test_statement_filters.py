"""What narrows the statement finds what it says: an index that knows less than the column must not lose a row."""

from typing import Any

from conftest import Sql
from people import Person
from retaguarda.account.statement.tables import ENTRIES
from support.charges import Counter
from support.withdrawals import settle, usable, withdraw

LIST = "/v1/account/transactions"


async def a_day_of_everything(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    """Paid, given back, held for review and accepted or returned, deposited, withdrawn, and corrected by a note."""
    charge = await counter.paid(ana, 90_000)
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 4_000}})
    for way in ("accept", "refund"):
        await counter.bank.fault(effect="paid_amount", delta=-700, times=1)
        paid = await counter.bank.pay((await counter.charge(ana, 3_700))["br_code"])
        await counter.run_job("payin.reconcile")
        assert (await ana.post(f"/v1/payin/reviews/{paid}/{way}")).is_success
    code = (await ana.get("/v1/account/deposits/code")).json()["code"]
    await counter.bank.pay(code, amount="12.50")
    withdrawal = (await withdraw(bruno, await usable(bruno, sql), 5_000)).json()["id"]
    await settle(counter, withdrawal)
    await counter.run_job("payin.reconcile")
    diego.account = eva.account = "2"
    note = {"type": "debit", "reason": "other", "amount": {"amount": 9}, "due_date": "2026-01-05", "description": "x"}
    path = f"/v1/account/notes/{(await diego.post('/v1/account/notes', note)).json()['id']}"
    assert (await diego.post(f"{path}/submit")).is_success
    assert (await eva.post(f"{path}/post")).is_success


async def test_each_choice_finds_the_rows_that_have_it_and_no_others(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await a_day_of_everything(ana, bruno, diego, eva, counter, sql)
    everything: list[dict[str, Any]] = (await ana.get(LIST, per_page=200)).json()
    assert len({row["kind"] for row in everything}) >= 7
    for column in (column for column in ENTRIES.columns if column.choices):
        for choice in column.choices:
            found = (await ana.get(LIST, per_page=200, **{column.name: choice})).json()
            assert found == [row for row in everything if row[column.name] == choice], (column.name, choice)
        every = (await ana.get(LIST, per_page=200, **{column.name: ",".join(column.choices)})).json()
        assert every == everything, column.name
