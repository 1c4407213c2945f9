"""Create many payouts of a batch at once: their rows, their events, and their holds out of the batch's."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record_many
from retaguarda.foundation.json_text import json_text
from retaguarda.ledger import Part
from retaguarda.payout_engine.create_payout import Origin, Requester
from retaguarda.payout_engine.evaluate_payouts import Judged, hold_of, judge_payouts, lock_rules, write_traces
from retaguarda.payout_engine.transitions import event_of

#: Columns of payout that the caller gives for each.
COLUMNS = (
    "id",
    "batch_id",
    "batch_line",
    "status",
    "amount",
    "currency",
    "fee",
    "kind",
    "ispb",
    "compe",
    "bank_name",
    "branch",
    "number",
    "account_type",
    "pix_key",
    "pix_key_kind",
    "holder_name",
    "holder_document",
    "description",
    "scheduled_for",
    "destination",
    "external_id",
    "replaces",
    "seal",
    "document_hash",
    "hold_reason",
    "hold_until",
    "tags",
    "cost_centre",
    "priority",
    "method",
    "ted_purpose",
)
#: What the rules say of each.
_JUDGED = ("rules_id", "processor_id")  # fmt: skip


async def create_payouts(
    tx: Tx,
    company: int,
    payouts: Sequence[Mapping[str, Any]],
    *,
    hold_key: str,
    rest_key: str,
    requester: Requester,
    origin: Origin = "batch",
) -> str | None:
    """Insert payouts of a batch; the event consumer queues the jobs that send them.

    Args:
        payouts: COLUMNS of each; amounts in minor units of ``currency``.
        hold_key: of the hold that covers them; what is left of it is held under ``rest_key`` from now on.
        origin: ``split`` where a split brought the batch.

    Returns:
        The key under which the rest is held; None when nothing is left.
    """
    await lock_rules(tx)
    payouts, judged = await judge_many(tx, company, payouts, requester)
    rows = [
        {name: f"\\x{value.hex()}" if isinstance(value, bytes) else value for name, value in each.items()}
        for each in payouts
    ]
    written = await tx.all(
        _INSERT,
        {
            "rows": json_text(rows),
            "company": company,
            "origin": origin,
            "person": requester.person,
            "actor": requester.name,
        },
    )
    await write_traces(tx, company, [(each["id"], said) for each, said in zip(payouts, judged, strict=True)])
    # What stands against a payment puts it on hold as it is written.
    bound = {row["id"] for row in written if row["status"] == "on_hold"}
    for status in ("pending", "created", "on_hold"):
        events = [
            (str(each["id"]), {"to": status, "amount": each["amount"], "fee": each["fee"], "origin": origin})
            for each in payouts
            if (status == "on_hold" if each["id"] in bound else each["status"] == status)
        ]
        if events:
            await record_many(
                tx,
                event_of(origin, status),
                company=company,
                actor=requester.name,
                person=requester.person,
                events=events,
            )
    parts = [Part(f"payout:{each['id']}", each["amount"] + each["fee"], str(each["id"])) for each in payouts]
    return await ledger.divide_hold(tx, company=company, hold_key=hold_key, parts=parts, rest_key=rest_key)


async def judge_many(
    tx: Tx, company: int, payouts: Sequence[Mapping[str, Any]], requester: Requester
) -> tuple[list[dict[str, Any]], list[Judged]]:
    """Judge payouts by the rules in force; one of many that a rule refuses waits for staff, so that the others go."""
    judged = await judge_payouts(tx, company, [{**each, "maker": requester.person} for each in payouts])
    now: datetime = await tx.value("select now()")
    found = list[dict[str, Any]]()
    for each, said in zip(payouts, judged, strict=True):
        row = {**each, "rules_id": said.version, "processor_id": said.verdict.processor}
        hold = hold_of(said, now)
        if hold is not None:
            before = each["hold_until"]
            until = max(hold[1], datetime.fromisoformat(before)) if before else hold[1]
            row |= {"status": "on_hold", "hold_reason": hold[0], "hold_until": until.isoformat()}
        found.append(row)
    return found, judged


_NAMES = ", ".join((*COLUMNS, *_JUDGED))
_INSERT = f"""
    insert into payout (company_id, origin, origin_id, created_by, actor, {_NAMES})
    select %(company)s, %(origin)s, batch_id, %(person)s, %(actor)s, {_NAMES}
      from json_populate_recordset(null::payout, %(rows)s::json)
    returning id, status
"""
