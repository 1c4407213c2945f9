"""What the ledger's calls take and answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class AccountRef:
    """An account by its name: lower-case words of a company, one for each currency (ISO 4217)."""

    company: int
    code: str
    currency: str = "BRL"


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a journal, in minor units: positive = credit (we owe the account's owner more), negative = debit.

    Raises:
        ValueError: the amount is zero, or beyond 64 bits.
    """

    account: AccountRef
    amount: int

    def __post_init__(self) -> None:
        if not 0 < abs(self.amount) <= _LARGEST:
            raise ValueError(f"no leg of {self.amount}")


@dataclass(frozen=True, slots=True)
class Told:
    """The event of a post, as foundation/events.py records one: of the company that the journal is for."""

    name: str
    subject: str
    actor: str
    data: Mapping[str, Any]


class Posted(NamedTuple):
    """What stands under a key. ``replayed``: it stood there before this call, which changed nothing."""

    id: UUID
    replayed: bool


class Balance(NamedTuple):
    """Minor units. ``held`` is None for a moment of the past."""

    posted: int
    held: int | None

    @property
    def available(self) -> int:
        """What is neither spent nor held.

        Raises:
            ValueError: for a moment of the past, whose holds are not known.
        """
        if self.held is None:
            raise ValueError("the holds of the past are not known")
        return self.posted - self.held
