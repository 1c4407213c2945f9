"""Creates a charge for each payment of a static code, so that it supports all that a charge does."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.typed_rows import fetch_one, struct_of
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.rules.active_rules import RuleInput
from retaguarda.payin.rules.route_charge import evaluate_rules
from retaguarda.providers.pix import Pix

#: Whether the merchant's account accepts no money; s is a row with its company.
BLOCKED = "(select a.blocked_in from ledger_account a where a.company_id = s.company_id and a.code = 'available' and a.currency = s.currency)"


class PaidCharge(msgspec.Struct, kw_only=True):
    """What decides whether a payment fits its charge. Minor units of its currency."""

    company_id: int
    id: UUID
    kind: str
    status: str
    amount: int
    paid: int
    due_date: date | None
    terms: Any
    revising: Any
    split: Any
    expires_at: datetime
    created_at: datetime
    held: bool
    #: The merchant's account accepts no money.
    account_blocked: bool | None
    #: The static code that it was created for was disabled before.
    code_disabled: bool


class _Code(msgspec.Struct):
    company_id: int
    id: UUID
    connection_id: UUID
    amount: int | None
    currency: str
    message: str | None
    br_code: str
    split: Any
    disabled_at: datetime | None
    account_blocked: bool | None


async def create_code_charge(tx: Tx, connection_id: UUID, pix: Pix) -> PaidCharge | None:
    """Return the charge created for this payment; None when its txid names no static code, or the payment has a charge."""
    code = await fetch_one(
        tx,
        _Code,
        f"select s.*, {BLOCKED} as account_blocked from static_code s where connection_id = %(connection)s and txid = %(txid)s for share",
        {"connection": connection_id, "txid": pix.txid or ""},
    )
    if code is None:
        return None
    decision = await evaluate_rules(tx, _rule_input(code, pix))
    charge = await tx.one(
        "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, description, expires_at, kind,"
        " static_code, br_code, split, rule, held) select %(company_id)s, %(charge)s, %(connection_id)s, c.name, %(e2e)s, 'pending', %(asked)s, %(currency)s,"
        " %(message)s, %(at)s, 'static', %(id)s, %(br_code)s, %(split)s::jsonb, %(rule)s, %(held)s from pix_connection c where c.id = %(connection_id)s"
        " on conflict (connection_id, txid) do nothing returning *",
        # The txid on the payment names the code, so its endToEndId becomes the charge's txid.
        msgspec.structs.asdict(code)
        | {
            "charge": uuid7(),
            "e2e": pix.endToEndId,
            "asked": code.amount or int(pix.valor),
            "at": pix.horario,
            "split": json_text(code.split) if code.split else None,
            "rule": decision.name,
            # It is paid already, so a payment that a rule blocks waits for a person too.
            "held": decision.action in ("block", "review"),
        },
    )
    if charge is None:
        return None
    disabled = code.disabled_at is not None and pix.horario > code.disabled_at
    paid = struct_of(PaidCharge, charge, code_disabled=disabled, account_blocked=code.account_blocked)
    await record(
        tx,
        "payin:charge:of_code",
        company=paid.company_id,
        subject=str(paid.id),
        actor=ACTOR,
        data={"to": "pending", "amount": paid.amount, "created_at": paid.created_at, "code": str(code.id)},
    )
    return paid


def _rule_input(code: _Code, pix: Pix) -> RuleInput:
    document = pix.pagador.document or None if pix.pagador else None
    return RuleInput(code.company_id, int(pix.valor), "static", pix.endToEndId, document)
