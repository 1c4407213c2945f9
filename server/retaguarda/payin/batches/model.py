"""What a batch of charges is.

Its lines are read and checked as often as a person likes; nothing is written before it is sent. Then every line is a charge in
state created, the provider is told of all of them at once (PUT /lotecobv/{id}), and says of each what became of it:
EM_PROCESSAMENTO is created, CRIADA is pending, NEGADA is failed, with the reason.

sending → processing → done; or failed, when the provider refuses the batch as a whole.
"""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.payin.charges.due_terms import Terms
from retaguarda.payin.charges.model import Days
from retaguarda.payin.splits.model import Split

STATUSES = ("sending", "processing", "done", "failed")
#: Lines of one batch, and characters of its text.
MOST_LINES = 5_000
MOST_TEXT = 2_000_000


class TableInput(msgspec.Struct, forbid_unknown_fields=True):
    """``text`` is a table as a spreadsheet saves or copies it: columns parted by semicolons, tabs or commas, names in the first line."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TEXT)]
    terms: Terms | None = None
    split: Split | None = None


class BatchInput(TableInput, forbid_unknown_fields=True, kw_only=True):
    """``terms``, ``split`` and ``valid_days`` are those of every line; without ``valid_days`` the merchant's usual."""

    description: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    valid_days: Days | None = None


class BatchRevisionInput(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be another of every charge that is not paid; what is left out stays. A term of value 0 takes the term away."""

    due_date: date | None = None
    valid_days: Days | None = None
    terms: Terms | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None


class LineProblem(msgspec.Struct):
    """``column`` is null where the line as a whole is meant; ``key`` is a stable word."""

    column: str | None
    key: str


class Line(msgspec.Struct):
    """One line as it was read; ``problems`` keep the batch from being sent, ``warnings`` do not."""

    number: int
    name: str
    document: str
    amount: Money | None
    due_date: date | None
    description: str | None
    reference: str | None
    problems: list[LineProblem]
    warnings: list[LineProblem]


class Checked(msgspec.Struct):
    """``sendable``: there is at least one line, and no problem."""

    lines: list[Line]
    amount: Money
    wrong: int
    warned: int
    sendable: bool


class Batch(msgspec.Struct):
    """``made`` and ``denied`` of ``total`` are known so far."""

    id: UUID
    created_at: datetime
    description: str
    status: str
    total: int
    made: int
    denied: int
    amount: Money
    last_error: str | None
    finished_at: datetime | None
    company_id: int


class DeniedLine(msgspec.Struct):
    """A charge of the batch that the provider refused."""

    charge_id: UUID
    number: int
    name: str
    amount: Money
    problem: str | None


class BatchRecord(Batch):
    """With what was paid of it and how many are still to be paid, the first refused lines, and the text of all of them, to be corrected and sent again."""

    paid: int
    open: int
    received: Money
    denied_lines: list[DeniedLine]
    denied_text: str
