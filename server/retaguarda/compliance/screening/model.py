"""Statuses and API shapes of document checks, hits, lists and whitelisted pairs."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.screening.compare_subject import Evidence
from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

PURPOSES = ("onboarding", "kyc", "renewal", "payment", "investigation")
CHECK_STATUSES = ("asked", "done", "error")
CHECK_OUTCOMES = ("clear", "hits", "mismatch")
#: Whose work a hit is, seen by who looks.
ASSIGNED = ("me", "nobody", "somebody", "done")
HIT_STATUSES = ("pending", "confirmed", "not_the_one", "skipped")
LIST_KINDS = ("sanction", "pep", "debarred", "labour", "house")
FORMATS = ("un_xml", "ofac_csv", "pep_csv", "table_csv")
VERSION_STATUSES = ("received", "held", "active", "replaced", "unreadable", "discarded")
PAIR_STATUSES = ("proposed", "active", "lapsed", "expired", "refused", "ended")
FILE_STATUSES = ("received", "running", "done", "unreadable")
SOURCES = ("company", "payee", "check", "kyc", "counterparty", "client")

#: Bytes of a list, and of a file of checks; rows of such a file.
LARGEST_LIST, LARGEST_FILE, MOST_ROWS = 64 * 1024 * 1024, 4 * 1024 * 1024, 5_000
#: Percent of its entries by which a list may change, and of refused ones, before a person is asked (in tenths of a percent).
MOST_CHANGE, MOST_REFUSED = 20, 5
#: Days that a pair may stand on the whitelist.
LONGEST_PAIR = 365

Purpose = Literal["onboarding", "kyc", "renewal", "payment", "investigation"]
#: Why a hit is what somebody decided.
HitReason = Literal[
    "same_person", "other_document", "other_birth", "other_country", "homonym", "other_kind", "old_entry", "mistake"
]


class DocumentCheckInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A document, a name, or both. ``birth``: of a person, or a company's opening."""

    document: Annotated[str, msgspec.Meta(max_length=30)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=300)] | None = None
    birth: date | None = None
    purpose: Purpose
    note: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class PortFinding(msgspec.Struct):
    """What a provider said of one port. ``problem``: why it did not; ``situation``: as the register calls it."""

    port: str
    provider: str | None = None
    outcome: str | None = None
    name: str | None = None
    name_score: int | None = None
    situation: str | None = None
    birth: str | None = None
    partners: list[str] = []
    matches: list[str] = []
    asked_at: datetime | None = None
    problem: str | None = None


class ListState(msgspec.Struct):
    """A list at the time of a check: its version, and from when what it says is."""

    code: str
    name: str
    version: int
    checked_at: datetime | None


class CheckFindings(msgspec.Struct):
    """``merchants``, ``payees``: how many of ours have the document; ``suspect``: nothing is paid to it."""

    ports: list[PortFinding] = []
    lists: list[ListState] = []
    merchants: int = 0
    payees: int = 0
    suspect: bool = False


class DocumentCheck(msgspec.Struct, kw_only=True):
    id: UUID
    document: str | None
    name: str | None
    birth: str | None
    purpose: Purpose
    note: str | None
    file_id: UUID | None
    line: int | None
    status: Literal["asked", "done", "error"]
    outcome: Literal["clear", "hits", "mismatch"] | None
    hits: int
    cost: Money
    asked_at: datetime
    asked_by: str
    done_at: datetime | None


class HitShown(msgspec.Struct, kw_only=True):
    """A hit as a list of hits shows it."""

    id: UUID
    subject: str
    document: str | None
    list_code: str
    list_name: str
    kind: str
    listed: str
    score: int
    status: Literal["pending", "confirmed", "not_the_one", "skipped"]
    found_at: datetime


class DocumentCheckRecord(DocumentCheck, kw_only=True):
    """``findings`` None: nothing was found out yet. ``earlier``: how often the same was asked before."""

    findings: CheckFindings | None
    found: list[HitShown]
    earlier: int
    timeline: list[Moment]


class HitDecision(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``whitelist_until``: with ``not_the_one``, it is proposed that the pair is no hit until that day, at most a year away."""

    decision: Literal["confirm", "not_the_one", "reopen"]
    why: HitReason
    comment: Annotated[str, msgspec.Meta(min_length=3, max_length=1_000)]
    whitelist_until: date | None = None


class HitAssignment(msgspec.Struct, forbid_unknown_fields=True):
    """``email``: of who works on it; None: who asks."""

    email: Annotated[str, msgspec.Meta(max_length=254)] | None = None


class Hit(HitShown, kw_only=True):
    """``version``: of the list, when it was compared last. ``case_id``: the case that its confirmation opened. ``assignee``: who
    works on it."""

    party_id: UUID
    version: int
    reason: str | None
    comment: str | None
    decided_at: datetime | None
    decided_by: str | None
    case_id: UUID | None
    assignee: str | None


class ListedEntry(msgspec.Struct, kw_only=True):
    entry_key: str
    person: bool | None
    names: list[str]
    document: str | None
    digits: str | None
    births: list[str]
    countries: list[str]
    detail: str
    from_version: int
    to_version: int | None


class ComparedParty(msgspec.Struct, kw_only=True):
    """Who was compared: a company of ours, a payee of a merchant, a subject of KYC or an owner of one, a counterparty abroad, or
    whoever was checked.
    """

    source: Literal["company", "payee", "check", "kyc", "counterparty", "client"]
    source_id: str
    merchant_id: int | None
    merchant_name: str | None
    name: str
    other_name: str | None
    document: str | None
    birth: str | None


class HitRecord(Hit, kw_only=True):
    """Both sides, and how they were compared. ``others``: other hits of the same party."""

    party: ComparedParty
    entry: ListedEntry
    evidence: Evidence
    others: list[HitShown]
    timeline: list[Moment]


class WatchListChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``threshold``: hundredths from which a likeness is a hit."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    source_url: Annotated[str, msgspec.Meta(max_length=300)] | None = None
    max_age_days: Annotated[int, msgspec.Meta(ge=1, le=366)]
    threshold: Annotated[int, msgspec.Meta(ge=50, le=100)]


class WatchList(msgspec.Struct, kw_only=True):
    """``stale``: what it says is older than it may be. ``number``: of the version in force; 0: none was read yet."""

    id: UUID
    code: str
    name: str
    kind: str
    format: str
    source_url: str | None
    licence: str
    max_age_days: int
    threshold: int
    number: int
    entries: int
    checked_at: datetime | None
    stale: bool
    fetching: bool
    fetch_problem: str | None


class ListVersion(msgspec.Struct, kw_only=True):
    """``refused``: rows that could not be read; ``problem``: why it is held or unreadable."""

    id: UUID
    list_id: UUID
    number: int | None
    status: Literal["received", "held", "active", "replaced", "unreadable", "discarded"]
    origin: Literal["upload", "fetch", "roll_back"]
    file_name: str
    sha256: str
    size: int
    published: str | None
    entries: int
    added: int
    changed: int
    removed: int
    refused: int
    problem: str | None
    received_at: datetime
    received_by: str
    decided_by: str | None
    reason: str | None
    may_decide: bool


class WatchListRecord(WatchList, kw_only=True):
    """``versions``: the newest thirty."""

    versions: list[ListVersion]
    timeline: list[Moment]


class VersionDecision(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``accept``, ``discard``: of a version that is held, by somebody else than who brought it; ``roll_back``: to a former one."""

    decision: Literal["accept", "discard", "roll_back"]
    reason: Reason


class PairDecision(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``agree`` False opens the pair's hit again, and wants a reason."""

    agree: bool
    reason: Reason | None = None


class WhitelistPair(msgspec.Struct, kw_only=True):
    """``state``: as people decided; that a day is over or an entry changed is told by the list's ``status``."""

    id: UUID
    state: Literal["proposed", "in_force", "refused", "ended"]
    shown: str
    listed: str
    reason: str
    comment: str
    expires_on: date
    created_at: datetime
    created_by: str
    decided_at: datetime | None
    decided_by: str | None
    decision_reason: str | None
    ended_at: datetime | None
    ended_by: str | None
    end_reason: str | None


class CheckFile(msgspec.Struct, kw_only=True):
    id: UUID
    name: str
    purpose: str
    status: Literal["received", "running", "done", "unreadable"]
    problem: str | None
    rows: int
    refused: int
    created_at: datetime
    created_by: str
