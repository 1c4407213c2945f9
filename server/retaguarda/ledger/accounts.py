"""Accounts and what they hold."""

from datetime import datetime

from retaguarda.foundation.database import Tx
from retaguarda.ledger.errors import UnknownAccount, named
from retaguarda.ledger.model import AccountRef, Balance


async def open_account(tx: Tx, account: AccountRef, *, floor: int | None = 0, append_only: bool = False) -> None:
    """Opens an account; does nothing where it stands on the same terms.

    Args:
        floor: what posted less held never falls below, minor units; None: no limit.
        append_only: for accounts that everything touches: its entries never wait for each other, and its balance is
            summed when asked for. Has no floor and no holds.

    Raises:
        InvalidOrder: it stands on other terms, or is append-only with a floor.
        OutOfScope.
    """
    with named():
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


async def balance(tx: Tx, company: int, code: str, currency: str = "BRL", *, at: datetime | None = None) -> Balance:
    """What an account holds now; with ``at``, what was posted to it by then (by when it was recorded, inclusive).

    Raises:
        UnknownAccount, OutOfScope.
    """
    with named():
        row = await tx.one(
            "select posted, held from ledger_balance(%(company)s, %(code)s, %(currency)s, %(at)s)",
            {"company": company, "code": code, "currency": currency, "at": at},
        )
    if row is None:
        raise UnknownAccount(f"company {company} has no account {code} in {currency}")
    return Balance(row["posted"], row["held"])


async def block(tx: Tx, company: int, account: int, *, blocked_in: bool, blocked_out: bool, reason: str) -> None:
    """Sets which ways of an account are blocked: from now on nothing is added, or nothing taken and set aside.

    What a hold has set aside before can still be captured.

    Raises:
        UnknownAccount: no such account of this company, or an append-only one.
        OutOfScope.
    """
    with named():
        found = await tx.value(
            "select ledger_block(%(company)s, %(account)s, %(in)s, %(out)s, %(reason)s)",
            {"company": company, "account": account, "in": blocked_in, "out": blocked_out, "reason": reason},
        )
    if not found:
        raise UnknownAccount(f"company {company} has no account {account} that can be blocked")


async def checkpoint_all(tx: Tx, *, at_least: int = 1) -> int:
    """Sums the append-only accounts in scope that have ``at_least`` new entries, so that reading them stays quick.

    Returns:
        How many were summed.
    """
    return await tx.value(
        "select count(*) filter (where ledger_checkpoint_make(id, %(at_least)s)) from ledger_account where append_only",
        {"at_least": at_least},
    )
