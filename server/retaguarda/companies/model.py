"""What a company is to the provider, and which states it goes through.

created → review → active, by another person than who brought it in; active ⇄ blocked; active or blocked → offboarding →
offboarded; review → snoozed or denied, and back. The database keeps these moves (companies/sql/companies.sql).
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.files.store import StoredFile
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.percentage import Percentage
from retaguarda.foundation.text_input import Reason

Status = Literal["created", "review", "snoozed", "denied", "active", "blocked", "offboarding", "offboarded"]
STATUSES: tuple[Status, ...] = (
    "created",
    "review",
    "snoozed",
    "denied",
    "active",
    "blocked",
    "offboarding",
    "offboarded",
)
#: Where a person may send a company by hand; into and out of blocked leads a Command of its own.
MOVES: dict[str, tuple[str, ...]] = {
    "created": ("review", "denied"),
    "review": ("active", "snoozed", "denied"),
    "snoozed": ("review", "denied"),
    "denied": ("review",),
    "active": ("offboarding",),
    "blocked": ("offboarding",),
    "offboarding": ("active", "offboarded"),
    "offboarded": (),
}
RISKS = ("low", "medium", "high", "very_high")
PRODUCTS = ("payin", "payout", "exchange")
LIMITS = ("charge", "withdrawal")
#: The attribute of the Central Bank that decides over the risk of a company.
RISK_ATTRIBUTE = "risk_classification"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
DocumentText = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Product = Literal["payin", "payout", "exchange"]


class RegistrationInput(msgspec.Struct, forbid_unknown_fields=True):
    """``country`` is ISO 3166-1 alpha-2; ``owner`` who looks after the company at the provider."""

    name: Name
    legal_name: Name
    segment: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    country: Annotated[str, msgspec.Meta(pattern="^[A-Z]{2}$", max_length=2)] = "BR"
    owner: Label | None = None
    products: Annotated[list[Product], msgspec.Meta(max_length=3)] = msgspec.field(default_factory=lambda: ["payin"])
    kyc_expires_on: date | None = None


class PartnerInput(msgspec.Struct, forbid_unknown_fields=True):
    """``document`` is a CPF or CNPJ; ``pep_type`` None: not politically exposed. ``share`` in percent; None: not known."""

    name: Name
    document: DocumentText
    pep_type: Literal["principal", "related"] | None = None
    share: Percentage | None = None


class OnboardInput(RegistrationInput, forbid_unknown_fields=True, kw_only=True):
    """``document`` is a CNPJ, numeric or alphanumeric."""

    document: DocumentText
    partners: Annotated[list[PartnerInput], msgspec.Meta(min_length=1, max_length=50)]


class RegisteredCompany(msgspec.Struct, kw_only=True):
    """``status_reason`` is of the last move of the state, or of the block."""

    id: int
    name: str
    legal_name: str
    document: str
    status: Status
    status_at: datetime
    status_reason: str | None
    blocked_in: bool
    blocked_out: bool
    segment: str
    country: str
    products: list[str]
    kyc_expires_on: date | None
    time_zone: str
    created_at: datetime
    risk: str | msgspec.UnsetType = msgspec.UNSET
    owner: str | msgspec.UnsetType | None = msgspec.UNSET


class Partner(msgspec.Struct):
    """``pep``: politically exposed themselves (principal) or close to somebody who is (related)."""

    id: UUID
    name: str
    document: str
    pep: bool
    pep_type: str | None
    share: str | None


class CompanyAttribute(msgspec.Struct):
    """Holds from ``valid_from`` on, until the day ``valid_to``."""

    id: UUID
    attribute: str
    value: str
    valid_from: date
    valid_to: date | None
    source: str
    created_by: str


class CompanyLimit(msgspec.Struct):
    kind: str
    amount: Money
    updated_at: datetime
    updated_by: str


class CompanyFee(msgspec.Struct):
    """Of each payment received, in percent. ``own`` False: the usual one of the provider."""

    percentage: str
    own: bool


class CompanyPayout(msgspec.Struct):
    """Its withdrawals: what each costs, and for how long a new bank account is not paid to. ``own``: what is not the usual."""

    fee: Money
    cooling_off_hours: int
    own: list[Literal["fee", "cooling_off_hours"]]


class CompanyContract(msgspec.Struct):
    """``status`` is of today where the company is: ``over`` its days are past; ``ended`` before that, on ``ended_on``."""

    id: UUID
    name: str
    valid_from: date
    valid_to: date | None
    status: Literal["to_come", "in_force", "over", "ended"]
    ended_on: date | None
    end_reason: str | None
    created_by: str
    files: list[StoredFile]


class CompanyMember(msgspec.Struct):
    """Somebody who works for the company."""

    id: UUID
    name: str
    email: str
    status: str
    roles: list[str]
    last_sign_in_at: datetime | None


class CompanyNote(msgspec.Struct):
    id: UUID
    text: str
    created_by: str
    created_at: datetime


class OwnAccount(msgspec.Struct):
    """``alias``: of a sub-account."""

    id: int
    code: str
    alias: str | None
    available: Money
    held: Money
    blocked_in: bool
    blocked_out: bool


class CompanyBankAccount(msgspec.Struct):
    """Where its money may go. ``bank_name`` is None for a Pix key; what one needs to pay to it is in its own record."""

    id: UUID
    nickname: str
    kind: str
    bank_name: str | None
    holder_name: str
    status: str
    is_default: bool


class CompanyRecord(RegisteredCompany, kw_only=True):
    """What only the provider's own people see (attributes, notes) is empty for others."""

    moves: list[str]
    partners: list[Partner]
    attributes: list[CompanyAttribute]
    limits: list[CompanyLimit]
    fee: CompanyFee
    payout: CompanyPayout
    contracts: list[CompanyContract]
    people: list[CompanyMember]
    accounts: list[OwnAccount]
    bank_accounts: list[CompanyBankAccount]
    notes: list[CompanyNote]


class CompanyMoveInput(msgspec.Struct, forbid_unknown_fields=True):
    to: Literal["review", "snoozed", "denied", "active", "offboarding", "offboarded"]
    reason: Reason


class CompanyBlockInput(msgspec.Struct, forbid_unknown_fields=True):
    """``direction``: in keeps it from asking for money, out from taking it away."""

    direction: Literal["both", "in", "out"]
    reason: Reason


class AttributeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``valid_from`` None: from today on. What held before ends there."""

    attribute: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=64)]
    value: Name
    source: Label
    valid_from: date | None = None


class LimitInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount`` None: no limit of its own any more."""

    kind: Literal["charge", "withdrawal", "withdrawal_day", "withdrawal_night"]
    amount: Price | None = None


class FeeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``percentage`` None: the usual fee again."""

    percentage: Percentage | None = None


class PayoutFee(msgspec.Struct, frozen=True):
    """Money that may be none; at most what the database takes for a fee."""

    amount: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    currency: Literal["BRL"] = "BRL"


class PayoutInput(msgspec.Struct, forbid_unknown_fields=True):
    """What is None is the usual again."""

    fee: PayoutFee | None = None
    cooling_off_hours: Annotated[int, msgspec.Meta(ge=0, le=720)] | None = None


class ContractInput(msgspec.Struct, forbid_unknown_fields=True):
    name: Label
    valid_from: date
    valid_to: date | None = None


class CompanyNoteInput(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]
