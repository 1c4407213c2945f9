"""By the clock: reference rates are fetched for every currency that somebody deals in."""

import hashlib
import logging
from datetime import date, timedelta

import msgspec

from retaguarda.exchange.model import HOME
from retaguarda.exchange.rates.commands import store_rates
from retaguarda.exchange.rates.parse_rates import RatesDamaged, parse_rates
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.exchange import ExchangeDidNotAnswer, ReferenceRates

log = logging.getLogger("retaguarda.exchange")

ACTOR = "exchange"
#: Days to look back where nothing is known of a currency.
BACK = 10

#: Days before the newest known one are known; of that day bulletins may be missing.
_WANTED = """
    select c.currency, coalesce((select max(r.day) from exchange_rate r where r.company_id = 1 and r.currency = c.currency
                                    and r.home_currency = %(home)s and r.source = %(source)s), %(first)s) as first
      from (select b.currency from exchange_bank_currency b union select a.currency from exchange_agreement a where a.state = 'active') c
     order by 1
"""


class _Wanted(msgspec.Struct):
    currency: str
    first: date


class FetchRates:
    def __init__(self, database: Database, rates: ReferenceRates) -> None:
        self._database, self._rates = database, rates

    async def run(self) -> None:
        """Fetch each currency by itself: one that fails keeps no other back.

        Raises:
            ExchangeDidNotAnswer: of the last currency that failed, when all the others are done.
        """
        if not self._rates.connected:
            return
        now = today(BRASILIA)
        asked = {"home": HOME, "source": self._rates.source, "first": now - timedelta(days=BACK)}
        async with self._database.transaction(SYSTEM) as tx:
            wanted = msgspec.convert(await tx.all(_WANTED, asked), list[_Wanted])
        failed: ExchangeDidNotAnswer | None = None
        for each in wanted:
            try:
                await self._fetch(each, now)
            except ExchangeDidNotAnswer as error:
                log.warning("no reference rates of %s: %s", each.currency, error)
                failed = error
        if failed is not None:
            raise failed

    async def _fetch(self, wanted: _Wanted, now: date) -> None:
        answer = await self._rates.published(wanted.currency, wanted.first, now)
        try:
            found = parse_rates(answer)
        except RatesDamaged as damage:
            raise ExchangeDidNotAnswer(f"its answer is damaged: {damage}") from None
        digest = hashlib.sha256(answer.encode()).digest()
        async with self._database.transaction(SYSTEM) as tx:
            added = await store_rates(tx, wanted.currency, found, self._rates.source, digest, ACTOR)
            if added:
                await record(
                    tx,
                    "exchange:rate:fetched",
                    company=PROVIDER,
                    subject=wanted.currency,
                    actor=ACTOR,
                    data={"name": wanted.currency, "rates": added},
                )
