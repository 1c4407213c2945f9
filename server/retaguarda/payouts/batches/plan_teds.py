"""Plan how the TEDs among the lines of a batch leave."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.query_params import zone_of
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.plan_ted import plan_ted


class _Teds(msgspec.Struct):
    """Lines of a batch that would leave today as a TED; ``may_be_pix``: each of them may go as a Pix where its hours are over."""

    lines: int
    may_be_pix: bool


async def plan_teds(tx: Tx, company: int, batch: UUID) -> dict[str, str]:
    """Return what a plan says of the TEDs of a batch: how they leave, and until or from when. An approval after the cut-off is then one of
    another plan, as it is of a single payment."""
    zone = await zone_of(tx, company)
    teds = present(await fetch_one(tx, _Teds, _TEDS, {"company": company, "batch": batch, "zone": zone.key}))
    if teds.lines == 0:
        return {}
    processors, at = await send_by_processor.load_processors(tx), await send_by_processor.moment(tx)
    plan = plan_ted(processors, None, at, may_be_pix=teds.may_be_pix)
    moments = {"leave_by": plan.leave_by, "opens_at": plan.opens_at if plan.way == "window" else None}
    told = {name: moment.isoformat() for name, moment in moments.items() if moment is not None}
    return {"teds": str(teds.lines), "ted_way": plan.way} | told


_TEDS = """
    select count(*) as lines, payout_ted_may_be_pix(%(company)s) and coalesce(bool_and(bank_in_pix(ispb)), false) as may_be_pix
      from payout_line
     where company_id = %(company)s and batch_id = %(batch)s and method = 'ted' and leaf is not null
       and coalesce(scheduled_for <= (now() at time zone %(zone)s)::date, true)
"""
