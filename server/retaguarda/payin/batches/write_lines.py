"""Writes the lines of a batch as charges, in one statement that the block list binds."""

from retaguarda.foundation.block_refusal import BoundPayer, payer_refusal
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record_many
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal
from retaguarda.payin.batches.check_batch import rule_input_of
from retaguarda.payin.batches.model import BatchInput, Line
from retaguarda.payin.charges.due_terms import Terms, to_pix
from retaguarda.payin.rules import active_rules
from retaguarda.payin.rules.route_charge import columns_of, event_data
from retaguarda.payin.splits.agree_split import checked_split_json
from retaguarda.providers.pix.due import payable_until
from retaguarda.providers.pix.ids import new_txid

_CHARGES = (
    "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, payer_name, payer_document, reference,"
    " description, expires_at, created_by, kind, due_date, valid_days, terms, batch, batch_line, split, rule, held)"
    " select %(company)s, l.id, c.id, c.name, l.txid, 'created', l.amount, %(currency)s, l.name, l.document, l.reference, l.description,"
    " l.expires_at, %(person)s, 'due', l.due_date, %(valid_days)s, %(terms)s::jsonb, %(batch)s, l.line,"
    " %(split)s::jsonb, l.rule, l.held or v.effect is not null from unnest(%(ids)s::uuid[], %(txids)s::text[], %(amounts)s::bigint[], %(names)s::text[],"
    " %(documents)s::text[], %(references)s::text[], %(descriptions)s::text[], %(until)s::timestamptz[], %(days)s::date[],"
    " %(lines)s::int[], %(wanted)s::uuid[], %(rule)s::text[], %(held)s::boolean[])"
    " l (id, txid, amount, name, document, reference, description, expires_at, due_date, line, wanted, rule, held)"
    " join (select w.wanted, c.id, c.name from unnest(%(each_wanted)s::uuid[]) w (wanted)"
    " cross join lateral pix_connection_by(%(company)s, 1, w.wanted, %(rules)s) c) c on c.wanted is not distinct from l.wanted"
    " left join lateral block_verdict_on(%(company)s, 'in', block_probes(l.document)) v on true where v.effect is distinct from 'refuse'"
)
#: The lines that the block list holds, beside those that a rule does.
_HELD = (
    "select block_refusal_write(gen_random_uuid(), 'charge', 'hold', v.entry_id, c.company_id, c.id::text, c.payer_name, c.payer_document,"
    " c.amount, c.currency, %(person)s) from unnest(%(ids)s::uuid[], %(held)s::boolean[]) l (id, held)"
    " join charge c on c.company_id = %(company)s and c.id = l.id and c.held and not l.held"
    " cross join lateral block_verdict_on(c.company_id, 'in', block_probes(c.payer_document)) v"
)


def no_connection() -> ApiError:
    return ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")


async def write_lines(
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
    values = {
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
    }
    written = await tx.execute(_CHARGES, values)
    if written < len(charges):
        if not written and await active_rules.refresh(tx, rules):
            return False
        raise await _line_refusal(tx, principal, lines) or no_connection()
    await tx.execute(_HELD, values)
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


async def _line_refusal(tx: Tx, principal: Principal, lines: list[Line]) -> ApiError | None:
    """Find the first line whose payer the block list refuses."""
    for line in lines:
        if line.amount:
            money = line.amount
            payer = BoundPayer(
                principal.chosen(), line.name, line.document, money.amount, money.currency, principal.person_id
            )
            refusal = await payer_refusal(tx, payer)
            if refusal is not None:
                refusal.error = f"line {line.number}: {refusal.error}"
                return refusal
    return None
