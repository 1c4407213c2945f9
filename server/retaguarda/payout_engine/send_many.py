"""Give the orders of many payouts of one merchant in one transaction, and end those that were carried out in another.

Only what is plain goes in a set: lines of batches and splits that leave as a Pix and that nothing stops, and orders that are done. All
else goes one by one (jobs.py). What binds a single order binds each of a set: its seal, what stops it, and the triggers of the tables.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple
from uuid import UUID

import msgspec

from retaguarda.foundation.company_block import blocked
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all, present, struct_of
from retaguarda.payout_engine.book_return import FIRST
from retaguarda.payout_engine.check_stops import stops_of_payouts
from retaguarda.payout_engine.decide_sending import Standing, stop_of
from retaguarda.payout_engine.payout_orders import PayoutClient, insert_orders
from retaguarda.payout_engine.postings import capture_payouts_with_commit
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.payout_engine.transitions import BANK, move_many
from retaguarda.providers.payout import Outcome


class Given(NamedTuple):
    """A payout and its order, as they were when that was written."""

    payout: Row
    order: PayoutOrderRow

    @property
    def payout_id(self) -> UUID:
        return present(self.order.payout_id)


class _Id(msgspec.Struct):
    id: UUID


class _Due(msgspec.Struct):
    """Of a row of ``payout``."""

    due_on: date | None


async def order_many(tx: Tx, client: PayoutClient, company: int, payouts: Sequence[str]) -> list[Given]:
    """Write the orders of those payouts that nothing stops, and move them to the bank. Commit before calling it.

    Whatever is not among them is as it was: it goes by itself, which also says what stops it.

    Raises:
        TryAgain: the limits of a processor leave no room for all of them.
    """
    rows = await _lock(tx, _LOCK, company, payouts)
    plain = await _unstopped(tx, client, company, rows)
    if not plain:
        return []
    chosen = await client.senders.choose_many(tx, [rows[payout] for payout in plain])
    choices = [(payout, to) for payout, to in zip(plain, chosen, strict=True) if to is not None]
    orders = await insert_orders(tx, company, choices)
    given = [Given(rows[present(order.payout_id)], order) for order in orders]
    if given:
        moves = [
            (row, {"last_error": None, "end_to_end_id": order.end_to_end_id, "processor_id": order.processor_id})
            for row, order in given
        ]
        await move_many(tx, moves, "in_bank_processing", actor=BANK)
    return given


async def end_done(tx: Tx, company: int, done: Sequence[tuple[Given, Outcome]]) -> None:
    """End orders that were carried out, and their payouts with them: as apply_outcome() and end_payout() do one. The money is taken as the
    last of the transaction. An order that had ended before stays as it is."""
    rows = await _lock(tx, _LOCK_AGAIN, company, [given.payout_id for given, _ in done])
    ended = await fetch_all(
        tx,
        _Id,
        _END,
        {
            "company": company,
            "orders": [given.order.id for given, _ in done],
            "codes": [outcome.code or None for _, outcome in done],
            "reasons": [outcome.reason[:500] or None for _, outcome in done],
        },
    )
    new = {each.id for each in ended}
    paid = {given.payout_id: outcome.at for given, outcome in done if given.order.id in new}
    if not paid:
        return
    now: datetime = await tx.value("select clock_timestamp()")
    at = {payout: told or now for payout, told in paid.items()}
    moves = [
        (rows[payout], {"ended_at": ended_at, "last_error": None, "returns_due_at": now + FIRST})
        for payout, ended_at in at.items()
    ]
    await move_many(tx, moves, "done", actor=BANK)
    await tx.execute(_PAID, {"company": company, "payouts": list(at), "at": list(at.values())})
    await capture_payouts_with_commit(tx, [(rows[payout], told) for payout, told in paid.items()])


async def _lock(tx: Tx, query: str, company: int, payouts: Sequence[UUID | str]) -> dict[UUID, Row]:
    """Lock payouts and return their rows by id, in the order in which they were locked."""
    rows = await tx.all(query, {"company": company, "payouts": list(payouts)})
    return {struct_of(_Id, row).id: row for row in rows}


async def _unstopped(tx: Tx, client: PayoutClient, company: int, rows: Mapping[UUID, Row]) -> list[UUID]:
    """Those that leave through a bank and that nothing stops."""
    if not rows or company == PROVIDER:
        return []
    asked = {"company": company, "payouts": list(rows)}
    why, at = await blocked(tx, company, "out"), datetime.now(UTC)
    stops = await stops_of_payouts(tx, company, list(rows))
    outside = {each.id for each in await fetch_all(tx, _Id, _OUTSIDE, asked)}
    found = list[UUID]()
    for payout, row in rows.items():
        standing = Standing(
            company=why,
            block=stops[payout].block,
            sealed=client.seals.holds(row),
            suspect=stops[payout].suspect,
            due_on=struct_of(_Due, row).due_on,
            stopped=stops[payout].stopped,
        )
        if payout in outside and stop_of(standing, at) is None:
            found.append(payout)
    return found


#: In one order, whoever else locks several. Of one currency, for their money leaves one account; others go by themselves.
_LOCK = """
    select * from payout where company_id = %(company)s and id = any(%(payouts)s::uuid[]) and status = 'pending' and method = 'pix'
       and origin in ('batch', 'split') and bank_account_id is null and destination is not null and kind <> 'slip'
       and currency = (select min(p.currency) from payout p where p.company_id = %(company)s and p.id = any(%(payouts)s::uuid[]))
     order by id for update
"""
_LOCK_AGAIN = (
    "select * from payout where company_id = %(company)s and id = any(%(payouts)s::uuid[]) order by id for update"
)
_OUTSIDE = """
    select p.id from payout p where p.company_id = %(company)s and p.id = any(%(payouts)s::uuid[])
       and settles_inside(p.company_id, p.kind, p.pix_key, p.ispb, p.branch, p.number, p.holder_document) is not true
"""
_END = """
    update payout_order o set state = 'done', code = u.code, reason = u.reason, ended_at = clock_timestamp(), ask_at = null, asking_until = null
      from unnest(%(orders)s::uuid[], %(codes)s::text[], %(reasons)s::text[]) u (id, code, reason)
     where o.company_id = %(company)s and o.id = u.id and o.state in ('sending', 'processing') returning o.id
"""
#: Destinations are written in one order, whoever else pays to them.
_PAID = """
    select destination_paid(%(company)s, d.destination, d.amount, d.currency, d.at)
      from (select p.destination, p.amount, p.currency, u.at from unnest(%(payouts)s::uuid[], %(at)s::timestamptz[]) u (id, at)
              join payout p on p.company_id = %(company)s and p.id = u.id order by p.destination offset 0) d
"""
