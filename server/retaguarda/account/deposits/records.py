"""One deposit with its returns, entries and timeline."""

from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.account.deposits.commands.return_deposit import RETURNABLE
from retaguarda.account.deposits.model import Candidate, DepositRecord, GiveBack, Moment, Return, Side
from retaguarda.account.deposits.queries import OF_DEPOSIT, SELECT, SeenDeposit, deposit_fields, left_of
from retaguarda.bank_book.queries import bank_by_code
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money, money_or_none
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.charges.model import REFUND_WINDOW
from retaguarda.payin.rows import RefundRow


class _Merchant(msgspec.Struct):
    id: int
    name: str


class _Entry(msgspec.Struct):
    journal_id: UUID
    code: str | None
    kind: str
    amount: int
    currency: str
    recorded_at: datetime


async def _load(tx: Tx, principal: Principal, deposit_id: UUID) -> DepositRecord | None:
    row = await fetch_one(tx, SeenDeposit, SELECT, {"id": deposit_id, "seen": list(principal.companies)})
    if row is None:
        return None
    left, kept = await left_of(tx, row) or (None, None)
    return DepositRecord(
        **deposit_fields(row),
        bank_name=bank.name if (bank := await bank_by_code(tx, row.bank)) else None,
        candidate=await _candidate(tx, row),
        file_id=row.file_id if PROVIDER in principal.companies else None,
        line=row.line,
        returnable=row.method == "pix" and row.status in RETURNABLE and row.paid_at > datetime.now(UTC) - REFUND_WINDOW,
        returns=await _returns(tx, row),
        left=money_or_none(left, row.currency),
        awaiting_approval=money_or_none(kept, row.currency),
        give_backs=await fetch_all(tx, GiveBack, _GIVE_BACKS, row),
        entries=await _entries(tx, principal, row),
        timeline=await _timeline(tx, principal, row),
    )


async def _candidate(tx: Tx, deposit: SeenDeposit) -> Candidate | None:
    """Suggest the merchant whose document is the payer's: only a hint for a person."""
    if deposit.status != "unidentified" or not deposit.payer_document:
        return None
    row = await fetch_one(
        tx,
        _Merchant,
        "select id, name from company where document = %(payer_document)s and id <> %(provider)s",
        {"payer_document": deposit.payer_document, "provider": PROVIDER},
    )
    return Candidate(row.id, row.name) if row else None


async def _returns(tx: Tx, deposit: SeenDeposit) -> list[Return]:
    rows = await fetch_all(
        tx, RefundRow, "select * from refund where end_to_end_id = %(end_to_end_id)s order by created_at", deposit
    )
    return [
        Return(
            id=row.id,
            status=row.status,
            amount=Money(row.amount, row.currency),
            created_at=row.created_at,
            settled_at=row.settled_at,
            rtr_id=row.rtr_id,
            error=row.last_error,
        )
        for row in rows
    ]


async def _entries(tx: Tx, principal: Principal, deposit: SeenDeposit) -> list[Side]:
    rows = await fetch_all(
        tx,
        _Entry,
        "select e.journal_id, a.code, j.kind, e.amount, e.currency, j.recorded_at"
        " from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id"
        " left join ledger_account a on a.id = e.account_id"
        " where j.company_id = any(%(companies)s) and j.reference = any(%(subjects)s)"
        " order by j.recorded_at, j.id, e.leg",
        _event_scope(principal, deposit),
    )
    return [
        Side(
            journal_id=row.journal_id,
            account=row.code or "",
            kind=row.kind,
            debit=Money(-row.amount, row.currency) if row.amount < 0 else None,
            credit=Money(row.amount, row.currency) if row.amount > 0 else None,
            at=row.recorded_at,
        )
        for row in rows
    ]


async def _timeline(tx: Tx, principal: Principal, deposit: SeenDeposit) -> list[Moment]:
    return await fetch_all(
        tx,
        Moment,
        "select at, name as kind, actor, data ->> 'reason' as reason from event"
        " where company_id = any(%(companies)s) and subject_id = any(%(subjects)s) order by id limit 200",
        _event_scope(principal, deposit),
    )


def _event_scope(principal: Principal, deposit: SeenDeposit) -> dict[str, object]:
    """Events and journals lie with the provider, and with the merchant once it is identified; a refund's are filed
    under the endToEndId."""
    return {
        "companies": [company for company in {PROVIDER, deposit.company_id} if company in principal.companies],
        "subjects": [subject for subject in (str(deposit.id), deposit.end_to_end_id) if subject],
    }


_GIVE_BACKS = (
    "select id, amount, currency, reason, given_at, given_by from deposit_give_back"
    " where company_id = %(company_id)s and deposit_id = %(id)s order by given_at, id"
)

DEPOSIT_RECORD = Record(
    path="/v1/account/deposits/{id:str}",
    summary="One deposit: where its money went, what was sent back, what was done with it",
    permission=Permission.PAYOUT_DEPOSIT_READ,
    scope=OF_DEPOSIT,
    answers=DepositRecord,
    load=_load,
)
