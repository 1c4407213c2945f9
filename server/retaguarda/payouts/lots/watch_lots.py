"""When the lots of a processor are worked on: one job a processor, while orders wait for a lot or a lot is open."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.foundation.typed_rows import fetch_all

WORK, LOTS = "payouts.lots", "payouts.run_lots"
#: Seconds that an order waits for others to go in the same lot.
COLLECT_SECONDS = 5
#: Orders that wait for a lot: given to a processor that takes lots, and in none.
WAITING = """
      from payout_order o join payout t on t.company_id = o.company_id and t.id = o.payout_id
      join payout_processor p on p.id = o.processor_id and p.adapter = 'lots'
     where o.state in ('sending', 'processing') and t.status = 'in_bank_processing'
       and not exists (select from payout_lot_line l where l.merchant_id = o.company_id and l.order_id = o.id)
"""
#: An order was given to whichever processor.
ORDERED = frozenset({"payouts:payout:in_bank_processing", "payouts:payment:in_bank_processing"})


def lock_of(processor: str) -> str:
    """Return the lock under which the lots of a processor are worked on by one job at a time."""
    return f"{LOTS}:{processor}"


UNFINISHED = (
    StuckWork(
        LOTS,
        WORK,
        "select processor as id, since, jsonb_build_object('processor', processor) as args from (select processor, min(since) as since from ("
        f" select o.processor_id::text as processor, o.created_at as since {WAITING}"
        " union all select processor_id::text, created_at from payout_lot where ask_at is not null) each group by 1) due",
        lock_of,
    ),
)


class _Due(msgspec.Struct):
    processor: UUID
    after: float


async def queue_lots(tx: Tx, queue: Queue) -> None:
    """Queue the job of each processor with work for when its next is due; one that waits for a later moment runs sooner."""
    for due in await fetch_all(tx, _Due, _DUE, {"collect": COLLECT_SECONDS}):
        processor = str(due.processor)
        await tx.execute("select pg_advisory_xact_lock(hashtext(%(lock)s))", {"lock": lock_of(processor)})
        if not await queue.bring_forward(tx, lock_of(processor), due.after):
            await queue.defer(tx, LOTS, [{"processor": processor}], lock=lock_of(processor), after=due.after)


def ordered_payouts(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue_lots(tx, queue)

    return EventConsumer(WORK, consume, ORDERED)


_DUE = f"""
    select processor, extract(epoch from greatest(min(at) - clock_timestamp(), interval '0'))::float as after from (
      select o.processor_id as processor, o.created_at + make_interval(secs => %(collect)s) as at {WAITING}
      union all
      select processor_id, greatest(ask_at, asking_until) from payout_lot where ask_at is not null) each
     group by 1 order by 1
"""
