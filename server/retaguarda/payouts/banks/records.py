"""One bank: its codes, its account rule and how payments to it end."""

import msgspec

from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import EVERYBODY, with_second_factor
from retaguarda.payouts.banks.model import PayoutBank
from retaguarda.payouts.banks.queries import figures_of, ispb_of, marks_of, refusals_of
from retaguarda.payouts.banks.tables import BANKS


async def load_bank(tx: Tx, principal: Principal, ispb: str) -> PayoutBank | None:
    bank = await bank_by_ispb(tx, ispb)
    if bank is None:
        return None
    return PayoutBank(
        **msgspec.structs.asdict(bank),
        live=await figures_of(tx, ispb),
        marks=await marks_of(tx, ispb) if principal.internal else [],
        refusals=await refusals_of(tx, ispb) if principal.internal else [],
    )


BANK_RECORD = Record(
    path=f"{BANKS.path}/{{id:str}}",
    summary="One bank: how payments to it end, what its accounts look like, what staff say of it",
    permission=BANKS.permission,
    scope=with_second_factor(EVERYBODY),
    answers=PayoutBank,
    load=load_bank,
    key=ispb_of,
)
