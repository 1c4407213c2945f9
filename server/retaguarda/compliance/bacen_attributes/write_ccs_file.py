"""Writes what changed on a day of who holds or represents an account, for the register of clients (CCS, Resolução BCB 179/2022).

The layout is our own and neutral: that of the register's messages is not public.
"""

import csv
import io
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Literal

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Access, Request, Response, Route
from retaguarda.foundation.scope import HOUSE

#: In place of a day: the newest one that is over.
LATEST = "latest"
_TITLES = ("operation", "document", "name", "kind", "nature", "started_on", "ended_on")


class CcsChange(msgspec.Struct):
    """One line of a day's file. ``name``: of the merchant, or of who represents it."""

    operation: Literal["inclusion", "change", "exclusion"]
    document: str
    name: str
    kind: Literal["holder", "representative"]
    started_on: date
    ended_on: date | None


def ccs_file(changes: Sequence[CcsChange]) -> bytes:
    """The same bytes for the same changes, however often they are asked for."""
    out = io.StringIO()
    lines = csv.writer(out, delimiter=";", lineterminator="\r\n")
    lines.writerow(_TITLES)
    for each in changes:
        lines.writerow(
            (
                each.operation,
                each.document,
                # A name is no formula, whoever opens the file with a spreadsheet.
                f"'{each.name}" if each.name[:1] in "=+-@" else each.name,
                each.kind,
                "payment_account",
                each.started_on.isoformat(),
                each.ended_on.isoformat() if each.ended_on else "",
            )
        )
    return out.getvalue().encode()


async def changes_of(tx: Tx, day: date) -> list[CcsChange]:
    since = datetime.combine(day, time.min, BRASILIA)
    rows = await tx.all(
        "select c.*, case c.kind when 'holder' then m.legal_name else coalesce((select p.name from company_partner p"
        " where p.company_id = c.merchant_id and p.document = c.document order by p.created_at limit 1), '') end as name"
        " from ccs_changes(%(since)s, %(until)s) c join company m on m.id = c.merchant_id"
        " order by c.document, c.merchant_id, c.kind",
        # Both moments are the last ones of a day: what is known from midnight on belongs to the new one.
        {"since": since - _TICK, "until": datetime.combine(day + timedelta(days=1), time.min, BRASILIA) - _TICK},
    )
    return msgspec.convert(rows, list[CcsChange])


_TICK = timedelta(microseconds=1)


def _day_of(text: str, today: date) -> date:
    """
    Raises:
        ApiError: 404 for what is no day; 409 ``ccs_day_runs`` before it is over.
    """
    if text == LATEST:
        return today - timedelta(days=1)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise not_found("day") from None
    if day.year < 2000:
        raise not_found("day")
    if day >= today:
        raise ApiError(409, "ccs_day_runs", "the file of a day is written once it is over")
    return day


def ccs_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, Permission.COMPLIANCE_BACEN_READ) as (tx, principal):
            now: datetime = await tx.value("select now()")
            day = _day_of(request.path_params["day"], now.astimezone(BRASILIA).date())
            changes = await changes_of(tx, day)
            await record(
                tx,
                "bacen:ccs:downloaded",
                company=PROVIDER,
                subject=day.isoformat(),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"day": day.isoformat(), "lines": len(changes)},
            )
        headers = {"Content-Disposition": f'attachment; filename="ccs-{day}.csv"', "Cache-Control": "no-store"}
        return Response(ccs_file(changes), headers=headers, media_type="text/csv; charset=utf-8")

    return Route(
        "GET",
        "/v1/bacen/ccs/files/{day:str}",
        "What changed on a day of who holds or represents an account; latest: on the newest day that is over",
        handler,
        permission=Permission.COMPLIANCE_BACEN_READ,
        scope=HOUSE,
        media=("text/csv",),
    )
