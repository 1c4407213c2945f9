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
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean_or_none
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.batches.check_batch import check_table, rule_input_of
from retaguarda.payin.batches.model import Batch, BatchInput, Checked, Line
from retaguarda.payin.batches.queries import OPEN, batch_of, lock_done_batch
from retaguarda.payin.charges.due_terms import Terms, to_pix
from retaguarda.payin.rows import ChargeBatchRow
from retaguarda.payin.rules import active_rules
from retaguarda.payin.rules.route_charge import columns_of, event_data
from retaguarda.payin.settings.charge_terms import valid_days_or_default
from retaguarda.payin.splits.agree_split import checked_split_json
from retaguarda.providers.pix.due import payable_until
from retaguarda.providers.pix.ids import new_txid

_CHARGES = (
    "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, payer_name, payer_document, reference,"
    " description, expires_at, created_by, kind, due_date, valid_days, terms, batch, batch_line, split, rule, held)"
    " select %(company)s, l.id, c.id, c.name, l.txid, 'created', l.amount, %(currency)s, l.name, l.document, l.reference, l.description,"
    " l.expires_at, %(person)s, 'due', l.due_date, %(valid_days)s, %(terms)s::jsonb, %(batch)s, l.line,"
    " %(split)s::jsonb, l.rule, l.held from unnest(%(ids)s::uuid[], %(txids)s::text[], %(amounts)s::bigint[], %(names)s::text[],"
    " %(documents)s::text[], %(references)s::text[], %(descriptions)s::text[], %(until)s::timestamptz[], %(days)s::date[],"
    " %(lines)s::int[], %(wanted)s::uuid[], %(rule)s::text[], %(held)s::boolean[])"
    " l (id, txid, amount, name, document, reference, description, expires_at, due_date, line, wanted, rule, held)"
    " join (select w.wanted, c.id, c.name from unnest(%(each_wanted)s::uuid[]) w (wanted)"
    " cross join lateral pix_connection_by(%(company)s, 1, w.wanted, %(rules)s) c) c on c.wanted is not distinct from l.wanted"
)


def _no_connection() -> ApiError:
    return ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")


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
        raise _no_connection()
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
    while not await _write(tx, principal, given, row.id, found.lines, days):
        # Somebody changed the active rules meanwhile: they may block lines.
        found = await check_table(tx, company, given)
        if not found.sendable:
            raise _unsendable(found)
    return Done(str(row.id), batch_of(row), {"lines": row.total, "amount": row.amount})


def _unsendable(found: Checked) -> ApiError:
    return ApiError(400, {"text": ["lines_wrong"]}, f"{found.wrong} of {len(found.lines)} lines cannot be sent")


async def _write(
    tx: Tx, principal: Principal, given: BatchInput, batch: object, lines: list[Line], valid_days: int
) -> bool:
    """Write each line as a charge of the processor that the rules route it to.

    Returns:
        False when the active rules have changed and nothing was written.

    Raises:
        ApiError: 409, no processor may take them.
    """
    company, rules = principal.chosen(), active_rules.cached_rules()
    charges = [
        (uuid7(), new_txid(), line, line.amount.amount, line.due_date)
        for line in lines
        if line.amount and line.due_date
    ]
    decisions = await active_rules.evaluate_many(
        tx, rules, [rule_input_of(company, line, txid) for _, txid, line, *_ in charges]
    )
    chosen = [columns_of(rules, decision) for decision in decisions]
    written = await tx.execute(
        _CHARGES,
        {
            "company": company,
            "person": principal.person_id,
            "currency": BRL,
            "valid_days": valid_days,
            "terms": json_text(to_pix(given.terms or Terms())),
            "split": await checked_split_json(tx, company, given.split, None),
            "batch": batch,
            "ids": [charge for charge, *_ in charges],
            "txids": [txid for _, txid, *_ in charges],
            "amounts": [amount for *_, amount, _ in charges],
            "names": [line.name for _, _, line, *_ in charges],
            "documents": [line.document for _, _, line, *_ in charges],
            "references": [line.reference for _, _, line, *_ in charges],
            "descriptions": [line.description for _, _, line, *_ in charges],
            "until": [payable_until(day, valid_days) for *_, day in charges],
            "days": [day for *_, day in charges],
            "lines": [line.number for _, _, line, *_ in charges],
            "wanted": [each["wanted"] for each in chosen],
            "rule": [each["rule"] for each in chosen],
            "held": [each["held"] for each in chosen],
            "each_wanted": list({each["wanted"] for each in chosen}),
            "rules": rules.id,
        },
    )
    if written < len(charges):
        if await active_rules.refresh(tx, rules):
            return False
        raise _no_connection()
    # Each bank gets its lines as a batch with its own number.
    await tx.execute(
        "insert into charge_batch_part (company_id, batch, connection_id, number)"
        " select c.company_id, c.batch, c.connection_id,"
        " case when c.connection_id = b.connection_id then b.number else nextval('charge_batch_number_seq') end"
        " from (select distinct company_id, batch, connection_id from charge"
        "        where company_id = %(company)s and batch = %(batch)s) c"
        " join charge_batch b on b.company_id = c.company_id and b.id = c.batch",
        {"company": company, "batch": batch},
    )
    created_at = await tx.value("select now()")
    events = [
        (
            str(charge),
            {
                "to": "created",
                "amount": amount,
                "created_at": created_at,
                "batch": str(batch),
                **event_data(rules, decision),
            },
        )
        for (charge, _, _, amount, _), decision in zip(charges, decisions, strict=True)
    ]
    await record_many(
        tx, "payin:charge:of_batch", company=company, actor=principal.email, person=principal.person_id, events=events
    )
    return True


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
