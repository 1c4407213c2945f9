"""Builds the facts that a plan shows about Commands on a dispute."""

from typing import Any

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.request import Principal


async def of_case(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a dispute: payer, requested amount, held and missing."""
    dispute: Any = done.result
    facts = {
        "payer_name": dispute.payer_name,
        "payer_document": mask_text(dispute.payer_document),
        "asked": dispute.asked,
        "blocked": dispute.blocked,
        "missing": dispute.missing,
        "end_to_end_id": dispute.end_to_end_id,
    }
    return plan_summary(" · ".join(text for text in (dispute.payer_name, dispute.company_name) if text), facts)
