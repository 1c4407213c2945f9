"""End the lines of a lot, and with them their orders and payouts; each step is safe to repeat."""

from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payout_engine.consumers import SEND
from retaguarda.payout_engine.reason_codes import MOST_ATTEMPTS, worth_another
from retaguarda.payout_engine.settle_payout import end_by_file
from retaguarda.payouts.lots.rows import EndedOrder, LineRow, LotRow
from retaguarda.payouts.lots.write_lots import fresh, lines_of, lock_lot, move_lot
from retaguarda.providers.payout import Outcome


async def settle_line(
    database: Database, queue: Queue, line: LineRow, outcome: Outcome, word: str, *, again: bool = False
) -> None:
    """End the order of a line and its payout with it.

    Args:
        word: the bank's own for the state of the line.
        again: the lot was wrong, not the payment; it waits for another order.
    """
    key = {"company": line.merchant_id, "order": line.order_id}
    async with database.transaction(SYSTEM) as tx:
        changed = await end_by_file(tx, line.merchant_id, line.order_id, outcome, again=again)
        ended = present(await fetch_one(tx, EndedOrder, _ORDER, key))
        await tx.execute(
            _END_LINE, {"lot": line.lot_id, "number": line.number, "state": ended.state, "word": word[:40]}
        )
        if changed and outcome.state == "refused" and not again and worth_another(outcome.code, ended.attempt):
            await queue.defer(tx, SEND, [{"company": line.merchant_id, "payout": str(ended.payout_id)}])


async def settle_refused(database: Database, queue: Queue, lot: LotRow) -> None:
    """End the lines of a lot that the bank takes nothing of, and the lot."""
    refused = Outcome("refused", reason=(await fresh(database, lot)).refusal or "")
    async with database.transaction(SYSTEM) as tx:
        lines = [line for line in await lines_of(tx, lot) if line.outcome == "waiting"]
        asked = {"orders": [line.order_id for line in lines], "most": MOST_ATTEMPTS}
        last: set[UUID] = set(await tx.value(_LAST, asked))
    for line in lines:
        # The request was wrong, not the payment: it may go in another lot, and not for ever.
        await settle_line(database, queue, line, refused, "rejeitado", again=line.order_id not in last)
    await close_lot(database, lot, "refused")


async def close_lot(database: Database, lot: LotRow, to: str = "closed") -> None:
    """End a lot none of whose lines waits."""
    async with database.transaction(SYSTEM) as tx:
        row = await lock_lot(tx, lot)
        if row.ended_at is None and not await tx.value(_IS_WAITING, {"lot": lot.id}):
            await move_lot(tx, row, to, _ENDED)


_ORDER = "select payout_id, attempt, state from payout_order where company_id = %(company)s and id = %(order)s"
#: As its order ended, which somebody else may have ended meanwhile.
_END_LINE = """
    update payout_lot_line set read_at = clock_timestamp(), bank_state = %(word)s, outcome = %(state)s
     where lot_id = %(lot)s and number = %(number)s and outcome = 'waiting' and %(state)s in ('done', 'refused')
"""
_LAST = "select coalesce(array_agg(id), '{}') from payout_order where id = any(%(orders)s) and attempt >= %(most)s"
_IS_WAITING = "select exists (select from payout_lot_line where lot_id = %(lot)s and outcome = 'waiting')"
_ENDED = "ended_at = clock_timestamp(), ask_at = null, asking_until = null, last_error = null"
