"""Commands on withdrawals: create and cancel."""

from collections.abc import Mapping

from retaguarda.account.bank_accounts.plan_facts import of_transfer
from retaguarda.account.withdrawals.model import CANCELLABLE, WITHDRAW, Transfer, TransferInput
from retaguarda.account.withdrawals.queries import transfer_for_update, transfer_of, transfer_subject
from retaguarda.account.withdrawals.request_withdrawal import request_withdrawal
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payout_engine.check_factor import refuse_stale_factor
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payout_engine.postings import void_payout
from retaguarda.payout_engine.transitions import move


async def _create(tx: Tx, principal: Principal, given: TransferInput, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    await refuse_stale_factor(tx, principal, given.scheduled_for)
    description = (given.description or "").strip()
    if not description.isprintable():
        raise invalid_field("description", "invalid", "description is one line of text")
    row = await request_withdrawal(
        tx,
        company=principal.chosen(),
        bank_account=given.bank_account,
        amount=given.amount.amount,
        requester=Requester(principal.email, principal.person_id),
        origin="withdrawal",
        scheduled_for=given.scheduled_for,
        description=description or None,
    )
    return Done(str(row["id"]), transfer_of(row), {"amount": row["amount"], "fee": row["fee"]})


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Lock the withdrawal first: the worker may be about to send it, and the lock decides who wins."""
    row = await transfer_for_update(tx, principal, path)
    if row["status"] not in CANCELLABLE:
        raise ApiError(409, "transfer_not_cancellable", f"a withdrawal that is {row['status']} is not cancelled")
    ended = await tx.value("select clock_timestamp()")
    await move(tx, row, "cancelled", actor=principal.email, person=principal.person_id, ended_at=ended)
    await void_payout(tx, row)
    fresh = row | {"status": "cancelled", "ended_at": ended}
    return Done(str(row["id"]), transfer_of(fresh), {"amount": row["amount"]})


CREATE_TRANSFER = Command(
    name=WITHDRAW,
    method="POST",
    path="/v1/account/withdrawals",
    summary="Withdraw to a verified bank account, now or on a later day",
    permission=Permission.PAYIN_WITHDRAWALS_WRITE,
    scope=MERCHANT,
    planned=True,
    moves_money=True,
    input=TransferInput,
    answers=Transfer,
    apply=_create,
    status=201,
    approvable=True,
    shows=of_transfer,
)
CANCEL_TRANSFER = Command(
    name="account:withdrawal:cancel",
    method="POST",
    path="/v1/account/withdrawals/{id:str}/cancel",
    summary="Cancel a withdrawal that the bank has not been asked for",
    permission=Permission.PAYIN_WITHDRAWALS_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Transfer,
    apply=_cancel,
    keyed=False,
    subject=transfer_subject,
)
