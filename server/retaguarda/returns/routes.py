"""The return files' part of the API."""

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route
from retaguarda.returns.commands import APPLY_FILE, COMMANDS, CREATE_FILE, FINISH_FILE
from retaguarda.returns.crediting import CREDIT_LINE
from retaguarda.returns.deciding import ASSIGN_LINE, DISMISS_LINE
from retaguarda.returns.lens import lens_route
from retaguarda.returns.pieces import piece_route
from retaguarda.returns.records import FILE_RECORD
from retaguarda.returns.tables import FILES, LINES

__all__ = ["COMMANDS", "routes"]

_ON_LINE = (ASSIGN_LINE, CREDIT_LINE, DISMISS_LINE)


def routes(door: Door, anybody: Door, of_file: Door, new: Door, scanning: Scanning) -> list[Route]:
    """``of_file`` opens on the company whose file a path names, ``new`` on the one that a new file belongs to; ``anybody`` sees what
    other companies' files brought."""
    return [
        table_route(FILES, door),
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
