"""Describe a Command on a deposit for the person who decides."""

from typing import Any

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, shown
from retaguarda.foundation.documents import masked
from retaguarda.foundation.request import Principal


async def of_deposit(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the deposit: payer, amount and the merchant it belongs to."""
    deposit: Any = done.result
    payer = deposit.payer_name or deposit.end_to_end_id or deposit.bank_ref
    facts = {
        "payer_name": deposit.payer_name,
        "payer_document": masked(deposit.payer_document),
        "amount": deposit.amount,
    }
    return shown(f"{payer} · {deposit.company_name}", facts | {"merchant": deposit.company_name})
