"""Ledger accounts and their balances."""

from datetime import datetime

from retaguarda.foundation.database import Tx
from retaguarda.ledger.errors import UnknownAccount, ledger_errors
from retaguarda.ledger.model import AccountRef, Balance


async def open_account(tx: Tx, account: AccountRef, *, floor: int | None = 0, append_only: bool = False) -> None:
    """Opens an account; does nothing if it exists on the same terms.

    Args:
        floor: posted less held never falls below it, minor units; None: no limit.
        append_only: for accounts that every payment touches: entries never wait for each other, and a read sums the
            balance. It has no floor and no holds.

    Raises:
        InvalidOrder: it exists on other terms, or is append-only with a floor.
        OutOfScope.
    """
    with ledger_errors():
        await tx.execute(
            "select ledger_open(%(company)s, %(code)s, %(currency)s, %(floor)s, %(append_only)s)",
            {
                "company": account.company,
                "code": account.code,
                "currency": account.currency,
                "floor": floor,
                "append_only": append_only,
            },
        )


async def balance(tx: Tx, company: int, code: str, currency: str, *, at: datetime | None = None) -> Balance:
    """Returns the balance now; with ``at``, what was posted up to then (by the time of recording, inclusive).

    Raises:
        UnknownAccount, OutOfScope.
    """
    with ledger_errors():
        row = await tx.one(
            "select posted, held from ledger_balance(%(company)s, %(code)s, %(currency)s, %(at)s)",
            {"company": company, "code": code, "currency": currency, "at": at},
        )
    if row is None:
        raise UnknownAccount(f"company {company} has no account {code} in {currency}")
    return Balance(row["posted"], row["held"])


async def block(tx: Tx, company: int, account: int, *, blocked_in: bool, blocked_out: bool, reason: str) -> None:
    """Blocks or unblocks money into and out of an account. A block on the way out also refuses new holds.

    Holds placed before can still be captured.

    Raises:
        UnknownAccount: the company has no such account, or it is append-only.
        OutOfScope.
    """
    with ledger_errors():
        found = await tx.value(
            "select ledger_block(%(company)s, %(account)s, %(in)s, %(out)s, %(reason)s)",
            {"company": company, "account": account, "in": blocked_in, "out": blocked_out, "reason": reason},
        )
    if not found:
        raise UnknownAccount(f"company {company} has no account {account} that can be blocked")


async def checkpoint_all(tx: Tx, *, at_least: int = 1) -> int:
    """Stores the sums of append-only accounts in scope with ``at_least`` new entries, so that reading them stays fast.

    Returns:
        How many accounts it summed.
    """
    return await tx.value(
        "select count(*) filter (where ledger_checkpoint_make(id, %(at_least)s)) from ledger_account where append_only",
        {"at_least": at_least},
    )
