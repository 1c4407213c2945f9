"""Coverage and blind spots of the PLD rules: the provider's staff alone."""

from retaguarda.compliance.pld_blind_spots.commands import COMMANDS
from retaguarda.compliance.pld_blind_spots.decide_exclusion import EXCLUSIONS
from retaguarda.compliance.pld_blind_spots.invariants import INVARIANTS
from retaguarda.compliance.pld_blind_spots.jobs import SEARCH_BLIND_SPOTS, UNANSWERED, asked_searches
from retaguarda.compliance.pld_blind_spots.records import SEARCH_RECORD
from retaguarda.compliance.pld_blind_spots.routes import coverage_route, open_situations_route
from retaguarda.compliance.pld_blind_spots.run_search import BlindSpotSearches
from retaguarda.compliance.pld_blind_spots.tables import SEARCHES
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [coverage_route(services[Access]), open_situations_route(services[Access])]


def _jobs(services: Services) -> list[Job]:
    return [Job(SEARCH_BLIND_SPOTS, BlindSpotSearches(services[Database]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_searches(services[Queue])]


ROOM = Room(
    name="compliance.pld_blind_spots",
    tables=(SEARCHES,),
    records=(SEARCH_RECORD,),
    commands=(*COMMANDS, *EXCLUSIONS),
    routes=_routes,
    jobs=_jobs,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="compliance",
    stuck_work=(UNANSWERED,),
)
