"""Ask processors what the accounts that they debit hold: their float, as far as their API tells it."""

import logging
from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.processors.connections import PayoutConnections
from retaguarda.providers.payout.envio import EnvioPayouts

log = logging.getLogger("retaguarda.jobs")


class _Asked(msgspec.Struct):
    id: UUID


@dataclass(frozen=True, slots=True)
class Floats:
    database: Database
    connections: PayoutConnections

    async def run(self) -> None:
        """Ask each processor; one that does not say leaves what was known, which grows old and then counts no more."""
        async with self.database.transaction(SYSTEM) as tx:
            found = await fetch_all(tx, _Asked, _TOLD)
        for each in found:
            try:
                payouts = (await self.connections.get(each.id)).payouts
            except TryAgain as error:
                log.info("the float of %s was not asked for: %s", each.id, error)
                continue
            if not isinstance(payouts, EnvioPayouts):
                continue
            async with self.database.transaction(SYSTEM) as tx:
                # What was ordered while the bank answers may be in its answer or not: it counts from before the question.
                at = await tx.value("select clock_timestamp()")
            held = await payouts.balance()
            if held is not None:
                async with self.database.transaction(SYSTEM) as tx:
                    await tx.execute(_SAID, {"id": each.id, "held": held, "currency": PIX_CURRENCY, "at": at})


_TOLD = "select id from payout_processor where adapter = 'envio' and ready and enabled and believed order by priority"
_SAID = """
    update payout_processor set float_amount = %(held)s, float_currency = %(currency)s, float_at = %(at)s
     where id = %(id)s and (float_at is null or float_at < %(at)s)
"""
