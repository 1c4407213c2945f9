"""A lead: who wants to come in, and whether a full file is worth it.

new → checking → done (ready or needs_look, which staff alone see) → converted | discarded | expired; discarded → new.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import Document, KycCheck, Line, Name, Risk, Subject
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

LeadState = Literal["new", "checking", "done", "ready", "needs_look", "converted", "discarded", "expired"]
ATTENTION = ("open", "expiring", "with_hits", "converted", "over")
STATES: tuple[LeadState, ...] = (
    "new",
    "checking",
    "done",
    "ready",
    "needs_look",
    "converted",
    "discarded",
    "expired",
)
SOURCES = ("form", "api", "staff", "bulk")
#: Days after which a lead expires by itself.
DAYS = 90


class LeadInput(msgspec.Struct, forbid_unknown_fields=True):
    """``phone`` in E.164."""

    kind: Subject
    name: Name
    document: Document
    email: Line = ""
    phone: Annotated[str, msgspec.Meta(pattern=r"^(\+[0-9]{8,15})?$")] = ""


class LeadConversion(msgspec.Struct, forbid_unknown_fields=True):
    """``merchant``: whose request it becomes; without it the company of the lead's document, which is brought in where it is new."""

    reason: UUID
    merchant: Annotated[int, msgspec.Meta(ge=2, le=2**31 - 1)] | None = None


class LeadAct(msgspec.Struct, forbid_unknown_fields=True):
    act: Literal["discard", "reopen"]
    reason: Reason


class LeadRiskInput(msgspec.Struct, forbid_unknown_fields=True):
    outcome: Literal["ready", "needs_look"]
    risk: Risk
    reason: Reason


class Lead(msgspec.Struct):
    """A lead. Merchants see new, checking or done, and neither owner nor risk."""

    id: UUID
    kind: Subject
    name: str
    document: str
    email: str | None
    phone: str | None
    source: str
    state: LeadState
    created_by: str
    created_at: datetime
    expires_on: date
    request_id: UUID | None


class LeadDuplicate(msgspec.Struct):
    """Something known of the same document, e-mail or phone."""

    kind: Literal["lead", "request", "company"]
    id: str
    name: str
    state: str
    by: Literal["document", "email", "phone"]


class LeadStaffView(msgspec.Struct):
    owner: str | None
    risk: Risk | None
    risk_reasons: list[str]
    checks: list[KycCheck]
    duplicates: list[LeadDuplicate]


class LeadRecord(Lead):
    company_id: int
    review: LeadStaffView | None
    timeline: list[Moment]
