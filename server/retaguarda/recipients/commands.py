"""Commands on recipients. Those that set where money goes require a second factor."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

import psycopg

from retaguarda import ledger
from retaguarda.account.bank_accounts.plan_facts import of_account, of_transfer
from retaguarda.account.withdrawals.model import WITHDRAW, Transfer
from retaguarda.account.withdrawals.queries import transfer_of
from retaguarda.account.withdrawals.request_withdrawal import request_withdrawal
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import ReasonInput
from retaguarda.payin.splits.share_payment import account_of, lock_recipient_accounts
from retaguarda.payout_engine.check_factor import refuse_stale_factor
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.recipients.model import PayOutInput, Recipient, RecipientChange, RecipientInput
from retaguarda.recipients.payout_destination import find_or_create_account
from retaguarda.recipients.queries import load_recipient, recipient_for_update, recipient_subject
from retaguarda.recipients.saved_splits import CREATE_RULE, REMOVE_RULE

_ALL, _ONE = "/v1/payin/recipients", "/v1/payin/recipients/{id:str}"


async def _create(ispb: str, tx: Tx, principal: Principal, given: RecipientInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    company, name = principal.chosen(), _single_line("name", given.name)
    try:
        document = parse(given.document).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CPF and no CNPJ: {error}") from None
    account = await find_or_create_account(tx, principal, ispb, name, document, given.account, given.key)
    recipient = uuid7()
    await tx.execute("savepoint adding")
    try:
        await tx.execute(
            "insert into recipient (company_id, id, name, document, bank_account_id, created_by)"
            " values (%(company)s, %(id)s, %(name)s, %(document)s, %(account)s, %(person)s)",
            {
                "company": company,
                "id": recipient,
                "name": name,
                "document": document,
                "account": account,
                "person": principal.person_id,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "recipient_known", "this merchant has a recipient with this document") from None
    await ledger.open_account(tx, account_of(company, recipient, BRL), floor=0)
    return Done(str(recipient), await load_recipient(tx, company, recipient), {"name": name})


async def _change(ispb: str, tx: Tx, principal: Principal, given: RecipientChange, path: Mapping[str, str]) -> Done:
    row = await recipient_for_update(tx, principal, path)
    name = _single_line("name", given.name) if given.name is not None else row["name"]
    account = row["bank_account_id"]
    if given.account is not None or given.key is not None:
        principal.require(Permission.TWO_FACTOR)
        account = await find_or_create_account(tx, principal, ispb, name, row["document"], given.account, given.key)
    if (name, account) == (row["name"], row["bank_account_id"]):
        raise ApiError(400, "recipient_same", "the recipient is like that already")
    return await _update(tx, row, {"name": name, "bank_account_id": account})


async def _suspend(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    row = await recipient_for_update(tx, principal, path)
    if row["status"] == "suspended":
        raise ApiError(409, "recipient_suspended", "this recipient is suspended")
    return await _update(tx, row, {"status": "suspended", "reason": _single_line("reason", given.reason)})


async def _reactivate(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    row = await recipient_for_update(tx, principal, path)
    if row["status"] == "active":
        raise ApiError(409, "recipient_active", "this recipient is not suspended")
    _single_line("reason", given.reason)
    return await _update(tx, row, {"status": "active", "reason": None})


async def _pay_out(tx: Tx, principal: Principal, given: PayOutInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    await refuse_stale_factor(tx, principal)
    row = await recipient_for_update(tx, principal, path)
    if row["status"] == "suspended":
        raise ApiError(409, "recipient_suspended", "nothing is paid out to a suspended recipient")
    await lock_recipient_accounts(tx, row["company_id"])
    transfer = await request_withdrawal(
        tx,
        company=row["company_id"],
        bank_account=row["bank_account_id"],
        amount=given.amount.amount,
        requester=Requester(principal.email, principal.person_id),
        origin="recipient",
        origin_id=row["id"],
        description=_single_line("description", given.description) if given.description else None,
    )
    data = {"transfer": str(transfer["id"]), "amount": transfer["amount"], "fee": transfer["fee"]}
    return Done(str(row["id"]), transfer_of(transfer), data)


async def _update(tx: Tx, row: Row, columns: Mapping[str, str | UUID | None]) -> Done:
    sets = ", ".join(f"{name} = %({name})s" for name in columns)
    await tx.execute(
        f"update recipient set {sets} where company_id = %(company_id)s and id = %(id)s", row | {**columns}
    )
    result = await load_recipient(tx, row["company_id"], row["id"])
    return Done(str(row["id"]), result, {"name": result.name})


async def _paid_out_to(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: the recipient and the account its money goes to."""
    recipient: Recipient = done.result
    summary = await of_account(tx, principal, Done(str(recipient.bank_account_id), None))
    return PlanSummary(recipient.name, summary.facts)


def _single_line(field: str, text: str) -> str:
    text = text.strip()
    if not text or not text.isprintable():
        raise invalid_field(field, "invalid", f"{field} must be a line of text")
    return text


_command = partial(
    Command,
    method="POST",
    permission=Permission.PAYIN_RECIPIENTS_WRITE,
    scope=MERCHANT,
    planned=True,
    answers=Recipient,
    approvable=True,
    shows=named_by("name"),
    subject=recipient_subject,
)

SUSPEND = _command(
    name="payin:recipient:suspend",
    path=f"{_ONE}/suspend",
    summary="Suspend a recipient: no new charge may name it, and nothing is paid out to it",
    input=ReasonInput,
    apply=_suspend,
    keyed=False,
)
REACTIVATE = _command(
    name="payin:recipient:reactivate",
    path=f"{_ONE}/reactivate",
    summary="Reactivate a suspended recipient",
    input=ReasonInput,
    apply=_reactivate,
    keyed=False,
)
PAY_OUT = Command(
    name="payin:recipient:pay_out",
    method="POST",
    path=f"{_ONE}/payouts",
    summary="Pay a recipient out to its own account",
    permission=Permission.PAYIN_WITHDRAWALS_WRITE,
    scope=MERCHANT,
    planned=True,
    moves_money=True,
    input=PayOutInput,
    answers=Transfer,
    apply=_pay_out,
    status=201,
    approvable=True,
    also=(WITHDRAW,),
    shows=of_transfer,
    subject=recipient_subject,
)


def commands(ispb: str) -> tuple[Command[Any], ...]:
    """Build the Commands of recipients.

    Args:
        ispb: of the participant whose end-to-end ids our payout orders carry.
    """
    create = Command(
        name="payin:recipient:create",
        method="POST",
        path=_ALL,
        summary="Add a recipient and the account it is paid out to",
        permission=Permission.PAYIN_RECIPIENTS_WRITE,
        scope=MERCHANT,
        planned=True,
        input=RecipientInput,
        answers=Recipient,
        apply=partial(_create, ispb),
        status=201,
        approvable=True,
        shows=_paid_out_to,
    )
    change = _command(
        name="payin:recipient:change",
        path=f"{_ONE}/change",
        summary="Change a recipient's name or account",
        input=RecipientChange,
        apply=partial(_change, ispb),
        shows=_paid_out_to,
    )
    return create, change, SUSPEND, REACTIVATE, PAY_OUT, CREATE_RULE, REMOVE_RULE
