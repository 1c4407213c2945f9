"""The return files' part of the API."""

from retaguarda.bank_files.commands import APPLY_FILE, COMMANDS, CREATE_FILE, FINISH_FILE
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
from retaguarda.ledger.plan import plan_route

__all__ = ["COMMANDS", "routes"]

_ON_LINE = (ASSIGN_LINE, CREDIT_LINE, DISMISS_LINE)


def routes(access: Access, anybody: Access, of_file: Access, new: Access, scanning: Scanning) -> list[Route]:
    """``of_file`` opens on the company whose file a path names, ``new`` on the one that a new file belongs to; ``anybody`` sees what
    other companies' files brought."""
    return [
        table_route(FILES, access),
        table_route(LINES, anybody),
        record_route(FILE_RECORD, of_file),
        command_route(CREATE_FILE, new),
        piece_route(of_file, scanning),
        command_route(FINISH_FILE, of_file),
        command_route(APPLY_FILE, of_file),
        plan_route(APPLY_FILE, of_file),
        *(command_route(command, of_file) for command in _ON_LINE),
        *(plan_route(command, of_file) for command in _ON_LINE),
        lens_route(of_file),
    ]
