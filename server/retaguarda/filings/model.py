"""Shapes and states of requests for a regulator's file.

received → generated → approved → delivered → accepted, or rejected and made again; cancelled before it is delivered.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

State = Literal["received", "generated", "approved", "delivered", "accepted", "rejected", "cancelled"]
STATES: tuple[State, ...] = ("received", "generated", "approved", "delivered", "accepted", "rejected", "cancelled")
#: Where a request stands against its day.
DUE = ("overdue", "today", "soon", "later", "done")
#: What a comparison says of a cell: changed, its line came or went; altered: as filed, and yet not as it was.
DIFFERENCES = ("changed", "came", "went", "altered")
#: Whether an act explains it.
FINDINGS = ("act", "no_act")
OVER = ("delivered", "accepted", "cancelled")

Number = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


@dataclass(frozen=True, slots=True)
class FilingDesk:
    """Where files of some layouts are handled: the first part of its Commands' names, its path, and who may.

    Args:
        path: of its requests in the API.
        layouts: names of the layouts that are filed here.
    """

    name: str
    path: str
    layouts: tuple[str, ...]
    read: Permission
    write: Permission


class FilingInput(msgspec.Struct, forbid_unknown_fields=True):
    """What a regulator asks for. ``filer_document``: CNPJ of who hands the file in. ``due_on`` None: the layout's business days."""

    number: Number
    layout: Annotated[str, msgspec.Meta(max_length=40)]
    filer_document: Annotated[str, msgspec.Meta(max_length=20)]
    filer_name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    period_from: date
    period_to: date
    received_on: date
    due_on: date | None = None


class FilingPeriod(msgspec.Struct, forbid_unknown_fields=True):
    """Another period: whatever file was made is made again."""

    period_from: date
    period_to: date
    reason: Reason


class FilingExcuse(msgspec.Struct, forbid_unknown_fields=True):
    """``problem`` as a check names it, ``column:problem``; ``source``: the row's."""

    source: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    problem: Annotated[str, msgspec.Meta(pattern="^[a-z0-9_]+:[a-z0-9_]+$", max_length=100)]
    reason: Reason


class FilingDelivery(msgspec.Struct, forbid_unknown_fields=True):
    """``protocol``: what the regulator's transport answered, just now."""

    protocol: Number


class FilingReceipt(msgspec.Struct, forbid_unknown_fields=True):
    """What became of a delivered file. A rejection says why."""

    outcome: Literal["accepted", "rejected"]
    reason: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class FilingVersion(msgspec.Struct):
    """A file as it was made. ``others``: sums by currency; ``changed_lines``: lines that are not in the version before."""

    version: int
    file_name: str
    sha256: str
    size: int
    rows: int
    excused: int
    total: Money
    others: list[Money]
    made_at: datetime
    made_by: str
    approved_at: datetime | None
    approved_by: str | None


class FilingLine(msgspec.Struct):
    """A row as it would be filed now. ``problems``: as ``column:problem``; ``excused``: those that have a reason."""

    source: str
    cells: list[str]
    problems: list[str]
    excused: list[str]


class FilingChange(msgspec.Struct):
    """A cell that differs between two files; ``column`` empty: the whole line came (before null) or went (after null)."""

    source: str
    column: str
    before: str | None
    after: str | None


class FilingDiff(msgspec.Struct):
    """What the newest file changes against another: ``against`` names it. At most some changes are told; ``count``: all."""

    against: str
    count: int
    changes: list[FilingChange]


class Filing(msgspec.Struct):
    """A request and where it stands. ``days_left``: business days until it is due, below zero once it is late."""

    id: UUID
    layout: str
    document: str
    number: str
    filer_document: str
    filer_name: str
    period_from: date
    period_to: date
    received_on: date
    due_on: date
    days_left: int
    state: State
    version: int
    protocol: str | None
    delivered_at: datetime | None
    answered_at: datetime | None
    reason: str | None


class FilingRecord(Filing, kw_only=True):
    """``rows``, ``errors``, ``open_errors``: of the rows as they are now; ``lines``: the first of them, those with errors first.
    ``may_approve``: somebody else made the newest file."""

    columns: list[str]
    rows: int
    errors: int
    open_errors: int
    total: Money
    others: list[Money]
    lines: list[FilingLine]
    versions: list[FilingVersion]
    diff: FilingDiff | None
    evidence: str
    may_approve: bool
    timeline: list[Moment]


class FilingCompare(msgspec.Struct, forbid_unknown_fields=True):
    """Which version is made again; None: the newest."""

    version: Annotated[int, msgspec.Meta(ge=1, le=10**6)] | None = None


class FilingComparison(msgspec.Struct):
    """A file made again, and beside today's rows. ``sha256``: of what was filed, ``sha256_again``: of the file made again;
    ``differences``: of all cells; ``listed``: how many of them were kept; ``without_act``: those that nobody's act explains."""

    id: UUID
    version: int
    sha256: str
    sha256_again: str
    rows: int
    rows_again: int
    rows_now: int
    differences: int
    listed: int
    without_act: int
    created_at: datetime
    created_by: str


class FilingWorkbench(msgspec.Struct):
    """What was filed for a request, and what comparisons found of it, the newest first."""

    request: Filing
    columns: list[str]
    versions: list[FilingVersion]
    comparisons: list[FilingComparison]


class FilingStanding(msgspec.Struct):
    """A request as a plan compares it."""

    state: str
    version: int
    period_from: date
    period_to: date
    protocol: str | None


#: Of what a file without amounts says.
Totals = dict[Currency, int]
