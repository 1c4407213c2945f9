"""Route payments of a forecast: by the routes in force, as live sending does, with what is known before."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from retaguarda.payout_engine.decide_route import Asked
from retaguarda.payout_engine.decide_sending import PayingProcessor, choose_processor
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.forecast.plan_facts import Planned, World


class Routing:
    """``bounds``: seconds of the epoch between which the same processors take orders."""

    def __init__(self, world: World, bounds: Sequence[float]) -> None:
        self.world, self.bounds = world, bounds
        self._chosen = dict[tuple[str, UUID | None, int], PayingProcessor | None]()
        self._opened = dict[tuple[str, int], list[PayingProcessor]]()
        self._by_payment = world.routes.version is not None or any(each.payment_most for each in world.processors)

    def of(self, payment: Planned, segment: int) -> tuple[PayingProcessor | None, str]:
        """Who gets the order, and by which method; between two bounds it is the same at every moment. How healthy a processor will be, what
        its account will hold and what of a day it will have taken nobody knows before."""
        since = self.bounds[segment - 1] if segment else self.world.now.timestamp()
        at = datetime.fromtimestamp(since, UTC)
        method = payment.method
        # As plan_ted() decides: after the hours of a TED it may leave as a Pix.
        if payment.pix_instead and self._first(payment, method, segment, at) is None:
            method = "pix"
        if not self._by_payment:
            return self._first(payment, method, segment, at), method
        asked = Asked(
            id=payment.id,
            method=method,
            amount=payment.amount,
            merchant=payment.company,
            currency=PIX_CURRENCY,
            origin=payment.origin,
            bank=payment.bank,
            wanted=payment.processor,
        )
        return self.world.routes.choose(asked, self._open(method, segment, at), {}, at).processor, method

    def _first(self, payment: Planned, method: str, segment: int, at: datetime) -> PayingProcessor | None:
        """Who would get it in the processors' own order."""
        key = (method, payment.processor, segment)
        if key not in self._chosen:
            open_ones = self._open(method, segment, at)
            self._chosen[key] = choose_processor(open_ones, method, payment.processor, at)
        return self._chosen[key]

    def _open(self, method: str, segment: int, at: datetime) -> list[PayingProcessor]:
        """The processors that nothing supposed shuts."""
        key = (method, segment)
        if key not in self._opened:
            closures = self.world.closures
            self._opened[key] = [
                each
                for each in self.world.processors
                if not any(closure.shuts(each, method, at) for closure in closures)
            ]
        return self._opened[key]
