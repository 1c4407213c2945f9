"""Communications to COAF, the files that carry them, and their states.

draft → checked (by our validator) → approved (by another person) → exported → sent → receipted | refused. What has a receipt is
rectified by a new draft, or cancelled, each through the same steps.
"""

from datetime import date, datetime
from typing import Annotated, Literal, get_args
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.model import Code
from retaguarda.foundation.money import Money, Real
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment
from retaguarda.providers.coaf import Kind

CommunicationStatus = Literal[
    "draft", "checked", "approved", "exported", "sent", "receipted", "refused", "rectified", "cancelled"
]
FileStatus = Literal["exported", "sent", "answered"]

COMMUNICATION_STATUSES: tuple[CommunicationStatus, ...] = get_args(CommunicationStatus)
FILE_STATUSES: tuple[FileStatus, ...] = get_args(FileStatus)
KINDS: tuple[Kind, ...] = get_args(Kind)


class InvolvedPerson(msgspec.Struct, forbid_unknown_fields=True):
    """``role``: of Siscoaf's table TpEnv; ``public_servant``: of ServPub."""

    document: Annotated[str, msgspec.Meta(min_length=11, max_length=18)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=150)]
    role: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,2}$")] = "1"
    pep: bool = False
    obliged: bool = False
    public_servant: Annotated[str, msgspec.Meta(pattern="^[0-4]$")] = "0"


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What COAF is told came in or went out: nothing at least, and in reais, in which Siscoaf counts."""

    amount: Annotated[int, msgspec.Meta(ge=0, le=10**15)]
    currency: Real


class CommunicationInput(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out is taken from the case: its dossier, codes, subject, days and sums."""

    case: UUID
    detail: Annotated[str, msgspec.Meta(max_length=4000)] | None = None
    codes: Annotated[list[Code], msgspec.Meta(max_length=20)] | None = None
    first_on: date | None = None
    last_on: date | None = None
    credit: Told | None = None
    debit: Told | None = None
    people: Annotated[list[InvolvedPerson], msgspec.Meta(max_length=999)] | None = None
    confirm_codes: bool = False


class CommunicationMove(msgspec.Struct, forbid_unknown_fields=True):
    """``check``: our validator; ``rewrite``: back to a draft; ``rectify`` and ``cancel`` want a reason."""

    choice: Literal["check", "rewrite", "rectify", "cancel"]
    reason: Reason | None = None


class CoafExport(msgspec.Struct, forbid_unknown_fields=True):
    """All approved communications of a kind, in as many files as their size asks for."""

    kind: Kind = "send"


class CoafSend(msgspec.Struct, forbid_unknown_fields=True):
    """``by_hand``: a person brought the file to Siscoaf; else the connected way is asked."""

    by_hand: bool = False


class CoafAnswerInput(msgspec.Struct, forbid_unknown_fields=True):
    """``xml``: what Siscoaf answered, as it was downloaded."""

    xml: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000_000)]


class LayoutProblem(msgspec.Struct):
    """What the layout refuses. ``place``: of the character, from 1, where one is wrong."""

    field: str
    code: str
    place: int | None = None


class Communication(msgspec.Struct):
    """One communication as Commands return it."""

    id: UUID
    number: int
    case_id: UUID
    status: CommunicationStatus
    intent: Kind
    codes: list[str]
    first_on: date
    last_on: date
    detail: str
    people: list[InvolvedPerson]
    credit: Money
    debit: Money
    due_on: date
    written_by: str
    approved_by: str | None
    coaf_number: str | None
    authentication: str | None
    refusal_code: str | None
    refusal: str | None
    reason: str | None
    unconfirmed_by: str | None
    file_id: UUID | None


class CommunicationRow(msgspec.Struct):
    """A row of ``coaf_communication``."""

    id: UUID
    number: int
    case_id: UUID
    status: CommunicationStatus
    intent: Kind
    codes: list[str]
    first_on: date
    last_on: date
    detail: str
    people: list[InvolvedPerson]
    currency: str
    credit: int
    debit: int
    due_on: date
    writer: UUID
    written_by: str
    approved_by: str | None
    approved_at: datetime | None
    coaf_number: str | None
    authentication: str | None
    refusal_code: str | None
    refusal: str | None
    reason: str | None
    unconfirmed_by: str | None
    file_id: UUID | None


class CommunicationRecord(msgspec.Struct):
    """``preview``: the XML as it would be written now; ``uncertain``: codes that no public text confirms."""

    communication: Communication
    protocol: str
    subject: str
    problems: list[LayoutProblem]
    uncertain: list[str]
    preview: str
    may_approve: bool
    days_left: int | None
    file_number: int | None
    layout: str
    timeline: list[Moment]


class CoafFile(msgspec.Struct):
    id: UUID
    number: int
    kind: Kind
    status: FileStatus
    batch_id: str
    communications: int
    size: int
    sha256: str


class CoafFiles(msgspec.Struct):
    files: list[CoafFile]
