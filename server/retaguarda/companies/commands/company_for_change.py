"""Helpers that every Command on a company uses."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

import msgspec
import psycopg

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import parse
from retaguarda.foundation.errors import ApiError, forbidden, invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_of

WRITE = Permission.REGISTER_COMPANY_WRITE


async def company_for_update(tx: Tx, principal: Principal) -> Row:
    """Lock the chosen company until the transaction ends.

    Raises:
        ApiError: 403 for anybody who is not staff, whatever their role; 404.
    """
    require_staff(principal)
    row = await tx.one("select * from company where id = %(id)s for no key update", {"id": principal.chosen()})
    if row is None:
        raise not_found("company")
    return row


def require_staff(principal: Principal) -> None:
    """Refuse anybody who is not staff.

    Raises:
        ApiError: 403.
    """
    if not principal.internal:
        raise forbidden(WRITE)


class CompanyFields(msgspec.Struct):
    """A company as a plan compares it, without times: they would make every plan differ."""

    name: str
    legal_name: str
    segment: str
    country: str
    owner: str | None
    products: str
    kyc_expires_on: date | None
    status: str
    status_reason: str | None
    blocked_in: bool
    blocked_out: bool


async def company_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> CompanyFields | None:
    row = await tx.one(
        "select *, array_to_string(products, ', ') as listed from company where id = %(id)s", {"id": principal.chosen()}
    )
    if row is None:
        return None
    return struct_of(CompanyFields, row, products=row["listed"])


async def company_shown(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Name the company for the person who approves."""
    row = await tx.one("select name, legal_name, document from company where id = %(id)s", {"id": principal.chosen()})
    assert row is not None
    return plan_summary(row["name"], {"legal_name": row["legal_name"], "document": parse(row["document"]).mask()})


@contextmanager
def refused_as(refusals: Mapping[str, ApiError]) -> Iterator[None]:
    """Translate database errors inside the block into API errors.

    Args:
        refusals: SQLSTATE → error to raise.
    """
    try:
        yield
    except psycopg.Error as error:
        refusal = refusals.get(error.sqlstate or "")
        if refusal is None:
            raise
        raise refusal from None


def check_period(first: date, last: date | None) -> None:
    """Check that the period is not reversed.

    Raises:
        ApiError: 400, ``valid_to``, when it is before the first day.
    """
    if last is not None and last < first:
        raise invalid_field("valid_to", "out_of_range", "valid_to is before valid_from")


def changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that differ, for the event: never the whole row."""
    names = [name for name in after if before.get(name) != after[name]]
    return {"before": {name: before.get(name) for name in names}, "after": {name: after[name] for name in names}}
