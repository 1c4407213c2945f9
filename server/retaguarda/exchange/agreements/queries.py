"""Read and lock agreements."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.exchange.agreements.model import ExchangeAgreement
from retaguarda.exchange.model import Direction
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request

_ONE = """
    select a.id, a.company_id, k.name as company_name, a.currency, a.direction, a.collects, a.spread,
           json_build_object('amount', a.fee, 'currency', a.home_currency) as fee, a.hold_seconds, a.tax_kind, a.purpose,
           a.counterparty, a.country, a.payment_form, a.state, a.created_at, a.created_by, a.ended_at, a.reason
      from exchange_agreement a join company k on k.id = a.company_id
"""


async def find_agreement(tx: Tx, agreement: UUID) -> ExchangeAgreement | None:
    row = await tx.one(f"{_ONE} where a.id = %(id)s", {"id": agreement})
    return None if row is None else msgspec.convert(row, ExchangeAgreement)


async def load_agreement(tx: Tx, agreement: UUID) -> ExchangeAgreement:
    found = await find_agreement(tx, agreement)
    assert found is not None
    return found


async def agreement_for(tx: Tx, company: int, currency: str, direction: Direction) -> ExchangeAgreement:
    """The agreement in force of a merchant.

    Raises:
        ApiError: 409 ``agreement_missing``.
    """
    row = await tx.one(
        f"{_ONE} where a.company_id = %(company)s and a.currency = %(currency)s and a.direction = %(direction)s"
        " and a.state = 'active'",
        {"company": company, "currency": currency, "direction": direction},
    )
    if row is None:
        raise ApiError(409, "agreement_missing", f"this merchant has no agreement on {currency} {direction}")
    return msgspec.convert(row, ExchangeAgreement)


async def agreement_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ExchangeAgreement:
    """
    Raises:
        ApiError: 404, for merchants' people too; 409 ``agreement_ended``.
    """
    agreement = path_id(path)
    if not principal.internal:
        raise not_found("agreement")
    await tx.execute(
        "select from exchange_agreement where company_id = %(company)s and id = %(id)s for no key update",
        {"company": principal.chosen(), "id": agreement},
    )
    found = await find_agreement(tx, agreement)
    if found is None:
        raise not_found("agreement")
    if found.state == "ended":
        raise ApiError(409, "agreement_ended", "this agreement is ended already")
    return found


async def of_agreement(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the agreement that the path names, for staff; None for everybody else."""
    company = await tx.value(
        "select company_id from exchange_agreement where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
    return company if principal.internal else None
