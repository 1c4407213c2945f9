"""The notes' part of the API."""

from retaguarda.account.notes.posting import POST_NOTE
from retaguarda.account.notes.reading import NOTE_RECORD, NOTES
from retaguarda.account.notes.writing import CANCEL_NOTE, CHANGE_NOTE, CREATE_NOTE, SUBMIT_NOTE
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route

COMMANDS = (CREATE_NOTE, CHANGE_NOTE, SUBMIT_NOTE, POST_NOTE, CANCEL_NOTE)


def routes(door: Door) -> list[Route]:
    return [
        table_route(NOTES, door),
        record_route(NOTE_RECORD, door),
        *(command_route(command, door) for command in COMMANDS),
        *(plan_route(command, door) for command in COMMANDS),
    ]
