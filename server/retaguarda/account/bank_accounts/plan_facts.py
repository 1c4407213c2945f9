"""Describe where money would go, for the person who decides: plans, approvals and the list of approvals read this one
place."""

from typing import Any
from uuid import UUID

from retaguarda.account.bank_accounts.queries import SELECT
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.request import Principal

_MASKED = f"select b.*, {masked_key('b')} as shown_key from ({SELECT}) b"


async def of_account(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a Command on a bank account: the account itself."""
    nickname, holder, account_facts = await _destination(tx, principal.chosen(), UUID(done.subject))
    return plan_summary(f"{nickname} · {holder}", {"nickname": nickname, "account": None, "key": None, **account_facts})


async def of_transfer(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a withdrawal: the destination account, the amount that arrives, and the day it is sent."""
    transfer: Any = done.result
    nickname, holder, account_facts = await _destination(tx, principal.chosen(), transfer.bank_account_id)
    day = transfer.scheduled_for
    facts = {"bank_account": nickname, **account_facts, "amount": transfer.amount, "fee": transfer.fee}
    return plan_summary(f"{nickname} · {holder}", facts | {"scheduled_for": day and day.isoformat()})


async def of_schedule(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a Command on a schedule: its name, and the destination of its withdrawals."""
    schedule: Any = done.result
    nickname, holder, account_facts = await _destination(tx, principal.chosen(), schedule.bank_account_id)
    facts = {"name": schedule.name, "bank_account": nickname, **account_facts, "amount": schedule.amount}
    return plan_summary(f"{schedule.name} · {nickname} · {holder}", facts)


async def _destination(tx: Tx, company: int, account: UUID) -> tuple[str, str, dict[str, Any]]:
    """Return nickname, holder and the facts of an account; facts that do not apply (a Pix key has no branch) are left
    out."""
    row = await tx.one(_MASKED, {"company": company, "id": account})
    assert row is not None
    facts = {
        "holder_name": row["holder_name"],
        "holder_document": mask_text(row["holder_document"]),
        "bank_name": row["bank_name"],
        "branch": row["branch"],
        "number": row["number"] and f"{row['number'][:-1]}-{row['number'][-1]}",
        "account_type": row["account_type"],
        "pix_key": row["shown_key"],
    }
    present = {name: value for name, value in facts.items() if value is not None}
    return row["nickname"], row["holder_name"], present
