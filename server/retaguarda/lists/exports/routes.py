"""What the API offers of exports."""

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.lists.exports.commands import CANCEL, ask
from retaguarda.lists.exports.door import OwnDoor
from retaguarda.lists.exports.download import Download
from retaguarda.lists.exports.now import Now
from retaguarda.lists.exports.records import EXPORT_RECORD
from retaguarda.lists.exports.tables import EXPORTS
from retaguarda.lists.listed import Lists


def own(door: Door) -> Door:
    """To a person's exports, whichever merchant their tab has chosen."""
    return OwnDoor(door, any_account=True)


def routes(door: Door, database: Database, lists: Lists) -> list[Route]:
    tables = {table.name: table for table, _ in lists(door)}
    return [
        *(Now(database, lists).route(table, room) for table, room in lists(door)),
        table_route(EXPORTS, own(door)),
        record_route(EXPORT_RECORD, own(door)),
        command_route(ask(tables), OwnDoor(door, belongs=True)),
        command_route(CANCEL, OwnDoor(door, any_account=True, belongs=True)),
        Download(database, own(door), tables).route(),
    ]
