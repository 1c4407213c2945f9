"""The ledger: accounts, journals and holds. It knows no payments; the database enforces its rules.

Every function works inside the given transaction, for the companies of its scope. Every write takes a key: repeating it changes
nothing and returns the first result; another body under a used key is refused.
"""

from retaguarda.ledger.accounts import balance, block, checkpoint_all, open_account
from retaguarda.ledger.capture_many import Capture, capture_many_with_commit
from retaguarda.ledger.credit_many import Credit, credit_many
from retaguarda.ledger.divide_hold import Part, divide_hold
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
from retaguarda.ledger.holds import ExpiredHold, expire_due, hold, void, void_many
from retaguarda.ledger.journals import capture, capture_with_commit, post, post_with_event, reverse
from retaguarda.ledger.model import AccountRef, Balance, JournalEvent, Leg, Posted

__all__ = [
    "AccountBlocked",
    "AccountRef",
    "Balance",
    "Capture",
    "CaptureMismatch",
    "Credit",
    "ExpiredHold",
    "HoldNotOpen",
    "IdempotencyConflict",
    "InsufficientBalance",
    "InvalidOrder",
    "JournalEvent",
    "LedgerError",
    "Leg",
    "NotReversible",
    "OutOfScope",
    "Part",
    "Posted",
    "UnbalancedJournal",
    "UnknownAccount",
    "UnknownJournal",
    "balance",
    "block",
    "capture",
    "capture_many_with_commit",
    "capture_with_commit",
    "checkpoint_all",
    "credit_many",
    "divide_hold",
    "expire_due",
    "hold",
    "open_account",
    "post",
    "post_with_event",
    "reverse",
    "void",
    "void_many",
]
