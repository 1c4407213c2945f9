"""Move what waits: the queue without funds, by priority and then first come first served, and payments on hold whose clock has ended."""

from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database, Row, Scope, Tx
from retaguarda.ledger import InsufficientBalance
from retaguarda.payout_engine.decide_sending import MOST, end_of_hold, next_in_queue
from retaguarda.payout_engine.limits import lock_limits
from retaguarda.payout_engine.plan_ted import open_windows
from retaguarda.payout_engine.postings import hold_payout, void_payout
from retaguarda.payout_engine.resolve_rules import resolve_rules
from retaguarda.payout_engine.transitions import CLOCK, move

#: Why a payment was cancelled by the clock.
QUEUE_EXPIRED = "queue_expired"


@dataclass(frozen=True, slots=True)
class Waiting:
    database: Database

    async def run(self) -> None:
        """Serve every merchant with something queued or on hold, each in transactions of its own."""
        async with self.database.transaction(SYSTEM) as tx:
            companies = await tx.all("select distinct company_id from payout where status in ('queued', 'on_hold')")
        for each in companies:
            for step in (end_holds, serve_queue, _open_windows):
                async with self.database.transaction(Scope((each["company_id"],))) as tx:
                    await step(tx, each["company_id"])


async def _open_windows(tx: Tx, company: int) -> None:
    await open_windows(tx, company, MOST)


async def serve_queue(tx: Tx, company: int) -> None:
    """Send what the balance allows, the highest priority first and of each the oldest; what has waited too long is cancelled."""
    rules = await resolve_rules(tx, company)
    rows = await tx.all(_QUEUED, {"company": company, "days": rules.queue_days, "most": MOST})
    await lock_limits(tx, company)
    for row in rows:
        expired = row["expired"]
        fits = not expired and await leave_queue(tx, row)
        said = next_in_queue(expired=expired, fits=fits, skips=rules.queue_skips)
        if said == "cancel":
            ended = await tx.value("select clock_timestamp()")
            await move(tx, row, "cancelled", actor=CLOCK, queued_reason=None, ended_at=ended, last_error=QUEUE_EXPIRED)
        elif said == "stop":
            return


async def leave_queue(tx: Tx, row: Row) -> bool:
    """Hold the money of a queued payment and make it ready to be sent; False: there is not enough."""
    await tx.execute("savepoint leaving")
    try:
        await hold_payout(tx, row)
    except InsufficientBalance:
        await tx.execute("rollback to savepoint leaving")
        return False
    await move(tx, row, "pending", actor=CLOCK, queued_reason=None, held=True)
    return True


async def end_holds(tx: Tx, company: int) -> None:
    """End the holds whose clock has run out, as the merchant's rules say (end_of_hold)."""
    rows = await tx.all(_ON_HOLD, {"company": company, "most": MOST})
    if not rows:
        return
    await lock_limits(tx, company)
    hold_ends = (await resolve_rules(tx, company)).hold_ends
    for row in rows:
        if end_of_hold(row["hold_reason"], hold_ends) == "release":
            await release_payout(tx, row, CLOCK)
        else:
            await reject_payout(tx, row, CLOCK)


async def release_payout(tx: Tx, row: Row, actor: str, person: UUID | None = None) -> None:
    """Let a payment on hold go: at once, or on its day where that has not come. ``row`` is locked by the caller."""
    later = await tx.value(_LATER, row)
    to = "created" if later else "pending"
    event = "released" if later or person else ""
    await move(tx, row, to, actor=actor, person=person, event=event, hold_reason=None, hold_until=None)


async def reject_payout(tx: Tx, row: Row, actor: str, person: UUID | None = None) -> None:
    """End a payment on hold without sending it, and free its money. ``row`` is locked by the caller."""
    ended = await tx.value("select clock_timestamp()")
    await move(tx, row, "rejected", actor=actor, person=person, ended_at=ended)
    await void_payout(tx, row)


_QUEUED = """
    select *, created_at < now() - make_interval(days => %(days)s) as expired from payout
     where company_id = %(company)s and status = 'queued' and queued_reason = 'no_funds'
     order by priority desc, created_at, id limit %(most)s for update
"""
_LATER = """
    select exists (select from payout p join company c on c.id = p.company_id
                    where p.company_id = %(company_id)s and p.id = %(id)s
                      and p.scheduled_for > (clock_timestamp() at time zone c.time_zone)::date)
"""
_ON_HOLD = """
    select * from payout where company_id = %(company)s and status = 'on_hold' and hold_until <= now()
     order by hold_until limit %(most)s for update
"""
