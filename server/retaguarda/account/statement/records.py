"""One journal with all its legs."""

from uuid import UUID

from retaguarda.account.statement.annotate_transaction import annotations_of
from retaguarda.account.statement.journal_sources import (
    COUNTERPARTY,
    DESCRIPTION,
    EXTERNAL_ID,
    HELD,
    ORIGIN,
    PAYOUT_ORIGIN,
)
from retaguarda.account.statement.model import REVERTIBLE, Leg, Transaction
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import BRL, Money, money_or_none
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.foundation.typed_rows import struct_of

_JOURNAL = f"""
    select j.id, j.company_id, j.kind, j.reference, j.effective_at, j.recorded_at, j.reverses,
           (select r.id from ledger_journal r where r.company_id = j.company_id and r.reverses = j.id) as reversed_by,
           {ORIGIN} as origin, {PAYOUT_ORIGIN} as payout_origin, {EXTERNAL_ID} as external_id, {COUNTERPARTY} as counterparty,
           {DESCRIPTION} as description, {HELD} as held
      from ledger_journal j where j.company_id = %(company)s and j.id = %(id)s
"""


async def _load(tx: Tx, principal: Principal, journal: UUID) -> Transaction | None:
    key = {"company": principal.chosen(), "id": journal}
    row = await tx.one(_JOURNAL, key)
    if row is None:
        return None
    legs = await tx.all(
        "select a.code, s.alias, e.amount, e.version, e.balance_after from ledger_entry e"
        " left join ledger_account a on a.id = e.account_id"
        " left join published.sub_account s on s.company_id = a.company_id and a.code = 'sub.' || s.number"
        " where e.company_id = %(company)s and e.journal_id = %(id)s order by e.leg",
        key,
    )
    return struct_of(
        Transaction,
        row,
        origin_id=row["reference"],
        held=money_or_none(row["held"], BRL),
        legs=[_leg(leg) for leg in legs],
        annotations=await annotations_of(tx, principal, journal),
        revertible=(
            principal.internal
            and Permission.STATEMENT_TRANSACTION_FIX in principal.permissions
            and row["kind"] in REVERTIBLE
            and row["reversed_by"] is None
        ),
    )


def _leg(row: Row) -> Leg:
    amount, after = row["amount"], row["balance_after"]
    return Leg(
        account=row["code"],
        alias=row["alias"],
        own=after is not None,
        direction="credit" if amount > 0 else "debit",
        amount=Money(abs(amount), BRL),
        balance_before=None if after is None else Money(after - amount, BRL),
        balance_after=money_or_none(after, BRL),
        version=row["version"],
    )


TRANSACTION_RECORD = Record(
    path="/v1/account/transactions/{id:str}",
    summary="One journal: both sides, balances before and after, what it reverses",
    permission=Permission.STATEMENT_CLIENT_READ,
    scope=CHOSEN_MERCHANT,
    answers=Transaction,
    load=_load,
)
