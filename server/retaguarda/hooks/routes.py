"""The webhooks' part of the API."""

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.hooks.commands.replay import REPLAY, REPLAY_ALL
from retaguarda.hooks.commands.steer import DISABLE, ENABLE, REMOVE, TRY
from retaguarda.hooks.commands.write import Writing, rotate, secretive_route
from retaguarda.hooks.records import DELIVERY_RECORD, ENDPOINT_RECORD
from retaguarda.hooks.tables import DELIVERIES, HOOK_ENDPOINTS

COMMANDS = (ENABLE, DISABLE, REMOVE, TRY, REPLAY, REPLAY_ALL)


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
