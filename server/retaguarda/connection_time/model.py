"""A session as staff see it: whose it is, from where, how long it lasted and what ended it."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

#: ``idle`` and ``expired`` ended by themselves, ``forced`` by somebody or something else than its person.
State = Literal["open", "signed_out", "idle", "expired", "forced"]
Ending = Literal[
    "", "sign_out", "by_person", "by_staff", "by_administrator", "password", "second_factor", "token_reused", "other"
]

STATES: tuple[State, ...] = ("open", "signed_out", "idle", "expired", "forced")
ENDINGS: tuple[Ending, ...] = (
    "",
    "sign_out",
    "by_person",
    "by_staff",
    "by_administrator",
    "password",
    "second_factor",
    "token_reused",
    "other",
)
#: What is written as the reason of an end → what it is called.
REASONS: dict[str, Ending] = {
    "logout": "sign_out",
    "ended by its person": "by_person",
    "ended by staff": "by_staff",
    "ended by an administrator": "by_administrator",
    "password": "password",
    "second factor reset": "second_factor",
    "reuse": "token_reused",
}


class Session(msgspec.Struct, kw_only=True):
    """``ended_at``: null while it is open; ``seconds``: from sign-in to its end, or to what was last seen of it.

    ``device``: browser and system. ``overlaps``: the person was signed in from another address at the same time.
    """

    id: UUID
    person_id: UUID
    person_name: str
    person_email: str
    company_id: int
    company_name: str
    internal: bool
    state: State
    ending: Ending
    two_factor: bool
    began_at: datetime
    last_seen_at: datetime
    ended_at: datetime | None
    seconds: int
    ip: str | None
    device: str
    overlaps: bool


class OtherSession(msgspec.Struct):
    id: UUID
    state: State
    began_at: datetime
    seconds: int
    ip: str | None


class SessionDay(msgspec.Struct):
    """A day in Brasília. ``seconds``: in which the person was signed in at all; sessions beside each other count once."""

    day: date
    sessions: int
    seconds: int


class SessionRecord(Session, kw_only=True):
    """``acts``: what the person did from its beginning to its end, as the log has it;
    ``days``: the person's last thirty days, ``beside``: their sessions from another address at the same time.
    """

    acts: int
    beside: list[OtherSession]
    days: list[SessionDay]
