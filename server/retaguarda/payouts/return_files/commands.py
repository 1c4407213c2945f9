"""Return files of payments as a family: upload, finish, apply and plan again."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.bank_files.commands import FileCommands
from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import ReturnFile
from retaguarda.bank_files.plan_lines import store_plan_hash
from retaguarda.bank_files.queries import file_for_update, file_of
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.return_files.apply_payments import apply_batch, finish
from retaguarda.payouts.return_files.model import ChooseInput, PaymentApplyInput
from retaguarda.payouts.return_files.plan_payments import insert_payments, plan_hash, started
from retaguarda.payouts.return_files.queries import LIVE, ONE, PREVIEW, SCOPE, has_corrections, refuse_gap
from retaguarda.payouts.return_files.write_findings import examine, replan_file
from retaguarda.providers.bankfiles import Layout, SalvageReader, payment_layout_of, payment_reader

_FACTS = """
    select count(*) filter (where effect = 'done') as payments,
           coalesce(sum(amount) filter (where effect = 'done'), 0)::bigint as amount,
           count(*) filter (where effect in ('failed', 'cancelled', 'returned', 'released')) as freed,
           coalesce(sum(amount) filter (where effect in ('failed', 'cancelled', 'returned', 'released')), 0)::bigint as freed_amount,
           count(repair) as corrections
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
        "corrections": str(facts["corrections"]),
    }
    return plan_summary(file.name, shown)


def _layout(width: int, bank: str) -> Layout | None:
    return payment_layout_of(bank)


async def _refuse(tx: Tx, file: Row, given: PaymentApplyInput) -> None:
    """Refuse a file after a gap, and one whose corrections are no longer those that the person saw.

    Raises:
        ApiError: 409 ``file_missing``, ``plan_changed``.
    """
    await refuse_gap(tx, file, given)
    if await has_corrections(tx, file) and await replan_file(tx, file):
        raise ApiError(409, "plan_changed", "what other witnesses say is not what it was when you looked")


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
    salvage=SalvageReader,
    examine=examine,
    layout=_layout,
    insert=insert_payments,
    replan=replan_file,
    plan_hash=plan_hash,
    started=started,
    refuse=_refuse,
    facts=_facts,
    shows=_shows,
    apply_batch=apply_batch,
    finish=finish,
)

CREATE_FILE, FINISH_FILE, APPLY_FILE = FileCommands(PAYMENT).all()


async def _choose(tx: Tx, principal: Principal, given: ChooseInput, path: Mapping[str, str]) -> Done:
    """Take a correction into the plan of a file, or leave it out; saying the same twice changes nothing."""
    file = await file_for_update(tx, principal, path, PAYMENT.name)
    shown = file_of(file)
    if shown.status != "parsed":
        raise ApiError(409, "file_not_open", f"the plan of a file that is {shown.status} does not change")
    chosen = await fetch_one(tx, _Chosen, _CHOSEN, file | {"number": given.finding})
    if chosen is None:
        raise not_found("correction")
    if chosen.taken == given.taken:
        return Done(str(shown.id), shown)
    await tx.execute(_CHOOSE, file | {"number": given.finding, "taken": given.taken})
    await replan_file(tx, file)
    row = await store_plan_hash(tx, file, await plan_hash(tx, shown.company_id, shown.id))
    return Done(str(shown.id), file_of(row), {"kind": chosen.kind, "line": chosen.line, "taken": given.taken})


class _Chosen(msgspec.Struct):
    kind: str
    line: int
    taken: bool


_CHOSEN = """
    select kind, line, taken from payment_finding
     where company_id = %(company_id)s and file_id = %(id)s and number = %(number)s and effect is not null
"""
_CHOOSE = """
    update payment_finding set taken = %(taken)s where company_id = %(company_id)s and file_id = %(id)s and number = %(number)s
"""

CHOOSE = Command(
    name="payouts:return_file:choose",
    method="POST",
    path="/v1/payouts/return-files/{id:str}/choose",
    summary="Take a correction into the plan of a payment return, or leave it out",
    permission=LIVE,
    scope=ONE,
    input=ChooseInput,
    answers=ReturnFile,
    apply=_choose,
    keyed=False,
)
