"""One withdrawal with its orders, returns, entries and timeline; and the terms of the next withdrawal."""

from uuid import UUID

from retaguarda import ledger
from retaguarda.account.bank_accounts.queries import order_of
from retaguarda.account.withdrawals.model import OF_WITHDRAWALS, TransferRecord, TransferReturn, TransferTerms
from retaguarda.account.withdrawals.queries import transfer_fields
from retaguarda.account.withdrawals.request_withdrawal import load_terms
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payin.charges.records import MOST, entries_of
from retaguarda.payout_engine.limits import limits_of
from retaguarda.payout_engine.payout_orders import OF_PAYOUT


async def _load(tx: Tx, principal: Principal, transfer: UUID) -> TransferRecord | None:
    row = await tx.one(
        f"select * from payout where id = %(id)s and company_id = any(%(seen)s) and {OF_WITHDRAWALS}",
        {"id": transfer, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    key = {"company": row["company_id"], "id": transfer, "subject": str(transfer), "most": MOST}
    return TransferRecord(
        **transfer_fields(row),
        orders=[order_of(each) for each in await tx.all(OF_PAYOUT, key)],
        returns=[
            TransferReturn(
                rtr_id=each["rtr_id"],
                amount=Money(each["amount"], each["currency"]),
                returned_at=each["returned_at"],
                booked_at=each["booked_at"],
                claim_id=each["claim_id"],
            )
            for each in await tx.all(_RETURNS, key)
        ],
        returns_error=row["returns_error"] if principal.internal else None,
        entries=await entries_of(tx, key),
        timeline=await moments_of(tx, key, first=("account:withdrawal:create",)),
    )


_RETURNS = (
    "select r.*, c.id as claim_id from payout_return r left join med_claim c on c.company_id = r.company_id and c.rtr_id = r.rtr_id"
    " where r.company_id = %(company)s and r.payout_id = %(id)s order by r.returned_at, r.rtr_id limit %(most)s"
)

TRANSFER_RECORD = Record(
    path="/v1/account/withdrawals/{id:str}",
    summary="One withdrawal: its orders at the bank, ledger entries, timeline",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    scope=MERCHANT,
    answers=TransferRecord,
    load=_load,
)


def terms_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.PAYIN_WITHDRAWALS_READ) as (tx, principal):
            company = principal.chosen()
            terms = await load_terms(tx, company)
            balance = await ledger.balance(tx, company, AVAILABLE, BRL)
            limits = await limits_of(tx, company)
            return json_response(
                TransferTerms(
                    available=Money(balance.posted - (balance.held or 0), BRL),
                    fee=Money(terms["fee"], BRL),
                    most=Money(terms["most"], BRL),
                    cooling_off_hours=terms["cooling_off_hours"],
                    day_left=Money(limits.day.left, BRL) if limits.day else None,
                    night_left=Money(limits.night.left, BRL) if limits.night else None,
                )
            )

    return Route(
        "GET",
        "/v1/account/withdrawal-terms",
        "What can be withdrawn now, and at what price",
        handler,
        permission=Permission.PAYIN_WITHDRAWALS_READ,
        scope=MERCHANT,
        answers=TransferTerms,
    )
