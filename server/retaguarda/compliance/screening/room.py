"""Document check: questions about people and companies, lists, hits, the whitelist."""

from functools import partial
from typing import Any

from retaguarda.compliance.providers.check_subject import Checks
from retaguarda.compliance.providers.connections import CheckConnections
from retaguarda.compliance.screening.answer_check import CheckAnswers
from retaguarda.compliance.screening.apply_version import ListReading
from retaguarda.compliance.screening.commands import commands
from retaguarda.compliance.screening.invariants import INVARIANTS
from retaguarda.compliance.screening.jobs import (
    FETCH_LIST,
    GATHER,
    READ_FILE,
    READ_LIST,
    RUN_CHECK,
    SCREEN_COUNTERPARTIES,
    UNFINISHED,
    CheckFiles,
    ListFetching,
    Parties,
    counterparty_named,
    screening_asked,
)
from retaguarda.compliance.screening.queries import of_check, of_hit, of_list
from retaguarda.compliance.screening.records import CHECK_RECORD, HIT_RECORD, LIST_RECORD
from retaguarda.compliance.screening.tables import CHECKS, FILES, HITS, LISTS, PAIRS, READ
from retaguarda.compliance.screening.upload_files import Uploads
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import HOUR, NIGHT, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.settings import Settings

FETCH_OLD = "compliance.fetch_lists"


def _configured(services: Services) -> tuple[Command[Any], ...]:
    settings = services[Settings]
    own = frozenset() if settings.production else frozenset({settings.sandbox_address})
    return commands(AllowedAddresses(settings.private_hooks, own))


def _routes(services: Services) -> list[Route]:
    return Uploads(services[Access]).routes()


def _fetching(services: Services) -> ListFetching:
    transport = services[CheckConnections].transport
    return ListFetching(services[Database], services[Queue], services[AllowedAddresses], transport)


def _jobs(services: Services) -> list[Job]:
    database, queue = services[Database], services[Queue]
    return [
        Job(READ_LIST, ListReading(database).read),
        Job(FETCH_LIST, _fetching(services).fetch),
        Job(RUN_CHECK, CheckAnswers(database, services[Keys], services[Checks]).run),
        Job(READ_FILE, CheckFiles(database, queue).read),
        Job(SCREEN_COUNTERPARTIES, Parties(database).screen_counterparties),
    ]


def _crons(services: Services) -> list[Cron]:
    return [
        Cron(GATHER, "35 * * * *", Parties(services[Database]).gather, grace=HOUR),
        Cron(FETCH_OLD, "10 4 * * *", partial(ListFetching.ask_all, _fetching(services)), grace=NIGHT),
    ]


def _consumers(services: Services) -> list[EventConsumer]:
    return [screening_asked(services[Queue]), counterparty_named(services[Queue])]


def _trail(kind: str, company_of: Any) -> Trail:
    return Trail(kind, READ, of_subject(company_of, any_account=True))


ROOM = Room(
    name="compliance.screening",
    tables=(CHECKS, HITS, LISTS, PAIRS, FILES),
    records=(CHECK_RECORD, HIT_RECORD, LIST_RECORD),
    configured=_configured,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="compliance",
    stuck_work=UNFINISHED,
    trails=(_trail("document-checks", of_check), _trail("hits", of_hit), _trail("watch-lists", of_list)),
)
