"""Load a merchant's balances from the ledger."""

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money


class Balance(msgspec.Struct):
    key: str
    amount: Money


async def load_balances(tx: Tx, company: int) -> list[Balance]:
    """Return available (free to move), on_hold (refunds in progress) and in_review (received, awaiting a decision)."""
    rows = await tx.all(
        "select code, posted, held from ledger_account where company_id = %(company)s and code in ('available', 'in_review')",
        {"company": company},
    )
    by_code = {row["code"]: row for row in rows}
    available = by_code.get("available", {"posted": 0, "held": 0})
    review = by_code.get("in_review", {"posted": 0, "held": 0})
    return [
        Balance("available", Money(available["posted"] - available["held"], BRL)),
        Balance("on_hold", Money(available["held"] + review["held"], BRL)),
        Balance("in_review", Money(review["posted"] - review["held"], BRL)),
    ]
