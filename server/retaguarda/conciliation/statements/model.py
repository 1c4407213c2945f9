"""House accounts, lines of statements, and their shapes in the API.

A house account: proposed → open, agreed to by a second person → ended; or refused. A line: planned until its file is applied,
then new → suggested, ambiguous, exception → matched, part_matched or booked; ignored with a reason.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.bank_files.model import ReturnDamage, ReturnFileInput, ReturnTolerance
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.timeline import Moment

AccountState = Literal["proposed", "open", "refused", "ended"]
ACCOUNT_STATES: tuple[AccountState, ...] = ("proposed", "open", "refused", "ended")
LineState = Literal[
    "planned", "new", "suggested", "ambiguous", "matched", "part_matched", "exception", "booked", "ignored"
]
LINE_STATES: tuple[LineState, ...] = (
    "new",
    "suggested",
    "ambiguous",
    "exception",
    "part_matched",
    "matched",
    "booked",
    "ignored",
)
#: A line that nobody has explained yet.
OPEN_STATES: tuple[LineState, ...] = ("new", "suggested", "ambiguous", "exception", "part_matched")
#: Parts of a CSV's mapping that are no columns.
OPTIONS = ("delimiter", "decimal", "date_form")
FORMATS = ("ofx", "camt", "mt940", "cnab", "csv")


class HouseAccountInput(msgspec.Struct, forbid_unknown_fields=True):
    """``opening``: minor units at the bank before the first movement of ``opened_on``; below nothing is a debt.

    ``clearing_code``: the provider's ledger account that stands for it. ``grace``: business days until what is expected is
    overdue. ``tariff``: minor units that the bank keeps of each title. ``mapping``: the columns of its CSV, column → title.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    bank: Annotated[str, msgspec.Meta(pattern="^[0-9]{3}$")]
    branch: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,10}$")]
    number: Annotated[str, msgspec.Meta(pattern="^[0-9A-Z.-]{1,30}$")]
    currency: Currency
    clearing_code: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_.-]{0,63}$")]
    opened_on: date
    opening: Annotated[int, msgspec.Meta(ge=-(10**15), le=10**15)]
    grace: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    tariff: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    mapping: dict[str, str] | None = None


class ChangeAccountInput(msgspec.Struct, forbid_unknown_fields=True):
    """What is not sent stays; an empty ``mapping`` takes it away. Where the account is, and its opening, never change."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)] | None = None
    grace: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None
    tariff: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None
    mapping: dict[str, str] | None = None


class DecideAccountInput(msgspec.Struct, forbid_unknown_fields=True):
    """``agree`` and ``refuse`` are a second person's; ``end`` closes the account to new files."""

    choice: Literal["agree", "refuse", "end"]


class StatementFileInput(ReturnFileInput):
    """``account``: the house account; needed for CSV, which says nothing of itself, and checked for every other format."""

    account: UUID | None = None


class HouseAccount(msgspec.Struct):
    id: UUID
    name: str
    bank: str
    branch: str
    number: str
    currency: str
    clearing_code: str
    opened_on: date
    opening: Money
    grace: int
    tariff: Money
    mapping: dict[str, str] | None
    state: AccountState
    created_at: datetime
    created_by: str
    decided_at: datetime | None
    decided_by: str | None


class HouseAccountRow(msgspec.Struct):
    """A row of ``house_account``."""

    id: UUID
    name: str
    bank: str
    branch: str
    number: str
    currency: str
    clearing_code: str
    opened_on: date
    opening: int
    grace: int
    tariff: int
    mapping: dict[str, str] | None
    state: AccountState
    created_at: datetime
    created_by: str
    decided_at: datetime | None
    decided_by: str | None


class HouseAccountRecord(HouseAccount):
    """``mine``: the principal proposed it, so another person agrees. ``last_day``: the newest that a file told."""

    mine: bool
    files: int
    lines: int
    last_day: date | None
    timeline: list[Moment]


class StatedBalance(msgspec.Struct):
    """One statement of a file. ``follows``: its opening is the closing before; null where nothing was told before."""

    number: int
    account_id: UUID
    account_name: str
    opening: Money | None
    opening_on: date | None
    credits: Money
    debits: Money
    closing: Money | None
    closing_on: date | None
    lines: int
    holds: bool
    follows: bool | None


class StatementFileRecord(msgspec.Struct):
    """A file of a bank with what would follow of it, or did: ``new`` lines count, ``already`` ones another file brought."""

    id: UUID
    name: str
    size: int
    status: Literal["receiving", "received", "parsed", "applying", "applied", "rejected"]
    layout: str | None
    sha256: str | None
    created_at: datetime
    actor: str
    parsed_at: datetime | None
    applied_at: datetime | None
    applied_by: str | None
    total_lines: int
    read_lines: int
    plan_hash: str | None
    plan_changed: bool
    new: int
    already: int
    pseudo: int
    tolerances: list[ReturnTolerance]
    error: ReturnDamage | None
    statements: list[StatedBalance]
    closed_days: list[date]


class BankLineRow(msgspec.Struct):
    """A row of ``bank_line`` with its account, file and currency."""

    id: UUID
    account_id: UUID
    account_name: str
    file_id: UUID
    file_name: str
    number: int
    booked_on: date
    value_on: date | None
    amount: Money
    kind: str
    history_code: str
    reference: str
    own_reference: str
    end_to_end_id: str
    document: str
    name: str
    tax_document: str
    counter_account: str
    description: str
    balance: Money | None
    first_line: int
    last_line: int
    effect: Literal["new", "already", "pseudo"]
    repeats: UUID | None
    applied_at: datetime | None
    state: LineState
    reason: str | None
    decided_by: str | None


class Candidate(msgspec.Struct):
    """An expectation that a line may be. ``passed`` and ``failed``: what agrees and what does not."""

    id: UUID
    kind: str
    reference: str
    merchant_id: int
    day: date
    due_on: date
    amount: Money
    end_to_end_id: str
    state: str
    passed: list[str]
    failed: list[str]


class LineMatch(msgspec.Struct):
    """A match that a line is or was in."""

    id: UUID
    state: Literal["proposed", "confirmed", "rejected", "undone"]
    rung: int
    explanations: int
    difference: Money
    cause: str | None
    made_at: datetime
    made_by: str
    decided_at: datetime | None
    decided_by: str | None
    undone_at: datetime | None
    undone_by: str | None
    undo_reason: str | None
    lines: int
    expectations: int


class BankLineRecord(BankLineRow):
    """``raw``: the line as it stands in the file. ``cause``: why it stands alone; null where it does not."""

    raw: str
    cause: str | None
    exception_id: UUID | None
    candidates: list[Candidate]
    matches: list[LineMatch]
    timeline: list[Moment]
