"""What a case of the Mecanismo Especial de Devolução (MED) is, its states and its clocks.

A case begins with an infraction report of the payer's bank (fraud), or with its request for a refund (operational flaw).
At once what of the payment was not given back yet is set aside, as far as the account has it. Its way:

to_answer → in_analysis (the merchant wrote a defence) → agreed or disagreed (staff decide)
to_answer → agreed (the merchant accepts, or says nothing in time)
agreed → returned, when what was agreed to went back; or recovering, when the account had less: then what comes in later is
taken, until 90 days after the payment → returned, or partly_returned
agreed → expired, when the payer's bank never asked for the refund; and cancelled, when the payer's bank takes it away

In DICT's words: a report is OPEN until we acknowledge it (ACKNOWLEDGED), and CLOSED with what was decided; the request for
the refund is OPEN until the money went back, then CLOSED.
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

#: Of a case for fraud: the bank has seven days to analyse it, of which the merchant gets five (Manual Operacional do DICT).
ANALYSIS = timedelta(days=7)
ANSWER = timedelta(days=5)
#: Of an operational flaw the money goes back within a day; half of it is the merchant's to answer (the half is ours).
FLAW = timedelta(hours=24)
FLAW_ANSWER = timedelta(hours=12)
#: After the agreement the payer's bank asks for the refund, and after that it is made.
ASKING = timedelta(hours=72)
RETURNING = timedelta(hours=24)
#: From the payment: for so long what comes in is taken for what is missing.
RECOVERY = timedelta(days=90)

#: Who acts when the payer's bank or the clock moves a case.
BANK, CLOCK = "payer_bank", "clock"

Written = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]


class AnswerInput(msgspec.Struct, forbid_unknown_fields=True):
    """``defence``: why the money is the merchant's; at most 2,000 characters."""

    defence: Written


class DecideInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount``: what goes back of what was asked for; all that can unless given, and nothing of it when disagreed.

    ``note`` is told to the payer's bank.
    """

    decision: Literal["agreed", "disagreed"]
    note: Written
    amount: Price | None = None


class Case(msgspec.Struct):
    """One case as lists and Commands answer it.

    ``amount``: the most that can go back; ``missing``: what of it was neither set aside nor returned. ``due_at``: until when
    the next step must be done. ``decided_by`` is empty where it is not the reader's affair, and where the merchant itself
    said yes.
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
    """A case with what belongs to it. ``may_answer``, ``may_decide``: what whoever asks may do with it now.

    ``paid``: what the payer had paid, and when. ``told_error``: what DICT was not told yet, and why.
    """

    details: str
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
