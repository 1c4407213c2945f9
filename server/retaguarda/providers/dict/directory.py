"""The port to DICT's directory of keys, in the words of the DICT API 1.8.0: who owns a key, since when, and what others saw of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from retaguarda.providers.dict.port import DictUnavailable

OwnerKind = Literal["NATURAL_PERSON", "LEGAL_PERSON"]
#: Keys that one checkKeys call takes at most.
MOST_KEYS = 200


@dataclass(frozen=True, slots=True)
class OwnerCounters:
    """What participants told of an owner: Pix that settled, frauds that were reported and that were agreed to.

    The last 3 days, the last 30, and the six months before this one. Settlements are rounded up by DICT (0, 1, 5, 10, 50 …).
    """

    settlements_d30: int = 0
    settlements_m6: int = 0
    reported_frauds_d30: int = 0
    reported_frauds_m6: int = 0
    confirmed_frauds_d3: int = 0
    confirmed_frauds_d30: int = 0
    confirmed_frauds_m6: int = 0


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """An entry of the directory (Entry). ``owner_document`` is a CPF or a CNPJ; ``participant`` the ISPB of the owner's bank."""

    key: str
    participant: str
    branch: str
    account: str
    account_type: str
    owner_kind: OwnerKind
    owner_document: str
    owner_name: str
    created_at: datetime
    owned_since: datetime
    counters: OwnerCounters


class KeyDirectory(Protocol):
    """Every method raises DictProblem or DictUnavailable."""

    async def entry(self, key: str, payer_document: str, end_to_end_id: str) -> KeyEntry | None:
        """Looks a key up for a payment that is being written (getEntry); None: nobody has it.

        Args:
            payer_document: CPF or CNPJ of who pays; DICT counts look-ups by it.
            end_to_end_id: of the payment order that would follow.
        """
        ...

    async def known_keys(self, keys: Sequence[str]) -> Mapping[str, bool]:
        """Which of at most 200 keys exist (checkKeys). It names no owner, and costs no look-up."""
        ...

    async def close(self) -> None: ...


class NoKeyDirectory:
    """Where no DICT is connected: nobody can be looked up."""

    async def entry(self, key: str, payer_document: str, end_to_end_id: str) -> KeyEntry | None:
        raise _missing()

    async def known_keys(self, keys: Sequence[str]) -> Mapping[str, bool]:
        raise _missing()

    async def close(self) -> None:
        """Nothing was opened."""


def _missing() -> DictUnavailable:
    return DictUnavailable("no DICT is connected (RETAGUARDA_DICT_URL)")
