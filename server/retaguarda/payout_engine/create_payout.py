"""Create a payout: insert its row, hold its money and record the event that the sender follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal
from uuid import UUID

import psycopg

from retaguarda.foundation.block_refusal import bound_refusal
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import Currency
from retaguarda.payout_engine.check_stops import Leaving, refuse_stopped
from retaguarda.payout_engine.limits import limit_refusal
from retaguarda.payout_engine.postings import hold_payout
from retaguarda.payout_engine.rows import PayoutRow
from retaguarda.payout_engine.transitions import event_of

#: Columns that say where a payout goes; a destination has those of its kind.
DESTINATION = (
    "ispb", "compe", "bank_name", "branch", "number", "account_type", "pix_key", "pix_key_kind", "barcode", "due_on",
)  # fmt: skip
Origin = Literal["withdrawal", "schedule", "recipient", "payout", "batch", "split", "judicial"]
Start = Literal["created", "pending", "queued", "on_hold"]


@dataclass(frozen=True, slots=True)
class Requester:
    """Who requests the payout; ``name`` is the actor in events."""

    name: str
    person: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """What a payment says of itself beside where it goes and how much.

    Attributes:
        destination, document_hash: keyed hashes of where it goes and whose it is (identify_destination.py).
        external_id: the merchant's own id, for ever unique.
        replaces: the failed or returned payout that this one repeats.
        queued_reason: why it starts in the state ``queued``.
        hold_reason, hold_until: why it starts ``on_hold``, and when that ends.
        rules_id: the version of the rules that it was judged by.
        processor_id: the processor that a rule chose.
        tags, cost_centre: what the merchant sorts it by.
        priority: which of those that wait for money leaves first; 1 before 0 before -1.
        ted_purpose: what a TED is for, as FEBRABAN numbers it (P011).
        opens_at: when one leaves at the earliest that waits for the banks' hours.
    """

    method: str = "pix"
    destination: bytes | None = None
    document_hash: bytes | None = None
    payee_id: UUID | None = None
    external_id: str | None = None
    purpose: str | None = None
    batch_id: UUID | None = None
    batch_line: int | None = None
    replaces: UUID | None = None
    queued_reason: str | None = None
    hold_reason: str | None = None
    hold_until: datetime | None = None
    rules_id: UUID | None = None
    processor_id: UUID | None = None
    tags: Sequence[str] = ()
    cost_centre: str | None = None
    priority: int = 0
    ted_purpose: str | None = None
    opens_at: datetime | None = None


async def create_payout(
    tx: Tx,
    destination: Row,
    *,
    amount: int,
    currency: Currency,
    fee: int,
    requester: Requester,
    origin: Origin,
    origin_id: UUID | None = None,
    status: Start = "pending",
    scheduled_for: date | None = None,
    description: str | None = None,
    particulars: Particulars | None = None,
    hold: bool = True,
) -> Row:
    """Insert a payout and hold its amount and fee, in minor units.

    Args:
        destination: where it goes, with ``company_id``, ``bank_account``, its kind, its holder and what it has of DESTINATION.
        origin: what requests it; ``origin_id`` names it. With ``recipient``, that recipient's money leaves.
        status: ``created`` waits for its day, ``pending`` is sent at once.
        scheduled_for: the merchant's day on which it is sent.
        hold: set its money aside; False where it waits for money (``queued``), or its batch holds it.

    Returns:
        The row of ``payout``.

    Raises:
        ApiError: 400 ``amount``, where it is above a limit; 409, where something stands in its way (check_stops.py); 422
            ``insufficient_balance``.
    """
    more = particulars or Particulars()
    values = (
        dict.fromkeys(DESTINATION)
        | destination
        | {name: getattr(more, name) for name in Particulars.__slots__}
        | {
            "tags": list(more.tags),
            "id": uuid7(),
            "origin": origin,
            "origin_id": origin_id,
            "status": status,
            "amount": amount,
            "currency": currency,
            "fee": fee,
            "description": description,
            "scheduled_for": scheduled_for,
            "created_by": requester.person,
            "actor": requester.name,
            "held": hold,
        }
    )
    try:
        row = await tx.one(_INSERT, values)
    except psycopg.DatabaseError as error:
        raise limit_refusal(bound_refusal(error, values, requester.person)) from error
    assert row is not None
    made = PayoutRow.of(row)
    # After the insert, whose refusals are recorded; the amount is counted by then.
    account = destination["bank_account"]
    await refuse_stopped(
        tx,
        Leaving(made.company_id, account, destination=more.destination, document_hash=more.document_hash),
    )
    if hold:
        await hold_payout(tx, row)
    reasons = {"queued_reason": made.queued_reason, "hold_reason": made.hold_reason}
    await record(
        tx,
        event_of(made.origin, made.status),
        company=made.company_id,
        subject=str(made.id),
        actor=requester.name,
        person=requester.person,
        data={"to": made.status, "amount": amount, "fee": fee, "origin": origin}
        | {name: reason for name, reason in reasons.items() if reason},
    )
    return row


_INSERT = """
    insert into payout (company_id, id, bank_account_id, origin, origin_id, status, amount, currency, fee, kind, ispb, compe, bank_name,
                        branch, number, account_type, pix_key, pix_key_kind, holder_name, holder_document, description,
                        scheduled_for, created_by, actor, method, destination, document_hash, payee_id, external_id, purpose, batch_id,
                        batch_line, replaces, queued_reason, hold_reason, hold_until, rules_id, processor_id,
                        held, barcode, due_on, tags, cost_centre, priority, ted_purpose, opens_at)
    values (%(company_id)s, %(id)s, %(bank_account)s, %(origin)s, %(origin_id)s, %(status)s, %(amount)s, %(currency)s, %(fee)s, %(kind)s,
            %(ispb)s, %(compe)s, %(bank_name)s, %(branch)s, %(number)s, %(account_type)s, %(pix_key)s, %(pix_key_kind)s,
            %(holder_name)s, %(holder_document)s, %(description)s, %(scheduled_for)s, %(created_by)s, %(actor)s, %(method)s,
            %(destination)s, %(document_hash)s, %(payee_id)s, %(external_id)s, %(purpose)s, %(batch_id)s, %(batch_line)s, %(replaces)s,
            %(queued_reason)s, %(hold_reason)s, %(hold_until)s, %(rules_id)s, %(processor_id)s, %(held)s, %(barcode)s, %(due_on)s,
            %(tags)s, %(cost_centre)s, %(priority)s, %(ted_purpose)s, %(opens_at)s)
    returning *
"""
