"""What rules of charges are for one merchant."""

from retaguarda.compliance.merchant_rules.commands import COMMANDS
from retaguarda.compliance.merchant_rules.invariants import INVARIANTS
from retaguarda.compliance.merchant_rules.queries import of_own
from retaguarda.compliance.merchant_rules.resolve_rules import effective_routes
from retaguarda.compliance.merchant_rules.tables import MATRIX, READ
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return effective_routes(services[Access])


ROOM = Room(
    name="compliance.merchant_rules",
    tables=(MATRIX,),
    commands=COMMANDS,
    routes=_routes,
    invariants=INVARIANTS,
    group="compliance",
    trails=(Trail("merchant-rules", READ, of_subject(of_own, any_account=True), "compliance:merchant_rule:%"),),
)
