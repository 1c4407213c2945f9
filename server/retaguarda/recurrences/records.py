"""The Records of one recurrence and of one recurring charge."""

from datetime import timedelta
from typing import TypeVar
from uuid import UUID

from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.archive.queries import dropped_months
from retaguarda.payin.charges.model import REFUND_WINDOW
from retaguarda.payin.charges.queries import PaymentLeft, refund_of
from retaguarda.payin.charges.records import MOST, entries_of, messages_of, refunds_awaiting_approval
from retaguarda.payin.rows import RefundRow
from retaguarda.payin.splits.queries import agreed_shares, shares_of
from retaguarda.providers.pix.recurrence_codes import MOST_RETRIES, RETRY_DAYS
from retaguarda.recurrences.commands.charges import cancellable, retries_made
from retaguarda.recurrences.commands.refunds import PAYMENT_LEFT
from retaguarda.recurrences.model import Attempt, RecurrenceRecord, RecurringChargeRecord, Request
from retaguarda.recurrences.queries import charge_fields, charge_of, recurrence_fields
from retaguarda.recurrences.rows import RecurrenceRow, RecurringChargeRow

R = TypeVar("R", RecurrenceRow, RecurringChargeRow)


async def _load_recurrence(tx: Tx, principal: Principal, recurrence_id: UUID) -> RecurrenceRecord | None:
    row = await _one(tx, principal, RecurrenceRow, recurrence_id)
    if row is None:
        return None
    key = _key(row)
    requests = await fetch_all(
        tx,
        Request,
        "select *, last_error as error from recurrence_request where company_id = %(company)s and recurrence_id = %(charge)s"
        " order by created_at desc limit %(most)s",
        key,
    )
    charges = await fetch_all(
        tx,
        RecurringChargeRow,
        "select * from recurring_charge where company_id = %(company)s and recurrence_id = %(charge)s"
        " order by due_on desc, created_at desc limit %(most)s",
        key,
    )
    extra = ("br_code", "payer_bank", "approved_at", "ended_at", "ended_by", "end_reason")
    return RecurrenceRecord(
        **recurrence_fields(row),
        **{name: getattr(row, name) for name in extra},
        payer_bank_name=await _bank_name(tx, row.payer_bank),
        split=await agreed_shares(tx, row.company_id, row.split, row.amount or row.minimum or 0, row.currency),
        cancel_requested=row.cancel_requested_at is not None,
        code_wanted=row.code_wanted_at is not None and row.status == "pending",
        requests=requests,
        charges=[charge_of(each) for each in charges],
        timeline=await moments_of(tx, key),
        messages=await messages_of(tx, key),
        archived_months=[each.month for each in await dropped_months(tx, row.created_at)],
    )


async def _bank_name(tx: Tx, ispb: str | None) -> str | None:
    bank = await bank_by_ispb(tx, ispb) if ispb else None
    return bank.name if bank else None


async def _load_charge(tx: Tx, principal: Principal, charge_id: UUID) -> RecurringChargeRecord | None:
    row = await _one(tx, principal, RecurringChargeRow, charge_id)
    if row is None:
        return None
    key = _key(row)
    parent = await tx.one(
        "select contract, payer_name, payer_document, id_rec, retry_policy from recurrence"
        " where company_id = %(company_id)s and id = %(recurrence_id)s",
        row,
    )
    assert parent is not None
    attempts = await fetch_all(
        tx,
        Attempt,
        "select * from recurring_attempt where company_id = %(company)s and charge_id = %(charge)s order by number limit %(most)s",
        key,
    )
    awaiting_approval = await refunds_awaiting_approval(tx, principal, key)
    allowed = parent.pop("retry_policy") != "NAO_PERMITE" and row.status == "active"
    extra = ("info", "adjusts", "ended_at", "ended_by", "end_reason", "retry_on")
    return RecurringChargeRecord(
        **charge_fields(row),
        **parent,
        **{name: getattr(row, name) for name in extra},
        cancel_requested=row.cancel_requested_at is not None,
        cancellable=cancellable(row),
        split=await agreed_shares(tx, row.company_id, row.split, row.amount, row.currency),
        shares=await shares_of(tx, row.company_id, row.id, recurring=True) if row.split else [],
        retries_left=max(MOST_RETRIES - await retries_made(tx, row), 0) if allowed else 0,
        last_retry_day=row.due_on + timedelta(days=RETRY_DAYS),
        refundable=Money(await _refundable(tx, row), row.currency),
        awaiting_approval=Money(sum(each.amount.amount for each in awaiting_approval), row.currency),
        refund_requests=awaiting_approval,
        refunds=[
            refund_of(refund)
            for refund in await fetch_all(
                tx,
                RefundRow,
                "select * from refund where company_id = %(company_id)s and end_to_end_id = %(end_to_end_id)s order by created_at desc",
                row,
            )
        ],
        tries_made=attempts,
        # The ledger names a payment's journal by its endToEndId.
        entries=await entries_of(tx, key | {"subject": row.end_to_end_id or ""}),
        timeline=await moments_of(tx, key),
        messages=await messages_of(tx, key),
        archived_months=[each.month for each in await dropped_months(tx, row.created_at)],
    )


async def _refundable(tx: Tx, row: RecurringChargeRow) -> int:
    payments = await fetch_all(
        tx,
        PaymentLeft,
        PAYMENT_LEFT,
        {"company": row.company_id, "payment": row.end_to_end_id, "window": REFUND_WINDOW},
    )
    return sum(payment.left for payment in payments if payment.in_time and payment.uncontested)


async def _one(tx: Tx, principal: Principal, shape: type[R], subject: UUID) -> R | None:
    return await fetch_one(
        tx,
        shape,
        f"select * from {shape.table} where id = %(id)s and company_id = any(%(seen)s)",
        {"id": subject, "seen": list(principal.companies)},
    )


def _key(row: RecurrenceRow | RecurringChargeRow) -> Row:
    return {
        "company": row.company_id,
        "charge": row.id,
        "subject": str(row.id),
        "created": row.created_at,
        "most": MOST,
    }


RECURRENCE_RECORD = Record(
    path="/v1/payin/recurrences/{id:str}",
    summary="One recurrence: requests, charges, timeline, provider messages",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    answers=RecurrenceRecord,
    load=_load_recurrence,
)

RECURRING_CHARGE_RECORD = Record(
    path="/v1/pix/charges/{id:str}",
    summary="The charge of one cycle: attempts, ledger entries, timeline, provider messages",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    answers=RecurringChargeRecord,
    load=_load_charge,
)
