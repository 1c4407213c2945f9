"""Commands on remittances: draft one out of the orders that wait, seal, deliver or discard it."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE, of_subject, with_second_factor
from retaguarda.foundation.text_input import clean
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payout_engine.decide_sending import working_day_before
from retaguarda.payouts.remittances.model import MOST_LINES, DiscardInput, Remittance, RemittanceInput, SealInput
from retaguarda.payouts.remittances.queries import (
    WAITING,
    hash_of,
    load,
    locked,
    of_remittance,
    reference_of,
    subject,
    take_sequence,
)
from retaguarda.payouts.remittances.write_file import file_of

WRITE = Permission.PAYOUT_REMITTANCE_WRITE
PATH = "/v1/payouts/remittances"
ONE = with_second_factor(of_subject(of_remittance, any_account=True))


async def _draft(tx: Tx, principal: Principal, given: RemittanceInput, path: Mapping[str, str]) -> Done:
    if given.day < today(BRASILIA):
        raise invalid_field("day", "day_passed", "the bank is to pay today or later")
    processor = await _processor(tx, given.processor)
    values = {"processor": processor["id"], "overdue": working_day_before(given.day), "most": MOST_LINES}
    waiting = await tx.all(WAITING, values)
    if not waiting:
        raise ApiError(409, "nothing_to_remit", "no order waits for a file of this processor")
    row = {
        "company_id": PROVIDER,
        "id": uuid7(),
        "processor": processor["id"],
        "day": given.day,
        "lines": len(waiting),
        "currency": BRL,
        "amount": sum(order["amount"] for order in waiting),
        "actor": principal.email,
    }
    await _insert(tx, row, waiting)
    return Done(str(row["id"]), await load(tx, row["id"]), {"lines": row["lines"], "amount": row["amount"]})


async def _insert(tx: Tx, row: Row, orders: list[Row]) -> None:
    """Insert a draft with its lines; its hash follows from them."""
    lines = [
        (number, order["company_id"], order["payout_id"], order["id"], reference_of(order), order["amount"])
        for number, order in enumerate(orders, 1)
    ]
    await tx.execute(
        "insert into remittance (company_id, id, processor_id, day, lines, currency, amount, plan_hash, actor) values (%(company_id)s,"
        " %(id)s, %(processor)s, %(day)s, %(lines)s, %(currency)s, %(amount)s, %(hash)s, %(actor)s)",
        row | {"hash": await hash_of(tx, row, [order["id"] for order in orders])},
    )
    columns = dict(
        zip(
            ("numbers", "merchants", "payouts", "orders", "references", "amounts"),
            zip(*lines, strict=True),
            strict=True,
        )
    )
    await tx.execute(
        "insert into remittance_line (company_id, remittance_id, number, merchant_id, payout_id, order_id, reference, currency, amount)"
        " select %(company_id)s, %(id)s, l.number, l.merchant, l.payout, l.order_id, l.reference, %(currency)s, l.amount"
        " from unnest(%(numbers)s::int[], %(merchants)s::int[], %(payouts)s::uuid[], %(orders)s::uuid[], %(references)s::text[],"
        " %(amounts)s::bigint[]) l (number, merchant, payout, order_id, reference, amount)",
        row | {name: list(values) for name, values in columns.items()},
    )


class _Sealable(msgspec.Struct):
    state: str
    day: date


async def _seal(tx: Tx, principal: Principal, given: SealInput, path: Mapping[str, str]) -> Done:
    """Give the remittance its number and bytes. From here on the bank may have it, and only its answer ends its orders."""
    row = await locked(tx, path)
    found = struct_of(_Sealable, row)
    if found.state != "drafted":
        raise ApiError(409, "remittance_not_drafted", f"a remittance that is {found.state} is not sealed")
    if found.day < today(BRASILIA):
        raise ApiError(
            409, "remittance_day_passed", "the bank would pay its lines on a later day than it says: draft another"
        )
    if given.plan != row["plan_hash"] or await hash_of(tx, row) != row["plan_hash"]:
        raise ApiError(409, "plan_changed", "the lines of this remittance are not what they were when you looked")
    processor = await _processor(tx, row["processor_id"])
    sequence = await take_sequence(tx, processor)
    sealed: datetime = await tx.value("select clock_timestamp()")
    content = await file_of(tx, row, processor, sequence, sealed.astimezone(BRASILIA))
    await tx.execute(
        "select payout_processor_sequence(%(id)s, %(sequence)s)", {"id": processor["id"], "sequence": sequence}
    )
    digest = hashlib.sha256(content).digest()
    await tx.execute(
        "update remittance set state = 'sealed', sequence = %(sequence)s, bytes = %(bytes)s, sha256 = %(digest)s, sealed_at = %(at)s,"
        " sealed_by = %(by)s where company_id = %(company_id)s and id = %(id)s",
        row | {"sequence": sequence, "bytes": content, "digest": digest, "at": sealed, "by": principal.email},
    )
    data = {"sequence": sequence, "sha256": digest.hex(), "lines": row["lines"], "amount": row["amount"]}
    return Done(str(row["id"]), await load(tx, row["id"]), data)


async def _deliver(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await locked(tx, path)
    if row["state"] != "sealed":
        raise ApiError(409, "remittance_not_sealed", f"a remittance that is {row['state']} is not delivered")
    await tx.execute(
        "update remittance set state = 'delivered', delivered_at = clock_timestamp(), delivered_by = %(by)s"
        " where company_id = %(company_id)s and id = %(id)s",
        row | {"by": principal.email},
    )
    return Done(str(row["id"]), await load(tx, row["id"]), {"sequence": row["sequence"]})


async def _discard(tx: Tx, principal: Principal, given: DiscardInput, path: Mapping[str, str]) -> Done:
    """Give up a draft; its orders wait for another."""
    row = await locked(tx, path)
    if row["state"] != "drafted":
        raise ApiError(409, "remittance_not_drafted", f"a remittance that is {row['state']} is not discarded")
    clean("reason", given.reason)
    await tx.execute(
        "update remittance set state = 'discarded', ended_at = clock_timestamp() where company_id = %(company_id)s and id = %(id)s",
        row,
    )
    await tx.execute(
        "update remittance_line set freed = true where company_id = %(company_id)s and remittance_id = %(id)s", row
    )
    return Done(str(row["id"]), await load(tx, row["id"]), {"lines": row["lines"]})


async def _processor(tx: Tx, number: Any) -> Row:
    """Return the row of a processor that gets files, locked.

    Raises:
        ApiError: 400 ``processor``; 409 ``processor_disabled``.
    """
    row = await tx.one("select * from payout_processor where id = %(id)s for update", {"id": number})
    if row is None or row["adapter"] != "cnab240":
        raise invalid_field("processor", "not_found", "processor is one that gets files")
    if not row["believed"]:
        raise ApiError(409, "processor_disabled", "nobody has enabled this processor yet")
    return row


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: what leaves, from which account, in how many lines."""
    made: Remittance = done.result
    facts = {
        "processor": made.processor,
        "bank": made.bank,
        "lines": str(made.lines),
        "amount": made.amount,
        "day": str(made.day),
    }
    return plan_summary(f"{made.processor} {made.day}", facts)


DRAFT = Command(
    name="payouts:remittance:draft",
    method="POST",
    path=PATH,
    summary="Draft a remittance out of every order that waits for a file of a processor",
    permission=WRITE,
    scope=with_second_factor(HOUSE),
    input=RemittanceInput,
    answers=Remittance,
    apply=_draft,
    status=201,
)
SEAL = Command(
    name="payouts:remittance:seal",
    method="POST",
    path=f"{PATH}/{{id:str}}/seal",
    summary="Seal a remittance: it gets its number, and its file never changes again",
    permission=WRITE,
    scope=ONE,
    planned=True,
    input=SealInput,
    answers=Remittance,
    apply=_seal,
    subject=subject,
    approvable=True,
    shows=_shows,
)
DELIVER = Command(
    name="payouts:remittance:deliver",
    method="POST",
    path=f"{PATH}/{{id:str}}/deliver",
    summary="Say that the bank has the file of a remittance",
    permission=WRITE,
    scope=ONE,
    input=Nothing,
    answers=Remittance,
    apply=_deliver,
    keyed=False,
    subject=subject,
)
DISCARD = Command(
    name="payouts:remittance:discard",
    method="POST",
    path=f"{PATH}/{{id:str}}/discard",
    summary="Give up a draft; its orders wait for another remittance",
    permission=WRITE,
    scope=ONE,
    input=DiscardInput,
    answers=Remittance,
    apply=_discard,
    subject=subject,
)
COMMANDS = (DRAFT, SEAL, DELIVER, DISCARD)
