"""When banks are asked about open orders: less often the longer an order stays open, through the lane of its processor.

A lane is one job a processor, however many orders are open. While any is, it waits for the moment at which the next one is due.
"""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payout_engine.consumers import WATCH, lock_of_lane
from retaguarda.payout_engine.rows import PayoutOrderRow

#: Seconds between two runs of a lane, at least.
LOOK_SECONDS = 2
#: Longest distance between two questions about an order, in seconds.
LONGEST_SECONDS = 600
#: Seconds for which whoever calls a processor about an order has it to itself: longer than the call lasts. Who died meanwhile holds
#: it no longer than that.
ANSWER_SECONDS = 60
#: Seconds after which who found an order taken looks again.
TAKEN_SECONDS = 2


class OrderTaken(TryAgain):
    """Somebody is calling the processor about this order."""

    def __init__(self) -> None:
        super().__init__("somebody is asking the bank about this order", TAKEN_SECONDS)


class _OpenLane(msgspec.Struct):
    lane: str


def distance(asked: str) -> str:
    """SQL of the time until the next question, after ``asked`` (SQL) of them: 2 s, 4 s, 8 s … 10 min."""
    return f"make_interval(secs => least({LONGEST_SECONDS}, power(2, least({asked}, 9) + 1)))"


async def start_lane(database: Database, queue: Queue, processor: UUID | None) -> None:
    """As queue_lane(), in a transaction of its own. Commit the orders before: a lane that waits will see them."""
    async with database.transaction(SYSTEM) as tx:
        await queue_lane(tx, queue, lane_of(processor))


async def start_lanes(tx: Tx, queue: Queue) -> None:
    """Queue the lane of each processor with open orders, unless it waits already."""
    for each in await fetch_all(tx, _OpenLane, _OPEN_LANES):
        await queue_lane(tx, queue, each.lane)


async def queue_lane(tx: Tx, queue: Queue, lane: str) -> None:
    """Queue the lane of a processor for when its next order is due; one that waits for a later moment runs sooner. Without open orders
    there is nothing to wait for."""
    lock = lock_of_lane(lane)
    after = await tx.value(_NEXT, {"lane": lane, "look": LOOK_SECONDS})
    if after is None or await tx.value(_WAITS, {"lock": lock, "after": after}):
        return
    # Two that both find none would both queue one.
    await tx.execute("select pg_advisory_xact_lock(hashtext(%(lock)s))", {"lock": lock})
    if not await queue.bring_forward(tx, lock, after):
        await queue.defer(tx, WATCH, [{"processor": lane}], lock=lock, after=after)


async def rest_lane(tx: Tx, lane: str, seconds: float) -> None:
    """Ask a processor about nothing for so long, whatever is due."""
    await tx.execute(_REST, {"lane": lane, "seconds": seconds})


async def take_due(tx: Tx, lane: str, most: int) -> list[PayoutOrderRow]:
    """Take the orders of a lane that are due, the longest waiting first, and postpone each: whoever is killed now has asked."""
    return await fetch_all(tx, PayoutOrderRow, _TAKE_DUE, {"lane": lane, "most": most, "answer": ANSWER_SECONDS})


async def take_order(tx: Tx, order: PayoutOrderRow) -> None:
    """Take an open order to ask about it now, whether or not it is due.

    Raises:
        OrderTaken: its lane or another job is asking about it: two that both hear that the bank has no such order would both give it.
    """
    if await tx.execute(_TAKE, order.with_columns(answer=ANSWER_SECONDS)) == 0:
        raise OrderTaken


async def postpone(tx: Tx, order: PayoutOrderRow, wait: float) -> None:
    """Ask about an order that is still open after its distance, and not before ``wait`` seconds are over."""
    await tx.execute(_POSTPONE, order.with_columns(wait=min(wait, LONGEST_SECONDS)))


def lane_of(processor: UUID | None) -> str:
    """Return the name of a processor's lane; orders of before there were several share one."""
    return str(processor or UUID(int=0))


_LANE = "coalesce(processor_id, '00000000-0000-0000-0000-000000000000')"
_OPEN_LANES = f"select distinct {_LANE}::text as lane from payout_order where ask_at is not null order by 1"
#: Seconds until the next order of a lane is due and its processor may be asked; null: none is open.
_NEXT = f"""
    select extract(epoch from greatest(next.at, (select rests_until from payout_lane where lane = %(lane)s),
                                       clock_timestamp() + make_interval(secs => %(look)s)) - clock_timestamp())::float
      from (select min(ask_at) as at from payout_order where {_LANE} = %(lane)s and ask_at is not null) next
     where next.at is not null
"""
#: A second sooner or later is no matter: orders that come one after another do not each move the job.
_WAITS = """
    select exists (select from procrastinate_jobs where lock = %(lock)s and status = 'todo'
                      and coalesce(scheduled_at, now()) <= clock_timestamp() + make_interval(secs => %(after)s + 1))
"""
_REST = """
    insert into payout_lane (lane, rests_until) values (%(lane)s, clock_timestamp() + make_interval(secs => %(seconds)s))
    on conflict (company_id, lane) do update set rests_until = excluded.rests_until
"""
_FREE = "(asking_until is null or asking_until <= clock_timestamp())"
_TAKEN = "asking_until = clock_timestamp() + make_interval(secs => %(answer)s)"
_TAKE = f"update payout_order set {_TAKEN} where company_id = %(company_id)s and id = %(id)s and {_FREE}"
_TAKE_DUE = f"""
    update payout_order set asked = asked + 1, ask_at = clock_timestamp() + {distance("asked + 1")}, {_TAKEN}
     where (company_id, id) in (select company_id, id from payout_order where {_LANE} = %(lane)s and ask_at <= now() and {_FREE}
                                    and not exists (select from payout_lane where lane = %(lane)s and rests_until > clock_timestamp())
                                 order by ask_at limit %(most)s for update skip locked)
    returning *
"""
_POSTPONE = f"""
    update payout_order set asking_until = null,
           ask_at = clock_timestamp() + greatest({distance("asked")}, make_interval(secs => %(wait)s))
     where company_id = %(company_id)s and id = %(id)s and state in ('sending', 'processing')
"""
