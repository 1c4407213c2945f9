"""Finds the money that a case is about: the payment of its end-to-end id, what was booked for it, and what the log proves."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.cases.model import BookedLeg, LoggedStep, TicketPayment
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money

#: Legs and events on a page.
MOST = 100


class _Payment(msgspec.Struct):
    """A row of ``pix_payment`` with the name of its company."""

    company_id: int
    company_name: str
    end_to_end_id: str
    charge_id: UUID | None
    status: str
    amount: int
    refunded: int
    currency: str
    paid_at: datetime
    received_at: datetime


class _Leg(msgspec.Struct):
    journal_id: UUID
    kind: str
    account: str
    amount: int
    currency: str
    at: datetime


async def payment_of(tx: Tx, end_to_end_id: str | None) -> TicketPayment | None:
    """Returns the payment with its path through the books, or None when no payment has this id."""
    if end_to_end_id is None:
        return None
    row = await tx.one(_PAYMENT, {"e2e": end_to_end_id})
    if row is None:
        return None
    payment = msgspec.convert(row, _Payment)
    key = {
        "company": payment.company_id,
        "subjects": [str(payment.charge_id or payment.end_to_end_id), payment.end_to_end_id],
        "most": MOST,
    }
    legs = msgspec.convert(await tx.all(_LEGS, key), list[_Leg])
    return TicketPayment(
        company_id=payment.company_id,
        company_name=payment.company_name,
        end_to_end_id=payment.end_to_end_id,
        charge_id=payment.charge_id,
        status=payment.status,
        amount=Money(payment.amount, payment.currency),
        refunded=Money(payment.refunded, payment.currency),
        paid_at=payment.paid_at,
        received_at=payment.received_at,
        booked=[
            BookedLeg(
                journal_id=leg.journal_id,
                kind=leg.kind,
                account=leg.account,
                debit=Money(-leg.amount, leg.currency) if leg.amount < 0 else None,
                credit=Money(leg.amount, leg.currency) if leg.amount > 0 else None,
                at=leg.at,
            )
            for leg in legs
        ],
        steps=msgspec.convert(await tx.all(_STEPS, key), list[LoggedStep]),
    )


_PAYMENT = """
    select p.company_id, k.name as company_name, p.end_to_end_id, p.charge_id, p.status, p.amount, p.refunded, p.currency,
           p.paid_at, p.received_at
      from pix_payment p join company k on k.id = p.company_id where p.end_to_end_id = %(e2e)s
"""
_LEGS = """
    select j.id as journal_id, j.kind, coalesce(a.code, '') as account, e.amount, e.currency, j.recorded_at as at
      from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
      left join ledger_account a on a.id = e.account_id
     where j.company_id = %(company)s and j.reference = any (%(subjects)s::text[])
     order by j.recorded_at, j.id, e.leg limit %(most)s
"""
#: An event that is in the log has an index there, by which anybody can prove it.
_STEPS = """
    select e.at, e.name as kind, e.actor, l.index as log_index
      from event e left join published.audit_leaf l on l.event_id = e.id
     where e.company_id = %(company)s and e.subject_id = any (%(subjects)s::text[]) order by e.id limit %(most)s
"""
