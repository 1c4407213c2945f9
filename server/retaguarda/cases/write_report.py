"""The ombudsman's half-year report: counted from the cases until it is frozen, and then as it was frozen."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime

import msgspec

from retaguarda.cases.model import OmbudsmanReport, ReportInput
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import given_of
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE

_PATH = "/v1/audit/ombudsman-reports"


class _Figures(msgspec.Struct):
    """What is frozen; ``mean_hours`` from opening to answer."""

    opened: int
    answered: int
    extended: int
    overdue: int
    mean_hours: int
    by_subject: dict[str, int]
    by_product: dict[str, int]
    by_channel: dict[str, int]
    by_outcome: dict[str, int]


class _Frozen(msgspec.Struct):
    """A row of ``case_report``."""

    figures: _Figures
    sha256: bytes
    frozen_at: datetime
    frozen_by: str


def half_year(year: int, half: int) -> tuple[date, date]:
    """Returns the first day of a half-year and the first day after it."""
    return (date(year, 1, 1), date(year, 7, 1)) if half == 1 else (date(year, 7, 1), date(year + 1, 1, 1))


async def _load(tx: Tx, given: ReportInput) -> OmbudsmanReport:
    key = {"year": given.year, "half": given.half}
    row = await tx.one("select * from case_report where year = %(year)s and half = %(half)s", key)
    if row is not None:
        frozen = msgspec.convert(row, _Frozen)
        return _report(given, frozen.figures, frozen.sha256, frozen.frozen_at, frozen.frozen_by)
    figures = await _count(tx, given)
    return _report(given, figures, _sha256(given, figures), None, None)


async def _count(tx: Tx, given: ReportInput) -> _Figures:
    first, after = half_year(given.year, given.half)
    row = await tx.one(_COUNT, {"from": first, "to": after})
    return msgspec.convert(row, _Figures, strict=False)


def _sha256(given: ReportInput, figures: _Figures) -> bytes:
    whole = {"year": given.year, "half": given.half, **msgspec.structs.asdict(figures)}
    return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).digest()


def _report(
    given: ReportInput, figures: _Figures, sha256: bytes, at: datetime | None, by: str | None
) -> OmbudsmanReport:
    return OmbudsmanReport(
        year=given.year,
        half=given.half,
        **msgspec.structs.asdict(figures),
        sha256=sha256.hex(),
        frozen_at=at,
        frozen_by=by,
    )


async def _freeze(tx: Tx, principal: Principal, given: ReportInput, path: Mapping[str, str]) -> Done:
    if half_year(given.year, given.half)[1] > today(BRASILIA):
        raise invalid_field("half", "half_year_not_over", "this half-year is not over")
    figures = await _count(tx, given)
    sha256 = _sha256(given, figures)
    frozen_at = await tx.value(
        "insert into case_report (year, half, figures, sha256, frozen_by)"
        " values (%(year)s, %(half)s, %(figures)s, %(sha256)s, %(by)s) on conflict do nothing returning frozen_at",
        {
            "year": given.year,
            "half": given.half,
            "figures": json_text(msgspec.structs.asdict(figures)),
            "sha256": sha256,
            "by": principal.email,
        },
    )
    if frozen_at is None:
        raise ApiError(409, "report_frozen_already", f"{given.year}/{given.half} is frozen")
    report = _report(given, figures, sha256, frozen_at, principal.email)
    return Done(f"{given.year}-{given.half}", report, {"report": f"{given.year}/{given.half}", "sha256": sha256.hex()})


def report_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        raw = given_of(request, ("year", "half"))
        try:
            given = msgspec.convert(raw, ReportInput, strict=False)
        except msgspec.ValidationError as error:
            raise ApiError(400, "invalid", str(error)) from None
        async with HOUSE.over(access).open(request, Permission.AUDIT_TICKETS_READ) as (tx, _):
            return json_response(await _load(tx, given))

    return Route(
        "GET",
        _PATH,
        "The ombudsman's half-year: as it was frozen, else as it stands",
        handler,
        permission=Permission.AUDIT_TICKETS_READ,
        scope=HOUSE,
        answers=OmbudsmanReport,
        parameters=(
            Parameter("year", {"type": "integer", "minimum": 2024, "maximum": 2100}, required=True),
            Parameter("half", {"type": "integer", "minimum": 1, "maximum": 2}, required=True),
        ),
    )


_COUNT = """
    with seen as (
      select *, (answered_at at time zone 'America/Sao_Paulo')::date as answered_on
        from case_file
       where kind = 'ombudsman'
         and opened_at >= %(from)s::timestamp at time zone 'America/Sao_Paulo'
         and opened_at < %(to)s::timestamp at time zone 'America/Sao_Paulo'
    )
    select count(*) as opened, count(answered_at) as answered, count(extended_on) as extended,
           count(*) filter (where answered_on > due_on) as overdue,
           coalesce(round(avg(extract(epoch from answered_at - opened_at)) / 3600), 0)::int as mean_hours,
           (select coalesce(jsonb_object_agg(subject, n), '{}') from (select subject, count(*) n from seen group by 1) x) as by_subject,
           (select coalesce(jsonb_object_agg(product, n), '{}') from (select product, count(*) n from seen group by 1) x) as by_product,
           (select coalesce(jsonb_object_agg(channel, n), '{}') from (select channel, count(*) n from seen group by 1) x) as by_channel,
           (select coalesce(jsonb_object_agg(outcome, n), '{}')
              from (select outcome, count(*) n from seen where outcome is not null group by 1) x) as by_outcome
      from seen
"""

FREEZE_REPORT = Command(
    name="cases:report:freeze",
    method="POST",
    path=_PATH,
    summary="Freeze the ombudsman's report of a half-year that is over",
    permission=Permission.AUDIT_TICKETS_WRITE,
    scope=HOUSE,
    input=ReportInput,
    answers=OmbudsmanReport,
    apply=_freeze,
    status=201,
    approvable=True,
    shows=named_by("report"),
)
