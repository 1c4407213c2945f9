"""Load days and what explains their difference, now or as it was known at a moment."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.conciliation.days.model import DayItem, DayKnown, HouseDay
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id

#: Items, lines and expectations on a page.
MOST = 200

_DAY = """
    select d.*, h.name as account_name, h.bank, h.branch, h.number
      from house_day d join house_account h on h.company_id = d.company_id and h.id = d.account_id
     where d.company_id = 1 and d.id = %(id)s
"""
_MONEY = (
    "opening",
    "money_in",
    "money_out",
    "fees",
    "bank_closing",
    "stated",
    "ledger_closing",
    "difference",
    "without_cause",
)


def with_money(row: Row, *names: str) -> dict[str, Any]:
    """The row with its amounts in its currency, as Money is on the wire."""
    currency = row["currency"]
    return row | {name: None if row[name] is None else {"amount": row[name], "currency": currency} for name in names}


def day_of(row: Row) -> HouseDay:
    return msgspec.convert(with_money(row, *_MONEY), HouseDay)


async def find_day(tx: Tx, day: UUID, lock: str = "") -> HouseDay | None:
    row = await tx.one(_DAY + lock, {"id": day})
    return None if row is None else day_of(row)


async def day_for_update(tx: Tx, path: Mapping[str, str]) -> HouseDay:
    """Lock a day, and its account before it, until the transaction ends.

    Raises:
        ApiError: 404.
    """
    key = path_id(path)
    await tx.execute(
        "select from house_account where company_id = 1 and id = (select account_id from house_day where company_id = 1"
        " and id = %(id)s) for update",
        {"id": key},
    )
    day = await find_day(tx, key, " for update of d")
    if day is None:
        raise not_found("day")
    return day


async def items_of(tx: Tx, day: HouseDay, at: datetime | None = None, most: int = MOST) -> list[DayItem]:
    """Returns what explains the difference, the largest first and what only waits last; at a moment, what explained it then."""
    rows = await tx.all(
        "select i.*, %(currency)s as currency from house_day_items(%(account)s, %(day)s, %(at)s) i"
        " order by i.cause = 'timing', abs(i.amount) desc, i.item_id limit %(most)s",
        {
            "account": day.account_id,
            "day": day.day,
            "at": at,
            "currency": day.difference.currency,
            "most": most,
        },
    )
    return msgspec.convert([with_money(row, "amount") for row in rows], list[DayItem])


_KNOWN = """
    select h.opening + coalesce((select sum(amount) from bank_line l where l.company_id = 1 and l.account_id = h.id and l.effect = 'new'
                                    and l.booked_on <= %(day)s and l.applied_at <= %(at)s), 0)::bigint as bank,
           h.opening + coalesce((select sum(amount) from expectation e where e.company_id = 1 and e.account_id = h.id
                                    and e.day <= %(day)s and e.known_at <= %(at)s), 0)::bigint as ledger,
           (select s.closing from stated_balance s where s.company_id = 1 and s.account_id = h.id and s.closing_on = %(day)s
               and s.closing is not null and s.applied_at <= %(at)s order by s.applied_at desc limit 1) as stated
      from house_account h where h.company_id = 1 and h.id = %(account)s
"""


async def known_at(tx: Tx, day: HouseDay, at: datetime) -> DayKnown:
    """Returns the day as it was known at a moment, and the items that differ from what is known now."""
    row = await tx.one(_KNOWN, {"account": day.account_id, "day": day.day, "at": at})
    assert row is not None
    bank = row["bank"] if row["stated"] is None else row["stated"]
    items = await items_of(tx, day, at, most=10 * MOST)
    now = await items_of(tx, day, most=10 * MOST)
    causes = dict[str, int]()
    for item in items:
        causes[item.cause] = causes.get(item.cause, 0) + item.amount.amount
    then = {(item.side, item.item_id, item.amount.amount) for item in items}
    later = {(item.side, item.item_id, item.amount.amount) for item in now}
    changed = [item for item in items if (item.side, item.item_id, item.amount.amount) not in later]
    changed += [item for item in now if (item.side, item.item_id, item.amount.amount) not in then]
    amounts = {"difference": bank - row["ledger"], "bank_closing": bank, "ledger_closing": row["ledger"]}
    money = {name: {"amount": amount, "currency": day.difference.currency} for name, amount in amounts.items()}
    return msgspec.convert(
        money | {"at": at, "causes": causes, "items": items, "changed": changed}, DayKnown, from_attributes=True
    )
