"""API shapes, statuses and deadlines of received disputes (MED, Mecanismo Especial de Devolução).

A dispute opens with an infraction report of the payer's bank (fraud), or with its refund request (operational flaw). We
hold at once what of the payment is not refunded yet, as far as the account covers it. Transitions:

to_answer → in_analysis (the merchant wrote a defence) → agreed or disagreed (staff decide)
to_answer → agreed (the merchant accepts, or does not answer in time)
agreed → returned, when the agreed amount went back; or recovering, when the account had less: then we take later
         receipts, until 90 days after the payment → returned, or partly_returned
agreed → expired, when the payer's bank never requests the refund; and cancelled, when the payer's bank withdraws

In DICT: a report is OPEN until we acknowledge it (ACKNOWLEDGED), and CLOSED with the decision; a refund request is OPEN
until the money went back, then CLOSED.
"""

from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.files.store import StoredFile
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.model import Entry, Refund
from retaguarda.providers.dict.port import LONGEST_TEXT

STATUSES = (
    "to_answer",
    "in_analysis",
    "agreed",
    "recovering",
    "returned",
    "partly_returned",
    "disagreed",
    "cancelled",
    "expired",
)
OPEN = ("to_answer", "in_analysis", "agreed", "recovering")
REASONS = ("fraud", "operational_flaw")

#: Fraud: the bank has seven days to analyse, of which the merchant gets five (Manual Operacional do DICT).
FRAUD_ANALYSIS = timedelta(days=7)
FRAUD_ANSWER = timedelta(days=5)
#: Operational flaw: the money goes back within a day; the merchant gets half of it to answer (the half is our rule).
FLAW_ANALYSIS = timedelta(hours=24)
FLAW_ANSWER = timedelta(hours=12)
#: After the agreement the payer's bank has this long to request the refund, and we this long to make it.
REQUEST_PERIOD = timedelta(hours=72)
RETURN_PERIOD = timedelta(hours=24)
#: From the payment: how long later receipts cover the missing amount.
RECOVERY_PERIOD = timedelta(days=90)

#: Actors when the payer's bank or the clock moves a dispute.
BANK, CLOCK = "payer_bank", "clock"

LongText = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]


class AnswerInput(msgspec.Struct, forbid_unknown_fields=True):
    """``defence``: why the merchant keeps the money; at most 2,000 characters."""

    defence: LongText


class DecideInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount``: what goes back; defaults to all that can, and must be left out when disagreed.

    The payer's bank gets ``note``.
    """

    decision: Literal["agreed", "disagreed"]
    note: LongText
    amount: Price | None = None


class Case(msgspec.Struct):
    """A dispute in lists and in responses to Commands.

    ``amount``: the most that can go back; ``missing``: what of it is neither held nor returned. ``due_at``: deadline of
    the next step. ``decided_by`` is empty where the reader may not know it, and where the merchant itself agreed.
    """

    id: UUID
    opened_at: datetime
    end_to_end_id: str
    charge_id: UUID | None
    reason: str
    status: str
    payer_name: str | None
    payer_document: str | None
    payer_bank: str
    asked: Money
    amount: Money
    agreed: Money | None
    blocked: Money
    returned: Money
    missing: Money
    due_at: datetime | None
    answered_at: datetime | None
    decision: str | None
    decided_at: datetime | None
    ended_at: datetime | None
    company_id: int
    company_name: str | None


class CaseRecord(Case):
    """A dispute with its details. ``may_answer``, ``may_decide``: what the principal may do with it now.

    ``paid``, ``paid_at``: the payer's payment. ``told_error``: why DICT does not have our last step.
    """

    details: str
    payer_bank_name: str | None
    report_id: UUID | None
    request_id: UUID | None
    paid: Money
    paid_at: datetime
    recover_until: datetime
    defence: str | None
    answered_by: str | None
    decision_note: str | None
    decided_by: str | None
    told_error: str | None
    may_answer: bool
    may_decide: bool
    files: list[StoredFile]
    refunds: list[Refund]
    entries: list[Entry]
    timeline: list[Moment]
