"""The part of the API where staff write the rules for charges."""

from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.rules.commands import COMMANDS
from retaguarda.payin.rules.records import RULES_RECORD
from retaguarda.payin.rules.simulate_rules import simulate_route
from retaguarda.payin.rules.tables import RULES
from retaguarda.payin.rules.try_rules import try_route


def routes(access: Access) -> list[Route]:
    return [
        table_route(RULES, access),
        try_route(access),
        record_route(RULES_RECORD, access),
        simulate_route(access),
        *command_routes(COMMANDS, access),
    ]
