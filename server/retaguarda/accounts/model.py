"""What an account is, and what a person says to block it."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason

#: balance: has a balance of its own, which never falls below its floor; entries: one that everything touches.
KINDS = ("balance", "entries")


class LedgerAccount(msgspec.Struct, kw_only=True):
    """``alias``: the name of a sub-account, whose ``parent`` is the account that payments come to; ``most_once`` and ``most_day`` may leave it
    in one move and on one day, null where there is no such limit. ``available`` is posted less on hold. ``blocked_in``: nothing comes in; ``blocked_out``: nothing goes out or is set aside."""

    id: int
    code: str
    alias: str | None
    parent: str | None
    closed_at: datetime | None
    most_once: Money | None
    most_day: Money | None
    company_id: int
    company_name: str
    kind: Literal["balance", "entries"]
    currency: str
    available: Money
    on_hold: Money
    blocked_in: bool
    blocked_out: bool
    block_reason: str | None
    created_at: datetime
    last_move_at: datetime | None


class LedgerAccountEntry(msgspec.Struct):
    """``reference``: of what it is about, in the room that posted it."""

    journal_id: UUID
    kind: str
    reference: str
    amount: Money
    balance_after: Money | None
    at: datetime


class LedgerAccountHold(msgspec.Struct):
    id: UUID
    reference: str
    amount: Money
    created_at: datetime
    expires_at: datetime | None


class LedgerAccountRecord(LedgerAccount, kw_only=True):
    """With its latest entries and its open holds. ``day_left``: what may still leave today, where a day has a limit."""

    day_left: Money | None
    entries: list[LedgerAccountEntry]
    holds: list[LedgerAccountHold]


class AccountAliasInput(msgspec.Struct, forbid_unknown_fields=True):
    alias: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class MoveMoneyInput(msgspec.Struct, forbid_unknown_fields=True):
    """Numbers of two accounts of one company."""

    source: Annotated[int, msgspec.Meta(ge=1)]
    destination: Annotated[int, msgspec.Meta(ge=1)]
    amount: Price


class MoneyMoved(msgspec.Struct):
    """The accounts by their names."""

    id: UUID
    source: str
    destination: str
    amount: Money


class AccountBlockInput(msgspec.Struct, forbid_unknown_fields=True):
    """``direction``: in, nothing comes in; out, nothing goes out and nothing is set aside."""

    direction: Literal["both", "in", "out"]
    reason: Reason
