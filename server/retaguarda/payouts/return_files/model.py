"""API shapes of return files of payments."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.bank_files.model import ReturnFile
from retaguarda.foundation.money import Money

#: Effects of lines, those that move something first.
EFFECTS = (
    "done",
    "failed",
    "cancelled",
    "returned",
    "released",
    "case",
    "contradiction",
    "unknown",
    "not_ours",
    "no_change",
    "already",
)
#: Effects that change an order or open a case of it.
CHANGING = EFFECTS[:6]

#: Meanings by which an order ends or its money comes back; in a damaged file they need a second witness.
MONEY = ("paid", "refused", "cancelled", "returned", "batch_refused")


class PaymentApplyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``plan``: the hash of the plan that the person saw; another plan is not applied. ``gap_reason``: why the files before this one
    are not waited for; needed where one is missing.
    """

    plan: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
    gap_reason: Annotated[str, msgspec.Meta(min_length=3, max_length=400)] | None = None


class PaymentEffectSum(msgspec.Struct):
    """Lines of one effect (per reason where it has one); ``done`` of them are applied."""

    effect: str
    why: str | None
    count: int
    done: int
    amount: Money


class PaymentCodeSum(msgspec.Struct):
    """Lines of one set of codes, as the bank writes them, and what they come to."""

    codes: str
    meaning: str
    count: int
    amount: Money


class ChooseInput(msgspec.Struct, forbid_unknown_fields=True):
    """``finding``: the number of a correction; ``taken``: whether it is in the plan."""

    finding: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    taken: bool


class PaymentFinding(msgspec.Struct):
    """What is wrong with a file or a line of it, and what another witness allows to be made of it.

    Attributes:
        line: where it was first seen; ``lines``: how often.
        read: what stands there.
        effect: what the correction makes of the line; null: none is proposed, a person looks.
        witness: who says so beside the file. ``no_debit``: statements of all its days have no such movement; ``remittance``: every line of
            it is here, so that the counts are wrong and nothing is missing. ``witness_id``: the bank line.
        taken: whether the correction is in the plan.
    """

    number: int
    kind: str
    line: int | None
    lines: int
    read: str
    effect: Literal["done", "failed", "cancelled"] | None
    amount: Money | None
    paid_on: date | None
    payout_id: UUID | None
    remittance_id: UUID | None
    witness: Literal["statement", "no_debit", "remittance"] | None
    witness_id: UUID | None
    taken: bool | None


class PaymentFileRecord(ReturnFile):
    """A file with the effects of its lines, planned or applied. ``expected_sequence``: the number (NSA) that follows the last applied
    file of this agreement; ``missing``: how many files stand before this one that nobody applied. ``findings``: the first of
    ``findings_total``; ``corrections``: how many of them are in the plan.
    """

    effects: list[PaymentEffectSum]
    codes: list[PaymentCodeSum]
    expected_sequence: int | None
    missing: int
    findings: list[PaymentFinding]
    findings_total: int
    corrections: int
