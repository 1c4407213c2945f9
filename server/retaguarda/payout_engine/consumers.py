"""Queue the calls to the bank that follow the events of withdrawals and bank accounts."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork

CALLS = "account.bank_calls"
SEND, VERIFY, TAKE_BACK = "payouts.send", "bank_accounts.verify", "payouts.take_back"
#: Withdrawals and verifications that these jobs have not finished.
UNFINISHED = (
    StuckWork(
        SEND,
        CALLS,
        "select id::text, created_at as since, jsonb_build_object('company', company_id, 'payout', id) as args"
        " from payout where status in ('pending', 'in_bank_processing')",
    ),
    StuckWork(
        VERIFY,
        CALLS,
        "select bank_account_id::text as id, created_at as since,"
        " jsonb_build_object('company', company_id, 'account', bank_account_id) as args"
        " from payout_order where bank_account_id is not null and state in ('sending', 'processing')",
    ),
)

#: A withdrawal or a payment may leave; a person wants the bank to be asked again.
TO_SEND = frozenset(
    {
        "payouts:payout:pending",
        "payouts:payment:pending",
        "payouts:payment:released",
        "payouts:payment:ask_again",
    }
)
TO_VERIFY = frozenset({"account:bank_account:verify"})
#: A provider named Pix by endToEndId; if we sent one of them, part of it may have been returned.
HINT = "payin:hint:received"


def bank_calls(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, SEND, _job_args(events, TO_SEND, "payout"))
        await queue.defer(tx, VERIFY, _job_args(events, TO_VERIFY, "account"))
        await queue.defer(tx, TAKE_BACK, await _returnable_payouts(tx, [each for each in events if each.name == HINT]))

    return EventConsumer(CALLS, consume, TO_SEND | TO_VERIFY | {HINT})


async def _returnable_payouts(tx: Tx, hints: list[Event]) -> list[dict[str, object]]:
    """Return the withdrawals that the hints name, each once."""
    named_ids = {number for each in hints for number in each.data.get("end_to_end_ids", ())}
    if not named_ids:
        return []
    rows = await tx.all(
        "select distinct company_id, payout_id from payout_order"
        " where end_to_end_id = any(%(told)s) and payout_id is not null",
        {"told": sorted(named_ids)},
    )
    return [{"company": row["company_id"], "payout": str(row["payout_id"])} for row in rows]


def _job_args(events: list[Event], names: frozenset[str], subject: str) -> list[dict[str, object]]:
    return [{"company": each.company_id, subject: each.subject_id} for each in events if each.name in names]
