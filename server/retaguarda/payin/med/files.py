"""What is attached to a case: proof of delivery, the order, what was written with the payer."""

from collections.abc import Mapping

from retaguarda.foundation.call import Answer, Call, Door, Parameter, Route, Who, answer
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.files.content import LARGEST
from retaguarda.foundation.files.store import StoredFile, download, keep, named, remove
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.payin.med.moving import refuse_unless
from retaguarda.payin.med.rows import case_for_update, read_case
from retaguarda.payin.model import Nothing

_PATH = "/v1/payin/med/{id:str}/files"


def owner_of(case: object) -> str:
    return f"med:{case}"


async def _remove(tx: Tx, who: Who, given: Nothing, path: Mapping[str, str]) -> Done:
    case = await case_for_update(tx, who, path)
    refuse_unless(case, "to_answer", "in_analysis")
    removed = await remove(tx, who, owner_of(case["id"]), uuid_of(path["file"]))
    return Done(str(case["id"]), removed, {"file": removed.name, "sha256": removed.sha256})


REMOVE_FILE = Command(
    name="payin:med:remove_file",
    method="DELETE",
    path=f"{_PATH}/{{file:str}}",
    summary="Take a file away from a case that is not decided",
    permission=Permission.PAYIN_REFUND_WRITE,
    input=Nothing,
    answers=StoredFile,
    apply=_remove,
    keyed=False,
)


def file_routes(door: Door) -> list[Route]:
    async def upload(call: Call) -> Answer:
        async with door.open(call, Permission.PAYIN_REFUND_WRITE) as (tx, who):
            case = await case_for_update(tx, who, call.path_params)
            refuse_unless(case, "to_answer", "in_analysis")
            kept, new = await keep(tx, who, owner_of(case["id"]), named(call), call.body)
            if new:
                await _told(tx, who, call, "file_added", kept)
        return answer(kept, 201 if new else 200)

    async def take(call: Call) -> Answer:
        async with door.open(call, Permission.PAYIN_PAYMENT_READ) as (tx, who):
            case = await read_case(tx, who, call.path_params)
            kept, body = await download(tx, who.chosen(), owner_of(case.id), uuid_of(call.path_params["file"]))
            await _told(tx, who, call, "file_downloaded", kept)
        return body

    return [
        Route(
            "POST",
            _PATH,
            f"Attach a file to a case: PDF, PNG or JPEG, at most {LARGEST} bytes, as the body of the call",
            upload,
            permission=Permission.PAYIN_REFUND_WRITE,
            answers=StoredFile,
            status=201,
            parameters=(Parameter("name", {"type": "string", "maxLength": 1_000}, "what it is called", required=True),),
            largest_body=LARGEST,
        ),
        Route(
            "GET",
            f"{_PATH}/{{file:str}}",
            "One file of a case, as a download",
            take,
            permission=Permission.PAYIN_PAYMENT_READ,
        ),
    ]


async def _told(tx: Tx, who: Who, call: Call, what: str, kept: StoredFile) -> None:
    await record(
        tx,
        f"payin:med:{what}",
        company=who.chosen(),
        subject=call.path_params["id"],
        actor=who.email,
        person=who.person_id,
        call=call,
        data={"file": kept.name, "size": kept.size, "sha256": kept.sha256},
    )
