"""Post a merchant note, by a person who neither wrote, changed nor submitted it. The database enforces this too.

credit: adjustments −amount (the provider's), available +amount
debit:  available −amount, adjustments +amount
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from retaguarda import ledger
from retaguarda.account.notes.model import Note
from retaguarda.account.notes.queries import note_for_update, note_of, note_subject, refuse_unless
from retaguarda.account.statement.model import AVAILABLE
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import start_of, zone_of
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.ledger import AccountRef, Leg

KIND = "account.note"


async def _post(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    return await post(tx, principal, await note_for_update(tx, principal, path))


async def post(tx: Tx, principal: Principal, row: Row) -> Done:
    """Post a note that is locked.

    Raises:
        ApiError: it does not wait for approval, or the principal had a hand in it.
    """
    refuse_unless(row, "awaiting_approval")
    if await is_maker(tx, principal, row):
        raise ApiError(
            409, "note_own", "whoever wrote, changed or handed in a note does not post it: another person does"
        )
    company, currency, amount = (
        row["company_id"],
        row["currency"],
        row["amount"] if row["type"] == "credit" else -row["amount"],
    )
    journal = await ledger.post(
        tx,
        company=company,
        key=f"note:{row['id']}",
        kind=KIND,
        reference=str(row["id"]),
        effective_at=await _effective_at(tx, company, row["due_date"]),
        legs=[
            Leg(AccountRef(company, AVAILABLE, currency), amount),
            Leg(AccountRef(PROVIDER, row["against"], currency), -amount),
        ],
    )
    after = await tx.one(
        "update merchant_note set status = 'posted', posted_by = %(by)s, posted_at = now(), journal_id = %(journal)s"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        {"company_id": company, "id": row["id"], "by": principal.email, "journal": journal.id},
    )
    assert after is not None
    transition = {"from": row["status"], "to": "posted"}
    data = {"number": row["number"], "type": row["type"], "amount": row["amount"], **transition}
    return Done(str(row["id"]), note_of(after), data)


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    note: Note = done.result
    facts = {"note": note.number, "note_type": note.type, "description": note.description, "amount": note.amount}
    return plan_summary(note.description, facts | {"due_date": note.due_date.isoformat()})


async def is_maker(tx: Tx, principal: Principal, row: Row) -> bool:
    """Whether this person, or anybody who knows this program's secret, is among the makers of a note."""
    return await tx.value(
        "select approval_makers(%(person)s) && %(makers)s::uuid[]",
        {"person": principal.person_id, "makers": row["makers"]},
    )


async def _effective_at(tx: Tx, company: int, due: date) -> datetime | None:
    """Return when the note takes effect: null (now) if due today, the start of the day if due earlier."""
    zone = await zone_of(tx, company)
    today = datetime.now(UTC).astimezone(zone).date()
    if due > today:
        raise ApiError(409, "note_not_due", f"this note counts from {due.isoformat()} on: it is posted then")
    return None if due == today else start_of(due, zone)


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
