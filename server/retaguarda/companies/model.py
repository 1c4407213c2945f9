"""A company and its states.

created → review → active, by another person than the one who onboarded it; active ⇄ blocked; active or blocked →
offboarding → offboarded; review → snoozed or denied, and back. The database enforces these moves
(companies/sql/companies.sql).
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.files.store import StoredFile
from retaguarda.foundation.money import BRL, Money, Price, Real
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
#: Moves a person may make by hand; blocking and unblocking have Commands of their own.
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
#: The attribute, named by the Central Bank, that sets the risk of a company.
RISK_ATTRIBUTE = "risk_classification"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
DocumentText = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Product = Literal["payin", "payout", "exchange"]


class RegistrationInput(msgspec.Struct, forbid_unknown_fields=True):
    """``country`` is ISO 3166-1 alpha-2; ``owner``: who is responsible for the company at the provider."""

    name: Name
    legal_name: Name
    segment: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    country: Annotated[str, msgspec.Meta(pattern="^[A-Z]{2}$", max_length=2)] = "BR"
    owner: Label | None = None
    products: Annotated[list[Product], msgspec.Meta(max_length=3)] = msgspec.field(default_factory=lambda: ["payin"])
    kyc_expires_on: date | None = None


class PartnerInput(msgspec.Struct, forbid_unknown_fields=True):
    """``document`` is a CPF or CNPJ; ``pep_type`` null: not politically exposed. ``share`` in percent; null: unknown."""

    name: Name
    document: DocumentText
    pep_type: Literal["principal", "related"] | None = None
    share: Percentage | None = None


class OnboardInput(RegistrationInput, forbid_unknown_fields=True, kw_only=True):
    """``document`` is a CNPJ, numeric or alphanumeric."""

    document: DocumentText
    partners: Annotated[list[PartnerInput], msgspec.Meta(min_length=1, max_length=50)]


class RegisteredCompany(msgspec.Struct, kw_only=True):
    """``status_reason`` belongs to the latest change of status or of the block."""

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
    """``pep``: politically exposed (``pep_type`` principal) or close to somebody who is (related)."""

    id: UUID
    name: str
    document: str
    pep: bool
    pep_type: str | None
    share: str | None


class CompanyAttribute(msgspec.Struct):
    """A value that is valid from ``valid_from`` until before ``valid_to``."""

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
    """The fee of each payment received, in percent. ``own`` false: the provider's default."""

    percentage: str
    own: bool


class CompanyPayout(msgspec.Struct):
    """Terms of withdrawals: the fee of each, and how long a new bank account waits. ``own``: the ones that differ from
    the default."""

    fee: Money
    cooling_off_hours: int
    own: list[Literal["fee", "cooling_off_hours"]]


class CompanyContract(msgspec.Struct):
    """``status`` as of today in the company's calendar: ``over``, its last day has passed; ``ended`` early, on
    ``ended_on``."""

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
    """A person who works for the company."""

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
    """A bank account that the company's money may go to. ``bank_name`` is null for a Pix key; its own record has the
    details for paying to it."""

    id: UUID
    nickname: str
    kind: str
    bank_name: str | None
    holder_name: str
    status: str
    is_default: bool


class CompanyRecord(RegisteredCompany, kw_only=True):
    """A company with all that belongs to it. Parts that only staff see (attributes, notes) are empty for others."""

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
    """``direction``: ``in`` stops it from creating charges, ``out`` from withdrawing."""

    direction: Literal["both", "in", "out"]
    reason: Reason


class AttributeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``valid_from`` null: from today. The value before ends on that day."""

    attribute: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=64)]
    value: Name
    source: Label
    valid_from: date | None = None


class LimitInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount`` null: remove the company's own limit."""

    kind: Literal["charge", "withdrawal", "withdrawal_day", "withdrawal_night"]
    amount: Price | None = None


class FeeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``percentage`` null: back to the default fee."""

    percentage: Percentage | None = None


class PayoutFee(msgspec.Struct, frozen=True):
    """An amount that may be zero; at most the fee that the database accepts."""

    amount: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    currency: Real = BRL


class PayoutInput(msgspec.Struct, forbid_unknown_fields=True):
    """A field that is null goes back to its default."""

    fee: PayoutFee | None = None
    cooling_off_hours: Annotated[int, msgspec.Meta(ge=0, le=720)] | None = None


class ContractInput(msgspec.Struct, forbid_unknown_fields=True):
    name: Label
    valid_from: date
    valid_to: date | None = None


class CompanyNoteInput(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]
