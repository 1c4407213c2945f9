"""The webhooks' part of the API."""

from retaguarda.foundation.call import Door, Parameter, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.contract import Hook
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.hooks.catalogue import BY_EVENT, TEST, TYPES
from retaguarda.hooks.commands.replay import REPLAY, REPLAY_ALL
from retaguarda.hooks.commands.steer import DISABLE, ENABLE, REMOVE, TRY
from retaguarda.hooks.commands.write import Writing, rotate, secretive_route
from retaguarda.hooks.examples import example
from retaguarda.hooks.records import DELIVERY_RECORD, ENDPOINT_RECORD
from retaguarda.hooks.tables import DELIVERIES, HOOK_ENDPOINTS
from retaguarda.hooks.told import EndpointTold, Message

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


def routes(door: Door, keys: Keys, private: bool) -> list[Route]:
    writing = Writing(keys, private)
    return [
        table_route(HOOK_ENDPOINTS, door),
        table_route(DELIVERIES, door),
        record_route(ENDPOINT_RECORD, door),
        record_route(DELIVERY_RECORD, door),
        secretive_route(writing.create, keys, door),
        secretive_route(rotate, keys, door),
        command_route(writing.change(), door),
        *(command_route(command, door) for command in COMMANDS),
    ]
