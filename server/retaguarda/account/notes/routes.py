"""The notes' part of the API."""

from retaguarda.account.notes.files import FILES, REMOVE_FILE
from retaguarda.account.notes.post_note import POST_NOTE
from retaguarda.account.notes.records import NOTE_RECORD
from retaguarda.account.notes.tables import NOTES
from retaguarda.account.notes.write_note import CANCEL_NOTE, CHANGE_NOTE, CREATE_NOTE, SUBMIT_NOTE
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

COMMANDS = (CREATE_NOTE, CHANGE_NOTE, SUBMIT_NOTE, POST_NOTE, CANCEL_NOTE, REMOVE_FILE)


def routes(access: Access, scanning: Scanning) -> list[Route]:
    return [
        table_route(NOTES, access),
        record_route(NOTE_RECORD, access),
        *command_routes(COMMANDS, access),
        *FILES.routes(access, scanning),
    ]
