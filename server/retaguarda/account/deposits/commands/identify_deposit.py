"""Assign an unidentified deposit to a merchant: move its money from the provider's unidentified account to the
merchant's available account.

Post two journals in one transaction, one in each company's books and both against pix_clearing: a journal touches the
accounts of one merchant only, and so each statement shows its own side.
"""

from collections.abc import Mapping

from retaguarda import ledger
from retaguarda.account.deposits.model import Deposit, IdentifyInput
from retaguarda.account.deposits.plan_facts import of_deposit
from retaguarda.account.deposits.queries import (
    OF_PROVIDER,
    SeenDeposit,
    deposit_for_update,
    deposit_subject,
    load_deposit,
)
from retaguarda.account.deposits.receive_deposit import CLEARING_ACCOUNT, UNIDENTIFIED_ACCOUNT, record_deposit_event
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.text_input import clean
from retaguarda.foundation.typed_rows import present
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.charges.lock_payment import refuse_disputed
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payin.payments.release_payment import release_payment
from retaguarda.payin.payments.write_payment import give_payment


async def _apply(tx: Tx, principal: Principal, given: IdentifyInput, path: Mapping[str, str]) -> Done:
    deposit = await deposit_for_update(tx, principal, path)
    if deposit.status != "unidentified":
        raise ApiError(409, "deposit_decided", f"this deposit is {deposit.status}")
    if given.merchant == PROVIDER or given.merchant not in principal.companies:
        raise invalid_field("merchant", "not_found", "merchant must be the number of a merchant")
    end_to_end_id = present(deposit.end_to_end_id)
    await refuse_disputed(tx, end_to_end_id)
    if deposit.refunded:
        raise ApiError(409, "partly_given_back", "a part of this deposit went back already: give back the rest")
    reason = clean("reason", given.reason)
    await tx.execute(
        "update deposit set company_id = %(merchant)s, status = 'claimed', matched_by = 'person', identified_at = now(),"
        " identified_by = %(by)s, reason = %(reason)s where id = %(id)s",
        {"id": deposit.id, "merchant": given.merchant, "reason": reason, "by": principal.email},
    )
    await release_payment(tx, principal, given.merchant, end_to_end_id, reason)
    await give_payment(tx, end_to_end_id, given.merchant)
    await _post(tx, deposit, given.merchant)
    await record_deposit_event(tx, given.merchant, deposit.id, "credited", end_to_end_id, deposit.amount)
    return Done(
        str(deposit.id),
        await load_deposit(tx, principal, path),
        {"merchant": given.merchant, "amount": deposit.amount, "reason": reason},
    )


async def _post(tx: Tx, deposit: SeenDeposit, merchant: int) -> None:
    amount, e2e = deposit.amount, present(deposit.end_to_end_id)
    available = AccountRef(merchant, AVAILABLE, deposit.currency)
    await ledger.post(
        tx,
        company=PROVIDER,
        key=f"identify:{e2e}",
        kind="deposit.identified",
        reference=str(deposit.id),
        effective_at=None,
        legs=[Leg(UNIDENTIFIED_ACCOUNT, -amount), Leg(CLEARING_ACCOUNT, amount)],
    )
    await ledger.open_account(tx, available)
    await ledger.post(
        tx,
        company=merchant,
        key=f"deposit:{e2e}",
        kind="deposit.credited",
        reference=str(deposit.id),
        effective_at=None,
        legs=[Leg(CLEARING_ACCOUNT, -amount), Leg(available, amount)],
    )


IDENTIFY_DEPOSIT = Command(
    name="account:deposit:identify",
    method="POST",
    path="/v1/account/deposits/{id:str}/identify",
    summary="Say whose a deposit is",
    permission=Permission.PAYOUT_DEPOSIT_WRITE,
    scope=OF_PROVIDER,
    planned=True,
    input=IdentifyInput,
    answers=Deposit,
    apply=_apply,
    subject=deposit_subject,
    approvable=True,
    shows=of_deposit,
)
