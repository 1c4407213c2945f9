"""Commands on batches: send one, every line a charge in the same transaction; cancel the charges of one that are not
paid.
"""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record_many
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean_or_none
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.batches.check_batch import check_table
from retaguarda.payin.batches.model import Batch, BatchInput, Checked
from retaguarda.payin.batches.queries import OPEN, batch_of, lock_done_batch
from retaguarda.payin.batches.write_lines import no_connection, write_lines
from retaguarda.payin.rows import ChargeBatchRow
from retaguarda.payin.settings.charge_terms import valid_days_or_default


async def _send(tx: Tx, principal: Principal, given: BatchInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    description = clean_or_none("description", given.description)
    if description is None:
        raise invalid_field("description", "field_required", "description is only white space")
    await refuse_blocked(tx, company, "in")
    found = await check_table(tx, company, given)
    if not found.sendable:
        raise _unsendable(found)
    connection = await tx.value("select id from pix_connection_for(%(company)s, 1)", {"company": company})
    if connection is None:
        raise no_connection()
    row = await fetch_one(
        tx,
        ChargeBatchRow,
        "insert into charge_batch (company_id, id, connection_id, description, total, amount, currency, created_by)"
        " values (%(company)s, %(id)s, %(connection)s, %(description)s, %(total)s, %(amount)s, %(currency)s, %(person)s) returning *",
        {
            "company": company,
            "id": uuid7(),
            "connection": connection,
            "description": description,
            "total": len(found.lines),
            "amount": found.amount.amount,
            "currency": found.amount.currency,
            "person": principal.person_id,
        },
    )
    assert row is not None
    days = await valid_days_or_default(tx, company, given.valid_days)
    while not await write_lines(tx, principal, given, row.id, found.lines, days):
        # Somebody changed the active rules meanwhile: they may block lines.
        found = await check_table(tx, company, given)
        if not found.sendable:
            raise _unsendable(found)
    return Done(str(row.id), batch_of(row), {"lines": row.total, "amount": row.amount})


def _unsendable(found: Checked) -> ApiError:
    return ApiError(400, {"text": ["lines_wrong"]}, f"{found.wrong} of {len(found.lines)} lines cannot be sent")


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Request the cancellation of each charge separately: one that is paid at this moment stays paid."""
    batch = await lock_done_batch(tx, principal, path["id"], "cancelled")
    cancelling = await tx.all(
        "update charge set cancel_requested_at = now() where company_id = %(company_id)s and batch = %(id)s"
        f" and {OPEN} returning id",
        batch,
    )
    events = [(str(charge["id"]), {"batch": str(batch.id)}) for charge in cancelling]
    await record_many(
        tx,
        "payin:charge:cancel",
        company=principal.chosen(),
        actor=principal.email,
        person=principal.person_id,
        events=events,
    )
    return Done(str(batch.id), batch_of(batch), {"lines": len(cancelling)})


CANCEL_BATCH = Command(
    name="payin:batch:cancel",
    method="POST",
    path="/v1/payin/batches/{id:str}/cancel",
    summary="Withdraw every charge of a batch that is not paid",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
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
    scope=MERCHANT,
    planned=True,
    input=BatchInput,
    answers=Batch,
    apply=_send,
    status=201,
)
