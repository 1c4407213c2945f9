"""Creates a charge for each payment of a static code, so that it supports all that a charge does."""

from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.rules.active_rules import RuleInput
from retaguarda.payin.rules.route_charge import evaluate_rules
from retaguarda.providers.pix import Pix

#: Whether the merchant's account accepts no money; s is a row with its company.
BLOCKED = "(select a.blocked_in from ledger_account a where a.company_id = s.company_id and a.code = 'available' and a.currency = s.currency)"


async def create_code_charge(tx: Tx, connection_id: UUID, pix: Pix) -> Row | None:
    """Return the charge created for this payment, with ``code_disabled`` and ``account_blocked``; None when its txid
    names no static code, or the payment has a charge.
    """
    code = await tx.one(
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
        code
        | {
            "charge": uuid7(),
            "e2e": pix.endToEndId,
            "asked": code["amount"] or int(pix.valor),
            "at": pix.horario,
            "split": json_text(code["split"]) if code["split"] else None,
            "rule": decision.name,
            # It is paid already, so a payment that a rule blocks waits for a person too.
            "held": decision.action in ("block", "review"),
        },
    )
    if charge is None:
        return None
    await record(
        tx,
        "payin:charge:of_code",
        company=charge["company_id"],
        subject=str(charge["id"]),
        actor=ACTOR,
        data={"to": "pending", "amount": charge["amount"], "created_at": charge["created_at"], "code": str(code["id"])},
    )
    disabled = code["disabled_at"] is not None and pix.horario > code["disabled_at"]
    return charge | {"code_disabled": disabled, "account_blocked": code["account_blocked"]}


def _rule_input(code: Row, pix: Pix) -> RuleInput:
    document = pix.pagador.document or None if pix.pagador else None
    return RuleInput(code["company_id"], int(pix.valor), "static", pix.endToEndId, document)
