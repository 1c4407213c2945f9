"""The Record of one charge with its payments, refunds, disputes, ledger entries, timeline and messages."""

from datetime import UTC, datetime
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import BRL, Money, money_or_none
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.archive.queries import dropped_months
from retaguarda.payin.charges.due_terms import cost, cost_schedule, of_pix
from retaguarda.payin.charges.model import (
    REFUND_WINDOW,
    CaseOfCharge,
    ChargeRecord,
    DueTerms,
    Entry,
    Message,
    RefundAsked,
)
from retaguarda.payin.charges.queries import PAYMENTS_LEFT, PaymentLeft, charge_fields, payment_of, refund_of
from retaguarda.payin.charges.revision import revision_of
from retaguarda.payin.rows import ChargeRow, PixPaymentRow, RefundRow
from retaguarda.payin.splits.queries import agreed_shares, shares_of
from retaguarda.providers.pix.due import day_of, last_payable

#: Rows per list; the lists of events and messages have all of them.
MOST = 200


async def _load(tx: Tx, principal: Principal, charge_id: UUID) -> ChargeRecord | None:
    charge = await fetch_one(
        tx,
        ChargeRow,
        "select * from charge where id = %(id)s and company_id = any(%(seen)s)",
        {"id": charge_id, "seen": list(principal.companies)},
    )
    if charge is None:
        return None
    key = {
        "company": charge.company_id,
        "charge": charge_id,
        "subject": str(charge_id),
        "created": charge.created_at,
        "most": MOST,
    }
    left = await fetch_all(tx, PaymentLeft, PAYMENTS_LEFT, key | {"window": REFUND_WINDOW})
    awaiting_approval = await refunds_awaiting_approval(tx, principal, key)
    return ChargeRecord(
        **charge_fields(charge),
        due=_due(charge) if charge.kind == "due" else None,
        split=await agreed_shares(tx, charge.company_id, charge.split, charge.amount, charge.currency)
        if charge.split
        else [],
        shares=await shares_of(tx, charge.company_id, charge_id) if charge.split else [],
        static_code=charge.static_code,
        batch=charge.batch,
        location=charge.location,
        br_code=charge.br_code,
        cancel_requested=charge.cancel_requested_at is not None,
        refundable=Money(
            sum(payment.left for payment in left if payment.in_time and payment.uncontested),
            charge.currency,
        ),
        awaiting_approval=Money(sum(each.amount.amount for each in awaiting_approval), charge.currency),
        refund_requests=awaiting_approval,
        payments=[
            payment_of(row)
            for row in await fetch_all(
                tx,
                PixPaymentRow,
                "select * from pix_payment where company_id = %(company)s and charge_id = %(charge)s order by paid_at limit %(most)s",
                key,
            )
        ],
        refunds=[
            refund_of(row)
            for row in await fetch_all(
                tx,
                RefundRow,
                "select * from refund where company_id = %(company)s and charge_id = %(charge)s order by created_at limit %(most)s",
                key,
            )
        ],
        entries=await entries_of(tx, key),
        timeline=await moments_of(tx, key),
        messages=await messages_of(tx, key),
        archived_months=[each.month for each in await dropped_months(tx, charge.created_at)],
        med=[
            CaseOfCharge(
                id=row["id"],
                status=row["status"],
                amount=Money(row["amount"], row["currency"]),
                blocked=Money(row["blocked"], row["currency"]),
                returned=Money(row["returned"], row["currency"]),
                due_at=row["due_at"],
            )
            for row in await tx.all(
                "select * from med_case where company_id = %(company)s and charge_id = %(charge)s order by opened_at limit %(most)s",
                key,
            )
        ],
    )


async def refunds_awaiting_approval(tx: Tx, principal: Principal, key: Row) -> list[RefundAsked]:
    """Return the refunds that wait for approval; ``key`` holds company, subject and the most rows."""
    rows = await tx.all(
        "select a.id, a.reserved, a.maker, a.created_at, a.expires_at, %(person)s = any (a.makers) as mine,"
        " scope_holds('{approvals::requests:read,approvals::requests:decide}') as others from published.approval_request a"
        " where a.company_id = %(company)s and a.subject = %(subject)s and a.state = 'awaiting' and a.expires_at > now()"
        " and a.reserves is not null order by a.created_at, a.id limit %(most)s",
        key | {"person": principal.person_id},
    )
    return [
        RefundAsked(
            id=row["id"],
            amount=Money(row["reserved"], BRL),
            maker=row["maker"],
            mine=row["mine"],
            visible=row["mine"] or row["others"],
            created_at=row["created_at"],
            expires_at=row["expires_at"],
        )
        for row in rows
    ]


def _due(charge: ChargeRow) -> DueTerms:
    terms = revision_of(charge)
    today, last = day_of(datetime.now(UTC)), last_payable(terms.due_date, terms.valid_days)
    return DueTerms(
        valid_days=terms.valid_days,
        last_day=last,
        revision=charge.revision,
        terms=of_pix(terms.terms),
        today=cost(terms.amount, terms.terms, terms.due_date, today) if today <= last else None,
        days=cost_schedule(terms, today),
        address=charge.payer_address,
        revising=charge.revising is not None,
        revision_error=charge.revision_error,
    )


async def entries_of(tx: Tx, key: Row) -> list[Entry]:
    """Return the ledger entries of a subject; ``key`` holds company, subject and the most rows."""
    rows = await tx.all(
        "select e.journal_id, a.code, r.name as owner, j.kind, e.amount, e.currency, e.balance_after, j.recorded_at"
        " from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id"
        " left join ledger_account a on a.id = e.account_id"
        " left join published.recipient r on r.company_id = a.company_id and a.code = 'recipient.' || r.id"
        " where j.company_id = %(company)s and j.reference = %(subject)s order by j.recorded_at, j.id, e.leg limit %(most)s",
        key,
    )
    return [
        Entry(
            journal_id=row["journal_id"],
            account=row["code"] or "",
            owner=row["owner"],
            kind=row["kind"],
            debit=Money(-row["amount"], row["currency"]) if row["amount"] < 0 else None,
            credit=Money(row["amount"], row["currency"]) if row["amount"] > 0 else None,
            balance_after=money_or_none(row["balance_after"], row["currency"]),
            at=row["recorded_at"],
        )
        for row in rows
    ]


async def messages_of(tx: Tx, key: Row) -> list[Message]:
    """Return the messages to and from the provider; ``key`` holds company, charge (the subject's id), when that was created, and the
    most rows. Months before it have none, and are not looked into: a day is enough for clocks that disagree."""
    rows = await tx.all(
        "select at, direction, method, url, status, request, response, error from provider_message"
        " where company_id = %(company)s and charge_id = %(charge)s and id >= first_id_of(%(created)s - interval '1 day')"
        " order by at limit %(most)s",
        key,
    )
    return [Message(**row) for row in rows]


CHARGE_RECORD = Record(
    path="/v1/payin/charges/{id:str}",
    summary="One charge: payments, refunds, ledger entries, timeline, provider messages",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    answers=ChargeRecord,
    load=_load,
)
