"""What is attached to a case: proof of delivery, the order, what was written with the payer."""

from collections.abc import Mapping

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.files.routes import Attaching, Holder
from retaguarda.foundation.files.store import StoredFile, remove
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.payin.med.moving import refuse_unless
from retaguarda.payin.med.rows import case_for_update, read_case

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


async def _to_add(tx: Tx, who: Who, call: Call) -> Holder:
    case = await case_for_update(tx, who, call.path_params)
    refuse_unless(case, "to_answer", "in_analysis")
    return Holder(owner_of(case["id"]), call.path_params["id"])


async def _to_read(tx: Tx, who: Who, call: Call) -> Holder:
    case = await read_case(tx, who, call.path_params)
    return Holder(owner_of(case.id), call.path_params["id"])


FILES = Attaching(
    path=_PATH,
    thing="a case",
    added="payin:med:file_added",
    taken="payin:med:file_downloaded",
    infected="payin:med:file_infected",
    write=Permission.PAYIN_REFUND_WRITE,
    read=Permission.PAYIN_PAYMENT_READ,
    to_add=_to_add,
    to_read=_to_read,
)
