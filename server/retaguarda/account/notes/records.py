"""One merchant note, with what the principal may do with it."""

from uuid import UUID

import msgspec

from retaguarda.account.notes.files import note_files
from retaguarda.account.notes.model import NoteRecord
from retaguarda.account.notes.post_note import is_maker
from retaguarda.account.notes.queries import SEEN, note_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT


async def _load(tx: Tx, principal: Principal, note: UUID) -> NoteRecord | None:
    row = await tx.one(
        "select n.*, (select r.id from ledger_journal r where r.company_id = n.company_id and r.reverses = n.journal_id)"
        f" as reversed_by from {SEEN} where n.company_id = %(company)s and n.id = %(id)s",
        {"company": principal.chosen(), "id": note},
    )
    if row is None:
        return None
    fields = msgspec.structs.asdict(note_of(row))
    if not principal.internal:
        # Hide from the merchant which of the provider's people acted.
        fields |= {"created_by": "", "submitted_by": None, "posted_by": None}
    mine = await is_maker(tx, principal, row)
    return NoteRecord(
        **fields,
        reversed_by=row["reversed_by"],
        files=await note_files(tx, principal, note),
        mine=mine,
        may_write=principal.internal and Permission.ACCOUNT_NOTES_WRITE in principal.permissions,
        may_post=(
            principal.internal
            and not mine
            and row["status"] == "awaiting_approval"
            and Permission.ACCOUNT_NOTES_APPROVE in principal.permissions
        ),
    )


NOTE_RECORD = Record(
    path="/v1/account/notes/{id:str}",
    summary="One note",
    permission=Permission.STATEMENT_CLIENT_READ,
    scope=CHOSEN_MERCHANT,
    answers=NoteRecord,
    load=_load,
)
