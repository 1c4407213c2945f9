"""Files of a charge: the order, the invoice, what the payer wrote."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.files.routes import Attaching, Holder
from retaguarda.foundation.files.store import StoredFile, remove
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payin.charges.queries import charge_for_update
from retaguarda.payin.notes.queries import OF_CHARGE, owner_of

_PATH = "/v1/payin/charges/{id:str}/files"


async def _remove(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    charge = path_id(path)
    await charge_for_update(tx, principal, charge)
    removed = await remove(tx, principal, owner_of(charge), uuid_of(path["file"]))
    return Done(str(charge), removed, {"file": removed.name, "sha256": removed.sha256})


REMOVE_FILE = Command(
    name="payin:charge:remove_file",
    method="DELETE",
    path=f"{_PATH}/{{file:str}}",
    summary="Take a file away from a charge",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=OF_CHARGE,
    input=Nothing,
    answers=StoredFile,
    apply=_remove,
    keyed=False,
)


async def _to_add(tx: Tx, principal: Principal, request: Request) -> Holder:
    charge = path_id(request.path_params)
    await charge_for_update(tx, principal, charge)
    return Holder(owner_of(charge), str(charge))


async def _to_read(tx: Tx, principal: Principal, request: Request) -> Holder:
    # The scope has found the charge already.
    charge = path_id(request.path_params)
    return Holder(owner_of(charge), str(charge))


FILES = Attaching(
    path=_PATH,
    thing="a charge",
    added="payin:charge:file_added",
    taken="payin:charge:file_downloaded",
    infected="payin:charge:file_infected",
    write=Permission.PAYIN_CHARGE_WRITE,
    read=Permission.PAYIN_PAYMENT_READ,
    scope=OF_CHARGE,
    to_add=_to_add,
    to_read=_to_read,
)
