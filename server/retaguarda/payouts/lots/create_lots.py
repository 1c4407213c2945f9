"""Write the next lot of a processor down, out of the orders that wait for one."""

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payouts.lots.rows import LotProcessor, WaitingOrder
from retaguarda.payouts.lots.watch_lots import WAITING


async def create_lot(database: Database, processor: str, most: int) -> int:
    """Insert a lot of the orders that wait longest and go the same way, under the next request number, and return its lines; without orders
    none."""
    async with database.transaction(SYSTEM) as tx:
        taker = await fetch_one(tx, LotProcessor, _PROCESSOR, {"id": processor})
        if taker is None or taker.method is None:
            return 0
        asked = {"processor": processor, "most": most, "method": taker.method}
        orders = await fetch_all(tx, WaitingOrder, _WAITING, asked)
        if not orders:
            return 0
        (currency,) = {order.currency for order in orders}
        number = taker.last_sequence + 1
        await tx.execute("select payout_processor_sequence(%(id)s, %(number)s)", {"id": taker.id, "number": number})
        lot = {
            "id": uuid7(),
            "processor": taker.id,
            "number": number,
            "method": taker.method,
            "day": today(BRASILIA),
            "lines": len(orders),
            "amount": sum(order.amount for order in orders),
            "currency": currency,
        }
        lines = {
            "merchants": [order.company_id for order in orders],
            "payouts": [order.payout_id for order in orders],
            "orders": [order.id for order in orders],
            "documents": [order.number for order in orders],
            "amounts": [order.amount for order in orders],
        }
        await tx.execute(_INSERT, lot)
        await tx.execute(_INSERT_LINES, lot | lines)
    return len(orders)


_PROCESSOR = f"""
    select c.id, c.last_sequence,
           (select t.method {WAITING} and o.processor_id = c.id order by o.created_at, o.id limit 1) as method
      from payout_processor c where c.id = %(id)s for update of c
"""
_WAITING = (
    f"select o.company_id, o.id, o.payout_id, o.number, o.amount, o.currency {WAITING} and o.processor_id = %(processor)s and t.method = %(method)s"
    " order by o.created_at, o.id limit %(most)s for update of o skip locked"
)
_INSERT = """
    insert into payout_lot (id, processor_id, request_number, method, day, lines, currency, amount, ask_at)
    values (%(id)s, %(processor)s, %(number)s, %(method)s, %(day)s, %(lines)s, %(currency)s, %(amount)s, clock_timestamp())
"""
_INSERT_LINES = """
    insert into payout_lot_line (lot_id, number, merchant_id, payout_id, order_id, order_number, currency, amount)
    select %(id)s, l.number, l.merchant, l.payout, l.order_id, l.order_number, %(currency)s, l.amount
      from unnest(%(merchants)s::int[], %(payouts)s::uuid[], %(orders)s::uuid[], %(documents)s::bigint[], %(amounts)s::bigint[])
           with ordinality l (merchant, payout, order_id, order_number, amount, number)
"""
