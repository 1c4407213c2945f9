"""Reads the notes and files of a charge."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.files.store import StoredFile, files_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import of_subject
from retaguarda.payin.charges.queries import of_charge
from retaguarda.payin.notes.model import ChargeNote

OF_CHARGE = of_subject(of_charge)


class NoteRow(msgspec.Struct, frozen=True):
    id: UUID
    text: str
    author: str
    by_staff: bool
    created_at: datetime

    def seen_by(self, principal: Principal) -> ChargeNote:
        """A merchant does not learn which of the provider's people wrote a note."""
        author = self.author if principal.internal or not self.by_staff else None
        return ChargeNote(self.id, self.text, author, self.by_staff, self.created_at)


def owner_of(charge: object) -> str:
    return f"charge:{charge}"


async def notes_of(tx: Tx, principal: Principal, company: int, charge: UUID) -> list[ChargeNote]:
    rows = await tx.all(
        "select id, text, author, by_staff, created_at from charge_note"
        " where company_id = %(company)s and charge_id = %(charge)s order by created_at desc, id desc",
        {"company": company, "charge": charge},
    )
    return [NoteRow(**row).seen_by(principal) for row in rows]


async def charge_files(tx: Tx, principal: Principal, company: int, charge: UUID) -> list[StoredFile]:
    """Read the files. Of who uploaded them a merchant's person knows only what is their own: staff may be among them."""
    files = await files_of(tx, company, owner_of(charge))
    for each in files:
        if not principal.internal and each.uploaded_by != principal.email:
            each.uploaded_by = ""
    return files
