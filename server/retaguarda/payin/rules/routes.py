"""The part of the API where staff write the rules for charges."""

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes
from retaguarda.payin.rules.commands import COMMANDS
from retaguarda.payin.rules.records import RULES_RECORD
from retaguarda.payin.rules.simulation import simulate_route
from retaguarda.payin.rules.tables import RULES
from retaguarda.payin.rules.trying import try_route


def routes(door: Door) -> list[Route]:
    """``door`` opens on the provider's company, and for its staff only."""
    return [
        table_route(RULES, door),
        try_route(door),
        record_route(RULES_RECORD, door),
        simulate_route(door),
        *planned_routes(COMMANDS, door),
    ]
