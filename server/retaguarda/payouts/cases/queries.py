"""Load and lock cases, and map their rows to the API's types."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payout_engine.open_case import MOVES_NOTHING, is_incoming
from retaguarda.payouts.cases.model import CaseState, Outcome, PayoutCase


class CaseRow(msgspec.Struct):
    """One row of ``payout_case`` with its payment's payee, state and origin; ``amount`` in minor units."""

    id: UUID
    company_id: int
    kind: str
    payout_id: UUID | None
    holder_name: str | None
    amount: int
    currency: Currency
    reference: str
    source: str
    evidence: str
    status: str
    outcome: Outcome | None
    reason: str | None
    opened_at: datetime
    proposed_at: datetime | None
    proposed_by: str | None
    proposed_by_id: UUID | None
    settled_at: datetime | None
    settled_by: str | None
    payout_status: str | None
    origin: str | None
    company_name: str


_ONE = """
    select c.*, p.holder_name, p.status as payout_status, p.origin, k.name as company_name
      from payout_case c left join payout p on p.company_id = c.company_id and p.id = c.payout_id join company k on k.id = c.company_id
     where c.id = %(id)s and c.company_id = any(%(seen)s)
"""


def case_of(row: CaseRow) -> PayoutCase:
    plain = {name: getattr(row, name) for name in PayoutCase.__struct_fields__ if hasattr(row, name)}
    return PayoutCase(
        **plain
        | {
            "amount": Money(row.amount, row.currency),
            "incoming": None if row.kind in MOVES_NOTHING else is_incoming(row.kind),
        }
    )


async def find_case(tx: Tx, companies: list[int], case: UUID) -> CaseRow | None:
    row = await tx.one(_ONE, {"id": case, "seen": companies})
    return msgspec.convert(row, CaseRow) if row else None


async def shown_case(tx: Tx, row: CaseRow) -> PayoutCase:
    """Return a case as it is after a Command."""
    found = await find_case(tx, [row.company_id], row.id)
    assert found is not None
    return case_of(found)


async def case_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> CaseState | None:
    row = await find_case(tx, [principal.chosen()], path_id(path))
    return CaseState(row.status, row.outcome, row.reason) if row else None


async def case_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> tuple[CaseRow, Row | None]:
    """Lock a case and its payout, where it has one, until the transaction ends; return both.

    Raises:
        ApiError: 404, also for one of another merchant.
    """
    company, case = principal.chosen(), path_id(path)
    payout = await tx.one(
        "select p.* from payout p join payout_case c on c.company_id = p.company_id and c.payout_id = p.id"
        " where c.company_id = %(company)s and c.id = %(id)s for update of p, c",
        {"company": company, "id": case},
    )
    if payout is None:
        await tx.execute(
            "select from payout_case where company_id = %(company)s and id = %(id)s for update",
            {"company": company, "id": case},
        )
    row = await find_case(tx, [company], case)
    if row is None:
        raise not_found("case")
    return row, payout


async def of_case(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the case that the path names; None when the principal is not of the provider or does not see it."""
    if not principal.internal:
        return None
    return await tx.value(
        "select company_id from payout_case where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
