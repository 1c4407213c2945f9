"""End a payout by what is known of its order: captured, void, or sent again."""

from datetime import datetime
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payout_engine.book_return import FIRST
from retaguarda.payout_engine.payout_orders import apply_outcome
from retaguarda.payout_engine.postings import capture_payout, void_payout
from retaguarda.payout_engine.reason_codes import worth_another
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.payout_engine.transitions import BANK, EVIDENCE, move
from retaguarda.providers.payout import Outcome


async def end_payout(
    tx: Tx, row: Row, order: PayoutOrderRow, outcome: Outcome, *, with_commit: bool = False, actor: str = BANK
) -> None:
    """End a payout as its order ended.

    Args:
        with_commit: the caller commits next, and its money is taken then.
    """
    match outcome.state:
        case "processing":
            return
        case "done":
            now = await _clock_time(tx)
            ended, due = outcome.at or now, now + FIRST
            await move(tx, row, "done", actor=actor, ended_at=ended, last_error=None, returns_due_at=due)
            if row["destination"] is not None:
                await tx.execute(_PAID, row | {"at": ended})
            await capture_payout(tx, row, outcome.at, with_commit=with_commit)
        case "refused":
            why: dict[str, Any] = {"fail_code": outcome.code or None, "last_error": outcome.reason or None}
            if worth_another(outcome.code, order.attempt):
                await move(tx, row, "pending", actor=BANK, event="again", **why)
                return
            now = await _clock_time(tx)
            # A bank may carry out later what it has refused: it is asked again for some days.
            again = None if outcome.by_file else now + FIRST
            await move(tx, row, "failed", actor=actor, ended_at=now, returns_due_at=again, **why)
            await void_payout(tx, row)


async def end_by_file(tx: Tx, company: int, order: UUID, outcome: Outcome, *, again: bool) -> bool:
    """End an order that a bank got in a file, and its payout with it. False: it had ended before.

    Args:
        again: the bank refused the whole file; the payout waits for another order.
    """
    payout = await tx.one(
        "select p.* from payout p join payout_order o on o.company_id = p.company_id and o.payout_id = p.id"
        " where o.company_id = %(company)s and o.id = %(order)s for update of p",
        {"company": company, "order": order},
    )
    own = await fetch_one(
        tx,
        PayoutOrderRow,
        "select * from payout_order where company_id = %(company)s and id = %(order)s",
        {"company": company, "order": order},
    )
    if payout is None or own is None or not await apply_outcome(tx, own, outcome):
        return False
    if again:
        await move(tx, payout, "pending", actor=BANK, fail_code=outcome.code or None)
    else:
        await end_payout(tx, payout, own, outcome)
    return True


async def end_by_evidence(tx: Tx, payout: Row, order: UUID, evidence: UUID, outcome: Outcome) -> None:
    """End an unanswered order and its payout as approved evidence says, as if the bank had said so. The bank goes on
    being asked, and what it says against the evidence opens a case.

    Args:
        payout: its row, locked by the caller.
        evidence: of the order, approved in this transaction; Postgres ends it by no other.
    """
    ends = payout | {"order": order, "evidence": evidence, "state": outcome.state}
    ended = present(await fetch_one(tx, PayoutOrderRow, _BY_EVIDENCE, ends))
    await end_payout(tx, payout, ended, outcome, actor=EVIDENCE)


_BY_EVIDENCE = """
    update payout_order set state = %(state)s, evidence_id = %(evidence)s, ended_at = clock_timestamp(), ask_at = null, asking_until = null
     where company_id = %(company_id)s and id = %(order)s and state in ('sending', 'processing') returning *
"""
_PAID = "select destination_paid(%(company_id)s, %(destination)s, %(amount)s, %(currency)s, %(at)s)"


async def _clock_time(tx: Tx) -> datetime:
    return await tx.value("select clock_timestamp()")
