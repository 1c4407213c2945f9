"""What a person judges a Command on a case by."""

from typing import Any

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.request import Principal


async def of_case(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Whose payment it is, what was asked back, and what of it can go."""
    case: Any = done.result
    facts = {
        "payer_name": case.payer_name,
        "payer_document": mask_text(case.payer_document),
        "asked": case.asked,
        "blocked": case.blocked,
        "missing": case.missing,
        "end_to_end_id": case.end_to_end_id,
    }
    return plan_summary(" · ".join(text for text in (case.payer_name, case.company_name) if text), facts)
