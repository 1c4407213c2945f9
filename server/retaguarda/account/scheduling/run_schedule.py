"""One run of a schedule: record its moment and request its withdrawal, or record why not, in one transaction."""

from datetime import datetime
from uuid import UUID

from retaguarda import ledger
from retaguarda.account.withdrawals.request_withdrawal import load_terms, request_withdrawal
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import today
from retaguarda.foundation.money import BRL
from retaguarda.foundation.query_params import zone_of
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.limits import limits_of, lock_limits


async def request_run_withdrawal(tx: Tx, schedule: Row, requester: Requester) -> Row:
    """Request the withdrawal that the schedule asks for now.

    Raises:
        ApiError: 409 ``nothing_to_transfer``; and whatever request_withdrawal() refuses.
    """
    company = schedule["company_id"]
    return await request_withdrawal(
        tx,
        company=company,
        bank_account=schedule["bank_account_id"],
        amount=schedule["amount"] or await _full_balance(tx, company, schedule["keep"]),
        requester=requester,
        origin="schedule",
        origin_id=schedule["id"],
        description=schedule["name"],
    )


async def _full_balance(tx: Tx, company: int, keep: int) -> int:
    terms = await load_terms(tx, company)
    balance = (await ledger.balance(tx, company, AVAILABLE, BRL)).available - keep - terms["fee"]
    if balance <= 0:
        raise ApiError(409, "nothing_to_transfer", "after what is kept and the fee, nothing is left to withdraw")
    # A payment of the same moment is waited for, and counted.
    await lock_limits(tx, company, today(await zone_of(tx, company)))
    return (await limits_of(tx, company)).within(min(balance, terms["most"]))


async def insert_run(
    tx: Tx,
    schedule: Row,
    planned_for: datetime,
    state: str,
    *,
    by_hand: bool = False,
    transfer: Row | None = None,
    refused: ApiError | None = None,
) -> UUID | None:
    """Insert a run; None: this moment has a run already, and nothing changes."""
    run = await tx.value(
        "insert into payment_schedule_run (id, company_id, schedule_id, planned_for, by_hand, state, reason, detail, amount,"
        " currency, payout_id) values (%(id)s, %(company)s, %(schedule)s, %(planned)s, %(by_hand)s, %(state)s, %(reason)s, %(detail)s,"
        " %(amount)s, %(currency)s, %(transfer)s) on conflict (schedule_id, planned_for) do nothing returning id",
        {
            "id": uuid7(),
            "company": schedule["company_id"],
            "schedule": schedule["id"],
            "planned": planned_for,
            "by_hand": by_hand,
            "state": state,
            "reason": _reason_key(refused),
            "detail": refused.error[:500] if refused else None,
            "amount": transfer["amount"] if transfer else None,
            "currency": transfer["currency"] if transfer else schedule["currency"],
            "transfer": transfer["id"] if transfer else None,
        },
    )
    if run is not None:
        await tx.execute(
            "update payment_schedule set last_run = %(planned)s, last_result = %(state)s where id = %(id)s",
            {"planned": planned_for, "state": state, "id": schedule["id"]},
        )
    return run


def _reason_key(refused: ApiError | None) -> str | None:
    if refused is None:
        return None
    message = refused.message
    return message if isinstance(message, str) else next(iter(message.values()))[0]
