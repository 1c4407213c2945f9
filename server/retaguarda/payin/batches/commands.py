"""Send a batch: every line becomes a charge, all in one transaction or none. Withdraw what of a batch is not paid."""

from collections.abc import Mapping

import msgspec

from retaguarda.foundation.blocking import refuse_blocked
from retaguarda.foundation.call import Who
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.events import record_many
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.payin.batches.checking import check
from retaguarda.payin.batches.model import Batch, BatchInput, Line
from retaguarda.payin.batches.rows import OPEN, batch_of
from retaguarda.payin.commands.asking import clean
from retaguarda.payin.model import Nothing
from retaguarda.payin.settings.terms import usual_days
from retaguarda.payin.terms import Terms, to_pix
from retaguarda.providers.pix.due import payable_until
from retaguarda.providers.pix.ids import new_txid

_CHARGES = (
    "insert into charge (company_id, id, connection_id, processor, txid, status, amount, payer_name, payer_document, reference,"
    " description, expires_at, created_by, kind, due_date, valid_days, terms, batch, batch_line)"
    " select %(company)s, l.id, c.id, c.name, l.txid, 'created', l.amount, l.name, l.document, l.reference, l.description,"
    " l.expires_at, %(person)s, 'due', l.due_date, %(valid_days)s, %(terms)s::jsonb, %(batch)s, l.line"
    " from pix_connection_for(%(company)s, 1) c, unnest(%(ids)s::uuid[], %(txids)s::text[], %(amounts)s::bigint[], %(names)s::text[],"
    " %(documents)s::text[], %(references)s::text[], %(descriptions)s::text[], %(until)s::timestamptz[], %(days)s::date[],"
    " %(lines)s::int[]) l (id, txid, amount, name, document, reference, description, expires_at, due_date, line)"
    " where c.id = %(connection)s"
)


async def _send(tx: Tx, who: Who, given: BatchInput, path: Mapping[str, str]) -> Done:
    company = who.chosen()
    description = clean("description", given.description)
    if description is None:
        raise invalid_field("description", "field_required", "description is only white space")
    await refuse_blocked(tx, company, "in")
    found = await check(tx, company, given)
    if not found.sendable:
        raise ApiError(400, {"text": ["lines_wrong"]}, f"{found.wrong} of {len(found.lines)} lines cannot be sent")
    connection = await tx.value("select id from pix_connection_for(%(company)s, 1)", {"company": company})
    if connection is None:
        raise ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")
    row = await tx.one(
        "insert into charge_batch (company_id, id, connection_id, description, total, amount, created_by)"
        " values (%(company)s, %(id)s, %(connection)s, %(description)s, %(total)s, %(amount)s, %(person)s) returning *",
        {
            "company": company,
            "id": uuid7(),
            "connection": connection,
            "description": description,
            "total": len(found.lines),
            "amount": found.amount.amount,
            "person": who.person_id,
        },
    )
    assert row is not None
    days = await usual_days(tx, company, given.valid_days)
    await _write(tx, who, given, row["id"], connection, found.lines, days)
    return Done(str(row["id"]), batch_of(row), {"lines": row["total"], "amount": row["amount"]})


async def _write(
    tx: Tx, who: Who, given: BatchInput, batch: object, connection: object, lines: list[Line], valid_days: int
) -> None:
    charges = [(uuid7(), line, line.amount.amount, line.due_date) for line in lines if line.amount and line.due_date]
    await tx.execute(
        _CHARGES,
        {
            "company": who.chosen(),
            "connection": connection,
            "person": who.person_id,
            "valid_days": valid_days,
            "terms": msgspec.json.encode(to_pix(given.terms or Terms())).decode(),
            "batch": batch,
            "ids": [charge for charge, *_ in charges],
            "txids": [new_txid() for _ in charges],
            "amounts": [amount for _, _, amount, _ in charges],
            "names": [line.name for _, line, *_ in charges],
            "documents": [line.document for _, line, *_ in charges],
            "references": [line.reference for _, line, *_ in charges],
            "descriptions": [line.description for _, line, *_ in charges],
            "until": [payable_until(day, valid_days) for *_, day in charges],
            "days": [day for *_, day in charges],
            "lines": [line.number for _, line, *_ in charges],
        },
    )
    made_at = await tx.value("select now()")
    told = [
        (str(charge), {"to": "created", "amount": amount, "created_at": made_at, "batch": str(batch)})
        for charge, _, amount, _ in charges
    ]
    await record_many(
        tx, "payin:charge:of_batch", company=who.chosen(), actor=who.email, person=who.person_id, told=told
    )


async def _cancel(tx: Tx, who: Who, given: Nothing, path: Mapping[str, str]) -> Done:
    """Each charge by itself, as if it were withdrawn alone: one that is paid this moment stays paid."""
    batch = await tx.one(
        "select * from charge_batch where company_id = %(company)s and id = %(id)s for update",
        {"company": who.chosen(), "id": uuid_of(path["id"])},
    )
    if batch is None:
        raise not_found("batch")
    if batch["status"] != "done":
        raise ApiError(409, "batch_not_done", f"a batch that is {batch['status']} cannot be cancelled")
    asked = await tx.all(
        "update charge set cancel_requested_at = now() where company_id = %(company_id)s and batch = %(id)s"
        f" and {OPEN} returning id",
        batch,
    )
    told = [(str(charge["id"]), {"batch": str(batch["id"])}) for charge in asked]
    await record_many(tx, "payin:charge:cancel", company=who.chosen(), actor=who.email, person=who.person_id, told=told)
    return Done(str(batch["id"]), batch_of(batch), {"lines": len(asked)})


CANCEL_BATCH = Command(
    name="payin:batch:cancel",
    method="POST",
    path="/v1/payin/batches/{id:str}/cancel",
    summary="Withdraw every charge of a batch that is not paid",
    permission=Permission.PAYIN_CHARGE_WRITE,
    input=Nothing,
    answers=Batch,
    apply=_cancel,
    keyed=False,
)

SEND_BATCH = Command(
    name="payin:batch:send",
    method="POST",
    path="/v1/payin/batches",
    summary="Ask many payers at once, each until a due date",
    permission=Permission.PAYIN_CHARGE_WRITE,
    input=BatchInput,
    answers=Batch,
    apply=_send,
    status=201,
)
