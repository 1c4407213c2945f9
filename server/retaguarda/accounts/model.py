"""Types of ledger accounts and the inputs of their Commands."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason

#: balance: keeps a running balance, which never falls below its floor; entries: every payment touches it, so it only
#: takes entries.
KINDS = ("balance", "entries")


class LedgerAccount(msgspec.Struct, kw_only=True):
    """``alias``: the name of a sub-account; its ``parent`` is the account that receives payments. ``most_once`` and
    ``most_day`` limit what may leave in one move and on one day, null without a limit. ``available`` is posted less
    held. ``blocked_in``: nothing comes in; ``blocked_out``: nothing goes out or is held."""

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
    """``reference``: the id of the journal's subject, in the room that posted it."""

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
    """An account with its latest entries and open holds. ``day_left``: what may still leave today, where it has a daily
    limit."""

    day_left: Money | None
    entries: list[LedgerAccountEntry]
    holds: list[LedgerAccountHold]


class AccountAliasInput(msgspec.Struct, forbid_unknown_fields=True):
    alias: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class MoveMoneyInput(msgspec.Struct, forbid_unknown_fields=True):
    """Ids of two accounts of one company."""

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
    """``direction``: ``in``, nothing comes in; ``out``, nothing goes out and nothing is held."""

    direction: Literal["both", "in", "out"]
    reason: Reason
