"""Writes a charge of either kind with its payer's data."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.block_refusal import refused_by
from retaguarda.foundation.command import Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import clean_or_none
from retaguarda.foundation.typed_rows import fetch_one, struct_of
from retaguarda.payin.charges.model import ChargeInput, DebtorInput, DueChargeInput, PayerInput
from retaguarda.payin.charges.queries import NewCharge, charge_of
from retaguarda.payin.rules.active_rules import RuleInput
from retaguarda.payin.rules.route_charge import write_routed
from retaguarda.payin.settings.charge_terms import refuse_outside_limits
from retaguarda.payin.splits.agree_split import checked_split_json
from retaguarda.providers.pix.ids import new_txid


class _Written(msgspec.Struct):
    created_at: datetime
    expires_at: datetime
    processor: str
    held: bool


class _Verdict(msgspec.Struct):
    entry_id: UUID
    effect: str
    code: str


async def write_charge(
    tx: Tx,
    principal: Principal,
    given: ChargeInput | DueChargeInput,
    *,
    until: timedelta | datetime | None,
    due: dict[str, Any] | None,
) -> Done:
    """Create the charge, status created.

    Args:
        until: for how long it can be paid, or until when; None: the merchant's usual time.
        due: due_date, valid_days, terms and payer_address of a due charge.

    Raises:
        ApiError: 400 for an invalid payer or text, or an amount outside the merchant's limits; 409 when no provider is
            connected, the method is off, or the merchant may not receive money.
    """
    charge, txid, company = uuid7(), new_txid(), principal.chosen()
    document = _document(given.payer)
    kind = "due" if due else "immediate"
    values = {
        "company_id": company,
        "id": charge,
        "txid": txid,
        "amount": given.amount.amount,
        "currency": given.amount.currency,
        "payer_name": given.payer.name.strip() if given.payer else None,
        "payer_document": document,
        "reference": clean_or_none("reference", given.reference),
        "description": clean_or_none("description", given.description),
        "at": until if isinstance(until, datetime) else None,
        "within": until if isinstance(until, timedelta) else None,
        "person": principal.person_id,
        "kind": kind,
        "split": await checked_split_json(tx, company, given.split, given.amount.amount),
        **(due or {"due_date": None, "valid_days": None, "terms": None, "payer_address": None}),
    }
    rule_input = RuleInput(company, given.amount.amount, kind, txid, document)
    row, rule_data = await write_routed(tx, rule_input, lambda chosen: fetch_one(tx, _Written, _WRITE, values | chosen))
    if row is None:
        raise await _refusal(tx, values)
    if row.held:
        await tx.execute(_HELD, values)
    data = {
        "to": "created",
        "amount": given.amount.amount,
        "created_at": row.created_at,
        "processor": row.processor,
        **rule_data,
    }
    return Done(str(charge), charge_of(struct_of(NewCharge, _NEW_COLUMNS | values | msgspec.structs.asdict(row))), data)


#: Columns equal in every new charge. Returning all of them from the database cost a twentieth of the request.
_NEW_COLUMNS = {
    "status": "created",
    "paid": 0,
    "fee": 0,
    "refunded": 0,
    "end_to_end_id": None,
    "paid_at": None,
    "last_error": None,
}
_WRITE = (
    "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, payer_name, payer_document,"
    " reference, description, expires_at, created_by, kind, due_date, valid_days, terms, payer_address, split, rule, held)"
    " select %(company_id)s, %(id)s, c.id, c.name, %(txid)s, 'created', %(amount)s, %(currency)s, %(payer_name)s, %(payer_document)s, %(reference)s,"
    " %(description)s, coalesce(%(at)s, now() + coalesce(%(within)s, make_interval(secs => t.expires_in))),"
    " %(person)s, %(kind)s, %(due_date)s, %(valid_days)s,"
    " %(terms)s::jsonb, %(payer_address)s::jsonb, %(split)s::jsonb, %(rule)s, %(held)s or coalesce(v.effect = 'hold', false)"
    " from pix_connection_by(%(company_id)s, %(amount)s, %(wanted)s, %(rules)s) c cross join payin_terms(%(company_id)s, %(kind)s) t"
    " left join block_verdict_on(%(company_id)s, 'in', block_probes(%(payer_document)s, p_email => %(payer_address)s::jsonb ->> 'email')) v"
    " on true where v.effect is distinct from 'refuse' and t.accepted and %(amount)s >= coalesce(t.minimum, 1) and %(amount)s <= coalesce(t.maximum, %(amount)s)"
    " returning created_at, expires_at, processor, held"
)
_VERDICT = (
    "select v.entry_id, v.effect, v.code from block_verdict_on(%(company_id)s, 'in',"
    " block_probes(%(payer_document)s, p_email => %(payer_address)s::jsonb ->> 'email')) v"
)
_HELD = (
    "select block_refusal_write(gen_random_uuid(), 'charge', 'hold', v.entry_id, %(company_id)s, %(id)s::text, %(payer_name)s,"
    f" %(payer_document)s, %(amount)s, %(currency)s, %(person)s) from ({_VERDICT}) v"
)


async def _refusal(tx: Tx, values: Mapping[str, Any]) -> ApiError:
    """Find why no charge was written."""
    company = values["company_id"]
    await refuse_blocked(tx, company, "in")
    await refuse_outside_limits(tx, company, values["kind"], values["amount"])
    verdict = await fetch_one(tx, _Verdict, _VERDICT, values)
    if verdict is not None and verdict.effect == "refuse":
        party = {"name": values["payer_name"], "document": values["payer_document"]}
        payment = {name: values[name] for name in ("amount", "currency", "person")}
        return refused_by(verdict.entry_id, verdict.code, "charge", {"company": company, **party, **payment})
    return ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")


def _document(payer: PayerInput | DebtorInput | None) -> str | None:
    if payer is None:
        return None
    clean_or_none("payer.name", payer.name)
    if not payer.name.strip():
        raise invalid_field("payer.name", "field_required", "payer.name is only white space")
    try:
        return parse(payer.document).value
    except DocumentError as error:
        raise invalid_field("payer.document", "document_invalid", f"payer.document: {error}") from None


def address_of(payer: DebtorInput) -> str | None:
    """Return the payer's e-mail and address in API Pix's words, as JSON."""
    found = {"email": clean_or_none("payer.email", payer.email)}
    if payer.address:
        given = payer.address
        found |= {
            "logradouro": clean_or_none("payer.address.street", given.street),
            "cidade": clean_or_none("payer.address.city", given.city),
            "uf": given.state,
            "cep": given.postal_code,
        }
    known = {name: value for name, value in found.items() if value}
    return json_text(known) if known else None
