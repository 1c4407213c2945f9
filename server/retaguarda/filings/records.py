"""One request for a file: its rows as they are now with their errors, its versions, and what the newest changes."""

from uuid import UUID

import msgspec

from retaguarda.filings.compare_delivered import comparisons_of
from retaguarda.filings.compare_files import compare_newest
from retaguarda.filings.model import FilingDesk, FilingLine, FilingRecord, FilingWorkbench
from retaguarda.filings.queries import excuses_of, filing_of, find_filing, money_of, rows_of, versions_of
from retaguarda.filings.tables import C220
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

#: Rows and moments that a record tells.
MOST = 100


async def load_filing(tx: Tx, principal: Principal, desk: FilingDesk, request: UUID) -> FilingRecord | None:
    row = await find_filing(tx, desk, request)
    if row is None:
        return None
    rows, total, others = await rows_of(tx, row)
    excused = await excuses_of(tx, row.id)
    lines = [
        FilingLine(
            each.source,
            list(each.cells),
            list(each.problems),
            [problem for problem in each.problems if (each.source, problem) in excused],
        )
        for each in rows
    ]
    # What somebody has to look at comes first; the sort keeps the order of the rest.
    lines.sort(key=lambda line: (len(line.problems) == len(line.excused), not line.problems))
    errors = sum(len(line.problems) for line in lines)
    sums, by_currency = money_of(total, others)
    return FilingRecord(
        **msgspec.structs.asdict(filing_of(row)),
        columns=[column.name for column in row.described.columns],
        rows=len(lines),
        errors=errors,
        open_errors=errors - sum(len(line.excused) for line in lines),
        total=sums,
        others=by_currency,
        lines=lines[:MOST],
        versions=await versions_of(tx, row.id),
        diff=await compare_newest(tx, row),
        evidence=row.described.evidence,
        may_approve=row.state == "generated"
        and row.made_by != principal.person_id
        and desk.write in principal.permissions,
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(row.id), "most": MOST}),
    )


async def _load(tx: Tx, principal: Principal, request: UUID) -> FilingRecord | None:
    return await load_filing(tx, principal, C220, request)


C220_RECORD = Record(
    path=f"{C220.path}/{{id:str}}",
    summary="One request of the Central Bank: rows and errors, versions, and what the newest file changes",
    permission=C220.read,
    scope=HOUSE,
    answers=FilingRecord,
    load=_load,
)


async def _load_workbench(tx: Tx, principal: Principal, request: UUID) -> FilingWorkbench | None:
    row = await find_filing(tx, C220, request)
    if row is None:
        return None
    names = [column.name for column in row.described.columns]
    return FilingWorkbench(filing_of(row), names, await versions_of(tx, request), await comparisons_of(tx, request))


C220_WORKBENCH = Record(
    path=f"{C220.path}/{{id:str}}/workbench",
    summary="What was filed for a request, and what comparisons with today's rows found",
    permission=C220.read,
    scope=HOUSE,
    answers=FilingWorkbench,
    load=_load_workbench,
)
