"""The part of the API where staff look after the processors."""

from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.processors.commands import COMMANDS, Secrets
from retaguarda.payin.processors.records import PROCESSOR_RECORD
from retaguarda.payin.processors.tables import PROCESSORS
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


def routes(access: Access, keys: Keys, reach: AllowedAddresses) -> list[Route]:
    return [
        table_route(PROCESSORS, access),
        record_route(PROCESSOR_RECORD, access),
        *command_routes((*COMMANDS, *Secrets(keys, reach).commands()), access),
    ]
