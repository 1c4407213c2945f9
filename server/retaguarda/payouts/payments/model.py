"""A payment and its states.

created (planned for a later day), queued (waits for money), on_hold (a person decides, under a clock) → pending → in bank
processing → done or failed; cancelled before the bank is asked, rejected while on hold, blocked when it may not be sent
now. Shown and not stored: *uncertain*, *returned*, *partly returned*.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.account.bank_accounts.model import AccountInput, KeyInput, PayoutOrder
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.model import Entry
from retaguarda.payout_engine.parse_tags import LONGEST_TAG, MOST_TAGS, Priority
from retaguarda.payout_engine.plan_ted import TedPurpose
from retaguarda.payouts.payees.confirm_payee import Confirmation
from retaguarda.payouts.routing.model import PaymentRoute
from retaguarda.payouts.rules.model import RuleTrace

#: SQL: the rows of ``payout`` that are payments; the others are withdrawals.
OF_PAYMENTS = "origin in ('payout', 'batch', 'split')"
ORIGINS = ("payout", "batch", "split")
METHODS = ("pix", "ted", "slip")
#: Seconds after which an order without an answer makes a payment *uncertain*.
UNCERTAIN_AFTER = 60
#: States as people see them.
STATES = (
    "created", "queued", "on_hold", "pending", "in_bank_processing", "uncertain", "blocked",
    "done", "partly_returned", "returned", "failed", "cancelled", "rejected",
)  # fmt: skip
CANCELLABLE = frozenset({"created", "queued", "on_hold", "pending", "blocked"})
#: What waits, and may be told to leave now.
SENDABLE = frozenset({"created", "queued", "pending"})
QUEUED_REASONS = ("no_funds", "window", "processor_down", "limit_window")
HOLD_REASONS = (
    "risk", "owner_changed", "compliance", "suspect", "cooling_off", "under_review", "rule", "second_person",
)  # fmt: skip

Text140 = Annotated[str, msgspec.Meta(max_length=140)]


class PaymentDestination(msgspec.Struct, forbid_unknown_fields=True):
    """Where money goes: exactly one of a Pix key, an account, and a code: the text of a Pix code (copia e cola), or the line or
    barcode of a slip.

    ``holder_name`` and ``holder_document`` (CPF or CNPJ): who is expected to own the destination; may be left away for one
    that is known.
    ``method``: by what it goes to an account; a TED leaves on business days until the cut-off of a processor. ``ted_purpose``: what a TED
    is for (FEBRABAN P011); without one, credit in account.
    """

    key: KeyInput | None = None
    account: AccountInput | None = None
    code: Annotated[str, msgspec.Meta(max_length=512)] | None = None
    holder_name: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    holder_document: Annotated[str, msgspec.Meta(max_length=30)] | None = None
    method: Literal["pix", "ted"] = "pix"
    ted_purpose: TedPurpose | None = None


class SortedInput(PaymentDestination, forbid_unknown_fields=True, kw_only=True):
    """A destination, and what a merchant sorts its payment by. ``priority``: which of those that wait for money leaves first."""

    tags: Annotated[list[Annotated[str, msgspec.Meta(max_length=LONGEST_TAG)]], msgspec.Meta(max_length=MOST_TAGS)] = []
    cost_centre: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    priority: Priority = "normal"


class PayInput(SortedInput, forbid_unknown_fields=True, kw_only=True):
    """``amount`` is what arrives; the fee comes on top.

    ``external_id``: the merchant's own id, unique for ever. ``duplicate_reason``: why the same amount goes
    to the same destination again today.
    """

    amount: Price
    purpose: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    description: Text140 | None = None
    scheduled_for: date | None = None
    external_id: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    duplicate_reason: Text140 | None = None


class BroughtPaymentInput(SortedInput, forbid_unknown_fields=True, kw_only=True):
    """``amount`` is what arrives. ``external_id``: the merchant's own id, unique for ever, by which people know it."""

    amount: Price
    external_id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    description: Text140 | None = None
    scheduled_for: date | None = None


class RetryInput(msgspec.Struct, forbid_unknown_fields=True):
    """A new payment like one that failed or came back; ``external_id`` of the new one."""

    external_id: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    duplicate_reason: Text140 | None = None


class SendNowInput(msgspec.Struct, forbid_unknown_fields=True):
    """``duplicate_reason``: why it goes where the same amount goes today."""

    duplicate_reason: Text140 | None = None


class MoveDayInput(msgspec.Struct, forbid_unknown_fields=True):
    """``scheduled_for``: the later day on which the payment leaves instead."""

    scheduled_for: date


class HoldInput(msgspec.Struct, forbid_unknown_fields=True):
    """Put a payment on hold for so many minutes; ``explanation`` is for staff."""

    hold_reason: Literal["risk", "compliance", "suspect"]
    minutes: Annotated[int, msgspec.Meta(ge=5, le=1440)]
    reason: Reason


class PayoutPayment(msgspec.Struct):
    """One payment as lists and Commands return it. ``status`` is the displayed state; ``gross`` is what leaves the balance: amount plus
    fee. The document is masked. ``inside``: no bank is asked, for whom it goes to has an account with us.
    ``ted_purpose``: of what was asked for as a TED, also where it left as a Pix. ``opens_at``: when a TED may leave that waits for
    the banks' hours."""

    id: UUID
    created_at: datetime
    company_id: int
    origin: str
    method: str
    status: str
    amount: Money
    fee: Money
    gross: Money
    returned: Money
    fee_back: bool
    holder_name: str
    holder_document: str
    kind: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    barcode: str | None
    due_on: date | None
    purpose: str | None
    ted_purpose: str | None
    opens_at: datetime | None
    description: str | None
    external_id: str | None
    end_to_end_id: str | None
    scheduled_for: date | None
    ended_at: datetime | None
    fail_code: str | None
    last_error: str | None
    blocked_reason: str | None
    queued_reason: str | None
    hold_reason: str | None
    hold_until: datetime | None
    replaces: UUID | None
    batch_id: UUID | None
    batch_line: int | None
    payee_id: UUID | None
    inside: bool
    tags: list[str]
    cost_centre: str | None
    priority: Priority
    actor: str


class PaymentState(msgspec.Struct):
    """What of a payment a plan compares: nothing of the moment, so that the same effect is the same plan."""

    status: str
    hold_reason: str | None


class PaymentDay(PaymentState):
    """What a plan of another day compares beside the state."""

    scheduled_for: date | None


class PaymentReturn(msgspec.Struct):
    """What the receiver's bank returned, or the receiver itself where it is another merchant. ``code``: why, as the bank says; of a TED a number of
    the SPB. ``reason``: why, as the receiver says. ``claim_id``: the opened dispute (MED) that it settles."""

    rtr_id: str
    code: str | None
    reason: str | None
    amount: Money
    returned_at: datetime
    booked_at: datetime
    claim_id: UUID | None


class PaymentCase(msgspec.Struct):
    """What the bank did and this payment does not explain; ``status`` settled: it is booked where it belongs."""

    kind: str
    amount: Money
    status: str
    outcome: str | None
    opened_at: datetime


class PreviousDestination(msgspec.Struct):
    """Where the payee was paid last, before the destination changed. ``last_paid_at`` null: it stands in the payee book alone, masked as there."""

    kind: str
    ispb: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    last_paid_at: datetime | None


class PaymentRecord(PayoutPayment):
    """A payment with its attempts, returns, entries and timeline.

    ``first``: nothing was paid to this destination before. ``previous``: where its payee was paid until then, of a known payee.
    ``replaced_by``: the payment that repeats it.
    ``returns_error``: why a return could not be booked, for staff only. ``confirmation``: what the directory said of its key.
    ``rule_trace``: why rules judged it as they did, and ``routes``: why each order went to its processor, for staff only.
    """

    first: bool
    previous: PreviousDestination | None
    confirmation: Confirmation | None
    replaced_by: UUID | None
    orders: list[PayoutOrder]
    returns: list[PaymentReturn]
    cases: list[PaymentCase]
    returns_error: str | None
    rule_trace: RuleTrace | None
    routes: list[PaymentRoute]
    entries: list[Entry]
    timeline: list[Moment]


class TedShown(msgspec.Struct):
    """How a TED would leave that is asked for now. ``taken``: the bank takes part. ``way``: now; as_pix, for its hours are over; window,
    from ``opens_at`` on; closed, for nobody pays by TED. ``leave_by``: until when it leaves on that day."""

    taken: bool
    way: Literal["now", "as_pix", "window", "closed"]
    leave_by: datetime | None
    opens_at: datetime | None


class DestinationShown(msgspec.Struct):
    """What a destination is, before anything is paid. ``amount``: of the code. ``known_by``: where its holder is known
    from, ``payment`` or ``bank_account``; null: nobody was paid there yet, and the holder has to be named. ``confirmation``: what the directory says of
    the key, once somebody is expected to own it. ``ted``: of an account, where the merchant may pay by TED."""

    kind: str
    ispb: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    barcode: str | None
    due_on: date | None
    amount: Money | None
    description: str | None
    holder_name: str | None
    holder_document: str | None
    known_by: Literal["payment", "bank_account"] | None
    payments: int
    last_paid_at: datetime | None
    confirmation: Confirmation | None
    ted: TedShown | None


class PaymentTerms(msgspec.Struct):
    """What can be paid now. ``most`` in one payment, ``first_most`` in the first one to somebody; ``day_left`` and
    ``night_left``, and ``count_left`` payments of the day, of all ways out together; ``payee_most`` and ``payee_count_most`` payments to one
    payee on one day; null without such a limit, or by day. ``queue``: without funds a payment waits. ``fee``: null where it depends on
    the amount or on the payments of the month."""

    available: Money
    fee: Money | None
    most: Money
    first_most: Money | None
    day_left: Money | None
    night_left: Money | None
    count_left: int | None
    payee_most: Money | None
    payee_count_most: int | None
    queue: bool
    external_id_needed: bool
    duplicates: str
