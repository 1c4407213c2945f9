"""Statuses and API shapes of return files.

receiving (pieces arrive) → received (complete, to be parsed) → parsed (its plan is known) → applying → applied; or
rejected, with line and column. A parsed file that is never applied changes nothing.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

STATUSES = ("receiving", "received", "parsed", "applying", "applied", "rejected")
EFFECTS = ("settle", "fee", "review", "unknown", "already", "rejected", "information")

#: Bytes of a file, and of one piece. A request body has at most a million bytes.
LARGEST = 200_000_000
PIECE = 512 * 1024
#: Bytes up to which a file is parsed within the request that closes its upload.
SMALL = PIECE

#: Effects of the other occurrences (bankfiles lists which are payments); any not listed is information only.
REJECTED = ("entry_rejected", "instruction_rejected", "change_rejected", "dda_refused")
FEES = ("bank_fee",)


class ReturnFileInput(msgspec.Struct, forbid_unknown_fields=True):
    """``size`` in bytes; each piece has ``PIECE`` bytes, the last one fewer."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]


class ReturnApplyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``plan``: the hash of the plan that the person saw; another plan is not applied."""

    plan: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]


Why = Annotated[str, msgspec.Meta(min_length=3, max_length=400)]


class AssignLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """``charge``: the charge that the line paid. ``reason``: how the person knows."""

    charge: UUID
    reason: Why | None = None


class CreditLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """``merchant``: number of the company that the line's money belongs to. ``reason``: how the person knows."""

    merchant: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    reason: Why


class DismissLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason``: why no money moves."""

    reason: Why


class ReturnDamage(msgspec.Struct):
    """Where and why a file cannot be parsed; ``line`` and ``column`` count from one."""

    code: str
    line: int
    column: int
    detail: str


class ReturnTolerance(msgspec.Struct):
    """A deviation from the layout that the parser accepted ``count`` times, first in ``line``."""

    name: str
    count: int
    line: int


class ReturnFile(msgspec.Struct):
    """One return file. ``*_said``: totals of its trailers; null where they give none. ``read_lines`` of ``total_lines``
    are parsed so far. ``plan_hash`` identifies the plan of its effects.
    """

    id: UUID
    created_at: datetime
    name: str
    size: int
    status: Literal["receiving", "received", "parsed", "applying", "applied", "rejected"]
    sha256: str | None
    bank: str | None
    bank_name: str | None
    layout: str | None
    company_document: str | None
    company_name: str | None
    agreement: str | None
    sequence: int | None
    generated_on: date | None
    total_lines: int
    read_lines: int
    lines: int | None
    entries: int | None
    amount: Money | None
    paid: Money | None
    fee: Money | None
    lines_said: int | None
    entries_said: int | None
    amount_said: Money | None
    tolerances: list[ReturnTolerance]
    error: ReturnDamage | None
    plan_hash: str | None
    plan_changed: bool
    actor: str
    parsed_at: datetime | None
    applied_at: datetime | None
    applied_by: str | None
    company_id: int


class ReturnLine(msgspec.Struct):
    """One line with its effect. ``decision``: assigned, credited or dismissed, by a person; ``note`` is their reason."""

    file_id: UUID
    number: int
    meaning: str
    bank_ref: str
    payer_name: str
    occurred_on: date | None
    paid: Money
    fee: Money
    effect: str
    why: str | None
    charge_id: UUID | None
    reference: str | None
    decision: str | None
    decided_by: str | None
    decided_at: datetime | None
    note: str | None


class EffectSum(msgspec.Struct):
    """Lines of one effect (per reason under review, per meaning where it is information); ``done`` of them are applied."""

    effect: Literal["settle", "fee", "review", "unknown", "already", "rejected", "information"]
    why: str | None
    meaning: str | None
    count: int
    done: int
    paid: Money
    fee: Money


class OccurrenceSum(msgspec.Struct):
    occurrence: str
    meaning: str
    count: int
    paid: Money


class ReturnFileRecord(ReturnFile):
    """A file with the effects of its lines, planned or applied."""

    effects: list[EffectSum]
    occurrences: list[OccurrenceSum]


class LineField(msgspec.Struct):
    """``column`` counts from one; ``value`` as parsed, null where the field is blank or invalid."""

    name: str
    column: int
    length: int
    kind: Literal["N", "X", "M", "D", "C"]
    value: str | None


class RawLine(msgspec.Struct):
    """``text`` is Latin-1, so that each character is one byte of the file."""

    number: int
    record: str
    text: str
    fields: list[LineField]


class RawLines(msgspec.Struct):
    """Raw lines of the file from ``first`` on; the file has ``total`` lines."""

    first: int
    total: int
    lines: list[RawLine]
