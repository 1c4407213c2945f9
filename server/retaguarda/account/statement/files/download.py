"""Download a statement file. Write it completely before the first byte leaves: errors get a proper response, and the
length is known."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import IO

from retaguarda.account.statement.files import camt053, csv_file, ofx, pdf
from retaguarda.account.statement.files.period import FORMATS, Period, read_period, refuse_too_long
from retaguarda.account.statement.model import ACCOUNTS
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.pdf import MEDIA_TYPE as PDF
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import choice_of, given_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.lists.exports.write_file import new_file, pieces_of


@dataclass(frozen=True, slots=True)
class _Kind:
    write: Callable[[Tx, Period, IO[bytes]], Awaitable[None]]
    media_type: str
    ending: str


_KINDS: Mapping[str, _Kind] = {
    "csv": _Kind(csv_file.write_csv, csv_file.MEDIA_TYPE, "csv"),
    "ofx": _Kind(ofx.write_ofx, ofx.MEDIA_TYPE, "ofx"),
    "camt053": _Kind(camt053.write_camt053, camt053.MEDIA_TYPE, "xml"),
    "pdf": _Kind(pdf.write_pdf, PDF, "pdf"),
}

DOWNLOADED = "account:statement:downloaded"


def file_route(access: Access, database: Database) -> Route:
    day, text = {"type": "string", "format": "date"}, {"type": "string"}
    query_names = ("format", "from", "to", "account", "locale")

    async def handler(request: Request) -> Response:
        given = given_of(request, query_names)
        format_ = choice_of(given, "format", FORMATS)
        kind, out = _KINDS[format_], new_file()
        try:
            async with CHOSEN_MERCHANT.over(access).open(request, Permission.STATEMENT_CLIENT_READ) as (tx, principal):
                period = await read_period(tx, principal, given)
                refuse_too_long(period, format_)
            scope = Scope((period.holder.company,), principal.person_id)
            # Write the file in a transaction without writes: event consumers wait for every transaction that writes.
            async with database.transaction(scope) as tx:
                await kind.write(tx, period, out)
            async with database.transaction(scope) as tx:
                await record(
                    tx,
                    DOWNLOADED,
                    company=period.holder.company,
                    subject=period.number,
                    actor=principal.email,
                    person=principal.person_id,
                    request=request,
                    data={"format": format_, "from": given["from"], "to": given["to"], "entries": period.entries},
                )
        except BaseException:
            out.close()
            raise
        name = f"statement-{period.number}-{period.first_day:%Y%m%d}-{period.last_day:%Y%m%d}.{kind.ending}"
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(b"", headers=disposition, media_type=kind.media_type, pieces=pieces_of(out))

    return Route(
        "GET",
        "/v1/account/statement/file",
        "The statement of a period as a file: CSV, OFX 1.0.2, camt.053.001.08 or PDF",
        handler,
        permission=Permission.STATEMENT_CLIENT_READ,
        scope=CHOSEN_MERCHANT,
        media=tuple(kind.media_type for kind in _KINDS.values()),
        parameters=(
            Parameter("format", text | {"enum": list(FORMATS)}, required=True),
            Parameter("from", day, "by the merchant's calendar", required=True),
            Parameter("to", day, "included", required=True),
            Parameter("account", text | {"enum": list(ACCOUNTS)}, "without it, available"),
            Parameter(
                "locale",
                text | {"enum": ["pt", "en"]},
                (
                    "of the file: its words, and of a CSV pt: semicolons and decimal commas, en: commas and decimal points;"
                    " without it, the person's own, or English"
                ),
            ),
        ),
    )
