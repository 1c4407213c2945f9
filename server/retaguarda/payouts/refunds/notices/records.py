"""One return notice: how far it is, what its lines would do and what became of them."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payouts.refunds.notices.model import ReturnNotice
from retaguarda.payouts.refunds.notices.queries import SCOPE, UPLOAD, find_notice, shown_notice
from retaguarda.payouts.refunds.notices.tables import NOTICES


async def _load(tx: Tx, principal: Principal, number: UUID) -> ReturnNotice | None:
    row = await find_notice(tx, principal.companies, number)
    return None if row is None else await shown_notice(tx, row)


NOTICE_RECORD = Record(
    path=f"{NOTICES.path}/{{id:str}}",
    summary="One return notice: how far it is, what its lines would do and what became of them",
    permission=UPLOAD,
    scope=SCOPE,
    answers=ReturnNotice,
    load=_load,
)
