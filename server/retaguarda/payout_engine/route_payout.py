"""Read what a choice of processor hangs on, and choose by the rules in force."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present, struct_of
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.decide_route import Asked, ProcessorState, Routed, Routes
from retaguarda.payout_engine.decide_sending import PayingProcessor
from retaguarda.payout_engine.draw_route import RouteGroup


class _Payout(msgspec.Struct):
    """What a route reads of a row of ``payout``."""

    id: UUID
    company_id: int
    origin: str
    method: str
    amount: int
    currency: str
    ispb: str | None
    processor_id: UUID | None


class _Now(msgspec.Struct):
    """The version in force, and who refused an order of a payment for good."""

    version: UUID | None
    number: int | None
    refused: list[UUID] | None


class _Known(ProcessorState, frozen=True, kw_only=True):
    id: UUID


#: The version compiled last in this process: rules change a few times a week.
_compiled = dict[UUID, Routes]()


async def load_routes(tx: Tx) -> Routes:
    """Load the version in force, compiled; without one, routes without groups."""
    now = present(await fetch_one(tx, _Now, _NOW, {"company": None, "ids": [None]}))
    return await _compile(tx, now)


async def load_processor_states(tx: Tx) -> Mapping[UUID, ProcessorState]:
    """Load what is known of each processor now: what it got today, how it answers, what its account should hold."""
    return {each.id: each for each in await fetch_all(tx, _Known, "select * from payout_processor_states()")}


async def route_payout(tx: Tx, payout: Row, processors: Sequence[PayingProcessor]) -> Routed:
    """Choose who gets the next order of a payment now.

    Args:
        payout: its row. Its processor is the one that the rules for payments named; after an order it is who got that.
    """
    (routed,) = await route_payouts(tx, [payout], processors)
    return routed


async def route_payouts(tx: Tx, payouts: Sequence[Row], processors: Sequence[PayingProcessor]) -> list[Routed]:
    """As route_payout(), of payments of one merchant, one after another: each counts for those after it."""
    rows = [struct_of(_Payout, payout) for payout in payouts]
    asked_of = {"company": rows[0].company_id, "ids": [row.id for row in rows]}
    found = await fetch_all(tx, _Now, _NOW, asked_of)
    routes = await _compile(tx, found[0])
    limited = any(each.day_most is not None or each.day_count_most is not None for each in processors)
    states = dict[UUID, ProcessorState](await load_processor_states(tx) if routes.version or limited else {})
    at = await send_by_processor.moment(tx)
    routed = list[Routed]()
    for row, now in zip(rows, found, strict=True):
        refused = frozenset(now.refused or ())
        asked = Asked(
            id=row.id,
            method=row.method,
            amount=row.amount,
            merchant=row.company_id,
            currency=row.currency,
            origin=row.origin,
            bank=row.ispb or "",
            # By rules, what was refused is drawn anew among the others; without any it stays where it was.
            wanted=None if refused and routes.version else row.processor_id,
            refused=refused,
        )
        routed.append(chosen := routes.choose(asked, processors, states, at))
        if chosen.processor is not None and chosen.processor.id in states:
            states[chosen.processor.id] = _after(states[chosen.processor.id], row.amount)
    return routed


def _after(state: ProcessorState, amount: int) -> ProcessorState:
    """What is known of a processor once it got an order more."""
    left = None if state.float_left is None else state.float_left - amount
    return msgspec.structs.replace(state, orders=state.orders + 1, amount=state.amount + amount, float_left=left)


async def _compile(tx: Tx, now: _Now) -> Routes:
    if now.version is None:
        return Routes()
    found = _compiled.get(now.version)
    if found is None:
        groups = await tx.value("select payout_routes_groups(%(id)s)", {"id": now.version})
        found = Routes(msgspec.convert(groups, list[RouteGroup], strict=False), now.version, now.number)
        _compiled.clear()
        _compiled[now.version] = found
    return found


#: A row for each payment, in their order.
_NOW = """
    select a.id as version, a.number,
           (select array_agg(o.processor_id) from payout_order o
             where o.company_id = %(company)s and o.payout_id = p.id and o.state = 'refused' and o.processor_id is not null) as refused
      from unnest(%(ids)s::uuid[]) with ordinality p (id, place) left join payout_routes_active() a on true order by p.place
"""
