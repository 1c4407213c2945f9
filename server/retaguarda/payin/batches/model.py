"""API shapes and statuses of batches of charges.

A person may parse and check the table as often as they like; nothing is written before it is sent. Then every line is a
charge in status created, we send the provider all of them at once (PUT /lotecobv/{id}), and it reports each line:
EM_PROCESSAMENTO is created, CRIADA is pending, NEGADA is failed, with the reason.

sending → processing → done; or failed, when the provider refuses the whole batch.
"""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.payin.charges.due_terms import Terms
from retaguarda.payin.settings.model import Days
from retaguarda.payin.splits.model import Split

STATUSES = ("sending", "processing", "done", "failed")
#: Lines of one batch, and characters of its text.
MOST_LINES = 5_000
MOST_TEXT = 2_000_000


class TableInput(msgspec.Struct, forbid_unknown_fields=True):
    """``text``: a table as a spreadsheet saves or copies it; columns separated by semicolons, tabs or commas, their
    names in the first line.
    """

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TEXT)]
    terms: Terms | None = None
    split: Split | None = None


class BatchInput(TableInput, forbid_unknown_fields=True, kw_only=True):
    """``terms``, ``split`` and ``valid_days`` apply to every line; ``valid_days`` defaults to the merchant's."""

    description: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    valid_days: Days | None = None


class BatchRevisionInput(msgspec.Struct, forbid_unknown_fields=True):
    """Changes every charge that is not paid; a field left out stays. A term of value 0 removes it."""

    due_date: date | None = None
    valid_days: Days | None = None
    terms: Terms | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None


class LineProblem(msgspec.Struct):
    """``column`` is null where it concerns the whole line; ``key`` is a stable word."""

    column: str | None
    key: str


class Line(msgspec.Struct):
    """One line as parsed; ``problems`` prevent sending, ``warnings`` do not."""

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
    """``sendable``: at least one line and no problem."""

    lines: list[Line]
    amount: Money
    wrong: int
    warned: int
    sendable: bool


class Batch(msgspec.Struct):
    """``made`` and ``denied`` count the lines of ``total`` whose outcome is known."""

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
    """A batch with what was received, the charges still open, the first denied lines, and all of them as a table to
    correct and send again.
    """

    paid: int
    open: int
    received: Money
    denied_lines: list[DeniedLine]
    denied_text: str
