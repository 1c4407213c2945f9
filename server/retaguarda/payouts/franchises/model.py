"""Franchise units: statuses, problems, inputs and answers.

active, or suspended: nothing is paid to its accounts. A unit is qualified when it lacks nothing of PROBLEMS.
"""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import BRL, Currency, Money
from retaguarda.foundation.percentage import Percentage
from retaguarda.foundation.text_input import Reason

STATUSES = ("active", "suspended")
QUALIFICATIONS = ("qualified", "incomplete")
PROBLEMS = (
    "no_owners",
    "shares_not_whole",
    "contract_to_come",
    "contract_over",
    "no_destination",
    "destination_not_verified",
)
#: Rows of one file of units.
MOST_ROWS = 1_000

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Contract = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
DocumentText = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]


class Budget(msgspec.Struct, frozen=True):
    """What may be paid in a month; it may be nothing."""

    amount: Annotated[int, msgspec.Meta(ge=0, le=10**12 - 1)]
    currency: Currency = BRL


class UnitTerms(msgspec.Struct, forbid_unknown_fields=True):
    """``royalty``: percent of what is paid through the unit. ``budget`` null: no end."""

    name: Name
    contract: Contract
    valid_from: date
    valid_to: date | None = None
    royalty: Percentage = "0"
    budget: Budget | None = None


class UnitInput(UnitTerms, forbid_unknown_fields=True, kw_only=True):
    document: DocumentText


class UnitChange(UnitTerms, forbid_unknown_fields=True, kw_only=True):
    """All terms as they shall be. The document cannot change: another document is another unit."""

    reason: Reason


class OwnerInput(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    document: DocumentText
    share: Percentage


class OwnerRemoval(msgspec.Struct, forbid_unknown_fields=True):
    owner: UUID
    reason: Reason


class UnitDestinationInput(msgspec.Struct, forbid_unknown_fields=True):
    """``bank_account``: one of the merchant's bank accounts that belongs to no other unit."""

    bank_account: UUID


class DestinationRemoval(msgspec.Struct, forbid_unknown_fields=True):
    bank_account: UUID
    reason: Reason


class BudgetMove(msgspec.Struct, forbid_unknown_fields=True):
    """``to``: the unit that gets it."""

    to: UUID
    amount: Budget
    reason: Reason


class UnitFile(msgspec.Struct, forbid_unknown_fields=True):
    """``content``: CSV with the columns name, document, contract, valid_from, valid_to, royalty and budget."""

    content: Annotated[str, msgspec.Meta(min_length=1, max_length=400_000)]


class FileUnit(msgspec.Struct):
    """A line of a file. ``problems``: field → key of why; empty where the unit can be added."""

    line: int
    name: str
    document: str
    contract: str
    budget: Money | None
    problems: dict[str, str]


class UnitFilePreview(msgspec.Struct):
    """``new``: units that would be added; ``wrong``: lines that stand in the way of all."""

    lines: list[FileUnit]
    new: int
    wrong: int
    budget: Money


class Imported(msgspec.Struct):
    units: int


class UnitOwner(msgspec.Struct):
    """``share`` in percent; a person's document is masked."""

    id: UUID
    name: str
    document: str
    share: str


class UnitDestination(msgspec.Struct):
    """A bank account of a unit; its own record tells all of it."""

    id: UUID
    nickname: str
    holder_name: str
    bank_name: str | None
    status: str


class UnitVolume(msgspec.Struct):
    """What was paid to a unit in so many days."""

    days: int
    payments: int
    amount: Money


class Unit(msgspec.Struct, kw_only=True):
    """``spent``: paid to its accounts this month, less what came back; ``left`` null: no budget ends it. A person's
    document is masked. ``royalty`` in percent."""

    id: UUID
    company_id: int
    company_name: str
    name: str
    document: str
    contract: str
    valid_from: date
    valid_to: date | None
    royalty: str
    budget: Money | None
    spent: Money
    left: Money | None
    status: str
    reason: str | None
    problems: list[str]
    created_at: datetime
    created_by: str


class UnitRecord(Unit, kw_only=True):
    """A unit with what belongs to it. ``free``: verified accounts of no unit, for whoever may add one; the latest 200."""

    owners: list[UnitOwner]
    destinations: list[UnitDestination]
    free: list[UnitDestination]
    volumes: list[UnitVolume]


class UnitRow(msgspec.Struct):
    """A unit as the database has it; amounts in minor units of ``currency``."""

    id: UUID
    company_id: int
    company_name: str
    name: str
    document: str
    contract: str
    valid_from: date
    valid_to: date | None
    royalty: int
    budget: int | None
    spent: int
    currency: Currency
    status: str
    reason: str | None
    problems: list[str]
    created_at: datetime
    created_by: str


class UnitStanding(msgspec.Struct):
    """A unit as a plan compares it."""

    name: str
    contract: str
    valid_from: date
    valid_to: date | None
    royalty: str
    budget: Money | None
    status: str
    owners: str
    destinations: str
