"""What the log shows."""

from datetime import datetime
from typing import Any

import msgspec

from retaguarda.foundation.diff import Change

#: Whom an action is said of: a person of a merchant, one of the provider's, a program by its key, or the house by itself.
DOERS = ("person", "staff", "key", "system")
STATUSES = ("done", "waiting", "refused")

#: Of an event's name: whether it was done, waits for others, or came to nothing.
STATUS = (
    "(case when {name} ~ '(refused|failed|reused)$' then 'refused'"
    " when {name} = 'approvals:request:made' then 'waiting' else 'done' end)"
)

#: The leaf's fields that tell of people; each is in the log as a salted commitment, and may be forgotten.
PERSONAL = ("person", "actor", "ip", "agent", "data")


class Proof(msgspec.Struct):
    """That a leaf belongs to what was signed: hashes in hexadecimal, RFC 6962. ``holds`` is what the server found."""

    holds: bool
    leaf: str
    hash: str
    path: list[str]
    size: int
    root: str
    signed_at: datetime
    key_id: str


class Activity(msgspec.Struct, kw_only=True):
    """``changes``: what is another than before; ``data``: what else was told; ``forgotten``: fields that were erased since."""

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
    """``index``: the place in the log; null until it has one, a second later."""

    at: datetime
    name: str
    status: str
    actor: str
    reason: str | None
    changes: list[Change]
    data: dict[str, Any]
    index: int | None
