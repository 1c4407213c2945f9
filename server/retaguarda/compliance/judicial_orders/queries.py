"""Reads and locks courts' orders and their holds."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.compliance.judicial_orders.model import JudicialHold, JudicialOrder, JudicialPayment
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of

_ORDER = (
    "select o.id, o.protocol, o.court, o.process, o.document, o.holder_name, o.received_on, o.due_at, o.repeat_until, o.secret,"
    " jsonb_build_object('amount', o.amount, 'currency', o.currency) as amount,"
    " jsonb_build_object('amount', o.held, 'currency', o.currency) as held,"
    " jsonb_build_object('amount', o.transferred, 'currency', o.currency) as transferred,"
    " o.status, o.outcome, o.registered_at, o.registered_by, o.executed_at, o.executed_by, o.answered_at, o.answered_by, o.ended_at,"
    " o.ended_by, o.end_reason, o.directed_by, coalesce(o.court_bank, o.court_ispb) as court_bank, o.court_branch, o.court_number,"
    " o.court_holder, o.deposit_id, o.registered_by_id, o.executed_by_id, o.directed_by_id,"
    " (select count(*) from judicial_account j where j.order_id = o.id) as accounts from judicial_order o where o.id = %(id)s"
)


class OrderRow(JudicialOrder):
    registered_by_id: UUID
    executed_by_id: UUID | None
    directed_by_id: UUID | None
    accounts: int


def order_of(row: OrderRow) -> JudicialOrder:
    return struct_of(JudicialOrder, row)


async def find_order(tx: Tx, order: UUID) -> OrderRow | None:
    row = await tx.one(_ORDER, {"id": order})
    return None if row is None else msgspec.convert(row, OrderRow)


async def locked_order(tx: Tx, path: Mapping[str, str]) -> OrderRow:
    """An order for an act. The row itself is locked by what the act does: accounts are locked before it.

    Raises:
        ApiError: 404.
    """
    order = path_id(path)
    await tx.execute("select pg_advisory_xact_lock(hashtextextended(%(id)s, 7))", {"id": str(order)})
    row = await find_order(tx, order)
    if row is None:
        raise not_found("order")
    return row


async def order_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> JudicialOrder | None:
    """The order of the path, as a plan compares it; without times, which would make every plan differ."""
    row = await find_order(tx, path_id(path))
    return (
        None
        if row is None
        else msgspec.structs.replace(order_of(row), executed_at=None, answered_at=None, ended_at=None)
    )


async def holds_of(tx: Tx, order: UUID) -> list[JudicialHold]:
    return msgspec.convert(await tx.all(_HOLDS, {"order": order}), list[JudicialHold])


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
_HOLDS = """
    select h.key, h.merchant_id, coalesce(m.name, '') as merchant_name, h.code,
           jsonb_build_object('amount', h.amount, 'currency', h.currency) as amount, h.cause, h.at, h.ended_as
      from judicial_hold h left join company m on m.id = h.merchant_id where h.order_id = %(order)s order by h.at desc, h.key limit 200
"""
