"""Write operations: priced by the terms that count today, booked in the ledger when their money is there."""

import secrets
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from retaguarda.exchange.agreements.model import ExchangeAgreement
from retaguarda.exchange.evaluate_price import Price, client_rate
from retaguarda.exchange.operations.model import Kind, OperationDetails
from retaguarda.exchange.operations.queries import OperationRow
from retaguarda.exchange.postings import post_booking
from retaguarda.exchange.rates.model import Reference, TaxInForce
from retaguarda.exchange.rates.queries import reference_on, tax_on
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.text_input import printable, printable_or_none
from retaguarda.ledger import AccountBlocked, InsufficientBalance

#: Letters of a reference, without those that are read as others.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_INSERT = """
    insert into exchange_operation (company_id, id, reference, kind, direction, agreement_id, currency, home_currency, foreign_amount,
      ptax, ptax_day, rate, price, tax_rule_id, tax_kind, tax_percent, tax, fee, client_name, client_document, counterparty, country,
      purpose, payment_form, invoice, invoice_date, end_to_end_id, charge_id, reverses, state, trade_day, quoted_at, expires_at,
      booked_at, funded_at, created_by)
    values (%(company)s, %(id)s, %(reference)s, %(kind)s, %(direction)s, %(agreement)s, %(currency)s, %(home)s, %(foreign)s, %(ptax)s,
      %(ptax_day)s, %(rate)s, %(price)s, %(rule)s, %(tax_kind)s, %(percent)s, %(tax)s, %(fee)s, %(client_name)s, %(client_document)s,
      %(counterparty)s, %(country)s, %(purpose)s, %(form)s, %(invoice)s, %(invoice_date)s, %(e2e)s, %(charge)s, %(reverses)s,
      %(state)s, %(trade_day)s, now(), now() + %(hold)s * interval '1 second',
      case when %(state)s <> 'quoted' then now() end, case when %(state)s = 'funded' then now() end, %(by)s)
"""


class Terms:
    """What an operation is priced by today: the reference rate, the client's, and the tax."""

    __slots__ = ("rate", "reference", "tax", "today")

    def __init__(self, reference: Reference, tax: TaxInForce, rate: Decimal) -> None:
        self.reference, self.tax, self.rate, self.today = reference, tax, rate, today(BRASILIA)


async def terms_today(tx: Tx, agreement: ExchangeAgreement) -> Terms:
    """
    Raises:
        ApiError: 409 ``rate_missing`` or ``tax_rule_missing``.
    """
    day = today(BRASILIA)
    reference = await reference_on(tx, agreement.currency, agreement.fee.currency, day)
    tax = await tax_on(tx, agreement.tax_kind, agreement.direction, day)
    return Terms(reference, tax, client_rate(reference.of(agreement.direction), agreement.spread, agreement.direction))


async def insert_operation(
    tx: Tx,
    agreement: ExchangeAgreement,
    terms: Terms,
    price: Price,
    kind: Kind,
    state: str,
    by: str,
    details: dict[str, Any],
    **links: Any,
) -> UUID:
    """``links``: e2e, charge, reverses."""
    operation = uuid7()
    values = dict.fromkeys(("e2e", "charge", "reverses", "invoice", "invoice_date")) | details | links
    await tx.execute(
        _INSERT,
        values
        | {
            "company": agreement.company_id,
            "id": operation,
            "reference": "EX" + "".join(secrets.choice(_LETTERS) for _ in range(10)),
            "kind": kind,
            "direction": agreement.direction,
            "agreement": agreement.id,
            "currency": agreement.currency,
            "home": agreement.fee.currency,
            "foreign": price.foreign,
            "ptax": terms.reference.of(agreement.direction),
            "ptax_day": terms.reference.day,
            "rate": terms.rate,
            "price": price.price,
            "rule": terms.tax.id,
            "tax_kind": agreement.tax_kind,
            "percent": terms.tax.percent,
            "tax": price.tax,
            "fee": price.fee,
            "form": agreement.payment_form,
            "state": state,
            "trade_day": terms.today,
            "hold": agreement.hold_seconds,
            "by": by,
        },
    )
    return operation


def details_of(agreement: ExchangeAgreement, given: OperationDetails) -> dict[str, Any]:
    """What the regulator asks, as it was given, else as the agreement has it.

    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    values = {name: value for name, value in checked_details(given).items() if value is not None}
    agreed = {"counterparty": agreement.counterparty, "country": agreement.country, "purpose": agreement.purpose}
    return dict.fromkeys(("client_name", "client_document")) | agreed | values


def checked_details(given: OperationDetails) -> dict[str, Any]:
    """
    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    document = given.client_document
    if document is not None:
        try:
            document = parse(document).value
        except DocumentError as error:
            raise invalid_field("client_document", "document_invalid", f"no CPF and no CNPJ: {error}") from None
    if given.country == "BR":
        raise invalid_field("country", "country_home", "the counterparty is abroad")
    return {
        "client_name": printable_or_none("client_name", given.client_name),
        "client_document": document,
        "counterparty": printable_or_none("counterparty", given.counterparty),
        "country": given.country,
        "purpose": given.purpose,
        "invoice": None if given.invoice is None else printable("invoice", given.invoice),
        "invoice_date": given.invoice_date,
    }


async def fund(tx: Tx, row: OperationRow) -> None:
    """Book an operation in the ledger, and mark it funded.

    Raises:
        InsufficientBalance: its money is not there.
    """
    await post_booking(tx, row.company_id, row.id, row.direction, row.priced, row.currency, row.home_currency)
    await tx.execute(
        "update exchange_operation set state = 'funded', booked_at = coalesce(booked_at, %(now)s), funded_at = %(now)s"
        " where company_id = %(company)s and id = %(id)s",
        {"company": row.company_id, "id": row.id, "now": await clock(tx)},
    )


async def try_fund(tx: Tx, row: OperationRow) -> bool:
    """As fund(); False where the money is not there, or its account is blocked."""
    await tx.execute("savepoint funding")
    try:
        await fund(tx, row)
    except (InsufficientBalance, AccountBlocked):
        await tx.execute("rollback to savepoint funding")
        return False
    return True


async def clock(tx: Tx) -> datetime:
    """The database's clock: a price runs out by it, and by no other."""
    return await tx.value("select clock_timestamp()")
