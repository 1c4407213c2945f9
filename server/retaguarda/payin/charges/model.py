"""What a charge is, and which states it goes through.

created → pending → paid → partially_refunded → refunded, or expired, cancelled, failed, under_review.
Of API Pix: ATIVA is pending (or expired once its time is over), CONCLUIDA is paid, REMOVIDA_PELO_USUARIO_RECEBEDOR
is cancelled, REMOVIDA_PELO_PSP is failed.
"""

from datetime import date, datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.due_terms import DayCost, Terms
from retaguarda.payin.splits.model import AgreedPart, PaymentShare, Split
from retaguarda.providers.pix.due import MOST_DAYS

STATUSES = (
    "created",
    "pending",
    "paid",
    "expired",
    "cancelled",
    "under_review",
    "partially_refunded",
    "refunded",
    "failed",
)
#: An immediate charge (cob) is paid within a time; one with a due date (cobv) costs what its terms say of the day; one of a
#: static code is there since it was paid.
KINDS = ("immediate", "due", "static")
REFUND_STATUSES = ("requested", "processing", "settled", "failed")
REVIEW_REASONS = ("unknown_charge", "amount_differs", "duplicate", "late", "account_blocked", "rule")

#: Ledger accounts. A merchant's carry its number, the provider's that of the provider.
AVAILABLE = "available"
IN_REVIEW = "in_review"
CLEARING = "pix_clearing"
FEES = "pix_fees"

#: A refund (devolução) is possible for 90 days after the payment (API Pix, Manual de Padrões do Pix).
REFUND_WINDOW = timedelta(days=90)

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


#: Seconds.
Expiry = Annotated[int, msgspec.Meta(ge=60, le=30 * 86_400)]


class PayerInput(msgspec.Struct, forbid_unknown_fields=True):
    """Who is asked to pay; ``document`` is a CPF or a CNPJ, with or without its punctuation."""

    name: Text
    document: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]


class ChargeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``description`` is shown to the payer (solicitacaoPagador); ``expires_in`` in seconds, one minute to 30 days, without it
    the merchant's usual."""

    amount: Price
    payer: PayerInput | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    expires_in: Expiry | None = None
    split: Split | None = None


class AddressInput(msgspec.Struct, forbid_unknown_fields=True):
    """Where a payer lives, for the bank's copy of the document; all of it or none."""

    street: Text
    city: Text
    state: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{2}$")]
    postal_code: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{8}$")]


class DebtorInput(msgspec.Struct, forbid_unknown_fields=True):
    """Who owes what has a due date; ``document`` is a CPF or a CNPJ, with or without its punctuation."""

    name: Text
    document: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    email: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    address: AddressInput | None = None


Days = Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)]


class DueChargeInput(msgspec.Struct, forbid_unknown_fields=True):
    """A charge with a due date (cobv). ``valid_days``: for how long after that day it can still be paid, without it the
    merchant's usual; days of Brasília."""

    amount: Price
    due_date: date
    payer: DebtorInput
    valid_days: Days | None = None
    terms: Terms | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    split: Split | None = None


class RevisionInput(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be another; what is left out stays. A term of value 0 takes the term away."""

    amount: Price | None = None
    due_date: date | None = None
    valid_days: Days | None = None
    terms: Terms | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None


class RefundInput(msgspec.Struct, forbid_unknown_fields=True):
    """Without ``amount``, all that is left. ``end_to_end_id`` chooses among several payments of one charge; without it the
    first that has enough left."""

    amount: Price | None = None
    reason: Annotated[str, msgspec.Meta(max_length=140)] | None = None
    end_to_end_id: str | None = None


class Charge(msgspec.Struct):
    """One charge as lists and Commands answer it."""

    id: UUID
    created_at: datetime
    txid: str
    end_to_end_id: str | None
    payer_name: str | None
    payer_document: str | None
    method: str
    kind: str
    due_date: date | None
    status: str
    reference: str | None
    description: str | None
    amount: Money
    fee: Money
    net: Money
    refunded: Money
    expires_at: datetime
    paid_at: datetime | None
    processor: str
    company_id: int
    last_error: str | None


class Refund(msgspec.Struct):
    """``carried``: what the merchant bears of a split payment's refund, because recipients had no more; null: nothing."""

    id: UUID
    end_to_end_id: str
    amount: Money
    status: str
    reason: str | None
    created_at: datetime
    settled_at: datetime | None
    rtr_id: str | None
    error: str | None
    carried: Money | None = None


class Payment(msgspec.Struct):
    """One Pix received for the charge."""

    end_to_end_id: str
    amount: Money
    fee: Money
    refunded: Money
    paid_at: datetime
    payer_name: str | None
    payer_document: str | None
    status: str
    review_reason: str | None


class Entry(msgspec.Struct):
    """One side of a journal; ``debit`` or ``credit`` is set. ``owner``: the recipient whose account it is.
    ``balance_after`` is unknown for hot accounts.
    """

    journal_id: UUID
    account: str
    kind: str
    debit: Money | None
    credit: Money | None
    balance_after: Money | None
    at: datetime
    owner: str | None = None


class Message(msgspec.Struct):
    at: datetime
    direction: str
    method: str
    url: str
    status: int | None
    request: Any
    response: Any
    error: str | None


class DueTerms(msgspec.Struct):
    """Of a charge with a due date: ``last_day`` it can be paid on; what it costs today, and on the days where that changes.

    ``revising``: a revision was asked for and the provider has not answered; ``revision_error``: why it refused the last one.
    """

    valid_days: int
    last_day: date
    revision: int
    terms: Terms
    today: DayCost | None
    days: list[DayCost]
    address: dict[str, str] | None
    revising: bool
    revision_error: str | None


class CaseOfCharge(msgspec.Struct):
    """A case of the MED about a payment of a charge; payin/med has the whole of it."""

    id: UUID
    status: str
    amount: Money
    blocked: Money
    returned: Money
    due_at: datetime | None


class RefundAsked(msgspec.Struct):
    """A refund that waits for a second person. ``id``: of the request; ``mine``: the caller asked for it; ``visible``: the
    caller may see the request itself."""

    id: UUID
    amount: Money
    maker: str
    mine: bool
    visible: bool
    created_at: datetime
    expires_at: datetime


class ChargeRecord(Charge):
    """A charge with everything that belongs to it. Documents are whole here, masked in lists.

    ``refundable``: what can be asked for now, without ``awaiting_approval``, which the ``refund_requests`` reserve.
    ``split``: who gets what of it, as agreed, empty: all of it is the merchant's; ``shares``: who got what of each payment.
    """

    due: DueTerms | None
    split: list[AgreedPart]
    shares: list[PaymentShare]
    static_code: UUID | None
    batch: UUID | None
    location: str | None
    br_code: str | None
    cancel_requested: bool
    refundable: Money
    awaiting_approval: Money
    refund_requests: list[RefundAsked]
    payments: list[Payment]
    refunds: list[Refund]
    entries: list[Entry]
    timeline: list[Moment]
    messages: list[Message]
    med: list[CaseOfCharge] = []
