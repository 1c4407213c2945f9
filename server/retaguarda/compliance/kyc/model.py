"""KYC: who is to be known, by which documents, and what was decided.

Request: draft → submitted → in_analysis ⇄ awaiting_documents → awaiting_approval → approved | rejected; approved → expired; any
open one → withdrawn. Document: new → pending → approved | rejected | revision; expired with its request.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.resolve_owners import Document, KycOwner, KycOwnership, Name
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

Subject = Literal["merchant", "partner", "end_user"]
State = Literal[
    "draft",
    "submitted",
    "in_analysis",
    "awaiting_documents",
    "awaiting_approval",
    "approved",
    "rejected",
    "expired",
    "withdrawn",
]
DocumentState = Literal["new", "pending", "revision", "approved", "rejected", "expired"]
Risk = Literal["low", "medium", "high", "very_high"]
Port = Literal["registry", "bureau", "documents", "face", "pep", "sanctions"]
CheckState = Literal["asked", "not_checked", "clean", "hit", "error"]
OnExpiry = Literal["warn", "stop_payouts", "stop_all"]
RefusalReason = Literal["unreadable", "expired", "wrong_document", "other_person", "incomplete", "suspicious", "other"]

SUBJECTS: tuple[Subject, ...] = ("merchant", "partner", "end_user")
STATES: tuple[State, ...] = (
    "draft",
    "submitted",
    "in_analysis",
    "awaiting_documents",
    "awaiting_approval",
    "approved",
    "rejected",
    "expired",
    "withdrawn",
)
RISKS: tuple[Risk, ...] = ("low", "medium", "high", "very_high")
#: What is asked about a person, a company, and an owner of a company.
PERSON_PORTS: tuple[Port, ...] = ("registry", "bureau", "documents", "face", "pep", "sanctions")
COMPANY_PORTS: tuple[Port, ...] = ("registry", "bureau", "documents", "pep", "sanctions")
OWNER_PORTS: tuple[Port, ...] = ("registry", "pep", "sanctions")
#: States in which somebody still waits.
OPEN: tuple[State, ...] = ("draft", "submitted", "in_analysis", "awaiting_documents", "awaiting_approval")

Line = Annotated[str, msgspec.Meta(max_length=200)]
PublicText = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
Note = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]


class KycForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the subject says of itself; a person fills other fields than a company. ``opened_on``: birth, or opening."""

    opened_on: date | None = None
    mother_name: Line = ""
    occupation: Line = ""
    legal_nature: Line = ""
    activity: Line = ""
    address: Line = ""
    email: Line = ""
    phone: Line = ""
    revenue_band: Line = ""
    purpose: Line = ""
    expected_volume: Price | None = None
    pep_declared: bool = False
    owners: Annotated[list[KycOwner], msgspec.Meta(max_length=50)] = []


class KycRequestInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason``: why the subject is looked at; it says which documents are needed."""

    reason: UUID
    subject_type: Subject
    name: Name
    document: Document
    form: KycForm | None = None


class KycFormInput(msgspec.Struct, forbid_unknown_fields=True):
    """Without ``owners`` in the form those that it had stay."""

    name: Name
    form: KycForm


class KycOwnersInput(msgspec.Struct, forbid_unknown_fields=True):
    """All owners, instead of those that it had; of each company together at most 100 percent."""

    owners: Annotated[list[KycOwner], msgspec.Meta(max_length=50)]


class KycSendInput(msgspec.Struct, forbid_unknown_fields=True):
    """``submit`` hands it in, or answers what was asked; ``withdraw`` takes it back."""

    act: Literal["submit", "withdraw"]


class KycTakeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``assignee``: e-mail of one of the staff; without it, whoever asks takes it."""

    assignee: Line = ""


class KycDocumentInput(msgspec.Struct, forbid_unknown_fields=True):
    """``public_text`` is told to the merchant, ``internal_note`` never."""

    decision: Literal["approved", "revision", "rejected", "undone"]
    reason: RefusalReason | None = None
    public_text: PublicText | None = None
    internal_note: Note | None = None


class KycAskInput(msgspec.Struct, forbid_unknown_fields=True):
    """One more document that the merchant has to bring."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    public_text: PublicText


class KycRiskInput(msgspec.Struct, forbid_unknown_fields=True):
    risk: Risk
    reason: Reason


class KycVerdictInput(msgspec.Struct, forbid_unknown_fields=True):
    """What a person says of a hit. ``check``: its id."""

    check: UUID
    verdict: Literal["confirmed", "not_the_one"]
    comment: Reason


class KycNoteInput(msgspec.Struct, forbid_unknown_fields=True):
    """``internal`` stays with the provider; ``public`` is what the merchant reads."""

    internal: Note | None = None
    public: PublicText | None = None


class KycProposalInput(msgspec.Struct, forbid_unknown_fields=True):
    """``charge_limit`` and ``withdrawal_limit``: what the company gets when it is approved; without one its limit stays."""

    decision: Literal["approve", "reject"]
    internal_note: Note
    public_text: PublicText | None = None
    charge_limit: Price | None = None
    withdrawal_limit: Price | None = None


class KycDecisionInput(msgspec.Struct, forbid_unknown_fields=True):
    """``agree``: the third person's agreement where the risk asks for one. ``confirm`` decides as it was proposed."""

    decision: Literal["agree", "confirm", "return"]
    note: Note | None = None


class NeededDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A document that a reason needs. ``type_field`` names its kind for programs; ``max_age_days`` of its issue."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    type_field: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{1,39}$")]
    required_field: bool = True
    max_age_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None


class KycReasonInput(msgspec.Struct, forbid_unknown_fields=True):
    """About merchants, partners, end users, or several; ``dependent_reason_id`` is approved before this one can be.

    ``owner_percent``: from which part on somebody is a beneficial owner; the law allows a quarter at most.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    time_validate_months: Annotated[int, msgspec.Meta(ge=1, le=120)]
    documents: Annotated[list[NeededDocument], msgspec.Meta(max_length=40)]
    merchants: bool = False
    partners: bool = False
    end_users: bool = False
    on_expiry: OnExpiry = "warn"
    owner_percent: Annotated[int, msgspec.Meta(ge=1, le=25)] = 25
    dependent_reason_id: UUID | None = None
    active: bool = True


class KycReason(msgspec.Struct):
    """A reason as it is now, with its ``version``."""

    id: UUID
    name: str
    version: int
    time_validate_months: int
    subject_types: list[Subject]
    documents: list[NeededDocument]
    on_expiry: OnExpiry
    owner_percent: int
    dependent_reason_id: UUID | None
    active: bool
    created_at: datetime
    updated_at: datetime


class KycRequest(msgspec.Struct):
    """A request as its merchant sees it. ``due_on``: until when the provider answers."""

    id: UUID
    number: str
    company_id: int
    reason_id: UUID
    reason_name: str
    reason_version: int
    subject_type: Subject
    name: str
    document: str
    country: str
    form: KycForm
    state: State
    origin: str
    created_at: datetime
    submitted_at: datetime | None
    due_on: date | None
    decided_at: datetime | None
    expires_on: date | None
    public_text: str | None


class KycDocument(msgspec.Struct):
    """A document of a request; ``pages`` are drawn by us. ``same_bytes``: another subject sent the same (staff)."""

    n: int
    name: str
    type_field: str
    required: bool
    max_age_days: int | None
    state: DocumentState
    public_text: str | None
    file_name: str | None
    size: int | None
    pages: int | None
    uploaded_at: datetime | None
    same_bytes: bool | None = None


class KycMessage(msgspec.Struct):
    at: datetime
    body: str


class KycCheck(msgspec.Struct):
    """What came of asking a provider about the subject, or about an ``owner``. ``not_checked``: none could be asked.

    ``detail``: the provider's outcome, or why there is none; ``found``: what it told.
    """

    id: UUID
    port: Port
    owner: bool
    document: str | None
    name: str | None
    state: CheckState
    provider: str | None
    detail: str
    found: list[str]
    asked_by: str
    at: datetime
    verdict: Literal["confirmed", "not_the_one"] | None
    verdict_by: str | None
    verdict_comment: str | None


class KycNote(msgspec.Struct):
    actor: str
    at: datetime
    body: str


class KycProposal(msgspec.Struct):
    """What is proposed of a request. ``superior``: a third person agrees before it is approved."""

    id: UUID
    subject_company: int
    request_id: UUID
    decision: Literal["approve", "reject"]
    risk: Risk
    superior: bool
    internal_note: str
    public_text: str | None
    charge_limit: Money | None
    withdrawal_limit: Money | None
    proposed_by: str
    proposed_at: datetime
    agreed_by: str | None
    agreed_at: datetime | None
    outcome: Literal["waiting", "approved", "rejected", "returned"]
    decided_by: str | None
    decided_at: datetime | None
    decision_note: str | None


class KycStaffView(msgspec.Struct):
    """What the provider alone knows of a request. ``missing``: what keeps it from being proposed for approval."""

    assignee: str | None
    risk: Risk | None
    risk_comment: str | None
    checks: list[KycCheck]
    notes: list[KycNote]
    proposals: list[KycProposal]
    missing: list[Literal["documents", "checks", "hits", "risk", "parent", "sanctions"]]
    mine: bool


class KycRelated(msgspec.Struct):
    id: UUID
    number: str
    reason_name: str
    state: State
    created_at: datetime
    expires_on: date | None


class KycRequestRecord(KycRequest):
    """A request with its documents; ``review`` only for the provider's staff. ``ownership``: of a company that named owners."""

    company_name: str
    documents: list[KycDocument]
    messages: list[KycMessage]
    related: list[KycRelated]
    review: KycStaffView | None
    ownership: KycOwnership | None
    timeline: list[Moment]


class KycChange(msgspec.Struct):
    """A value beside what it becomes when the proposal is approved."""

    field: Literal["kyc_expires_on", "risk", "status", "charge_limit", "withdrawal_limit"]
    before: str | None
    after: str | None


class KycProposalRecord(KycProposal):
    """A proposal with its request. ``stale``: something changed since; ``may_decide``: this person is none of those who worked on it."""

    request: KycRequest
    company_name: str
    changes: list[KycChange]
    documents: list[KycDocument]
    checks: list[KycCheck]
    stale: bool
    may_decide: bool
