"""What the senders know of the world that they change together."""

import threading
from random import Random

AURORA, OUTRA = 2, 3
#: Of each kind of thing, the newest so many are acted upon.
REMEMBERED = 3_000


class Memory:
    """Ids of one kind of thing, each with whom it belongs to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found = list[tuple[str, str]]()

    def add(self, email: str, number: str) -> None:
        with self._lock:
            self._found.append((email, number))
            del self._found[:-REMEMBERED]

    def some(self, rng: Random) -> tuple[str, str] | None:
        with self._lock:
            return rng.choice(self._found) if self._found else None


class World:
    """
    Args:
        bank_account: of Loja Aurora, where its withdrawals go.
        ledger_account: of Loja Aurora, what is available.
    """

    def __init__(self, bank_account: str, ledger_account: int, provider_key: str) -> None:
        self.bank_account = bank_account
        self.ledger_account = ledger_account
        self.provider_key = provider_key
        self.charges, self.transfers, self.notes, self.schedules = Memory(), Memory(), Memory(), Memory()
