"""The part of the API about recipients and saved splits."""

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes
from retaguarda.recipients.commands import commands
from retaguarda.recipients.records import RECIPIENT_RECORD
from retaguarda.recipients.rules import RULE_RECORD
from retaguarda.recipients.tables import RECIPIENTS, SPLIT_RULES


def routes(door: Door, ispb: str) -> list[Route]:
    return [
        *(table_route(table, door) for table in (RECIPIENTS, SPLIT_RULES)),
        *(record_route(record, door) for record in (RECIPIENT_RECORD, RULE_RECORD)),
        *planned_routes(commands(ispb), door),
    ]
