"""Entries that staff write into a merchant's account, and their papers."""

from retaguarda.account.notes.files import FILES, REMOVE_FILE
from retaguarda.account.notes.invariants import INVARIANTS
from retaguarda.account.notes.post_note import POST_NOTE
from retaguarda.account.notes.records import NOTE_RECORD
from retaguarda.account.notes.tables import NOTES
from retaguarda.account.notes.write_note import CANCEL_NOTE, CHANGE_NOTE, CREATE_NOTE, SUBMIT_NOTE
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return FILES.routes(services[Access], services[Scanning])


ROOM = Room(
    name="notes",
    tables=(NOTES,),
    records=(NOTE_RECORD,),
    commands=(CREATE_NOTE, CHANGE_NOTE, SUBMIT_NOTE, POST_NOTE, CANCEL_NOTE, REMOVE_FILE),
    routes=_routes,
    invariants=INVARIANTS,
)
