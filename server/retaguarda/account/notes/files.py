"""Files attached to a merchant note, such as the wrong invoice or the bank's letter. Whoever posts the note reads them
first."""

from collections.abc import Mapping

from retaguarda.account.notes.queries import SEEN, note_for_update, refuse_unless, staff_only
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.files.routes import Attaching, Holder
from retaguarda.foundation.files.store import StoredFile, files_of, remove
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import CHOSEN_MERCHANT

_PATH = "/v1/account/notes/{id:str}/files"


def owner_of(note: object) -> str:
    return f"note:{note}"


async def note_files(tx: Tx, principal: Principal, note: object) -> list[StoredFile]:
    files = await files_of(tx, principal.chosen(), owner_of(note))
    if not principal.internal:
        # Hide from the merchant which of the provider's people uploaded it.
        for each in files:
            each.uploaded_by = ""
    return files


async def _remove(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await note_for_update(tx, principal, path)
    refuse_unless(row, "draft", "awaiting_approval")
    removed = await remove(tx, principal, owner_of(row["id"]), uuid_of(path["file"]))
    return Done(str(row["id"]), removed, {"file": removed.name, "sha256": removed.sha256})


REMOVE_FILE = Command(
    name="account:note:remove_file",
    method="DELETE",
    path=f"{_PATH}/{{file:str}}",
    summary="Take a file away from a note that is not posted",
    permission=Permission.ACCOUNT_NOTES_WRITE,
    scope=CHOSEN_MERCHANT,
    input=Nothing,
    answers=StoredFile,
    apply=_remove,
    keyed=False,
)


async def _to_add(tx: Tx, principal: Principal, request: Request) -> Holder:
    row = await note_for_update(tx, principal, request.path_params)
    staff_only(principal)
    refuse_unless(row, "draft", "awaiting_approval", "posted")
    return Holder(owner_of(row["id"]), str(row["id"]))


async def _to_read(tx: Tx, principal: Principal, request: Request) -> Holder:
    note = uuid_of(request.path_params["id"])
    key = {"company": principal.chosen(), "id": note}
    if not await tx.value(f"select true from {SEEN} where company_id = %(company)s and id = %(id)s", key):
        raise not_found("note")
    return Holder(owner_of(note), str(note))


FILES = Attaching(
    path=_PATH,
    thing="a note",
    added="account:note:file_added",
    taken="account:note:file_downloaded",
    infected="account:note:file_infected",
    write=Permission.ACCOUNT_NOTES_WRITE,
    read=Permission.STATEMENT_CLIENT_READ,
    scope=CHOSEN_MERCHANT,
    to_add=_to_add,
    to_read=_to_read,
)
