"""One payment with its attempts, returns, entries and timeline."""

from uuid import UUID

import msgspec

from retaguarda.account.bank_accounts.queries import order_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payin.charges.records import MOST, entries_of
from retaguarda.payout_engine.payout_orders import OF_PAYOUT
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.payments.confirm_payment import confirmation_of
from retaguarda.payouts.payments.create_payment import is_first
from retaguarda.payouts.payments.find_previous import find_previous
from retaguarda.payouts.payments.model import PaymentCase, PaymentRecord, PaymentReturn
from retaguarda.payouts.payments.queries import load_payment, payment_fields
from retaguarda.payouts.routing.queries import routes_of
from retaguarda.payouts.rules.queries import trace_of
from retaguarda.payouts.verify_factor import FACTOR_MERCHANT


async def _load(tx: Tx, principal: Principal, payment: UUID) -> PaymentRecord | None:
    row = await load_payment(tx, list(principal.companies), payment)
    if row is None:
        return None
    key = {"company": row.company_id, "id": payment, "subject": str(payment), "most": MOST}
    return PaymentRecord(
        **payment_fields(row),
        first=await is_first(tx, row.company_id, payment),
        previous=await find_previous(tx, row.company_id, payment),
        confirmation=await confirmation_of(tx, row.company_id, payment),
        replaced_by=await tx.value(_REPLACED_BY, key),
        orders=[order_of(each) for each in await tx.all(OF_PAYOUT, key)],
        returns=[
            msgspec.convert({**each, "amount": {"amount": each["amount"], "currency": PIX_CURRENCY}}, PaymentReturn)
            for each in await tx.all(_RETURNS, key)
        ],
        cases=await fetch_all(tx, PaymentCase, _CASES, key),
        returns_error=row.returns_error if principal.internal else None,
        rule_trace=await trace_of(tx, row.company_id, payment) if principal.internal else None,
        routes=await routes_of(tx, row.company_id, payment) if principal.internal else [],
        entries=await entries_of(tx, key),
        timeline=await moments_of(tx, key, first=("payouts:payment:pay", "payouts:payment:retry")),
    )


#: As the merchant sees them: how a case ended is told once it did. That a key is somebody else's is said by the hold.
_CASES = (
    "select kind, amount, currency, opened_at, case status when 'settled' then status else 'open' end as status,"
    " case status when 'settled' then outcome end as outcome from payout_case"
    " where company_id = %(company)s and payout_id = %(id)s and kind <> 'owner_changed' order by opened_at, id limit %(most)s"
)
_REPLACED_BY = (
    "select id from payout where company_id = %(company)s and replaces = %(id)s"
    " and status not in ('failed', 'cancelled', 'rejected')"
)
_RETURNS = (
    "select r.rtr_id, r.code, r.reason, r.amount, r.returned_at, r.booked_at, c.id as claim_id from payout_return r"
    " left join med_claim c on c.company_id = r.company_id and c.rtr_id = r.rtr_id"
    " where r.company_id = %(company)s and r.payout_id = %(id)s order by r.returned_at, r.rtr_id limit %(most)s"
)

PAYMENT_RECORD = Record(
    path="/v1/payouts/payments/{id:str}",
    summary="One payment: its bank orders, returns, ledger entries, timeline",
    permission=Permission.PAYOUT_PAYMENT_READ,
    scope=FACTOR_MERCHANT,
    answers=PaymentRecord,
    load=_load,
)
