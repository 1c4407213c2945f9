"""Turn the lines of an authorised batch into payouts, in chunks that are each checked against what was approved.

A chunk is one transaction: lines, payouts, events, holds and the count of lines turned. So a worker that dies goes on with the next
chunk, and two workers do none twice.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import msgspec
import psycopg

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.local_day import today
from retaguarda.foundation.merkle import levels_of
from retaguarda.foundation.query_params import zone_of
from retaguarda.payout_engine.create_many import create_payouts
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payouts.batches.check_external_ids import used_line
from retaguarda.payouts.batches.model import BatchRow, LineRow, PayoutFileDamage
from retaguarda.payouts.batches.parse_batch import tell
from retaguarda.payouts.batches.queries import lock_batch, update_batch
from retaguarda.payouts.batches.seal_batch import is_approved, leaf_of, load_leaves

#: Lines turned in one transaction.
CHUNK = 200
_COLUMNS = ", ".join(LineRow.__struct_fields__)


class SealBroken(Exception):
    """The database does not hold what was approved; ``line`` is 0 if the whole batch is affected."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(detail)
        self.line = line


@dataclass(frozen=True, slots=True)
class Running:
    database: Database
    keys: Keys

    async def run(self, company: int, batch: str) -> None:
        """Turn all remaining lines into payouts, until the batch is paused, stopped, or found not to be what was approved."""
        async with self.database.transaction(Scope((company,))) as tx:
            row = await lock_batch(tx, company, batch, "authorised", "running")
            leaves = await load_leaves(tx, row) if row else []
        if row is None:
            return
        # Once for the whole batch: each chunk compares its lines with these leaves.
        root = levels_of(leaves)[-1][0] if leaves else None
        more = True
        while more:
            try:
                more = await self._chunk(company, batch, leaves, root)
            except SealBroken as broken:
                await self._stop(company, batch, PayoutFileDamage("seal_broken", broken.line, 0, str(broken)))
                return
            except psycopg.errors.UniqueViolation as error:
                if error.diag.constraint_name != "payout_external_id":
                    raise
                await self._stop(company, batch, PayoutFileDamage("external_id_used", 0, 0, "a payment has it already"))
                return

    async def _chunk(self, company: int, batch: str, leaves: list[bytes], root: bytes | None) -> bool:
        """Turn the next lines into payouts; False: none is left.

        Raises:
            SealBroken: nothing of the chunk was written.
        """
        async with self.database.transaction(Scope((company,))) as tx:
            # A batch that was just read has no statistics, and every look at one line would scan them all.
            await tx.execute("select set_config('enable_seqscan', 'off', true)")
            row = await lock_batch(tx, company, batch, "authorised", "running")
            if row is None or row.hold_key is None:
                return False
            if not is_approved(self.keys, row) or root != row.root or len(leaves) != row.good:
                raise SealBroken(0, "the root or the sums of this batch are not those that were approved")
            lines = await _lines(tx, row)
            for place, line in enumerate(lines, row.turned):
                if line.leaf_no != place or leaf_of(line) != leaves[place]:
                    raise SealBroken(line.number, f"line {line.number} is not what was approved")
            if len(lines) != min(CHUNK, row.good - row.turned):
                raise SealBroken(0, "lines that were approved are missing")
            if lines:
                row = await self._turn(tx, row, lines)
            elif row.status == "authorised":
                row = await update_batch(tx, row, status="running")
            if row.turned == row.good:
                await end_if_over(tx, row)
            return row.turned < row.good

    async def _turn(self, tx: Tx, row: BatchRow, lines: list[LineRow]) -> BatchRow:
        now, seals = today(await zone_of(tx, row.company_id)), PayoutSeals(self.keys)
        cooling = await cooling_of(tx, row, lines)
        payouts = [payout_of(row, line, now, cooling.get(line.number)) for line in lines]
        for payout in payouts:
            payout["seal"] = seals.seal(payout | {"company_id": row.company_id})
        assert row.hold_key is not None
        rest = await create_payouts(
            tx,
            row.company_id,
            payouts,
            hold_key=row.hold_key,
            rest_key=f"batch:{row.id}:{row.turned + len(lines)}",
            requester=Requester(row.actor),
            origin="split" if row.source == "split" else "batch",
        )
        await tx.execute(
            "update payout_line l set payout_id = u.payout from unnest(%(lines)s::int[], %(payouts)s::uuid[]) u (line, payout)"
            " where l.company_id = %(company)s and l.batch_id = %(batch)s and l.number = u.line",
            {
                "company": row.company_id,
                "batch": row.id,
                "lines": [line.number for line in lines],
                "payouts": [payout["id"] for payout in payouts],
            },
        )
        return await update_batch(tx, row, status="running", turned=row.turned + len(lines), hold_key=rest)

    async def _stop(self, company: int, batch: str, damage: PayoutFileDamage) -> None:
        """Pause a batch that cannot go on; a person stops the rest, which frees its money."""
        async with self.database.transaction(Scope((company,))) as tx:
            row = await lock_batch(tx, company, batch, "authorised", "running")
            if row is not None:
                if damage.code == "external_id_used":
                    damage.line = await used_line(tx, row)
                row = await update_batch(tx, row, status="paused", error=json_text(damage))
                await tell(tx, row, damage.code, {"line": damage.line})


async def _lines(tx: Tx, row: BatchRow) -> list[LineRow]:
    found = await tx.all(
        f"select {_COLUMNS} from payout_line where company_id = %(company)s and batch_id = %(batch)s and leaf_no >= %(turned)s"
        " order by leaf_no limit %(most)s",
        {"company": row.company_id, "batch": row.id, "turned": row.turned, "most": CHUNK},
    )
    return [msgspec.convert(each, LineRow) for each in found]


def payout_of(row: BatchRow, line: LineRow, now: date, cooling: datetime | None) -> dict[str, Any]:
    """Return the columns of the payout that a line becomes; ``now``: the merchant's day."""
    later = line.scheduled_for is not None and line.scheduled_for > now
    return {
        "id": uuid7(),
        "batch_id": row.id,
        "batch_line": line.number,
        "status": "on_hold" if cooling else "created" if later else "pending",
        "hold_reason": "cooling_off" if cooling else None,
        "hold_until": cooling and cooling.isoformat(),
        "document_hash": line.document_hash,
        "amount": line.amount,
        "currency": line.currency,
        "fee": line.fee,
        "kind": line.kind,
        "ispb": line.ispb,
        "compe": line.compe,
        "bank_name": line.bank_name,
        "branch": line.branch,
        "number": line.account,
        "account_type": line.account_type,
        "pix_key": line.pix_key,
        "pix_key_kind": line.pix_key_kind,
        "holder_name": line.name,
        "holder_document": line.document,
        "description": line.description,
        "scheduled_for": line.scheduled_for,
        "destination": line.destination,
        "external_id": line.external_id,
        "replaces": line.replaces,
        "tags": line.tags or [],
        "cost_centre": line.cost_centre,
        "priority": line.priority or 0,
        "method": line.method,
        "ted_purpose": line.ted_purpose,
    }


async def cooling_of(tx: Tx, row: BatchRow, lines: list[LineRow]) -> dict[int, datetime]:
    """Return until when lines wait whose destination is cooling off, or whose payee was paid elsewhere before."""
    found = await tx.all(
        _COOLING, {"company": row.company_id, "batch": row.id, "lines": [line.number for line in lines]}
    )
    return {each.number: each.until for each in msgspec.convert(found, list[_Cooling])}


class _Cooling(msgspec.Struct):
    number: int
    until: datetime


_COOLING = """
    select l.number, greatest(coalesce(s.usable_from, now() + make_interval(hours => r.cooling_off_hours)),
                              l.scheduled_for::timestamp at time zone k.time_zone) as until
      from payout_line l
      join company k on k.id = l.company_id
     cross join payout_rules(%(company)s) r
     cross join lateral payout_destination_standing(l.company_id, l.destination, l.document) s
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.number = any(%(lines)s)
       and (l.warnings @> '[{"why": "destination_changed"}]' or l.warnings @> '[{"why": "first_time"}]')
       and (s.usable_from is not null or (s.changed and r.cooling_off_hours > 0))
"""


async def end_if_over(tx: Tx, row: BatchRow) -> BatchRow:
    """End a locked batch once every line is a payout, or it was stopped, and each of its payouts has ended."""
    if row.hold_key is not None or row.status not in ("running", "paused"):
        return row
    sums = await tx.one(
        "select count(*) filter (where ended_at is null) as open, (count(*) filter (where status = 'done'))::int as done,"
        " (count(*) filter (where ended_at is not null and status <> 'done'))::int as failed"
        " from payout where company_id = %(company)s and batch_id = %(batch)s",
        {"company": row.company_id, "batch": row.id},
    )
    assert sums is not None
    counted = msgspec.convert(sums, _Counted)
    if counted.open:
        return row
    status = "done" if counted.done == row.good else "done_in_part"
    ended = await tx.value("select clock_timestamp()")
    ended_row = await update_batch(tx, row, status=status, done=counted.done, failed=counted.failed, ended_at=ended)
    await tell(tx, ended_row, status, {"done": counted.done, "failed": counted.failed})
    return ended_row


class _Counted(msgspec.Struct):
    open: int
    done: int
    failed: int
