"""API shapes and statuses of charges, with their payments, refunds, entries and messages.

created → pending → paid → partially_refunded → refunded, or expired, cancelled, failed, under_review. Of API Pix: ATIVA
is pending (or expired once its time is over), CONCLUIDA is paid, REMOVIDA_PELO_USUARIO_RECEBEDOR is cancelled,
REMOVIDA_PELO_PSP is failed.
"""

from datetime import date, datetime, timedelta
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.archive.model import Message
from retaguarda.payin.charges.due_terms import DayCost, Terms
from retaguarda.payin.settings.model import Days, Expiry
from retaguarda.payin.splits.model import AgreedPart, PaymentShare, Split

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
#: immediate (cob): paid within a time; due (cobv): costs what its terms give for the day; static: created by the
#: payment of a static code.
KINDS = ("immediate", "due", "static")
REFUND_STATUSES = ("requested", "processing", "settled", "failed")
REVIEW_REASONS = ("unknown_charge", "amount_differs", "duplicate", "late", "account_blocked", "rule")

#: Ledger accounts: a merchant's carry its company, the provider's the provider's.
AVAILABLE = "available"
IN_REVIEW = "in_review"
CLEARING = "pix_clearing"
FEES = "pix_fees"

#: A refund (devolução) is possible for 90 days after the payment (API Pix, Manual de Padrões do Pix).
REFUND_WINDOW = timedelta(days=90)

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class PayerInput(msgspec.Struct, forbid_unknown_fields=True):
    """The payer; ``document`` is a CPF or a CNPJ, with or without punctuation."""

    name: Text
    document: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]


class ChargeInput(msgspec.Struct, forbid_unknown_fields=True):
    """The payer sees ``description`` (solicitacaoPagador). ``expires_in``: seconds, one minute to 30 days; defaults to
    the merchant's.
    """

    amount: Price
    payer: PayerInput | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    expires_in: Expiry | None = None
    split: Split | None = None


class AddressInput(msgspec.Struct, forbid_unknown_fields=True):
    """The payer's address, for the bank's copy of the document; all of it or none."""

    street: Text
    city: Text
    state: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{2}$")]
    postal_code: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{8}$")]


class DebtorInput(msgspec.Struct, forbid_unknown_fields=True):
    """The payer of a due charge; ``document`` is a CPF or a CNPJ, with or without punctuation."""

    name: Text
    document: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    email: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    address: AddressInput | None = None


class DueChargeInput(msgspec.Struct, forbid_unknown_fields=True):
    """A charge with a due date (cobv). ``valid_days``: days of Brasília after the due date on which it can still be
    paid; defaults to the merchant's.
    """

    amount: Price
    due_date: date
    payer: DebtorInput
    valid_days: Days | None = None
    terms: Terms | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    split: Split | None = None


class RevisionInput(msgspec.Struct, forbid_unknown_fields=True):
    """The fields to change; one left out stays. A term of value 0 removes it."""

    amount: Price | None = None
    due_date: date | None = None
    valid_days: Days | None = None
    terms: Terms | None = None
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None


class RefundInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount`` defaults to all that is left. ``end_to_end_id`` selects a payment of the charge; it defaults to the
    first with enough left.
    """

    amount: Price | None = None
    reason: Annotated[str, msgspec.Meta(max_length=140)] | None = None
    end_to_end_id: str | None = None


class Charge(msgspec.Struct):
    """A charge in lists and in responses to Commands."""

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
    """``carried``: the part of a split payment's refund that the merchant bears because its recipients' balances did
    not cover it; null: none.
    """

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
    """One Pix payment of the charge."""

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
    """One leg of a journal; ``debit`` or ``credit`` is set. ``owner``: the recipient who owns the account.
    ``balance_after`` is null for hot accounts.
    """

    journal_id: UUID
    account: str
    kind: str
    debit: Money | None
    credit: Money | None
    balance_after: Money | None
    at: datetime
    owner: str | None = None


class DueTerms(msgspec.Struct):
    """The terms of a due charge: ``last_day`` is the last on which it can be paid; its cost today, and on the days
    where that changes.

    ``revising``: the provider has not responded to a revision yet; ``revision_error``: why it refused the last one.
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
    """A dispute (MED) over a payment of a charge; /v1/payin/disputes has its details."""

    id: UUID
    status: str
    amount: Money
    blocked: Money
    returned: Money
    due_at: datetime | None


class RefundAsked(msgspec.Struct):
    """A refund that waits for approval. ``id``: of the approval; ``mine``: the principal made it; ``visible``: the
    principal may see the approval.
    """

    id: UUID
    amount: Money
    maker: str
    mine: bool
    visible: bool
    created_at: datetime
    expires_at: datetime


class ChargeRecord(Charge):
    """A charge with its details. Documents are complete here, masked in lists.

    ``refundable``: what can be refunded now, without ``awaiting_approval``, which the ``refund_requests`` reserve.
    ``split``: its shares as agreed, empty when all is the merchant's; ``shares``: those of each payment.
    ``archived_months``: as 2026-01; what was said in these with the provider is in the archive alone.
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
    archived_months: list[str] = []
