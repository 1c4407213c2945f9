"""Where money would go, in what a person judges it by: the one place that plans, requests for approval and their list read."""

from typing import Any
from uuid import UUID

from retaguarda.account.bank_accounts.queries import SELECT
from retaguarda.account.bank_accounts.tables import masked_key
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.request import Principal

_SEEN = f"select b.*, {masked_key('b')} as shown_key from ({SELECT}) b"


async def of_account(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Of a Command on a bank account: the account itself."""
    nickname, holder, place = await _place(tx, principal.chosen(), UUID(done.subject))
    return plan_summary(f"{nickname} · {holder}", {"nickname": nickname, "account": None, "key": None, **place})


async def of_transfer(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Of a withdrawal: the account it goes to, what arrives there, and when it is sent."""
    transfer: Any = done.result
    nickname, holder, place = await _place(tx, principal.chosen(), transfer.bank_account_id)
    day = transfer.scheduled_for
    facts = {"bank_account": nickname, **place, "amount": transfer.amount, "fee": transfer.fee}
    return plan_summary(f"{nickname} · {holder}", facts | {"scheduled_for": day and day.isoformat()})


async def of_schedule(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Of a Command on a schedule: its name, and the account its withdrawals go to."""
    schedule: Any = done.result
    nickname, holder, place = await _place(tx, principal.chosen(), schedule.bank_account_id)
    facts = {"name": schedule.name, "bank_account": nickname, **place, "amount": schedule.amount}
    return plan_summary(f"{schedule.name} · {nickname} · {holder}", facts)


async def _place(tx: Tx, company: int, account: UUID) -> tuple[str, str, dict[str, Any]]:
    """Nickname, holder, and the facts of an account; what it has not (a key has no branch) is left out."""
    row = await tx.one(_SEEN, {"company": company, "id": account})
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
    told = {name: value for name, value in facts.items() if value is not None}
    return row["nickname"], row["holder_name"], told
