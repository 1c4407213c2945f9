"""What the senders know of the world that they change together."""

import threading
from collections.abc import Iterable
from random import Random

AURORA, OUTRA = 2, 3
#: Of each kind of thing, the newest so many are acted upon.
REMEMBERED = 3_000


class Memory:
    """Ids of one kind of thing, each with whom it belongs to."""

    def __init__(self, found: Iterable[tuple[str, str]] = ()) -> None:
        self._lock = threading.Lock()
        self._found = list(found)

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
        sub_accounts: of Loja Aurora, beside it.
        recipients: of parts of Loja Aurora's charges.
    """

    def __init__(
        self,
        bank_account: str,
        ledger_account: int,
        provider_key: str,
        sub_accounts: Iterable[int] = (),
        recipients: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.bank_account = bank_account
        self.ledger_account = ledger_account
        self.sub_accounts = list(sub_accounts)
        self.provider_key = provider_key
        self.charges, self.transfers, self.notes, self.schedules = Memory(), Memory(), Memory(), Memory()
        self.recurrences, self.cycles, self.batches, self.files = Memory(), Memory(), Memory(), Memory()
        self.recipients = Memory(recipients)
