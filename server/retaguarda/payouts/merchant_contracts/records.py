"""One merchant: what holds beside what its contract says."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.payouts.merchant_contracts.model import MerchantContract
from retaguarda.payouts.merchant_contracts.queries import load_contract, of_contract
from retaguarda.payouts.merchant_contracts.tables import CONTRACT_FIELDS


async def _load(tx: Tx, principal: Principal, company: int) -> MerchantContract | None:
    return await load_contract(tx, company)


CONTRACT_RECORD = Record(
    path=f"{CONTRACT_FIELDS.path}/{{id:str}}",
    summary="One merchant's contract and registration beside what is in use",
    permission=CONTRACT_FIELDS.permission,
    scope=with_second_factor(of_subject(of_contract)),
    answers=MerchantContract,
    load=_load,
    key=number_of,
)
