"""What is attached to a note: the invoice that was wrong, the bank's letter. Whoever posts the note reads it before."""

from collections.abc import Mapping

from retaguarda.account.notes.model import Nothing
from retaguarda.account.notes.rows import SEEN, note_for_update, refuse_unless, staff_only
from retaguarda.foundation.call import Answer, Call, Door, Parameter, Route, Who, answer
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.files.content import LARGEST
from retaguarda.foundation.files.store import StoredFile, download, files_of, keep, named, remove
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of

ADDED, TAKEN = "account:note:file_added", "account:note:file_downloaded"
_PATH = "/v1/account/notes/{id:str}/files"


def owner_of(note: object) -> str:
    return f"note:{note}"


async def note_files(tx: Tx, who: Who, note: object) -> list[StoredFile]:
    files = await files_of(tx, who.chosen(), owner_of(note))
    if not who.internal:
        # Which of the provider's people it was is not the merchant's affair.
        for each in files:
            each.uploaded_by = ""
    return files


async def _remove(tx: Tx, who: Who, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await note_for_update(tx, who, path)
    refuse_unless(row, "draft", "awaiting_approval")
    removed = await remove(tx, who, owner_of(row["id"]), uuid_of(path["file"]))
    return Done(str(row["id"]), removed, {"file": removed.name, "sha256": removed.sha256})


REMOVE_FILE = Command(
    name="account:note:remove_file",
    method="DELETE",
    path=f"{_PATH}/{{file:str}}",
    summary="Take a file away from a note that is not posted",
    permission=Permission.ACCOUNT_NOTES_WRITE,
    input=Nothing,
    answers=StoredFile,
    apply=_remove,
    keyed=False,
)


def _upload_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, Permission.ACCOUNT_NOTES_WRITE) as (tx, who):
            row = await note_for_update(tx, who, call.path_params)
            staff_only(who)
            refuse_unless(row, "draft", "awaiting_approval", "posted")
            kept, new = await keep(tx, who, owner_of(row["id"]), named(call), call.body)
            if new:
                await _told(tx, who, call, ADDED, row["id"], kept)
        return answer(kept, 201 if new else 200)

    return Route(
        "POST",
        _PATH,
        f"Attach a file to a note: PDF, PNG or JPEG, at most {LARGEST} bytes, as the body of the call",
        handler,
        permission=Permission.ACCOUNT_NOTES_WRITE,
        answers=StoredFile,
        status=201,
        parameters=(Parameter("name", {"type": "string", "maxLength": 1_000}, "what it is called", required=True),),
        largest_body=LARGEST,
    )


def _download_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, Permission.STATEMENT_CLIENT_READ) as (tx, who):
            note, file = uuid_of(call.path_params["id"]), uuid_of(call.path_params["file"])
            key = {"company": who.chosen(), "id": note}
            if not await tx.value(f"select true from {SEEN} where company_id = %(company)s and id = %(id)s", key):
                raise not_found("note")
            kept, body = await download(tx, who.chosen(), owner_of(note), file)
            await _told(tx, who, call, TAKEN, note, kept)
        return body

    return Route(
        "GET",
        f"{_PATH}/{{file:str}}",
        "One file of a note, as a download",
        handler,
        permission=Permission.STATEMENT_CLIENT_READ,
    )


async def _told(tx: Tx, who: Who, call: Call, event: str, note: object, kept: StoredFile) -> None:
    await record(
        tx,
        event,
        company=who.chosen(),
        subject=str(note),
        actor=who.email,
        person=who.person_id,
        call=call,
        data={"file": kept.name, "size": kept.size, "sha256": kept.sha256},
    )


def file_routes(door: Door) -> list[Route]:
    return [_upload_route(door), _download_route(door)]
