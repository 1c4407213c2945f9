"""A Pix that no charge asked for has come in: whose it is, and where its money lies until that is known.

Known: pix_clearing −amount, the merchant's available +amount. Not known: pix_clearing −amount, the provider's
unidentified +amount, until somebody says whose it is (commands/identify.py) or it goes back.
"""

from uuid import UUID

from retaguarda import ledger
from retaguarda.account.deposits.deposit_codes import company_of
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER
from retaguarda.ledger import AccountRef, Leg, Told
from retaguarda.payin.charges.model import AVAILABLE, CLEARING
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.payments.postings import UNIDENTIFIED
from retaguarda.payin.payments.write_payment import add_payment
from retaguarda.providers.pix import Pix

CLEARING_ACCOUNT = AccountRef(PROVIDER, CLEARING)
UNIDENTIFIED_ACCOUNT = AccountRef(PROVIDER, UNIDENTIFIED)


async def receive_deposit(tx: Tx, connection_id: UUID, pix: Pix) -> bool | None:
    """Takes a Pix without a charge.

    Returns:
        None: it is no deposit, somebody meant a charge. False: it was known already.
    """
    found = await _owner(tx, connection_id, pix)
    if found is None:
        return None
    company, matched_by = found
    row = await add_payment(
        tx,
        {
            "company_id": company,
            "end_to_end_id": pix.endToEndId,
            "connection_id": connection_id,
            "txid": pix.txid,
            "amount": int(pix.valor),
            "paid_at": pix.horario,
            "payer_name": pix.pagador.nome if pix.pagador else None,
            "payer_document": pix.pagador.document or None if pix.pagador else None,
            "status": "settled" if matched_by else "unidentified",
        },
    )
    if row is None:
        return False
    deposit = uuid7()
    await tx.execute(
        "insert into deposit (id, company_id, end_to_end_id, status, matched_by, identified_at)"
        " values (%(id)s, %(company)s, %(e2e)s, %(status)s, %(matched)s, case when %(matched)s::text is not null then now() end)",
        {
            "id": deposit,
            "company": company,
            "e2e": pix.endToEndId,
            "status": "credited" if matched_by else "unidentified",
            "matched": matched_by,
        },
    )
    await _post(tx, row, deposit, matched=bool(matched_by))
    return True


async def _owner(tx: Tx, connection_id: UUID, pix: Pix) -> tuple[int, str | None] | None:
    """The company and how it was found; the provider's own and None when nobody knows; None for no deposit at all."""
    if pix.txid:
        named, matched_by = company_of(pix.txid), "code"
    else:
        named, matched_by = (
            await tx.value("select company_id from pix_connection where id = %(id)s", {"id": connection_id}),
            "key",
        )
        if named == PROVIDER:
            return PROVIDER, None
    merchant = await tx.one(
        "select c.id, coalesce(a.blocked_in, false) as blocked from company c left join ledger_account a"
        " on a.company_id = c.id and a.code = 'available' and a.currency = 'BRL' where c.id = %(id)s and c.id <> %(provider)s",
        {"id": named, "provider": PROVIDER},
    )
    if merchant is None:
        return None
    return (PROVIDER, None) if merchant["blocked"] else (merchant["id"], matched_by)


async def _post(tx: Tx, payment: Row, deposit: UUID, *, matched: bool) -> None:
    company, amount = payment["company_id"], payment["amount"]
    target = AccountRef(company, AVAILABLE) if matched else UNIDENTIFIED_ACCOUNT
    # Opened here: the first such deposit may come long after the provider's other accounts were.
    await ledger.open_account(tx, target)
    await ledger.post_told(
        tx,
        _told(deposit, "credited" if matched else "unidentified", payment),
        company=company,
        key=f"pix:{payment['end_to_end_id']}",
        kind="deposit.credited" if matched else "deposit.received",
        reference=str(deposit),
        effective_at=payment["paid_at"],
        legs=[Leg(CLEARING_ACCOUNT, -amount), Leg(target, amount)],
    )


async def tell(tx: Tx, company: int, deposit: UUID, what: str, payment: Row) -> None:
    told = _told(deposit, what, payment)
    await record(tx, told.name, company=company, subject=told.subject, actor=told.actor, data=told.data)


def _told(deposit: UUID, what: str, payment: Row) -> Told:
    data = {"end_to_end_id": payment["end_to_end_id"], "amount": payment["amount"]}
    return Told(f"account:deposit:{what}", str(deposit), ACTOR, data)
