"""Describe a Command on a deposit for the person who decides."""

from typing import Any

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.request import Principal


async def of_deposit(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the deposit: payer, amount and the merchant it belongs to."""
    deposit: Any = done.result
    payer = deposit.payer_name or deposit.end_to_end_id or deposit.bank_ref
    facts = {
        "payer_name": deposit.payer_name,
        "payer_document": mask_text(deposit.payer_document),
        "amount": deposit.amount,
    }
    return plan_summary(f"{payer} · {deposit.company_name}", facts | {"merchant": deposit.company_name})
