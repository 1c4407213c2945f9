"""Arguments and results of the ledger's functions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class AccountRef:
    """An account by name: lower-case words, of a company, one for each currency (ISO 4217)."""

    company: int
    code: str
    currency: str


@dataclass(frozen=True, slots=True)
class Leg:
    """A leg of a journal, in minor units: positive = credit (we owe the account's owner more), negative = debit.

    Raises:
        ValueError: the amount is zero, or beyond 64 bits.
    """

    account: AccountRef
    amount: int

    def __post_init__(self) -> None:
        if not 0 < abs(self.amount) <= _LARGEST:
            raise ValueError(f"no leg of {self.amount}")


@dataclass(frozen=True, slots=True)
class JournalEvent:
    """The event of a journal, as foundation/events.py records it, for the same company."""

    name: str
    subject: str
    actor: str
    data: Mapping[str, Any]


class Posted(NamedTuple):
    """The journal or hold under a key. ``replayed``: it existed before; this request changed nothing."""

    id: UUID
    replayed: bool


class Balance(NamedTuple):
    """Minor units. ``held`` is None for a past moment."""

    posted: int
    held: int | None

    @property
    def available(self) -> int:
        """What is neither spent nor held.

        Raises:
            ValueError: for a past moment, whose holds are unknown.
        """
        if self.held is None:
            raise ValueError("the holds of the past are not known")
        return self.posted - self.held
