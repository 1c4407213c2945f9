"""The settings of a merchant's payouts, with their versions."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal
from retaguarda.payouts.settings.commands import PATH
from retaguarda.payouts.settings.model import PayoutSettings
from retaguarda.payouts.settings.queries import load_settings
from retaguarda.payouts.verify_factor import FACTOR_COMPANY


async def _load(tx: Tx, principal: Principal, company: int) -> PayoutSettings | None:
    return await load_settings(tx, company) if principal.internal else None


SETTINGS_RECORD = Record(
    path=f"{PATH}/{{id:str}}",
    summary="The settings of a merchant's payouts, and their versions",
    permission=Permission.PAYOUT_SETTINGS_READ,
    scope=FACTOR_COMPANY,
    answers=PayoutSettings,
    load=_load,
    key=number_of,
)
