"""Load what holds for a merchant's payments now: fee, limits, queue, holds, duplicates."""

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Currency

#: What every way to pay out is settled in: Pix, TED and slips.
PIX_CURRENCY: Currency = BRL


class PayoutRules(msgspec.Struct, frozen=True):
    """As the function payout_rules of the database says. Sums in minor units, ``fee_points`` in hundredths of a percent; None: no such limit. ``version`` 0: the merchant has no settings of its own."""

    version: int
    fee: int
    most: int
    first_most: int | None
    day_most: int | None
    night_most: int | None
    methods: list[str]
    cooling_off_hours: int
    queue: bool
    queue_days: int
    queue_skips: bool
    hold_ends: str
    duplicates: str
    external_id_needed: bool
    allow_list: str
    day_count_most: int | None
    payee_day_most: int | None
    payee_count_most: int | None
    fee_points: int
    fee_least: int | None
    fee_top: int | None
    fee_back: bool


async def fee_of(tx: Tx, company: int, amount: int) -> int:
    """What a payment costs now, minor units: fixed part, share of the amount and bounds."""
    return await tx.value("select payout_fee(%(company)s, %(amount)s)", {"company": company, "amount": amount})


async def flat_fee(tx: Tx, company: int) -> int | None:
    """Return what any payment costs now, minor units; None where it depends on the amount or on the payments of the month."""
    return await tx.value(
        "select case when r.fee_points = 0 and payout_fee_tiers(%(company)s) is null then payout_fee(%(company)s, 0) end"
        " from payout_rules(%(company)s) r",
        {"company": company},
    )


async def resolve_rules(tx: Tx, company: int) -> PayoutRules:
    row = await tx.one("select * from payout_rules(%(company)s)", {"company": company})
    return msgspec.convert(row, PayoutRules)
