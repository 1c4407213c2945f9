"""API shapes of return files of payments."""

from typing import Annotated

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


class PaymentFileRecord(ReturnFile):
    """A file with the effects of its lines, planned or applied. ``expected_sequence``: the number (NSA) that follows the last applied
    file of this agreement; ``missing``: how many files stand before this one that nobody applied.
    """

    effects: list[PaymentEffectSum]
    codes: list[PaymentCodeSum]
    expected_sequence: int | None
    missing: int
