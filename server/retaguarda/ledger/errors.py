"""The ledger's errors, by the SQLSTATEs of class RL that its functions raise (ledger/sql/ledger.sql).

After one of these the transaction can only be rolled back.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from retaguarda.foundation.errors import ApiError


class LedgerError(ApiError):
    """The base class; ``text`` is plain English and says what is wrong."""

    sqlstate: str
    status: int = 422
    key: str

    def __init__(self, text: str) -> None:
        super().__init__(type(self).status, type(self).key, text)


class IdempotencyConflict(LedgerError):
    """An earlier request used this key with another body."""

    sqlstate, key = "RL001", "idempotency_conflict"


class InsufficientBalance(LedgerError):
    """An account would fall below its floor."""

    sqlstate, key = "RL002", "insufficient_balance"


class UnknownAccount(LedgerError):
    """The account does not exist, or this company's journals may not touch it."""

    sqlstate, key = "RL003", "ledger_account_unknown"


class HoldNotOpen(LedgerError):
    """The hold was captured, voided or expired, or never placed."""

    sqlstate, status, key = "RL004", 409, "hold_not_open"


class NotReversible(LedgerError):
    """The journal is reversed already, or is itself a reversal."""

    sqlstate, status, key = "RL005", 409, "journal_not_reversible"


class CaptureMismatch(LedgerError):
    """The capture takes nothing from the held account, or more than the hold."""

    sqlstate, key = "RL006", "capture_mismatch"


class InvalidOrder(LedgerError):
    """The legs are out of order, or the account exists on other terms."""

    sqlstate, key = "RL007", "ledger_order_invalid"


class UnknownJournal(LedgerError):
    sqlstate, status, key = "RL008", 404, "not_found"


class OutOfScope(LedgerError):
    """The transaction's scope does not cover the company; looks like something that does not exist."""

    sqlstate, status, key = "RL009", 404, "not_found"


class UnbalancedJournal(LedgerError):
    """The legs do not sum to zero in each currency, or there are fewer than two."""

    sqlstate, key = "RL010", "journal_unbalanced"


class AccountBlocked(LedgerError):
    """The account is blocked in this direction; ``error`` is the reason as staff wrote it."""

    sqlstate, status, key = "RL012", 409, "ledger_account_blocked"


_BY_SQLSTATE = {
    error_class.sqlstate: error_class
    for error_class in (
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
def ledger_errors() -> Iterator[None]:
    """Raises the errors of the ledger's SQL functions as these classes; any other error passes through."""
    try:
        yield
    except psycopg.Error as error:
        error_class = _BY_SQLSTATE.get(error.sqlstate or "")
        if error_class is None:
            raise
        raise error_class(error.diag.message_primary or str(error)) from error
