"""The Record of one static code with its charges."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payin.charges.draw_qr_code import draw_svg
from retaguarda.payin.charges.queries import charge_of
from retaguarda.payin.rows import ChargeRow
from retaguarda.payin.splits.queries import agreed_shares
from retaguarda.payin.static_codes.model import StaticCodeRecord
from retaguarda.payin.static_codes.queries import code_of, fields_of

#: Charges in a record; the list has all of them.
MOST = 50


async def _load(tx: Tx, principal: Principal, code: UUID) -> StaticCodeRecord | None:
    row = await code_of(tx, list(principal.companies), code)
    if row is None:
        return None
    return StaticCodeRecord(
        **fields_of(row),
        br_code=row.br_code,
        picture=draw_svg(row.br_code).decode(),
        split=await agreed_shares(tx, row.company_id, row.split, row.amount or 0, row.currency),
        disabled_at=row.disabled_at,
        charges=[
            charge_of(charge)
            for charge in await fetch_all(
                tx,
                ChargeRow,
                "select * from charge where company_id = %(company_id)s and static_code = %(id)s order by created_at desc limit %(most)s",
                row.with_columns(most=MOST),
            )
        ],
    )


CODE_RECORD = Record(
    path="/v1/payin/codes/{id:str}",
    summary="One static code with its picture",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    answers=StaticCodeRecord,
    load=_load,
)
