"""What the API offers of exports."""

from collections.abc import Iterable

from retaguarda.foundation.command import command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import Table, table_route
from retaguarda.lists.exports.commands import CANCEL, ask
from retaguarda.lists.exports.download import Download
from retaguarda.lists.exports.immediate_export import Now
from retaguarda.lists.exports.records import EXPORT_RECORD
from retaguarda.lists.exports.tables import EXPORTS


def routes(access: Access, database: Database, tables: Iterable[Table]) -> list[Route]:
    """``tables``: every list of the house."""
    by_name = {table.name: table for table in tables}
    return [
        *(Now(database).route(table, access) for table in by_name.values()),
        table_route(EXPORTS, access),
        record_route(EXPORT_RECORD, access),
        command_route(ask(by_name), access),
        command_route(CANCEL, access),
        Download(database, access, by_name).route(),
    ]
