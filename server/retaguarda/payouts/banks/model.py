"""Banks as payouts meet them: states, figures and inputs.

State: what staff marked, until its hour; else measured: up, degraded (one payment in twenty lost by the bank's fault) or
down (half of them); few_data below twenty payments a day.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from retaguarda.bank_book.model import BankEntry, DigitRule
from retaguarda.foundation.text_input import Reason

STATES = ("up", "degraded", "down", "few_data")
#: The longest mark, hours.
LONGEST_MARK = 72
#: Characters of a list of banks.
LONGEST_LIST = 800_000


class MarkInput(msgspec.Struct, forbid_unknown_fields=True):
    """``hours``: how long the mark holds, from when it is carried out."""

    state: Literal["down", "up"]
    hours: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_MARK)]
    reason: Reason


class AccountRuleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``number_least`` and ``number_most``: digits of the account without its check digit."""

    branch_most: Annotated[int, msgspec.Meta(ge=1, le=4)]
    number_least: Annotated[int, msgspec.Meta(ge=1, le=19)]
    number_most: Annotated[int, msgspec.Meta(ge=1, le=19)]
    digit_rule: DigitRule
    reason: Reason


class BankListInput(msgspec.Struct, forbid_unknown_fields=True):
    """``content``: the text of data/bancos.json of guibranco/BancosBrasileiros."""

    content: Annotated[str, msgspec.Meta(min_length=2, max_length=LONGEST_LIST)]
    reason: Reason


class BankRefusals(msgspec.Struct):
    """``code``: of the bank; empty where it named none."""

    code: str
    payments: int


class BankMark(msgspec.Struct):
    """What staff said of a bank. ``ended_at``: when somebody took it back before its hour."""

    state: str
    reason: str
    until: datetime
    created_by: str
    created_at: datetime
    ended_by: str | None
    ended_at: datetime | None


class BankFigures(msgspec.Struct, kw_only=True):
    """What was measured. ``quarter``: payments of the last 15 minutes, ``day``: of the last 24 hours; ``faulty``: lost by
    the bank's fault, or without an answer for a minute; ``p50_ms`` and ``p95_ms``: from order to done."""

    state: str = "few_data"
    measured: str = "none"
    mark: str | None = None
    mark_until: datetime | None = None
    quarter: int = 0
    quarter_faulty: int = 0
    day: int = 0
    day_done: int = 0
    day_refused: int = 0
    day_faulty: int = 0
    p50_ms: int | None = None
    p95_ms: int | None = None


class PayoutBank(BankEntry, frozen=True, kw_only=True):
    """One bank of the book. ``marks`` and ``refusals`` are empty for anybody but staff."""

    live: BankFigures
    marks: list[BankMark]
    refusals: list[BankRefusals]


class BankStanding(msgspec.Struct):
    """A bank as a plan compares it; without times, which would make every plan another one."""

    name: str
    mark: str | None
    branch_most: int
    number_least: int
    number_most: int
    digit_rule: str


class AccountTry(msgspec.Struct):
    """Of a number that is tried: the field that is wrong and why; ``number``: as it would be sent."""

    field: str | None
    problem: str | None
    number: str | None
