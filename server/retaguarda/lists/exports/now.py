"""A list that is short enough, as a file at once."""

from datetime import UTC, datetime

from retaguarda.foundation.call import Answer, Call, Door, Route
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.table import Table
from retaguarda.lists.exports.asked import of_query, parameters, read, told
from retaguarda.lists.exports.writing import count, file_answer, file_name, new_file, pieces_of, write

#: More rows are prepared by the worker.
MOST_AT_ONCE = 10_000
#: Nobody opens more in one file, and a workbook ends a little further on.
MOST_ROWS = 1_000_000

DOWNLOADED = "lists:export:downloaded"


def export_route(table: Table, door: Door) -> Route:
    """``GET <the list's path>/export``: takes the list's filters and order, and its permission.

    The file is finished before its first byte goes out: an error is an answer, no database connection waits for a slow
    reader, and the length is known. That somebody took it is on record by then.
    """

    async def handler(call: Call) -> Answer:
        async with door.open(call, table.permission) as (tx, who):
            given = of_query(table, call.query)
            asked = read(table, given, who)
            if await count(tx, table, asked.query, who, MOST_AT_ONCE + 1) > MOST_AT_ONCE:
                rows = await count(tx, table, asked.query, who, MOST_ROWS + 1)
                raise ApiError(
                    409,
                    "export_too_large",
                    f"{rows} rows are more than {MOST_AT_ONCE}: ask for a file with POST /v1/exports",
                    {"X-Total": str(rows)},
                )
            out = new_file()
            try:
                rows = await write(tx, table, asked, who, out)
                await record(
                    tx,
                    DOWNLOADED,
                    company=who.company_id if who.account is None else who.account,
                    subject=table.name,
                    actor=who.email,
                    person=who.person_id,
                    call=call,
                    data={
                        "list": table.name,
                        "format": given.format,
                        "filters": told(table, given.filters),
                        "rows": rows,
                    },
                )
            except BaseException:
                out.close()
                raise
        return file_answer(file_name(table.name, given.format, datetime.now(UTC)), given.format, pieces_of(out))

    return Route(
        "GET",
        f"{table.path}/export",
        f"{table.summary}: all that match, as a file (text/csv or XLSX)",
        handler,
        permission=table.permission,
        parameters=parameters(table),
    )
