"""Return files of payments as a family: upload, finish, apply and plan again."""

from collections.abc import Mapping
from typing import Any

from retaguarda.bank_files.commands import FileCommands
from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import ReturnFile
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.money import BRL, Money
from retaguarda.payouts.return_files.apply_payments import apply_batch, finish
from retaguarda.payouts.return_files.model import PaymentApplyInput
from retaguarda.payouts.return_files.plan_payments import insert_payments, plan_hash, replan_payments, started
from retaguarda.payouts.return_files.queries import LIVE, ONE, PREVIEW, SCOPE, refuse_gap
from retaguarda.providers.bankfiles import Layout, payment_layout_of, payment_reader

_FACTS = """
    select count(*) filter (where effect = 'done') as payments,
           coalesce(sum(amount) filter (where effect = 'done'), 0)::bigint as amount,
           count(*) filter (where effect in ('failed', 'cancelled', 'returned', 'released')) as freed,
           coalesce(sum(amount) filter (where effect in ('failed', 'cancelled', 'returned', 'released')), 0)::bigint as freed_amount
      from payment_line where company_id = %(company_id)s and file_id = %(id)s
"""


async def _facts(tx: Tx, file: Row) -> Mapping[str, Any]:
    row = await tx.one(_FACTS, file)
    assert row is not None
    return row


def _shows(file: ReturnFile, facts: Mapping[str, Any]) -> PlanSummary:
    shown = {
        "bank_name": file.bank_name,
        "payments": str(facts["payments"]),
        "amount": Money(facts["amount"], BRL),
        "freed_amount": Money(facts["freed_amount"], BRL),
    }
    return plan_summary(file.name, shown)


def _layout(width: int, bank: str) -> Layout | None:
    return payment_layout_of(bank)


#: Files that say what became of the orders of remittances.
PAYMENT = Family(
    name="payment",
    path="/v1/payouts/return-files",
    event="payouts:return_file",
    preview=PREVIEW,
    live=LIVE,
    new=SCOPE,
    one=ONE,
    apply_input=PaymentApplyInput,
    reader=payment_reader,
    layout=_layout,
    insert=insert_payments,
    replan=replan_payments,
    plan_hash=plan_hash,
    started=started,
    refuse=refuse_gap,
    facts=_facts,
    shows=_shows,
    apply_batch=apply_batch,
    finish=finish,
)

CREATE_FILE, FINISH_FILE, APPLY_FILE = FileCommands(PAYMENT).all()
