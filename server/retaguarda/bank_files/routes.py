"""The return files' part of the API."""

from retaguarda.bank_files.commands import APPLY_FILE, COLLECTION, COMMANDS, CREATE_FILE, FINISH_FILE
from retaguarda.bank_files.credit_line import CREDIT_LINE
from retaguarda.bank_files.decide_line import ASSIGN_LINE, DISMISS_LINE
from retaguarda.bank_files.raw_lines import lens_route
from retaguarda.bank_files.records import FILE_RECORD
from retaguarda.bank_files.tables import FILES, LINES
from retaguarda.bank_files.upload_pieces import piece_route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

__all__ = ["COMMANDS", "routes"]


def routes(access: Access, scanning: Scanning) -> list[Route]:
    return [
        table_route(FILES, access),
        table_route(LINES, access),
        record_route(FILE_RECORD, access),
        command_route(CREATE_FILE, access),
        piece_route(COLLECTION, access, scanning),
        command_route(FINISH_FILE, access),
        *command_routes((APPLY_FILE,), access),
        *command_routes((ASSIGN_LINE, CREDIT_LINE, DISMISS_LINE), access),
        lens_route(COLLECTION, access),
    ]
