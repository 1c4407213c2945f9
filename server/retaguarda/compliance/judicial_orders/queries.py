"""Reads and locks courts' orders and their holds."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.compliance.judicial_orders.model import (
    FoundAccount,
    JudicialHold,
    JudicialOrder,
    JudicialPayment,
    JudicialRelease,
)
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of

_ORDER = (
    "select o.id, o.protocol, o.type, o.about, (select a.protocol from judicial_order a where a.id = o.about) as about_protocol, o.court, o.process, o.document, o.holder_name, o.received_on, o.due_at, o.repeat_until, o.secret,"
    " case when o.amount is not null then jsonb_build_object('amount', o.amount, 'currency', o.currency) end as amount,"
    " case when o.type = 'block' then jsonb_build_object('amount', o.held, 'currency', o.currency) end as held,"
    " case when o.type = 'block' then jsonb_build_object('amount', o.transferred, 'currency', o.currency) end as transferred,"
    " case when o.type = 'block' then jsonb_build_object('amount', o.released, 'currency', o.currency)"
    "      when o.type = 'unblock' then (select jsonb_build_object('amount', coalesce(r.amount, 0), 'currency', a.currency)"
    "        from judicial_order a left join judicial_release r on r.unblock_id = o.id where a.id = o.about) end as released,"
    " case when o.type = 'block' then jsonb_build_object('amount',"
    "   case when o.status = 'received' or o.status in ('executing', 'answered') and o.repeat_until > statement_timestamp()"
    "        then o.amount - o.held - o.transferred - o.released else 0 end, 'currency', o.currency) end as remaining,"
    " coalesce((select array_agg(p.email order by p.email) from published.person p where p.id = any (o.viewers)), '{}') as viewers,"
    " coalesce(o.answer, '[]') as found, o.status, o.outcome, o.registered_at, o.registered_by, o.executed_at, o.executed_by, o.answered_at, o.answered_by, o.ended_at,"
    " o.ended_by, o.end_reason, o.directed_by, coalesce(o.court_bank, o.court_ispb) as court_bank, o.court_branch, o.court_number,"
    " o.court_holder, o.deposit_id, o.registered_by_id, o.executed_by_id, o.directed_by_id, o.ended_by_id,"
    " (select count(*) from judicial_account j where j.order_id = o.id) as accounts from judicial_order o where o.id = %(id)s"
)


class OrderRow(JudicialOrder):
    registered_by_id: UUID
    executed_by_id: UUID | None
    directed_by_id: UUID | None
    ended_by_id: UUID | None
    accounts: int
    found: list[FoundAccount]

    @property
    def held_amount(self) -> int:
        return self.held.amount if self.held else 0

    @property
    def is_full(self) -> bool:
        """Whether all is held that the court still wants held."""
        if self.amount is None or self.released is None:
            return False
        return self.held_amount == self.amount.amount - self.released.amount


def order_of(row: OrderRow) -> JudicialOrder:
    return struct_of(JudicialOrder, row)


async def find_order(tx: Tx, order: UUID) -> OrderRow | None:
    row = await tx.one(_ORDER, {"id": order})
    return None if row is None else msgspec.convert(row, OrderRow)


async def locked_order(tx: Tx, order: UUID) -> OrderRow:
    """An order for an act. The row itself is locked by what the act does: accounts are locked before it.

    Raises:
        ApiError: 404, of a secret order too for whoever was not let into it.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtextextended(%(id)s, 7))", {"id": str(order)})
    row = await find_order(tx, order)
    if row is None:
        raise not_found("order")
    return row


async def find_by_protocol(tx: Tx, protocol: str) -> OrderRow | None:
    """The order of a protocol; one that was withdrawn has none any more."""
    found = await tx.value(
        "select id from judicial_order where protocol = %(protocol)s and status <> 'withdrawn'", {"protocol": protocol}
    )
    return None if found is None else await find_order(tx, found)


async def is_secret(tx: Tx, path: Mapping[str, str]) -> bool:
    row = await find_order(tx, path_id(path))
    return row is not None and row.secret


async def order_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> JudicialOrder | None:
    """The order of the path, as a plan compares it; without times, which would make every plan differ."""
    row = await find_order(tx, path_id(path))
    return (
        None
        if row is None
        else msgspec.structs.replace(order_of(row), executed_at=None, answered_at=None, ended_at=None)
    )


async def is_confirmed(tx: Tx, order: UUID) -> bool:
    """Whether the court itself said what an order says, by a signed message."""
    return await tx.value(
        "select exists (select from court_message where order_id = %(id)s and status = 'registered')", {"id": order}
    )


async def holds_of(tx: Tx, order: UUID) -> list[JudicialHold]:
    return msgspec.convert(await tx.all(_HOLDS, {"order": order}), list[JudicialHold])


async def releases_of(tx: Tx, order: UUID) -> list[JudicialRelease]:
    return msgspec.convert(await tx.all(_RELEASES, {"order": order}), list[JudicialRelease])


async def payments_of(tx: Tx, order: UUID) -> list[JudicialPayment]:
    return msgspec.convert(await tx.all(_PAYMENTS, {"order": order}), list[JudicialPayment])


def is_paid(payments: list[JudicialPayment]) -> bool:
    """Whether an order's money is on its way to the court, or there: then nothing is sent again."""
    return any(
        each.status not in ("failed", "cancelled", "rejected") and each.returned.amount < each.amount.amount
        for each in payments
    )


async def of_order(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider, for staff; None for everybody else."""
    there = await tx.value(
        "select true from judicial_order where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return PROVIDER if there and principal.internal else None


_PAYMENTS = """
    select j.payout_id, jsonb_build_object('amount', j.amount, 'currency', j.currency) as amount,
           jsonb_build_object('amount', p.returned, 'currency', j.currency) as returned, p.status, j.at, j.sent_by, p.end_to_end_id,
           p.fail_code
      from judicial_payment j join payout p on p.company_id = j.company_id and p.id = j.payout_id
     where j.order_id = %(order)s order by j.at desc limit 20
"""
_RELEASES = """
    select r.at, jsonb_build_object('amount', r.amount, 'currency', r.currency) as amount, r.reason, r.released_by, r.unblock_id,
           u.protocol as unblock_protocol
      from judicial_release r left join judicial_order u on u.company_id = r.company_id and u.id = r.unblock_id
     where r.order_id = %(order)s order by r.at desc, r.id limit 100
"""
#: A hold that was divided is told by its parts.
_HOLDS = """
    select h.key, h.merchant_id, coalesce(m.name, '') as merchant_name, h.code,
           jsonb_build_object('amount', h.amount, 'currency', h.currency) as amount, h.cause, h.at, h.ended_as
      from judicial_hold h left join company m on m.id = h.merchant_id where h.order_id = %(order)s and h.ended_as is distinct from 'divided' order by h.at desc, h.key limit 200
"""
