"""PLD rules: the provider's staff alone."""

from retaguarda.compliance.pld_rules.commands import COMMANDS
from retaguarda.compliance.pld_rules.count_movements import MovementCounter
from retaguarda.compliance.pld_rules.invariants import INVARIANTS
from retaguarda.compliance.pld_rules.jobs import BACKTEST, UNANSWERED, asked_backtests
from retaguarda.compliance.pld_rules.queries import of_rule
from retaguarda.compliance.pld_rules.records import BACKTEST_RECORD, RULE_RECORD
from retaguarda.compliance.pld_rules.run_backtest import Backtests
from retaguarda.compliance.pld_rules.tables import BACKTESTS, READ, RULES
from retaguarda.compliance.pld_rules.try_rule import try_route, vocabulary_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [try_route(services[Access]), vocabulary_route(services[Access])]


def _jobs(services: Services) -> list[Job]:
    return [Job(BACKTEST, Backtests(services[Database]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_backtests(services[Queue])]


def _crons(services: Services) -> list[Cron]:
    counter = MovementCounter(services[Database])
    return [
        Cron("pld.count", "* * * * *", counter.run),
        Cron("pld.busy", "20 6 * * *", counter.look, grace=NIGHT),
    ]


ROOM = Room(
    name="compliance.pld_rules",
    tables=(RULES, BACKTESTS),
    records=(RULE_RECORD, BACKTEST_RECORD),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="compliance",
    stuck_work=(UNANSWERED,),
    trails=(Trail("pld-rules", READ, of_subject(of_rule, any_account=True), "pld:%"),),
)
