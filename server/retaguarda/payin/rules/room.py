"""The rules that staff write for charges."""

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payin.rules.commands import COMMANDS
from retaguarda.payin.rules.invariants import INVARIANTS
from retaguarda.payin.rules.queries import of_rules
from retaguarda.payin.rules.records import RULES_RECORD
from retaguarda.payin.rules.simulate_rules import simulate_route
from retaguarda.payin.rules.tables import RULES
from retaguarda.payin.rules.try_rules import try_route


def _routes(services: Services) -> list[Route]:
    return [try_route(services[Access]), simulate_route(services[Access])]


ROOM = Room(
    name="payin.rules",
    tables=(RULES,),
    records=(RULES_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    invariants=INVARIANTS,
    group="payin",
    trails=(Trail("payin-rules", Permission.PAYIN_RULE_READ, of_subject(of_rules, any_account=True), "payin:rules:%"),),
)
