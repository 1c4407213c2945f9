"""Routes of payouts: the provider's staff alone."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.routing.commands import COMMANDS
from retaguarda.payouts.routing.invariants import INVARIANTS
from retaguarda.payouts.routing.jobs import SIMULATE, UNANSWERED, asked_simulations
from retaguarda.payouts.routing.queries import of_routes
from retaguarda.payouts.routing.records import ROUTES_RECORD
from retaguarda.payouts.routing.run_simulation import Simulations
from retaguarda.payouts.routing.tables import READ, ROUTES
from retaguarda.payouts.routing.try_routes import try_route


def _routes(services: Services) -> list[Route]:
    return [try_route(services[Access])]


def _jobs(services: Services) -> list[Job]:
    return [Job(SIMULATE, Simulations(services[Database]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_simulations(services[Queue])]


ROOM = Room(
    name="payouts.routing",
    tables=(ROUTES,),
    records=(ROUTES_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="payouts",
    stuck_work=(UNANSWERED,),
    trails=(
        Trail("payout-routes", READ, with_second_factor(of_subject(of_routes, any_account=True)), "payouts:routes:%"),
    ),
)
