"""What the ledger refuses, under the SQLSTATEs of class RL that its functions raise (ledger/sql/ledger.sql).

After one of these the transaction can only be rolled back.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from retaguarda.foundation.errors import ApiError


class LedgerError(ApiError):
    """The base of all; ``text`` is plain English and says what is wrong."""

    sqlstate: str
    status: int = 422
    key: str

    def __init__(self, text: str) -> None:
        super().__init__(type(self).status, type(self).key, text)


class IdempotencyConflict(LedgerError):
    """The key was used before, with another body."""

    sqlstate, key = "RL001", "idempotency_conflict"


class InsufficientBalance(LedgerError):
    """An account would fall below its floor."""

    sqlstate, key = "RL002", "insufficient_balance"


class UnknownAccount(LedgerError):
    """No such account, or not one that this company's journals may touch."""

    sqlstate, key = "RL003", "ledger_account_unknown"


class HoldNotOpen(LedgerError):
    """The hold was captured, voided or expired before, or never placed."""

    sqlstate, status, key = "RL004", 409, "hold_not_open"


class NotReversible(LedgerError):
    """The journal is reversed already, or is a reversal."""

    sqlstate, status, key = "RL005", 409, "journal_not_reversible"


class CaptureMismatch(LedgerError):
    """A capture takes nothing from the held account, or more than the hold has."""

    sqlstate, key = "RL006", "capture_mismatch"


class InvalidOrder(LedgerError):
    """Legs that are out of order, or an account opened on other terms than it stands with."""

    sqlstate, key = "RL007", "ledger_order_invalid"


class UnknownJournal(LedgerError):
    sqlstate, status, key = "RL008", 404, "not_found"


class OutOfScope(LedgerError):
    """The transaction's scope does not cover the company; told like something that does not exist."""

    sqlstate, status, key = "RL009", 404, "not_found"


class UnbalancedJournal(LedgerError):
    """The legs do not sum to zero in each currency, or there are fewer than two."""

    sqlstate, key = "RL010", "journal_unbalanced"


class AccountBlocked(LedgerError):
    """The way in or out of an account is blocked; ``error`` is the reason as it was written."""

    sqlstate, status, key = "RL012", 409, "ledger_account_blocked"


_BY_SQLSTATE = {
    kind.sqlstate: kind
    for kind in (
        IdempotencyConflict,
        InsufficientBalance,
        UnknownAccount,
        HoldNotOpen,
        NotReversible,
        CaptureMismatch,
        InvalidOrder,
        UnknownJournal,
        OutOfScope,
        UnbalancedJournal,
        AccountBlocked,
    )
}


@contextmanager
def named() -> Iterator[None]:
    """Inside, what the ledger's functions refuse is raised by its name; anything else stays what it is."""
    try:
        yield
    except psycopg.Error as error:
        kind = _BY_SQLSTATE.get(error.sqlstate or "")
        if kind is None:
            raise
        raise kind(error.diag.message_primary or str(error)) from error
