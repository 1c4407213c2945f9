"""Give what another merchant paid back to it, in part or whole: both have it in the transaction that does it, and no bank is asked."""

from collections.abc import Mapping

from retaguarda.account.deposits.model import Deposit, GiveBackInput
from retaguarda.account.deposits.queries import (
    OF_DEPOSIT,
    deposit_for_update,
    deposit_subject,
    left_of,
    load_deposit,
    reserved_as,
)
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanFact, PlanSummary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.metrics import LEDGER_POSTS
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import clean
from retaguarda.ledger.errors import ledger_errors


async def _apply(tx: Tx, principal: Principal, given: GiveBackInput, path: Mapping[str, str]) -> Done:
    deposit = await deposit_for_update(tx, principal, path)
    parts = await left_of(tx, deposit)
    if parts is None:
        raise ApiError(409, "deposit_not_internal", "only what another merchant of this provider paid is given back")
    left, kept = parts
    amount = given.amount.amount if given.amount else left
    if left + kept == 0:
        raise ApiError(409, "nothing_to_give_back", "all of it was given back already")
    if amount > left or left == 0:
        if kept and amount <= left + kept:
            raise ApiError(
                409,
                "give_back_awaiting_approval",
                f"a part of it waits for approval: at most {left} minor units can be given back beside it",
            )
        raise invalid_field("amount", "give_back_exceeds_left", f"at most {left} minor units are left to give back")
    reason = clean("reason", given.reason)
    await refuse_blocked(tx, deposit.company_id, "out")
    values = {
        "company": deposit.company_id,
        "deposit": deposit.id,
        "amount": amount,
        "reason": reason,
        "by": principal.email,
        **{name: uuid7() for name in ("id", "out", "back", "fee")},
    }
    with ledger_errors():
        refused: str | None = await tx.value(_GIVE_BACK, values)
    if refused is not None:
        raise ApiError(409, refused, "the merchant that paid takes no money now")
    for kind in ("deposit.given_back", "payouts.returned"):
        LEDGER_POSTS.labels(kind).inc()
    return Done(str(deposit.id), await load_deposit(tx, principal, path), {"amount": amount, "reason": reason})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise what goes back, to whom, and what of the deposit went back before."""
    deposit: Deposit = done.result
    amount = Money(done.data["amount"], deposit.amount.currency)
    before = Money(deposit.given_back.amount - amount.amount, amount.currency)
    facts = [
        PlanFact("amount", amount),
        PlanFact("reason", done.data["reason"]),
        PlanFact("payer_name", deposit.payer_name),
        PlanFact("payer_document", mask_text(deposit.payer_document)),
        PlanFact("received", deposit.amount),
    ]
    if before.amount:
        facts.append(PlanFact("given_back_before", before))
    return PlanSummary(f"{deposit.payer_name} · {deposit.company_name}", facts)


def _reserves(done: Done) -> tuple[str, int]:
    """Return what an approval reserves: an amount of the deposit."""
    deposit: Deposit = done.result
    return reserved_as(deposit.id), done.data["amount"]


_GIVE_BACK = "select internal_give_back(%(company)s, %(deposit)s, %(id)s, %(amount)s, %(reason)s, %(by)s, %(out)s, %(back)s, %(fee)s)"

GIVE_BACK = Command(
    name="account:deposit:give_back",
    method="POST",
    path="/v1/account/deposits/{id:str}/give-back",
    summary="Give what another merchant paid back to it, in part or whole",
    permission=Permission.PAYOUT_DEPOSIT_WRITE,
    scope=OF_DEPOSIT,
    planned=True,
    moves_money=True,
    input=GiveBackInput,
    answers=Deposit,
    apply=_apply,
    subject=deposit_subject,
    approvable=True,
    reserves=_reserves,
    shows=_shows,
)
