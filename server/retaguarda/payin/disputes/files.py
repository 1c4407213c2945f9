"""Attaches evidence to a dispute: proof of delivery, the order, messages with the payer."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.files.routes import Attaching, Holder
from retaguarda.foundation.files.store import StoredFile, remove
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payin.disputes.queries import OF_CASE, dispute_for_update, read_dispute
from retaguarda.payin.disputes.transitions import refuse_unless

_PATH = "/v1/payin/disputes/{id:str}/files"


def owner_of(dispute: object) -> str:
    return f"med:{dispute}"


async def _remove(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    dispute = await dispute_for_update(tx, principal, path)
    refuse_unless(dispute, "to_answer", "in_analysis")
    removed = await remove(tx, principal, owner_of(dispute.id), uuid_of(path["file"]))
    return Done(str(dispute.id), removed, {"file": removed.name, "sha256": removed.sha256})


REMOVE_FILE = Command(
    name="payin:med:remove_file",
    method="DELETE",
    path=f"{_PATH}/{{file:str}}",
    summary="Take a file away from a case that is not decided",
    permission=Permission.PAYIN_REFUND_WRITE,
    scope=OF_CASE,
    input=Nothing,
    answers=StoredFile,
    apply=_remove,
    keyed=False,
)


async def _to_add(tx: Tx, principal: Principal, request: Request) -> Holder:
    dispute = await dispute_for_update(tx, principal, request.path_params)
    refuse_unless(dispute, "to_answer", "in_analysis")
    return Holder(owner_of(dispute.id), request.path_params["id"])


async def _to_read(tx: Tx, principal: Principal, request: Request) -> Holder:
    dispute = await read_dispute(tx, principal, request.path_params)
    return Holder(owner_of(dispute.id), request.path_params["id"])


FILES = Attaching(
    path=_PATH,
    thing="a case",
    added="payin:med:file_added",
    taken="payin:med:file_downloaded",
    infected="payin:med:file_infected",
    write=Permission.PAYIN_REFUND_WRITE,
    read=Permission.PAYIN_PAYMENT_READ,
    scope=OF_CASE,
    to_add=_to_add,
    to_read=_to_read,
)
