"""The ledger: accounts, journals and holds. Knows no payments; the rules are kept by the database.

Every call works inside the transaction it is given, for the companies of that transaction's scope. Every write takes a
key: the same call again changes nothing and answers what stands; another body under a used key is refused.
"""

from retaguarda.ledger.accounts import balance, block, checkpoint_all, open_account
from retaguarda.ledger.credit_many import Credit, credit_many
from retaguarda.ledger.errors import (
    AccountBlocked,
    CaptureMismatch,
    HoldNotOpen,
    IdempotencyConflict,
    InsufficientBalance,
    InvalidOrder,
    LedgerError,
    NotReversible,
    OutOfScope,
    UnbalancedJournal,
    UnknownAccount,
    UnknownJournal,
)
from retaguarda.ledger.holds import ExpiredHold, expire_due, hold, void
from retaguarda.ledger.journals import capture, post, post_told, reverse
from retaguarda.ledger.model import AccountRef, Balance, Leg, Posted, Told

__all__ = [
    "AccountBlocked",
    "AccountRef",
    "Balance",
    "CaptureMismatch",
    "Credit",
    "ExpiredHold",
    "HoldNotOpen",
    "IdempotencyConflict",
    "InsufficientBalance",
    "InvalidOrder",
    "LedgerError",
    "Leg",
    "NotReversible",
    "OutOfScope",
    "Posted",
    "Told",
    "UnbalancedJournal",
    "UnknownAccount",
    "UnknownJournal",
    "balance",
    "block",
    "capture",
    "checkpoint_all",
    "credit_many",
    "expire_due",
    "hold",
    "open_account",
    "post",
    "post_told",
    "reverse",
    "void",
]
