"""Statements that banks send: OFX, camt.053, MT940, CNAB 240 with segment E, and CSV by a mapping."""

from retaguarda.providers.bankfiles.lines import Damaged, Tolerances
from retaguarda.providers.statements.csv_mapping import Mapping
from retaguarda.providers.statements.model import (
    Balance,
    Begun,
    Check,
    Ended,
    Event,
    Known,
    Limits,
    StatementLine,
)
from retaguarda.providers.statements.read_statement import PIECE, Reader, read_statement

__all__ = [
    "PIECE",
    "Balance",
    "Begun",
    "Check",
    "Damaged",
    "Ended",
    "Event",
    "Known",
    "Limits",
    "Mapping",
    "Reader",
    "StatementLine",
    "Tolerances",
    "read_statement",
]
