"""Processors: the providers that charges go to, which staff look after."""

from retaguarda.foundation.jobs import Cron, Job
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.processors.commands import COMMANDS, Secrets
from retaguarda.payin.processors.connections import Connections
from retaguarda.payin.processors.queries import of_processor
from retaguarda.payin.processors.records import PROCESSOR_RECORD
from retaguarda.payin.processors.register_webhook import REGISTER, Webhooks
from retaguarda.payin.processors.tables import PROCESSORS
from retaguarda.payin.processors.try_credentials import JOB, Testing
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


def _routes(services: Services) -> list[Route]:
    secrets = Secrets(services[Keys], services[AllowedAddresses])
    return command_routes(secrets.commands(), services[Access])


def _jobs(services: Services) -> list[Job]:
    context = services[ProviderContext]
    return [Job(REGISTER, Webhooks(context).tell), Job(JOB, Testing(context).run)]


def _crons(services: Services) -> list[Cron]:
    return [Cron("payin.sweep_calls", "11 4 * * *", services[Connections].counts.sweep, grace=NIGHT)]


ROOM = Room(
    name="payin.processors",
    tables=(PROCESSORS,),
    records=(PROCESSOR_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    trails=(
        Trail("processors", Permission.GATEWAY_ALL, of_subject(of_processor, any_account=True), "payin:processor:%"),
    ),
)
