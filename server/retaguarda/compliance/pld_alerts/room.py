"""PLD alerts and cases: the provider's staff alone, because the subject must not know."""

from retaguarda.compliance.pld_alerts.commands import COMMANDS
from retaguarda.compliance.pld_alerts.decide_case import case_commands
from retaguarda.compliance.pld_alerts.invariants import INVARIANTS
from retaguarda.compliance.pld_alerts.jobs import TermWarnings
from retaguarda.compliance.pld_alerts.model import REASONS, AlertReason
from retaguarda.compliance.pld_alerts.print_case import case_print_route
from retaguarda.compliance.pld_alerts.queries import of_alert
from retaguarda.compliance.pld_alerts.records import ALERT_RECORD, case_record
from retaguarda.compliance.pld_alerts.routes import figures_route
from retaguarda.compliance.pld_alerts.tables import ALERTS, CASES, CLOCKS, MERCHANTS, READ
from retaguarda.compliance.pld_alerts.watch_movements import Watch
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.room import HOUR, Room, Trail
from retaguarda.foundation.scope import HOUSE, of_subject
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    access, keys = services[Access], PartyKeys(services[Keys])

    async def reasons(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ):
            return json_response(list(REASONS))

    return [
        Route(
            "GET",
            f"{ALERTS.path}/reasons",
            "Why an alert may have been nothing",
            reasons,
            permission=READ,
            scope=HOUSE,
            answers=list[AlertReason],
        ),
        record_route(case_record(keys), access),
        case_print_route(access, keys),
        figures_route(access),
    ]


def _crons(services: Services) -> list[Cron]:
    return [
        Cron("pld.watch", "* * * * *", Watch(services[Database]).run),
        # The shortest term has 24 hours, of which a mark is seen within minutes.
        Cron("pld.warn", "*/10 * * * *", TermWarnings(services[Database]).run, grace=HOUR),
    ]


ROOM = Room(
    name="compliance.pld_alerts",
    tables=(ALERTS, CASES, CLOCKS, MERCHANTS),
    records=(ALERT_RECORD,),
    commands=COMMANDS,
    configured=lambda services: case_commands(PartyKeys(services[Keys])),
    routes=_routes,
    crons=_crons,
    invariants=INVARIANTS,
    group="compliance",
    trails=(Trail("pld-alerts", READ, of_subject(of_alert, any_account=True), "pld:%"),),
)
