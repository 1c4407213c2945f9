"""Invariants of payouts find what they are for: each is broken once."""

from conftest import Sql
from people import Person
from support.charges import Counter, offenders
from support.payments import pay
from support.withdrawals import settle


async def test_what_processors_sent_is_what_clearing_and_orders_say(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 5_000)).json()["id"]
    await settle(counter, made)
    assert offenders(counter.url) == {}
    # Money that left the merchant and never reached the clearing account.
    sql("alter table ledger_entry disable trigger user")
    moved = (
        "update ledger_entry e set account_id = (select id from ledger_account where company_id = 1 and code = %s and currency = 'BRL')"
        " from ledger_account a where a.id = e.account_id and a.company_id = 1 and a.code = %s and e.amount = 5000"
    )
    sql(moved, "pix_fees", "pix_clearing")
    assert "clearing_is_what_processors_sent" in offenders(counter.url)
    sql(moved, "pix_clearing", "pix_fees")
    assert offenders(counter.url) == {}
    # An order that asked the bank for more than was approved.
    sql("alter table payout_order disable trigger user")
    sql("update payout_order set amount = amount + 1 where payout_id = %s", made)
    assert set(offenders(counter.url)) == {"clearing_is_what_processors_sent", "orders_ask_what_payouts_ask"}
