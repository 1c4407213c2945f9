"""Take an operation back. Before closing its booking is undone; after it the currency is sold again, at the price of that day."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.exchange.agreements.model import ExchangeAgreement
from retaguarda.exchange.agreements.queries import load_agreement
from retaguarda.exchange.evaluate_price import evaluate
from retaguarda.exchange.model import Direction
from retaguarda.exchange.operations.queries import OperationRow, in_closing, refuse_unless
from retaguarda.exchange.operations.write_operation import insert_operation, terms_today
from retaguarda.exchange.postings import reverse_booking
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import Principal


async def return_operation(tx: Tx, principal: Principal, row: OperationRow, reason: str) -> Mapping[str, Any]:
    """
    Raises:
        ApiError: 409 in any other state, while it stands in a draft, and for what takes another back itself.
    """
    refuse_unless(row, "funded", "closed", "settled")
    if row.reverses is not None:
        raise ApiError(409, "operation_takes_back", f"{row.reference} takes another operation back itself")
    if row.state == "funded":
        if await in_closing(tx, row.id):
            raise ApiError(409, "operation_in_closing", f"operation {row.reference} stands in a closing")
        await reverse_booking(tx, row.company_id, row.id)
        await _end(tx, row, "returned", reason)
        return {"from": "funded", "to": "returned"}
    agreement = mirrored(await load_agreement(tx, row.agreement_id))
    terms = await terms_today(tx, agreement)
    price = evaluate(row.foreign_amount, terms.rate, terms.tax.percent, 0, row.currency, row.home_currency)
    details = {
        "client_name": row.client_name,
        "client_document": row.client_document,
        "counterparty": row.counterparty,
        "country": row.country,
        "purpose": row.purpose,
    }
    # It waits until the currency is here again.
    await insert_operation(
        tx, agreement, terms, price, "returned", "awaiting_funds", principal.email, details, reverses=row.id
    )
    await _end(tx, row, "reversed", reason)
    return {"from": row.state, "to": "reversed"}


def mirrored(agreement: ExchangeAgreement) -> ExchangeAgreement:
    """The same terms the other way round, without a fee."""
    other: Direction = "in" if agreement.direction == "out" else "out"
    return msgspec.structs.replace(agreement, direction=other, fee=Money(0, agreement.fee.currency))


async def _end(tx: Tx, row: OperationRow, state: str, reason: str) -> None:
    await tx.execute(
        "update exchange_operation set state = %(state)s, reason = %(reason)s where company_id = %(company)s and id = %(id)s",
        {"company": row.company_id, "id": row.id, "state": state, "reason": reason},
    )
