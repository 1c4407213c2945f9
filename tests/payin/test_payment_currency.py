"""What a charge brings in, and what goes back, keeps the currency of the charge up to the books."""

import psycopg

from people import Person
from support.charges import Counter, offenders


async def test_charge_payment_refund_and_books_are_in_one_currency(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 4_000}})
    await counter.work()
    assert {charge[name]["currency"] for name in ("amount", "fee", "net", "refunded")} == {"BRL"}
    with psycopg.connect(counter.url) as owner:
        for table in ("charge", "pix_payment", "refund", "ledger_entry"):
            found = owner.execute(f"select distinct currency from {table}".encode()).fetchall()
            assert found == [("BRL",)], table


async def test_a_journal_in_another_currency_than_its_payment_is_found(ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 10_000)
    assert offenders(counter.url) == {}
    with psycopg.connect(counter.url) as owner:
        owner.execute("update pix_payment set currency = 'USD'")
    assert set(offenders(counter.url)) == {"payment_has_one_journal", "movements_are_the_ledgers", "roll_up_by_hour"}
    with psycopg.connect(counter.url) as owner:
        owner.execute("update pix_payment set currency = 'BRL'")


async def test_a_price_in_another_currency_is_refused(ana: Person, counter: Counter) -> None:
    refused = await ana.post("/v1/payin/charges", {"amount": {"amount": 100, "currency": "USD"}})
    assert refused.status_code == 400
    assert "amount.currency" in refused.text
