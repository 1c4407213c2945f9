"""Types of the audit log."""

from datetime import datetime
from typing import Any

import msgspec

from retaguarda.foundation.diff import Change

#: Who acted: a person of a merchant, one of the provider's staff, a program by its API key, or the system itself.
DOERS = ("person", "staff", "key", "system")
STATUSES = ("done", "waiting", "refused")

#: Status of an event by its name: done, waiting for others, or refused.
STATUS = (
    "(case when {name} ~ '(refused|failed|reused)$' then 'refused'"
    " when {name} = 'approvals:request:made' then 'waiting' else 'done' end)"
)

#: The personal fields of a leaf; each is in the log as a salted commitment and can be forgotten.
PERSONAL = ("person", "actor", "ip", "agent", "data")


class Proof(msgspec.Struct):
    """An inclusion proof: hashes in hexadecimal, RFC 6962. ``holds``: the server's own verdict."""

    holds: bool
    leaf: str
    hash: str
    path: list[str]
    size: int
    root: str
    signed_at: datetime
    key_id: str


class Activity(msgspec.Struct, kw_only=True):
    """One entry. ``changes``: fields that changed; ``data``: the remaining event data; ``forgotten``: fields erased
    since."""

    index: int
    at: datetime
    name: str
    status: str
    doer: str
    actor: str
    person_id: str | None
    company_id: int
    company_name: str
    subject_id: str
    reason: str | None
    changes: list[Change]
    data: dict[str, Any]
    request_id: str | None
    ip: str | None
    device: str
    user_agent: str | None
    forgotten: list[str]
    proof: Proof


class TrailEntry(msgspec.Struct):
    """``index``: the index in the log; null for about a second, until the sequencer assigns it."""

    at: datetime
    name: str
    status: str
    actor: str
    reason: str | None
    changes: list[Change]
    data: dict[str, Any]
    index: int | None
