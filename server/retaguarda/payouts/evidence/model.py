"""Evidence of what became of an order and its states: proposed → approved or refused; overtaken when the bank answers first.

Nobody approves what they proposed themselves.
"""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.files.store import StoredFile
from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment
from retaguarda.identity.proven_command import Shown

Says = Literal["paid", "not_paid"]
Source = Literal["statement_line", "bank_letter"]
SAYS: tuple[Says, ...] = ("paid", "not_paid")
STATUSES = ("proposed", "approved", "refused", "overtaken")
#: Why no evidence ends an order now.
STOPS = ("no_order", "not_uncertain", "not_sent", "file_answers")


class EvidenceInput(Shown, forbid_unknown_fields=True, kw_only=True):
    """What became of the order, and on what that is founded: exactly one of ``line``, of a statement, and ``file``, a letter of the bank.

    ``occurred_on``: of a letter, the day that it names; a line has its own.
    """

    says: Says
    line: UUID | None = None
    file: UUID | None = None
    occurred_on: date | None = None
    reason: Reason


class ApproveEvidenceInput(Shown, forbid_unknown_fields=True, kw_only=True):
    """The second factor of whoever approves."""


class StatementLine(msgspec.Struct):
    """A line of a statement that fits the order. ``named``: it bears the order's own number; ``says``: what it would prove."""

    id: UUID
    booked_on: date
    amount: Money
    texts: str
    says: Says
    named: bool


class PayoutEvidence(msgspec.Struct):
    """What was proposed of an order. ``occurred_on``: the day on which the bank paid, or gave the money back.

    ``sha256``: of the letter, in hex. ``refusal``: why the second person did not agree.
    """

    id: UUID
    company_id: int
    payout_id: UUID
    order_id: UUID
    says: Says
    source: Source
    amount: Money
    occurred_on: date
    line_id: UUID | None
    line_text: str | None
    file_id: UUID | None
    sha256: str | None
    reason: str
    status: str
    proposed_at: datetime
    proposed_by: str
    decided_at: datetime | None
    decided_by: str | None
    refusal: str | None


class EvidenceRecord(msgspec.Struct):
    """All evidence of a payout. ``stop``: why none can be proposed now; null: its order is uncertain.

    ``lines``: of statements, which fit. ``may_approve``: somebody else proposed what waits.
    """

    payout_id: UUID
    company_id: int
    stop: str | None
    lines: list[StatementLine]
    files: list[StoredFile]
    evidence: list[PayoutEvidence]
    may_approve: bool
    timeline: list[Moment]


class EvidenceState(msgspec.Struct):
    """What a plan compares: the payout's state and that of the evidence."""

    payout: str
    evidence: str | None
