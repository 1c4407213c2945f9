"""What every change of a company begins with."""

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

WRITE = Permission.REGISTER_COMPANY_WRITE


async def company_for_update(tx: Tx, principal: Principal) -> Row:
    """The company this is about, locked until the transaction ends.

    Raises:
        ApiError: 403 for whoever is not of the provider, whatever their role says.
    """
    require_staff(principal)
    row = await tx.one("select * from company where id = %(id)s for no key update", {"id": principal.chosen()})
    if row is None:
        raise not_found("company")
    return row


def require_staff(principal: Principal) -> None:
    """
    Raises:
        ApiError: 403.
    """
    if not principal.internal:
        raise forbidden(WRITE)


class Compared(msgspec.Struct):
    """A company as a plan compares it: without what the clock writes, which is another each time."""

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


async def company_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Compared | None:
    row = await tx.one(
        "select *, array_to_string(products, ', ') as listed from company where id = %(id)s", {"id": principal.chosen()}
    )
    if row is None:
        return None
    return Compared(**{name: row[name] for name in Compared.__struct_fields__} | {"products": row["listed"]})


async def company_shown(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Which company it is, for whoever approves it."""
    row = await tx.one("select name, legal_name, document from company where id = %(id)s", {"id": principal.chosen()})
    assert row is not None
    return plan_summary(row["name"], {"legal_name": row["legal_name"], "document": parse(row["document"]).mask()})


@contextmanager
def refused_as(refusals: Mapping[str, ApiError]) -> Iterator[None]:
    """Inside, what the database refuses is refused by its name.

    Args:
        refusals: SQLSTATE → what to say.
    """
    try:
        yield
    except psycopg.Error as error:
        refusal = refusals.get(error.sqlstate or "")
        if refusal is None:
            raise
        raise refusal from None


def between(first: date, last: date | None) -> None:
    """
    Raises:
        ApiError: 400, ``valid_to``, when it is before the first day.
    """
    if last is not None and last < first:
        raise invalid_field("valid_to", "out_of_range", "valid_to is before valid_from")


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What differs, for the event: never the whole row."""
    names = [name for name in after if before.get(name) != after[name]]
    return {"before": {name: before.get(name) for name in names}, "after": {name: after[name] for name in names}}
