"""What evidence ends of a remittance: its line ends too, as if a return file had answered it."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.evidence.queries import SUBJECT
from retaguarda.payouts.remittances.transitions import answer_remittances, mark_line

APPROVED = "payouts:evidence:approve"


class _Line(msgspec.Struct):
    remittance_id: UUID
    merchant_id: int
    order_id: UUID
    state: str


_LINE = """
    select l.remittance_id, l.merchant_id, l.order_id, o.state from payout_order o
      join remittance_line l on l.merchant_id = o.company_id and l.order_id = o.id and not l.freed and l.outcome = 'waiting'
     where o.company_id = %(company)s and o.payout_id = %(payout)s and o.evidence_id is not null
"""


def remittance_lines() -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        for event in events:
            named = {"company": event.company_id, "payout": event.subject_id.removeprefix(SUBJECT)}
            line = await fetch_one(tx, _Line, _LINE, named)
            if line is not None:
                await mark_line(tx, msgspec.structs.asdict(line), "done" if line.state == "done" else "failed")
                await answer_remittances(tx, line.remittance_id)

    return EventConsumer("payouts.evidence", consume, frozenset({APPROVED}))
