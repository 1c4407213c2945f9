"""Receive a Pix without a charge: find its merchant and post the money.

Merchant found: pix_clearing −amount, the merchant's available +amount. Not found: pix_clearing −amount, the provider's
unidentified +amount, until staff assign it (commands/identify_deposit.py) or return it.
"""

from uuid import UUID

import msgspec

from retaguarda import ledger
from retaguarda.account.deposits.deposit_codes import company_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.ledger import AccountRef, JournalEvent, Leg
from retaguarda.payin.charges.model import AVAILABLE, CLEARING
from retaguarda.payin.charges.postings import UNIDENTIFIED
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.payments.write_payment import add_payment
from retaguarda.payin.rows import PixPaymentRow
from retaguarda.providers.pix import Pix

CLEARING_ACCOUNT = AccountRef(PROVIDER, CLEARING, BRL)
UNIDENTIFIED_ACCOUNT = AccountRef(PROVIDER, UNIDENTIFIED, BRL)


class _Merchant(msgspec.Struct):
    id: int
    blocked: bool


async def receive_deposit(tx: Tx, connection_id: UUID, pix: Pix) -> bool | None:
    """Book a Pix that has no charge.

    Returns:
        True: booked. False: known already. None: not a deposit, because its payer meant a charge.
    """
    owner = await _owner(tx, connection_id, pix)
    if owner is None:
        return None
    company, matched_by = owner
    row = await add_payment(
        tx,
        {
            "company_id": company,
            "end_to_end_id": pix.endToEndId,
            "connection_id": connection_id,
            "txid": pix.txid,
            "amount": int(pix.valor),
            "currency": BRL,
            "paid_at": pix.horario,
            "payer_name": pix.pagador.nome if pix.pagador else None,
            "payer_document": pix.pagador.document or None if pix.pagador else None,
            "status": "settled" if matched_by else "unidentified",
        },
    )
    if row is None:
        return False
    if matched_by and row.status != "settled":
        # The entry was added since this transaction looked: it is received again, and held.
        raise TryAgain("something stands against this payer since")
    deposit = uuid7()
    await tx.execute(
        "insert into deposit (id, company_id, end_to_end_id, status, matched_by, identified_at, currency)"
        " values (%(id)s, %(company)s, %(e2e)s, %(status)s, %(matched)s, case when %(matched)s::text is not null then now() end, %(currency)s)",
        {
            "id": deposit,
            "company": company,
            "e2e": pix.endToEndId,
            "status": "credited" if matched_by else "unidentified",
            "matched": matched_by,
            "currency": row.currency,
        },
    )
    await _post(tx, row, deposit, matched=bool(matched_by))
    return True


async def _owner(tx: Tx, connection_id: UUID, pix: Pix) -> tuple[int, str | None] | None:
    """Return the company and how it was matched; (PROVIDER, None) when unidentified; None when it is not a deposit."""
    if pix.txid:
        company, matched_by = company_of(pix.txid), "code"
    else:
        company, matched_by = (
            await tx.value("select company_id from pix_connection where id = %(id)s", {"id": connection_id}),
            "key",
        )
        if company == PROVIDER:
            return PROVIDER, None
    merchant = await fetch_one(
        tx,
        _Merchant,
        "select c.id, coalesce(a.blocked_in, false) as blocked from company c left join ledger_account a"
        f" on a.company_id = c.id and a.code = 'available' and a.currency = '{BRL}' where c.id = %(id)s and c.id <> %(provider)s",
        {"id": company, "provider": PROVIDER},
    )
    if merchant is None or company is None:
        return None
    if merchant.blocked or await _payer_bound(tx, company, pix):
        return PROVIDER, None
    return merchant.id, matched_by


async def _payer_bound(tx: Tx, company: int, pix: Pix) -> bool:
    """Whether the block list holds what this payer sends the merchant; it is written down, and waits unidentified."""
    written = await tx.all(
        "select block_refusal_write(gen_random_uuid(), 'pay_in', 'hold', v.entry_id, %(company)s, %(e2e)s, %(name)s,"
        " %(document)s, %(amount)s, %(currency)s, null) from block_verdict_on(%(company)s, 'in', block_probes(%(document)s)) v"
        " where not block_refusal_written(%(e2e)s, v.entry_id)",
        {
            "company": company,
            "e2e": pix.endToEndId,
            "name": pix.pagador.nome if pix.pagador else None,
            "document": pix.pagador.document or None if pix.pagador else None,
            "amount": int(pix.valor),
            "currency": CLEARING_ACCOUNT.currency,
        },
    )
    return bool(written)


async def _post(tx: Tx, payment: PixPaymentRow, deposit: UUID, *, matched: bool) -> None:
    company, amount = payment.company_id, payment.amount
    target = AccountRef(company, AVAILABLE, BRL) if matched else UNIDENTIFIED_ACCOUNT
    # Open the account here: the first unidentified deposit may come long after the provider's other accounts were
    # opened.
    await ledger.open_account(tx, target)
    await ledger.post_with_event(
        tx,
        _deposit_event(deposit, "credited" if matched else "unidentified", payment.end_to_end_id, amount),
        company=company,
        key=f"pix:{payment.end_to_end_id}",
        kind="deposit.credited" if matched else "deposit.received",
        reference=str(deposit),
        effective_at=payment.paid_at,
        legs=[Leg(CLEARING_ACCOUNT, -amount), Leg(target, amount)],
    )


async def record_deposit_event(
    tx: Tx, company: int, deposit: UUID, what: str, end_to_end_id: str | None, amount: int
) -> None:
    event = _deposit_event(deposit, what, end_to_end_id, amount)
    await record(tx, event.name, company=company, subject=event.subject, actor=event.actor, data=event.data)


def _deposit_event(deposit: UUID, what: str, end_to_end_id: str | None, amount: int) -> JournalEvent:
    data = {"end_to_end_id": end_to_end_id, "amount": amount}
    return JournalEvent(f"account:deposit:{what}", str(deposit), ACTOR, data)
