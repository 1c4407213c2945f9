"""What the Central Bank's rules want known of merchants and their partners, and what they want done each year."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import Document
from retaguarda.foundation.text_input import Reason

Attribute = Literal[
    "risk_class",
    "activity",
    "purpose",
    "capacity",
    "ubo_complete",
    "review_date",
    "pep",
    "pep_office",
    "pep_until",
    "relationship_start",
]
ATTRIBUTES: tuple[Attribute, ...] = (
    "risk_class",
    "activity",
    "purpose",
    "capacity",
    "ubo_complete",
    "review_date",
    "pep",
    "pep_office",
    "pep_until",
    "relationship_start",
)
DutyKind = Literal["effectiveness_report", "non_occurrence", "risk_assessment", "policy_review"]
DUTIES: tuple[DutyKind, ...] = ("effectiveness_report", "non_occurrence", "risk_assessment", "policy_review")
#: What an attribute may be, where it is one of few.
VALUES: dict[str, tuple[str, ...]] = {
    "risk_class": ("low", "medium", "high", "very_high"),
    "ubo_complete": ("yes", "no"),
    "pep": ("no", "principal", "related"),
}
#: What is written as a day.
DAYS = ("review_date", "pep_until", "relationship_start")


class BacenAttributeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``subject``: document of a partner; without it the merchant's own. ``evidence``: what it stands on, in words."""

    attribute: Attribute
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    valid_from: date
    evidence: Annotated[str, msgspec.Meta(min_length=3, max_length=200)]
    valid_to: date | None = None
    next_review: date | None = None
    subject: Document | None = None


class BacenConfirmInput(msgspec.Struct, forbid_unknown_fields=True):
    decision: Literal["confirm", "refuse"]


class BacenDutyInput(msgspec.Struct, forbid_unknown_fields=True):
    note: Reason


class BacenAttribute(msgspec.Struct):
    """True from ``valid_from`` to before ``valid_to``, and known so from ``known_from`` to ``known_to``."""

    id: UUID
    subject: str
    subject_kind: Literal["merchant", "partner"]
    attribute: Attribute
    value: str
    valid_from: date
    valid_to: date | None
    source: Literal["kyc", "provider", "person"]
    source_ref: str
    state: Literal["known", "proposed", "refused"]
    set_by: str
    known_from: datetime
    known_to: datetime | None
    confirmed_by: str | None
    confirmed_at: datetime | None
    next_review: date | None
    mine: bool = False


class BacenPartner(msgspec.Struct):
    """``share`` in basis points."""

    document: str
    name: str
    share: int | None
    pep_type: str | None


class BacenMerchant(msgspec.Struct):
    """All that was ever known of a merchant and its partners, the newest knowledge first."""

    id: int
    name: str
    legal_name: str
    document: str
    kyc_expires_on: date | None
    attributes: list[BacenAttribute]
    partners: list[BacenPartner]


class BacenDuty(msgspec.Struct):
    """``figures``: as they stand, or as they were frozen when it was done."""

    id: UUID
    kind: DutyKind
    year: int
    due_on: date
    norm: str
    figures: dict[str, Any]
    sha256: str | None
    note: str | None
    done_by: str | None
    done_at: datetime | None
