"""Receives many ordinary payments at once: each exactly what a pending charge waits for.

One transaction posts up to a hundred payments of a provider. Everything else goes through receive_payment.py, one by
one; both must have the same effects, and a test compares them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import BRL
from retaguarda.foundation.pg_arrays import of_texts
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.ledger import Credit
from retaguarda.payin.charges.model import AVAILABLE, CLEARING, FEES
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.payments.receive_payment import reason_to_review
from retaguarda.payin.settings.charge_terms import fee_of
from retaguarda.payin.static_codes.receive_payment import BLOCKED, PaidCharge
from retaguarda.providers.pix import Pix
from retaguarda.providers.pix.ids import is_txid

#: Payments per transaction: more would hold their merchants' accounts for too long.
BATCH_SIZE = 100


class PayerBoundError(Exception):
    """Something stands against a payer of the batch."""


class _Pending(PaidCharge, kw_only=True):
    txid: str
    #: The merchant's terms for it.
    basis_points: int
    fixed: int


async def receive_batch(tx: Tx, connection_id: UUID, found: Sequence[Pix]) -> set[str]:
    """Write and post the ordinary payments; return the endToEndIds that are done, those known before included.

    Raises:
        psycopg.Error, ledger.LedgerError, PayerBoundError: nothing was written; receive each alone.
    """
    known = await tx.all(
        "select end_to_end_id from pix_payment where end_to_end_id = any(%(ids)s::text[])",
        {"ids": of_texts(pix.endToEndId for pix in found)},
    )
    done = {row["end_to_end_id"] for row in known}
    # A person reviews two payments of one charge; a short txid names a static code, or a merchant.
    times = Counter(pix.txid for pix in found)
    single = [pix for pix in found if pix.endToEndId not in done and times[pix.txid] == 1 and is_txid(pix.txid or "")]
    charges = {row.txid: row for row in await _pending_charges(tx, connection_id, single)} if single else {}
    ordinary = [
        _row(charges[pix.txid], pix) for pix in single if pix.txid in charges and _is_ordinary(charges[pix.txid], pix)
    ]
    if ordinary:
        await _settle(tx, connection_id, ordinary)
    return done | {row["e2e"] for row in ordinary}


async def _pending_charges(tx: Tx, connection_id: UUID, found: Sequence[Pix]) -> list[_Pending]:
    """Lock and return their pending charges, without those that another transaction has locked."""
    return await fetch_all(
        tx,
        _Pending,
        "select s.id, s.company_id, s.txid, s.status, s.kind, s.amount, s.paid, s.due_date, s.valid_days, s.terms, s.expires_at,"
        f" s.revising, s.created_at, s.held, s.split, false as code_disabled, {BLOCKED} as account_blocked, t.basis_points, t.fixed"
        " from charge s cross join lateral payin_terms_seen(s.company_id, s.kind) t"
        " where s.connection_id = %(connection)s and s.txid = any(%(txids)s::text[]) and s.status = 'pending'"
        " and s.paid = 0 and s.split is null"
        " order by s.company_id, s.id for no key update of s skip locked",
        {"connection": connection_id, "txids": of_texts(pix.txid or "" for pix in found)},
    )


def _is_ordinary(charge: _Pending, pix: Pix) -> bool:
    # The ledger refuses an entry of zero, so the fee must leave something.
    return reason_to_review(charge, pix) is None and _fee(charge, pix) < int(pix.valor)


def _fee(charge: _Pending, pix: Pix) -> int:
    return fee_of(int(pix.valor), charge.basis_points, charge.fixed)


def _row(charge: _Pending, pix: Pix) -> dict[str, Any]:
    amount, fee = int(pix.valor), _fee(charge, pix)
    return {
        "company": charge.company_id,
        "e2e": pix.endToEndId,
        "charge": charge.id,
        "txid": pix.txid,
        "amount": amount,
        "fee": fee,
        "at": pix.horario,
        "name": pix.pagador.nome if pix.pagador else None,
        "document": pix.pagador.document or None if pix.pagador else None,
        "settled": {"end_to_end_id": pix.endToEndId, "received": amount, "fee": fee, "paid_at": pix.horario},
        "moved": {
            "from": charge.status,
            "to": "paid",
            "amount": charge.amount,
            "created_at": charge.created_at,
        },
    }


_SETTLE = """
with l as materialized (
  select r.*, row_number() over () as place from jsonb_to_recordset(%(rows)s::jsonb) r (company int, e2e text, charge uuid, txid text,
    amount bigint, fee bigint, at timestamptz, name text, document text, settled jsonb, moved jsonb)
), paid as (
  insert into pix_payment (company_id, end_to_end_id, connection_id, charge_id, txid, amount, currency, fee, paid_at, payer_name, payer_document, status)
  select company, e2e, %(connection)s, charge, txid, amount, %(currency)s, fee, at, name, document, 'settled' from l order by e2e
  returning status
), changed as (
  update charge c set paid = l.amount, fee = l.fee, status = 'paid', last_error = null, paid_at = coalesce(c.paid_at, l.at),
    end_to_end_id = coalesce(c.end_to_end_id, l.e2e), payer_name = coalesce(c.payer_name, l.name),
    payer_document = coalesce(c.payer_document, l.document)
    from l where c.company_id = l.company and c.id = l.charge
)
select (select count(*) from paid where status <> 'settled') as bound, event_write_many(
         array_agg(l.company order by l.place, e.step), array_agg(e.name order by l.place, e.step),
         array_agg(l.charge::text order by l.place, e.step), %(actor)s, array_agg(e.data order by l.place, e.step))
  from l, lateral (values (1, 'payin:payment:settled', l.settled), (2, 'payin:charge:paid', l.moved)) e (step, name, data)
"""


async def _settle(tx: Tx, connection_id: UUID, rows: Sequence[dict[str, Any]]) -> None:
    values = {"rows": json_text(rows), "connection": connection_id, "actor": ACTOR, "currency": BRL}
    if await tx.value(_SETTLE, values):
        raise PayerBoundError
    await ledger.credit_many(
        tx,
        [
            Credit(
                row["company"],
                f"pix:{row['e2e']}",
                str(row["charge"]),
                row["at"],
                row["amount"] - row["fee"],
                row["fee"],
            )
            for row in rows
        ],
        kind="payin.payment",
        code=AVAILABLE,
        source=CLEARING,
        shared=FEES,
        currency=BRL,
    )
