"""The part of the API about recipients and saved splits."""

from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.recipients.commands import commands
from retaguarda.recipients.records import RECIPIENT_RECORD
from retaguarda.recipients.saved_splits import RULE_RECORD
from retaguarda.recipients.tables import RECIPIENTS, SPLIT_RULES


def routes(access: Access, ispb: str) -> list[Route]:
    return [
        *(table_route(table, access) for table in (RECIPIENTS, SPLIT_RULES)),
        *(record_route(record, access) for record in (RECIPIENT_RECORD, RULE_RECORD)),
        *command_routes(commands(ispb), access),
    ]
