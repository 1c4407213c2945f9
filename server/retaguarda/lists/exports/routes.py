"""What the API offers of exports."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.lists.all_lists import Lists
from retaguarda.lists.exports.commands import CANCEL, ask
from retaguarda.lists.exports.download import Download
from retaguarda.lists.exports.immediate_export import Now
from retaguarda.lists.exports.own_access import OwnAccess
from retaguarda.lists.exports.records import EXPORT_RECORD
from retaguarda.lists.exports.tables import EXPORTS


def own(access: Access) -> Access:
    """To a person's exports, whichever merchant their tab has chosen."""
    return OwnAccess(access, any_account=True)


def routes(access: Access, database: Database, lists: Lists) -> list[Route]:
    tables = {table.name: table for table, _ in lists(access)}
    return [
        *(Now(database, lists).route(table, room) for table, room in lists(access)),
        table_route(EXPORTS, own(access)),
        record_route(EXPORT_RECORD, own(access)),
        command_route(ask(tables), OwnAccess(access, belongs=True)),
        command_route(CANCEL, OwnAccess(access, any_account=True, belongs=True)),
        Download(database, own(access), tables).route(),
    ]
