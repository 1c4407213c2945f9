"""Credit a line of an applied file, which no charge matches, to a merchant as a deposit.

Posts boleto_clearing −amount (the bank owes us) and the merchant's available +amount, and the tariff that the line
names.
"""

from collections.abc import Mapping

from retaguarda import ledger
from retaguarda.account.deposits.add_line_deposit import add_line_deposit
from retaguarda.account.deposits.rows import DepositRow
from retaguarda.bank_files.decide_line import (
    line_of,
    line_shown,
    line_subject,
    lock_undecided_line,
    post_fee,
    record_decision,
)
from retaguarda.bank_files.duplicate_payments import day_of, refuse_duplicate
from retaguarda.bank_files.model import CreditLineInput, ReturnLine
from retaguarda.bank_files.parse_file import ACTOR
from retaguarda.bank_files.postings import CLEARING_ACCOUNT, noon, open_accounts
from retaguarda.bank_files.queries import OF_FILE
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanFact, PlanSummary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.text_input import clean
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.charges.model import AVAILABLE


async def _credit(tx: Tx, principal: Principal, given: CreditLineInput, path: Mapping[str, str]) -> Done:
    file, line = await lock_undecided_line(tx, principal, path)
    if line["why"] == "reversal" or line["paid"] <= 0:
        raise ApiError(409, "line_brings_nothing", "this line brings no money that could be somebody's")
    merchant = await tx.value(
        "select id from company where id = %(merchant)s and id = any(%(seen)s) and id <> %(provider)s",
        {"merchant": given.merchant, "seen": list(principal.companies), "provider": PROVIDER},
    )
    if merchant is None or file["company_id"] not in (PROVIDER, merchant):
        raise invalid_field("merchant", "not_found", "merchant must be the number of a merchant this file can be about")
    await refuse_blocked(tx, merchant, "in")
    await refuse_duplicate(tx, file, line)
    decided = await record_decision(tx, principal, line, "credited", clean("reason", given.reason))
    await open_accounts(tx)
    deposit = await _create_deposit(tx, principal, file, decided, merchant)
    await _post_deposit(tx, deposit)
    await post_fee(tx, file, line)
    data = {"line": line["number"], "merchant": merchant, "amount": line["paid"], "deposit": str(deposit.id)}
    return Done(str(file["id"]), line_of(decided), data)


async def _create_deposit(tx: Tx, principal: Principal, file: Row, line: Row, merchant: int) -> DepositRow:
    row = await add_line_deposit(
        tx,
        line
        | {
            "id": uuid7(),
            "merchant": merchant,
            "by": principal.email,
            "bank": file["bank"],
            "currency": BRL,
            "paid_at": noon(day_of(file, line)),
        },
    )
    await record(
        tx,
        "account:deposit:credited",
        company=merchant,
        subject=str(row.id),
        actor=ACTOR,
        data={"amount": row.amount, "method": "boleto"},
    )
    return row


async def _post_deposit(tx: Tx, deposit: DepositRow) -> None:
    assert deposit.amount is not None
    available = AccountRef(deposit.company_id, AVAILABLE, deposit.currency)
    await ledger.open_account(tx, available)
    await ledger.post(
        tx,
        company=deposit.company_id,
        key=f"linedeposit:{deposit.file_id}:{deposit.line}",
        kind="deposit.credited",
        reference=str(deposit.id),
        effective_at=deposit.paid_at,
        legs=[Leg(CLEARING_ACCOUNT, -deposit.amount), Leg(available, deposit.amount)],
    )


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: the payment and the merchant it is credited to."""
    summary = await line_shown(tx, principal, done)
    name = await tx.value("select name from company where id = %(id)s", {"id": done.data["merchant"]})
    return PlanSummary(summary.about, [*summary.facts, PlanFact("merchant", name)])


CREDIT_LINE = Command(
    name="returns:line:credit",
    method="POST",
    path="/v1/payin/return-files/{id:str}/lines/{line:str}/credit",
    summary="Say whose money a line of an applied file brings: it becomes a deposit of theirs",
    permission=Permission.PAYIN_RETURN_FILE_LIVE,
    scope=OF_FILE,
    planned=True,
    input=CreditLineInput,
    answers=ReturnLine,
    apply=_credit,
    subject=line_subject,
    approvable=True,
    shows=_shows,
)
