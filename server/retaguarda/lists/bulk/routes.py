"""What the API offers of bulk Commands."""

from collections.abc import Mapping

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.lists.bulk.command import Bulkable, ask
from retaguarda.lists.bulk.records import BULK_RECORD
from retaguarda.lists.bulk.tables import BULK_ITEMS, BULKS
from retaguarda.lists.exports.door import OwnDoor


def routes(door: Door, bulkable: Mapping[str, Bulkable]) -> list[Route]:
    own = OwnDoor(door, any_account=True)
    return [
        command_route(ask(bulkable), door),
        table_route(BULKS, own),
        table_route(BULK_ITEMS, own),
        record_route(BULK_RECORD, own),
    ]
