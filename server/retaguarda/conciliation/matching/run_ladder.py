"""Matches what is open: expectations are written from the ledger, the ladder is climbed, days are told anew; all in SQL."""

from datetime import date
from uuid import UUID

from retaguarda.foundation.business_days import holidays
from retaguarda.foundation.database import Tx


async def fill_expectations(tx: Tx) -> int:
    """Writes what the ledger expects at the bank since the last time, and returns how many are new."""
    new: int = await tx.value("select conciliation_fill(%(holidays)s)", {"holidays": _holidays()})
    return new


async def run_account(tx: Tx, account: UUID, actor: str) -> list[int]:
    """Climbs the ladder for one account and returns the matches that each rung made, the first rung first."""
    # A file may have a million lines, and a rung is one statement.
    await tx.execute("set local statement_timeout = 0")
    await tx.execute(
        "select from house_account where company_id = 1 and id = %(account)s for update", {"account": account}
    )
    await fill_expectations(tx)
    made: list[int] = await tx.value(
        "select conciliation_run(%(account)s, %(actor)s)", {"account": account, "actor": actor}
    )
    await refresh_days(tx, account)
    return made


async def refresh_days(tx: Tx, account: UUID) -> None:
    await tx.execute("select house_days_refresh(%(account)s)", {"account": account})


def _holidays() -> list[date]:
    return sorted(holidays())
