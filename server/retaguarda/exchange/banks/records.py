"""One bank of the exchange: its terms in each currency, its spreads, and what is open between it and us."""

from uuid import UUID

import msgspec

from retaguarda.exchange.banks.model import ExchangeBankRecord
from retaguarda.exchange.banks.queries import currencies_of, find_bank, home_position, spreads_of
from retaguarda.exchange.banks.tables import EXCHANGE_BANKS, READ, SCOPE
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.timeline import moments_of

MOST = 100


async def _load(tx: Tx, principal: Principal, bank: UUID) -> ExchangeBankRecord | None:
    found = await find_bank(tx, bank)
    if found is None:
        return None
    return ExchangeBankRecord(
        **msgspec.structs.asdict(found),
        currencies=await currencies_of(tx, bank),
        spreads=await spreads_of(tx, bank),
        home_position=await home_position(tx, found.code),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(bank), "most": MOST}),
    )


EXCHANGE_BANK_RECORD = Record(
    path=f"{EXCHANGE_BANKS.path}/{{id:str}}",
    summary="One bank of the exchange: currencies, spreads, line, accounts",
    permission=READ,
    scope=SCOPE,
    answers=ExchangeBankRecord,
    load=_load,
)
