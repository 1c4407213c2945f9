"""A paid charge of a merchant whose agreement collects becomes an operation."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.exchange.agreements.model import ExchangeAgreement
from retaguarda.exchange.agreements.queries import find_agreement
from retaguarda.exchange.evaluate_price import evaluate_total
from retaguarda.exchange.operations.queries import load_operation
from retaguarda.exchange.operations.write_operation import insert_operation, terms_today, try_fund
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import Event, EventConsumer, record

PAID = "payin:payment:settled"
#: Who acts in events that nobody asked for.
ACTOR = "exchange"

_PAYMENT = """
    select p.payer_name, p.payer_document, p.charge_id from pix_payment p
     where p.company_id = %(company)s and p.end_to_end_id = %(e2e)s
       and not exists (select from exchange_operation o
                        where o.company_id = p.company_id and o.end_to_end_id = p.end_to_end_id and o.kind = 'collected')
"""


class _Paid(msgspec.Struct):
    """What the event of a payment tells; minor units. One by a bank's file has no end-to-end id."""

    received: int
    fee: int
    end_to_end_id: str | None = None


class _Settled(msgspec.Struct):
    """The event of a payment."""

    company_id: int
    at: datetime
    data: _Paid


class _Collects(msgspec.Struct):
    company_id: int
    id: UUID


class _Payer(msgspec.Struct):
    payer_name: str | None
    payer_document: str | None
    charge_id: UUID | None


async def _collect(tx: Tx, events: list[Event]) -> None:
    settled = msgspec.convert(events, list[_Settled], from_attributes=True)
    rows = await tx.all(
        "select company_id, id from exchange_agreement"
        " where company_id = any(%(companies)s) and state = 'active' and collects",
        {"companies": sorted({each.company_id for each in settled})},
    )
    agreed = {each.company_id: each.id for each in msgspec.convert(rows, list[_Collects])}
    for event in settled:
        if (agreement := agreed.get(event.company_id)) and event.data.end_to_end_id is not None:
            found = await find_agreement(tx, agreement)
            # What was paid before is the merchant's as it is.
            if found is not None and event.at >= found.created_at:
                await collect_payment(tx, found, event.data)


async def collect_payment(tx: Tx, agreement: ExchangeAgreement, paid: _Paid) -> None:
    """Make one operation out of a payment, once."""
    row = await tx.one(_PAYMENT, {"company": agreement.company_id, "e2e": paid.end_to_end_id})
    if row is None:
        return
    payer = msgspec.convert(row, _Payer)
    try:
        terms = await terms_today(tx, agreement)
    except ApiError as error:
        await _left(tx, agreement, paid, str(error.message))
        return
    price = evaluate_total(
        paid.received - paid.fee,
        terms.rate,
        terms.tax.percent,
        agreement.fee.amount,
        "out",
        agreement.currency,
        agreement.fee.currency,
    )
    if price is None:
        await _left(tx, agreement, paid, "amount_too_small")
        return
    details: dict[str, Any] = {
        "client_name": payer.payer_name,
        "client_document": payer.payer_document,
        "counterparty": agreement.counterparty,
        "country": agreement.country,
        "purpose": agreement.purpose,
    }
    operation = await insert_operation(
        tx,
        agreement,
        terms,
        price,
        "collected",
        "awaiting_funds",
        ACTOR,
        details,
        e2e=paid.end_to_end_id,
        charge=payer.charge_id,
    )
    made = await load_operation(tx, agreement.company_id, operation)
    # Where the merchant took the money before us, the clock tries again.
    await try_fund(tx, made)
    await record(
        tx,
        "exchange:operation:collected",
        company=made.company_id,
        subject=str(operation),
        actor=ACTOR,
        data={"name": made.reference, "amount": made.foreign_amount, "currency": made.currency},
    )


async def _left(tx: Tx, agreement: ExchangeAgreement, paid: _Paid, why: str) -> None:
    """The payment stays the merchant's at home, and it is written down why."""
    await record(
        tx,
        "exchange:payment:left",
        company=agreement.company_id,
        subject=str(paid.end_to_end_id),
        actor=ACTOR,
        data={"reason": why, "currency": agreement.currency},
    )


COLLECT = EventConsumer("exchange.collect", _collect, frozenset({PAID}))
