"""Insert a batch, either as a person brings it or already planned by another room that writes its lines."""

from collections.abc import Sequence
from typing import Any, Literal

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payouts.batches.model import BatchRow, ParsedLine
from retaguarda.payouts.batches.parse_batch import insert_lines, tell
from retaguarda.payouts.batches.parse_line import HEADINGS
from retaguarda.payouts.batches.plan_lines import plan_batch
from retaguarda.payouts.batches.queries import RETURNING, batch_row, update_batch

Source = Literal["file", "paste", "again", "split", "api"]
#: Columns of the table that our own rooms write, by which a result is told.
WRITTEN = ("name", "document", "pix_key", "bank", "branch", "account", "amount", "description")


async def insert_batch(tx: Tx, company: int, maker: Requester, name: str, source: Source, **columns: Any) -> BatchRow:
    """Insert a batch that waits for its lines.

    Raises:
        ApiError: 400 ``name``, where it is not one line of text.
    """
    name = name.strip()
    if not name or not name.isprintable():
        raise invalid_field("name", "field_invalid", "name is one line of text")
    row = await tx.one(
        "insert into payout_batch (company_id, id, name, source, currency, size, replaces, mapping_id, created_by, actor)"
        " values (%(company)s, %(id)s, %(name)s, %(source)s, %(currency)s, %(size)s, %(replaces)s, %(mapping_id)s, %(person)s, %(actor)s)"
        f" {RETURNING}",
        {
            "company": company,
            "id": uuid7(),
            "name": name,
            "source": source,
            "currency": BRL,
            "size": 0,
            "replaces": None,
            "mapping_id": None,
            "person": maker.person,
            "actor": maker.name,
        }
        | columns,
    )
    assert row is not None
    return batch_row(row)


async def create_planned_batch(
    tx: Tx, company: int, maker: Requester, name: str, source: Source, lines: Sequence[ParsedLine]
) -> BatchRow:
    """Insert a batch with its lines, planned and sealed; a person submits it as any other."""
    row = await insert_batch(tx, company, maker, name, source)
    await insert_lines(tx, row, lines)
    headings = [HEADINGS[column][0].capitalize() for column in WRITTEN]
    row = await update_batch(tx, row, status="received", read_lines=len(lines), headings=headings)
    row = await plan_batch(tx, row)
    await tell(tx, row, "planned", {"lines": row.lines, "bad": row.bad, "amount": row.amount})
    return row
