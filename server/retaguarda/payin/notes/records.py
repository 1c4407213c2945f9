"""The Record of what people noted and attached to a charge."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payin.notes.model import ChargeNotes
from retaguarda.payin.notes.queries import OF_CHARGE, charge_files, notes_of


async def _load(tx: Tx, principal: Principal, charge: UUID) -> ChargeNotes:
    company = principal.chosen()
    return ChargeNotes(
        notes=await notes_of(tx, principal, company, charge),
        files=await charge_files(tx, principal, company, charge),
    )


NOTES_RECORD = Record(
    path="/v1/payin/charges/{id:str}/notes",
    summary="Notes and files of a charge",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=OF_CHARGE,
    answers=ChargeNotes,
    load=_load,
)
