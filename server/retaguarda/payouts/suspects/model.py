"""Statuses and API shapes of suspects: active until a time passes or somebody else takes them away."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.account.bank_accounts.model import AccountInput, KeyInput, Short
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

STATUSES = ("active", "expired", "removed")
KINDS = ("destination", "document")
CAUSES = ("fraud_report", "mule_account", "account_takeover", "court_order", "other")


class SuspectInput(msgspec.Struct, forbid_unknown_fields=True):
    """One of ``account``, ``key`` and ``document``. ``evidence``: what the suspicion is founded on; it is kept.

    ``until`` None: it stands until two people take it away.
    """

    cause: Literal["fraud_report", "mule_account", "account_takeover", "court_order", "other"]
    evidence: Annotated[str, msgspec.Meta(min_length=10, max_length=2_000)]
    account: AccountInput | None = None
    key: KeyInput | None = None
    document: Short | None = None
    until: datetime | None = None


class SuspectRemoval(msgspec.Struct, forbid_unknown_fields=True):
    reason: Reason


class Suspect(msgspec.Struct):
    """One entry. ``shown``: the destination or document, masked; neither is stored whole."""

    id: UUID
    kind: Literal["destination", "document"]
    shown: str
    cause: str
    evidence: str
    status: Literal["active", "expired", "removed"]
    until: datetime | None
    added_at: datetime
    added_by: str
    removed_at: datetime | None
    removed_by: str | None
    removal_reason: str | None


class SuspectRecord(Suspect):
    """``payees``: how many payees of all merchants it is about; ``may_remove``: another person added it."""

    payees: int
    may_remove: bool
    timeline: list[Moment]
