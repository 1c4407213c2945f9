"""The part of the API where staff look after the processors."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route
from retaguarda.payin.processors.allowed_addresses import AllowedAddresses
from retaguarda.payin.processors.commands import COMMANDS, Secrets
from retaguarda.payin.processors.records import PROCESSOR_RECORD
from retaguarda.payin.processors.tables import PROCESSORS


def routes(access: Access, keys: Keys, reach: AllowedAddresses) -> list[Route]:
    """``door`` opens on the provider's company, and for its staff only."""
    return [
        table_route(PROCESSORS, access),
        record_route(PROCESSOR_RECORD, access),
        *(command_route(command, access) for command in (*COMMANDS, *Secrets(keys, reach).commands())),
        *(plan_route(command, access) for command in COMMANDS),
    ]
