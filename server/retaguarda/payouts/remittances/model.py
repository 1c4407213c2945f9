"""States and API shapes of remittances.

drafted → sealed (it has its number, bytes and hash) → delivered → acknowledged → answered → closed; or discarded before
it is sealed, refused by the bank after. A refused or discarded one frees its orders for another.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.payouts.mailboxes.model import MailboxProblem

STATES = ("drafted", "sealed", "delivered", "acknowledged", "answered", "closed", "refused", "discarded")
#: Lines of one remittance.
MOST_LINES = 5_000

State = Literal["drafted", "sealed", "delivered", "acknowledged", "answered", "closed", "refused", "discarded"]


class RemittanceInput(msgspec.Struct, forbid_unknown_fields=True):
    """``processor``: one that gets files. ``day``: on which the bank is to pay, today or later."""

    processor: UUID
    day: date


class SealInput(msgspec.Struct, forbid_unknown_fields=True):
    """``plan``: the hash of the lines that the person saw; other lines are not sealed."""

    plan: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]


class DiscardInput(msgspec.Struct, forbid_unknown_fields=True):
    reason: Annotated[str, msgspec.Meta(min_length=3, max_length=400)]


class Remittance(msgspec.Struct, kw_only=True):
    """One remittance. ``sequence``: its number at the bank (NSA); ``sha256`` of its file."""

    id: UUID
    state: State
    processor_id: UUID
    processor: str
    bank: str
    agreement: str
    sequence: int | None
    day: date
    lines: int
    amount: Money
    plan_hash: str
    sha256: str | None
    created_at: datetime
    actor: str
    sealed_at: datetime | None
    sealed_by: str | None
    delivered_at: datetime | None
    delivered_by: str | None
    ended_at: datetime | None


class RemittanceRules(msgspec.Struct):
    """The fields of a remittance that a plan compares; the moment of sealing is none of them."""

    state: str
    lines: int
    amount: Money


class RemittanceLine(msgspec.Struct):
    """One order. ``reference``: what the bank knows it by; ``code``: of the bank's answer."""

    number: int
    merchant_id: int
    merchant: str
    payout_id: UUID
    method: str
    reference: str
    payee: str
    amount: Money
    outcome: Literal["waiting", "done", "failed", "released"]
    code: str | None


class RemittanceOutcome(msgspec.Struct):
    outcome: str
    count: int
    amount: Money


class RemittanceFile(msgspec.Struct):
    """How far its file is that goes into the bank's mailbox."""

    name: str
    state: Literal["waiting", "sent", "uncertain", "stopped"]
    attempts: int
    last_error: MailboxProblem | None


class RemittanceRecord(Remittance, kw_only=True):
    """``shown``: the first lines of it; ``outcomes`` counts all. ``mailbox``: whether files of its processor go by one that is in use; ``file``: that
    which goes there, once somebody asked for it."""

    mailbox: bool
    file: RemittanceFile | None

    outcomes: list[RemittanceOutcome]
    shown: list[RemittanceLine]
