"""The webhooks' part of the API."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.contract import Hook
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Parameter, Route
from retaguarda.foundation.table import table_route
from retaguarda.webhooks.commands.control_endpoint import DISABLE, ENABLE, REMOVE, TRY
from retaguarda.webhooks.commands.replay_deliveries import REPLAY, REPLAY_ALL
from retaguarda.webhooks.commands.write_endpoint import Writing, rotate, secretive_route
from retaguarda.webhooks.event_catalogue import BY_EVENT, TEST, TYPES
from retaguarda.webhooks.examples import example
from retaguarda.webhooks.payloads import EndpointTold, Message
from retaguarda.webhooks.records import DELIVERY_RECORD, ENDPOINT_RECORD
from retaguarda.webhooks.tables import DELIVERIES, HOOK_ENDPOINTS

COMMANDS = (ENABLE, DISABLE, REMOVE, TRY, REPLAY, REPLAY_ALL)


_HEADERS = (
    Parameter("Retaguarda-Event-Id", {"type": "string", "format": "uuid"}, "the same at every try", "header", True),
    Parameter("Retaguarda-Signature", {"type": "string"}, "t=<Unix seconds>,v1=<HMAC-SHA-256, hex>", "header", True),
)


def told() -> list[Hook]:
    """What merchants' servers are called with, one for each kind of event, for the contract."""
    bodies = {each.thing.object: Message[each.thing.shape] for each in BY_EVENT.values()}
    kinds = [Hook(kind, f"{kind} happened", bodies[kind.partition(".")[0]], example(kind), _HEADERS) for kind in TYPES]
    return [*kinds, Hook(TEST, "Somebody tries the endpoint", Message[EndpointTold], example(TEST), _HEADERS)]


def routes(access: Access, keys: Keys, private: bool) -> list[Route]:
    writing = Writing(keys, private)
    return [
        table_route(HOOK_ENDPOINTS, access),
        table_route(DELIVERIES, access),
        record_route(ENDPOINT_RECORD, access),
        record_route(DELIVERY_RECORD, access),
        secretive_route(writing.create, keys, access),
        secretive_route(rotate, keys, access),
        command_route(writing.change(), access),
        *(command_route(command, access) for command in COMMANDS),
    ]
