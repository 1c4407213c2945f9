"""A case and its states: open → proposed → settled, and back to open when the second person does not agree.

Nobody settles what they proposed themselves.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

STATUSES = ("open", "proposed", "settled")
KINDS = ("paid_after_failed", "paid_twice", "return_unmatched", "refused_after_paid", "owner_changed", "file_gap")
OUTCOMES = ("merchant", "losses", "bank", "accepted")
SOURCES = ("bank", "file", "directory")
Outcome = Literal["merchant", "losses", "bank", "accepted"]


class CaseProposal(msgspec.Struct, forbid_unknown_fields=True):
    """How a case ends: the merchant bears or gets the money, the provider does (``losses``), or the ``bank`` undid it. What moved
    no money is ``accepted``.

    ``reason``: what that is founded on.
    """

    outcome: Outcome
    reason: Reason


class PayoutCase(msgspec.Struct):
    """One case. ``incoming``: the money came in; of the others it left; null where none moved. ``reference``: the bank's own id of the movement.

    ``payout_id`` and ``holder_name``: null where no payment of ours is known that it could be of.
    """

    id: UUID
    company_id: int
    kind: str
    payout_id: UUID | None
    holder_name: str | None
    amount: Money
    incoming: bool | None
    reference: str
    source: str
    evidence: str
    status: str
    outcome: str | None
    reason: str | None
    opened_at: datetime
    proposed_at: datetime | None
    proposed_by: str | None
    settled_at: datetime | None
    settled_by: str | None


class PayoutCaseRecord(PayoutCase):
    """A case with its payment. ``replaced_by``: the payment that repeats it, and would be the second one to the payee.

    ``may_settle``: another person proposed.
    """

    payout_status: str | None
    origin: str | None
    company_name: str
    replaced_by: UUID | None
    may_settle: bool
    timeline: list[Moment]


class CaseState(msgspec.Struct):
    """What a plan compares: nothing of the moment, so that the same effect is the same plan."""

    status: str
    outcome: str | None
    reason: str | None
