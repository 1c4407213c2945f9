"""What the API offers of bulk Commands."""

from collections.abc import Mapping

from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.lists.bulk.records import BULK_RECORD
from retaguarda.lists.bulk.request_bulk import Bulkable, ask
from retaguarda.lists.bulk.tables import BULK_ITEMS, BULKS


def routes(access: Access, bulkable: Mapping[str, Bulkable]) -> list[Route]:
    return [
        command_route(ask(bulkable), access),
        table_route(BULKS, access),
        table_route(BULK_ITEMS, access),
        record_route(BULK_RECORD, access),
    ]
