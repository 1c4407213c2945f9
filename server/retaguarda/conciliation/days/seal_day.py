"""The seal of a closed day: files, balances, what explains the difference and the root of its matches, as one text with its hash.

Whoever has the text and the files checks both without the database: ``retaguarda/audit/offline/check_seal.py``.
"""

import hashlib
import json
from datetime import datetime

from retaguarda.conciliation.days.model import HouseDay
from retaguarda.conciliation.days.queries import items_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.merkle import leaf_hash, levels_of

#: Items in a seal; more would mean that the day was never looked at.
MOST = 100_000

_FILES = """
    select distinct encode(f.sha256, 'hex') as sha256, f.name from stated_balance b
      join return_file f on f.company_id = b.company_id and f.id = b.file_id
     where b.company_id = 1 and b.account_id = %(account)s and b.applied_at is not null
       and %(day)s between coalesce(b.opening_on, b.closing_on) and b.closing_on order by 1
"""
_GROUPS = """
    select g.id || '|' || g.rung || '|' || g.difference || '|' || coalesce(string_agg(
             coalesce('L' || m.line_id, 'E' || m.expectation_id) || '=' || m.amount, ',' order by m.number), '') as leaf
      from match_group g join match_member m on m.company_id = g.company_id and m.group_id = g.id
     where g.company_id = 1 and g.account_id = %(account)s and g.state = 'confirmed' and %(day)s between g.from_day and g.to_day
     group by g.id, g.rung, g.difference order by g.id
"""


async def seal_day(tx: Tx, day: HouseDay, by: str, at: datetime) -> str:
    """Writes the seal of a day that is being closed and returns its hash."""
    key = {"account": day.account_id, "day": day.day, "id": day.id}
    leaves = [leaf_hash(row["leaf"].encode()) for row in await tx.all(_GROUPS, key)]
    levels = levels_of(leaves)
    before = await tx.value(
        "select sha256 from day_seal where company_id = 1 and day_id = %(id)s order by number desc limit 1", key
    )
    items = await items_of(tx, day, most=MOST)
    sealed = {
        "seal": "retaguarda/conciliation/1",
        "account": {"bank": day.bank, "branch": day.branch, "number": day.number, "id": str(day.account_id)},
        "day": day.day.isoformat(),
        "number": day.seals + 1,
        "before": before and bytes(before).hex(),
        "files": [{"name": row["name"], "sha256": row["sha256"]} for row in await tx.all(_FILES, key)],
        "currency": day.difference.currency,
        "opening": day.opening.amount,
        "in": day.money_in.amount,
        "out": day.money_out.amount,
        "bank": day.bank_closing.amount,
        "ledger": day.ledger_closing.amount,
        "difference": day.difference.amount,
        "items": sorted(
            [item.side, str(item.item_id), item.day.isoformat(), item.amount.amount, item.cause] for item in items
        ),
        "matches": {"count": len(leaves), "root": levels[-1][0].hex() if levels else None},
        "event": str(await tx.value("select pg_current_snapshot()::text")),
        "accepted": day.asked_reason,
        "asked_by": day.asked_by,
        "sealed_by": by,
        "sealed_at": at.isoformat(),
    }
    text = json.dumps(sealed, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).digest()
    await tx.execute(
        "insert into day_seal (day_id, number, text, sha256, before, sealed_at, sealed_by)"
        " values (%(day)s, %(number)s, %(text)s, %(sha256)s, %(before)s, %(at)s, %(by)s)",
        {
            "day": day.id,
            "number": day.seals + 1,
            "text": text,
            "sha256": digest,
            "before": before,
            "at": at,
            "by": by,
        },
    )
    return digest.hex()
