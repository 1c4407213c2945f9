"""Rules for payments: the provider's staff alone."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.rules.commands import COMMANDS
from retaguarda.payouts.rules.invariants import INVARIANTS
from retaguarda.payouts.rules.jobs import BACKTEST, UNANSWERED, asked_backtests
from retaguarda.payouts.rules.queries import of_rules
from retaguarda.payouts.rules.records import RULES_RECORD
from retaguarda.payouts.rules.run_backtest import Backtests
from retaguarda.payouts.rules.tables import READ, RULES
from retaguarda.payouts.rules.try_rules import try_route


def _routes(services: Services) -> list[Route]:
    return [try_route(services[Access])]


def _jobs(services: Services) -> list[Job]:
    return [Job(BACKTEST, Backtests(services[Database]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_backtests(services[Queue])]


ROOM = Room(
    name="payouts.rules",
    tables=(RULES,),
    records=(RULES_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="payouts",
    stuck_work=(UNANSWERED,),
    trails=(
        Trail("payout-rules", READ, with_second_factor(of_subject(of_rules, any_account=True)), "payouts:rules:%"),
    ),
)
