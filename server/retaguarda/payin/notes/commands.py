"""Writes a note on a charge. It stays as it was written: who was wrong writes another one."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable
from retaguarda.payin.charges.queries import charge_for_update
from retaguarda.payin.notes.model import MOST, ChargeNote, ChargeNoteInput
from retaguarda.payin.notes.queries import OF_CHARGE, NoteRow


async def _add(tx: Tx, principal: Principal, given: ChargeNoteInput, path: Mapping[str, str]) -> Done:
    charge = path_id(path)
    # Locked, so that two at once cannot both be the last that fits.
    await charge_for_update(tx, principal, charge)
    key = {"company": principal.chosen(), "charge": charge}
    count = await tx.value(
        "select count(*) from charge_note where company_id = %(company)s and charge_id = %(charge)s", key
    )
    if count >= MOST:
        raise ApiError(409, "notes_full", f"a charge has at most {MOST} notes")
    row = await tx.one(
        "insert into charge_note (company_id, id, charge_id, text, author, by_staff)"
        " values (%(company)s, %(id)s, %(charge)s, %(text)s, %(author)s, %(by_staff)s)"
        " returning id, text, author, by_staff, created_at",
        key
        | {
            "id": uuid7(),
            "text": printable("text", given.text),
            "author": principal.email,
            "by_staff": principal.internal,
        },
    )
    assert row is not None
    note = NoteRow(**row)
    return Done(str(charge), note.seen_by(principal), {"note": str(note.id)})


ADD_NOTE = Command(
    name="payin:charge:note",
    method="POST",
    path="/v1/payin/charges/{id:str}/notes",
    summary="Write a note on a charge",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=OF_CHARGE,
    input=ChargeNoteInput,
    answers=ChargeNote,
    apply=_add,
    status=201,
)
