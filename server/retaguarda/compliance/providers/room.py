"""Providers that check people and companies: written down, tested, activated by another person, asked, paid for."""

from functools import partial

from retaguarda.compliance.providers.commands import COMMANDS, Secrets
from retaguarda.compliance.providers.connections import CheckConnections
from retaguarda.compliance.providers.invariants import INVARIANTS
from retaguarda.compliance.providers.jobs import FORGET, TEST, ProviderTests, forget_answers, tests_asked
from retaguarda.compliance.providers.queries import of_provider
from retaguarda.compliance.providers.records import PROVIDER_RECORD
from retaguarda.compliance.providers.tables import CALLS, COSTS, PROVIDERS, READ
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.ledger.plan import command_routes
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


def _routes(services: Services) -> list[Route]:
    # No policy is about these: their input holds secrets.
    return command_routes(Secrets(services[Keys], services[AllowedAddresses]).commands(), services[Access])


def _jobs(services: Services) -> list[Job]:
    return [Job(TEST, ProviderTests(services[Database], services[CheckConnections]).run)]


def _crons(services: Services) -> list[Cron]:
    return [Cron(FORGET, "20 5 * * *", partial(forget_answers, services[Database]), grace=NIGHT)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [tests_asked(services[Queue])]


ROOM = Room(
    name="compliance.providers",
    tables=(PROVIDERS, CALLS, COSTS),
    records=(PROVIDER_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="compliance",
    trails=(Trail("check-providers", READ, of_subject(of_provider, any_account=True)),),
)
