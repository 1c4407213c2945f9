"""The Record of one payload location with its code and linked charge."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.draw_qr_code import draw_svg
from retaguarda.payin.charges.queries import charge_of
from retaguarda.payin.locations.model import PayloadLocationRecord
from retaguarda.payin.locations.queries import fields_of, location_of
from retaguarda.payin.rows import ChargeRow


async def _load(tx: Tx, principal: Principal, location: UUID) -> PayloadLocationRecord | None:
    row = await location_of(tx, list(principal.companies), location)
    if row is None:
        return None
    charge = await fetch_one(
        tx, ChargeRow, "select * from charge where company_id = %(company_id)s and id = %(charge_id)s", row
    )
    return PayloadLocationRecord(
        **fields_of(row),
        br_code=row.br_code,
        picture=draw_svg(row.br_code).decode() if row.br_code else None,
        charge=charge_of(charge) if charge else None,
    )


LOCATION_RECORD = Record(
    path="/v1/payin/locations/{id:str}",
    summary="One payload location: its code, and the charge that is found there",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    answers=PayloadLocationRecord,
    load=_load,
)
