"""Webhooks: what merchants' servers are told of events."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.settings import Settings
from retaguarda.webhooks.commands.control_endpoint import DISABLE, ENABLE, REMOVE, TRY
from retaguarda.webhooks.commands.replay_deliveries import REPLAY, REPLAY_ALL
from retaguarda.webhooks.commands.write_endpoint import Writing, rotate, secretive_route
from retaguarda.webhooks.fanout import READER
from retaguarda.webhooks.invariants import INVARIANTS
from retaguarda.webhooks.queries import of_endpoint
from retaguarda.webhooks.records import DELIVERY_RECORD, ENDPOINT_RECORD
from retaguarda.webhooks.sweep import Sweep
from retaguarda.webhooks.tables import DELIVERIES, HOOK_ENDPOINTS


def _routes(services: Services) -> list[Route]:
    access, keys = services[Access], services[Keys]
    writing = Writing(keys, services[Settings].private_hooks)
    return [
        secretive_route(writing.create, keys, access),
        secretive_route(rotate, keys, access),
        command_route(writing.change(), access),
    ]


def _crons(services: Services) -> list[Cron]:
    sweep = Sweep(services[Database], services[Settings].hook_days)
    return [Cron("hooks.sweep", "47 4 * * *", sweep.run, grace=NIGHT)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [READER]


ROOM = Room(
    name="webhooks",
    tables=(HOOK_ENDPOINTS, DELIVERIES),
    records=(ENDPOINT_RECORD, DELIVERY_RECORD),
    commands=(ENABLE, DISABLE, REMOVE, TRY, REPLAY, REPLAY_ALL),
    routes=_routes,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    trails=(Trail("webhooks", Permission.PAYIN_SDK_VIEW, of_subject(of_endpoint)),),
)
