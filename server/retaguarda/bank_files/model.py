"""What a return file is, and which states it goes through.

receiving (its pieces come) → received (all of it is here, a worker reads it) → parsed (read, and what would follow is known)
→ applying → applied; or rejected, with line and column. A parsed file that is never applied changes nothing.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

STATUSES = ("receiving", "received", "parsed", "applying", "applied", "rejected")
EFFECTS = ("settle", "fee", "review", "unknown", "already", "rejected", "information")

#: Bytes of a file, and of one piece of it. A body has at most a million bytes.
LARGEST = 200_000_000
PIECE = 512 * 1024
#: A file up to this long is read while its sender waits.
SMALL = PIECE

#: What else an occurrence means for us (bankfiles says which ones are payments); what is not named is only told.
REJECTED = ("entry_rejected", "instruction_rejected", "change_rejected", "dda_refused")
FEES = ("bank_fee",)


class ReturnFileInput(msgspec.Struct, forbid_unknown_fields=True):
    """``size`` in bytes: its pieces follow, all of them but the last of ``PIECE`` bytes."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]


class ReturnApplyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``plan``: the hash of the plan that was seen, so that nothing else is applied than what was."""

    plan: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]


Why = Annotated[str, msgspec.Meta(min_length=3, max_length=400)]


class AssignLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """``charge``: which charge the line has paid. ``reason``: how that is known."""

    charge: UUID
    reason: Why | None = None


class CreditLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """``merchant``: the number of the company whose money the line brings. ``reason``: how that is known."""

    merchant: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    reason: Why


class DismissLineInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason``: why nothing of it moves."""

    reason: Why


class ReturnDamage(msgspec.Struct):
    """``line`` and ``column`` count from one."""

    code: str
    line: int
    column: int
    detail: str


class ReturnTolerance(msgspec.Struct):
    """Something that is not as it should be, and was read nevertheless. ``line``: where it was first seen."""

    name: str
    count: int
    line: int


class ReturnFile(msgspec.Struct):
    """``*_said``: by the trailers of the file; None where they do not say. ``read_lines`` of ``total_lines`` while it is read. ``plan_hash`` names the plan of its effects."""

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
    """What a line says and what became of it. ``decision``: assigned, credited or dismissed, by a person; ``note`` is their reason."""

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
    """Lines of one effect (of a review, one reason; of what is only told, one meaning); ``done`` of them stand."""

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
    """A file with what would follow of it, or what did."""

    effects: list[EffectSum]
    occurrences: list[OccurrenceSum]


class LineField(msgspec.Struct):
    """``column`` from one; ``value`` as it was read: None where the field is blank or makes no sense."""

    name: str
    column: int
    length: int
    kind: Literal["N", "X", "M", "D", "C"]
    value: str | None


class RawLine(msgspec.Struct):
    """``text`` in Latin-1, so that each letter is one byte of the file."""

    number: int
    record: str
    text: str
    fields: list[LineField]


class RawLines(msgspec.Struct):
    """Lines of the file as they came, from ``first`` on; ``total`` lines are in it."""

    first: int
    total: int
    lines: list[RawLine]
