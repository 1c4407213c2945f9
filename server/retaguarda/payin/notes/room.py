"""Notes and files of charges."""

from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payin.notes.commands import ADD_NOTE
from retaguarda.payin.notes.files import FILES, REMOVE_FILE
from retaguarda.payin.notes.records import NOTES_RECORD


def _routes(services: Services) -> list[Route]:
    return FILES.routes(services[Access], services[Scanning])


ROOM = Room(name="payin.notes", records=(NOTES_RECORD,), commands=(ADD_NOTE, REMOVE_FILE), routes=_routes)
