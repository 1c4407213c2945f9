"""Posting a note: by another person than whoever had a hand in it. The database refuses it too.

credit: adjustments −amount (the provider's), available +amount
debit:  available −amount, adjustments +amount
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from retaguarda import ledger
from retaguarda.account.notes.model import Note
from retaguarda.account.notes.queries import note_for_update, note_of, note_subject, refuse_unless
from retaguarda.account.query_params import begin_of, zone_of
from retaguarda.account.statement.model import AVAILABLE
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, shown
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.ledger import AccountRef, Leg

ADJUSTMENTS = "adjustments"
KIND = "account.note"


async def _post(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await note_for_update(tx, principal, path)
    refuse_unless(row, "awaiting_approval")
    if await had_a_hand(tx, principal, row):
        raise ApiError(
            409, "note_own", "whoever wrote, changed or handed in a note does not post it: another person does"
        )
    company, amount = row["company_id"], row["amount"] if row["type"] == "credit" else -row["amount"]
    standing = await ledger.post(
        tx,
        company=company,
        key=f"note:{row['id']}",
        kind=KIND,
        reference=str(row["id"]),
        effective_at=await _effective_at(tx, company, row["due_date"]),
        legs=[Leg(AccountRef(company, AVAILABLE), amount), Leg(AccountRef(PROVIDER, ADJUSTMENTS), -amount)],
    )
    after = await tx.one(
        "update merchant_note set status = 'posted', posted_by = %(by)s, posted_at = now(), journal_id = %(journal)s"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        {"company_id": company, "id": row["id"], "by": principal.email, "journal": standing.id},
    )
    assert after is not None
    moved = {"from": row["status"], "to": "posted"}
    data = {"number": row["number"], "type": row["type"], "amount": row["amount"], **moved}
    return Done(str(row["id"]), note_of(after), data)


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    note: Note = done.result
    facts = {"note": note.number, "note_type": note.type, "description": note.description, "amount": note.amount}
    return shown(note.description, facts | {"due_date": note.due_date.isoformat()})


async def had_a_hand(tx: Tx, principal: Principal, row: Row) -> bool:
    """Whether this person, or somebody who knows this program's secret, is among the makers of a note."""
    return await tx.value(
        "select approval_makers(%(person)s) && %(makers)s::uuid[]",
        {"person": principal.person_id, "makers": row["makers"]},
    )


async def _effective_at(tx: Tx, company: int, due: date) -> datetime | None:
    """A note counts from its day on: one of today from now, one of the past from the beginning of its day."""
    zone = await zone_of(tx, company)
    today = datetime.now(UTC).astimezone(zone).date()
    if due > today:
        raise ApiError(409, "note_not_due", f"this note counts from {due.isoformat()} on: it is posted then")
    return None if due == today else begin_of(due, zone)


POST_NOTE = Command(
    name="account:note:post",
    method="POST",
    path="/v1/account/notes/{id:str}/post",
    summary="Post a note that somebody else wrote",
    permission=Permission.ACCOUNT_NOTES_APPROVE,
    scope=CHOSEN_MERCHANT,
    planned=True,
    input=Nothing,
    answers=Note,
    apply=_post,
    subject=note_subject,
    approvable=True,
    shows=_shows,
)
