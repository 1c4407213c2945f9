"""What becomes of a charge: paid, expired, cancelled, refused, under review, refunded. Nothing is left to do later.

Money is in centavos, times are milliseconds since 1970. Each decision keeps within what the program itself would do:
the provider's word comes before a move, a refund never exceeds what there is, nothing happens after the end.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from retaguarda.foundation.money import share
from retaguarda.foundation.request import PROVIDER
from retaguarda.payin.charges.model import AVAILABLE, IN_REVIEW
from retaguarda_demo.payers import Payer
from retaguarda_demo.sheets import moment, uuid7_at
from retaguarda_demo.shops import AMOUNT_BITS, Shop
from retaguarda_sandbox.settings import SandboxSettings

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000

#: Of a thousand charges.
CANCELLED, REFUSED = 18, 2
#: Of ten thousand payments.
OTHER_AMOUNT, TWICE = 25, 15
#: Of a hundred expired charges, refunds, and payments under review.
PAID_LATE, REFUND_FAILS, STAYS_OPEN, ACCEPTED = 5, 5, 35, 35

#: Banks that payers might have an account at, by their ISPB: eight, so that three random bits choose.
_BANKS = ("00000000", "60701190", "60746948", "18236120", "00360305", "90400888", "18236120", "60701190")
_ISPB = SandboxSettings(database_url="").ispb
_REASONS = ("Produto em falta", "Cliente desistiu", "Cobrança em duplicidade", "Troca", "Valor combinado", None, None)


class Actor(NamedTuple):
    """Who did something, as the timeline names them; ``id`` None for a part of a system."""

    id: str | None
    name: str


#: A merchant's own system, through the API.
SHOP_SYSTEM = Actor(None, "api")


@dataclass(slots=True)
class Refund:
    id: str
    provider_id: str
    rtr_id: str
    amount: int
    account: str
    reason: str | None
    asked_at: int
    done_at: int
    by: Actor
    settled: bool = True


@dataclass(slots=True)
class Payment:
    """``paid_on`` is ``paid_at`` in words. ``heard_at``: when the program knew. ``review``: why it was kept apart;
    ``accepted_at``: when somebody took it."""

    company: int
    charge_id: str | None
    end_to_end_id: str
    txid: str
    amount: int
    paid_at: int
    paid_on: str
    heard_at: int
    payer: Payer
    fee: int = 0
    review: str | None = None
    accepted_at: int = 0
    accepted_by: Actor = SHOP_SYSTEM
    refunds: list[Refund] = field(default_factory=list)

    @property
    def subject(self) -> str:
        return self.charge_id or self.end_to_end_id

    @property
    def refunded(self) -> int:
        return sum([refund.amount for refund in self.refunds if refund.settled]) if self.refunds else 0

    @property
    def settled(self) -> bool:
        return self.review is None or self.accepted_at > 0

    @property
    def status(self) -> str:
        if self.settled:
            return "settled"
        return "returned" if self.refunded else "under_review"


@dataclass(slots=True)
class Charge:
    """``asked`` who is to pay, when it says so. ``known_at``: when the provider had it. ``closed_at``: of a charge
    that expired, was cancelled or refused; ``asked_at`` when somebody asked to cancel it."""

    shop: Shop
    id: str
    txid: str
    token: str
    amount: int
    asked: Payer | None
    reference: str
    description: str | None
    made_at: int
    known_at: int
    expires_at: int
    by: Actor
    status: str = "pending"
    closed_at: int = 0
    asked_at: int = 0
    asked_by: Actor = SHOP_SYSTEM
    payments: list[Payment] = field(default_factory=list)


class Life:
    """
    Args:
        end: nothing happens after it.
        basis_points: of each payment, kept as fee, by company.
        people: who acts for a company; the provider's act where a merchant has nobody.

    Attributes:
        room: what a company has for refunds: raised by who posts its payments, lowered here by what is given back.
    """

    def __init__(
        self, rng: Random, end: int, basis_points: Mapping[int, int], people: Mapping[int, Sequence[Actor]]
    ) -> None:
        self.room = defaultdict[int, int](int)
        self._rng = rng
        self._end = end
        self._basis_points = basis_points
        self._people = people
        self._fees = dict[tuple[int, int], int]()
        self._waits = dict[int, list[int]]()

    def actor(self, company: int) -> Actor:
        return self._rng.choice(self._people.get(company) or self._people[PROVIDER])

    def live(self, charge: Charge, payer: Payer) -> None:
        """Decides everything about a charge that was just made."""
        drawn = int(self._rng.random() * 1_000)
        if drawn < REFUSED:
            charge.status, charge.closed_at = "failed", charge.known_at
        elif drawn < REFUSED + CANCELLED:
            self._cancel(charge)
        elif drawn < REFUSED + CANCELLED + charge.shop.unpaid:
            self._expire(charge, payer)
        else:
            self._pay(charge, payer)

    def stranger(self, made_at: int, payer: Payer, amount: int) -> Payment:
        """A Pix for a charge that nobody knows."""
        txid = f"{self._rng.getrandbits(128):032x}"
        return self._review(self._payment(PROVIDER, None, txid, amount, made_at, payer), "unknown_charge")

    def _cancel(self, charge: Charge) -> None:
        asked = charge.known_at + int(self._rng.random() * min(charge.expires_at - charge.known_at, 6 * HOUR))
        if asked + 2 * SECOND < self._end:
            charge.status, charge.asked_at, charge.closed_at = "cancelled", asked, asked + SECOND
            charge.asked_by = self.actor(charge.shop.company)

    def _expire(self, charge: Charge, payer: Payer) -> None:
        # As the program does: after a minute of patience, by a task that runs once a minute.
        closed = charge.expires_at + MINUTE + int(self._rng.random() * MINUTE)
        if closed >= self._end:
            return
        charge.status, charge.closed_at = "expired", closed
        if self._rng.random() * 100 < PAID_LATE:
            paid = closed + MINUTE + int(self._rng.random() * 30 * HOUR)
            if paid + MINUTE < self._end:
                late = self._payment(charge.shop.company, charge, charge.txid, charge.amount, paid, payer)
                self._contest(charge, late, "late")

    def _pay(self, charge: Charge, payer: Payer) -> None:
        rng, company = self._rng, charge.shop.company
        paid = charge.known_at + self._wait(charge.shop)
        if paid >= charge.expires_at:
            self._expire(charge, payer)
            return
        if paid + 10 * SECOND >= self._end:
            return
        odd = int(rng.random() * 10_000)
        if odd < OTHER_AMOUNT:
            amount = max(charge.amount - rng.choice((10, 100, 500, -100)), 1)
            self._contest(charge, self._payment(company, charge, charge.txid, amount, paid, payer), "amount_differs")
            return
        payment = self._payment(company, charge, charge.txid, charge.amount, paid, payer)
        payment.fee = self._fee(company, payment.amount)
        charge.payments.append(payment)
        charge.status = "paid"
        if odd < OTHER_AMOUNT + TWICE:
            again = payment.heard_at + int((3 + rng.random() * 90) * SECOND)
            if again + MINUTE < self._end:
                twin = self._payment(company, charge, charge.txid, charge.amount, again, payer)
                charge.payments.append(self._review(twin, "duplicate"))
        elif rng.random() * 1_000 < charge.shop.refunded:
            self._refund(charge, payment)

    def _refund(self, charge: Charge, payment: Payment) -> None:
        """In full or in part, at a time of the day at which people are up: that of the payment, days later."""
        rng = self._rng
        for _ in range(2 if rng.random() < 0.1 else 1):
            left = payment.amount - payment.refunded
            amount = left if rng.random() < 0.55 else max(left * rng.choice((10, 20, 25, 30, 50)) // 100, 1)
            last = payment.refunds[-1].done_at if payment.refunds else payment.heard_at
            asked = last + int(rng.expovariate(0.4)) * DAY + int((0.05 + 3 * rng.random()) * HOUR)
            if not left or amount > self.room[payment.company] or asked + MINUTE > self._end:
                break
            self._give_back(payment, amount, asked, AVAILABLE)
        if payment.refunded:
            charge.status = "refunded" if payment.refunded == payment.amount else "partially_refunded"

    def _give_back(self, payment: Payment, amount: int, asked: int, account: str) -> None:
        rng = self._rng
        done = asked + int((2 + 4 * rng.random()) * SECOND)
        rtr_id = f"D{_ISPB}{_minute(moment(asked))}{rng.getrandbits(44):011x}"
        refund = Refund(
            uuid7_at(asked, rng.getrandbits(80)),
            f"{rng.getrandbits(128):032x}",
            rtr_id,
            amount,
            account,
            rng.choice(_REASONS) if account == AVAILABLE else None,
            asked,
            done,
            self.actor(payment.company),
        )
        if account == AVAILABLE:
            refund.settled = rng.random() * 100 >= REFUND_FAILS
            # Held until it failed, so it counts against the refunds after it either way.
            self.room[payment.company] -= amount
        payment.refunds.append(refund)

    def _contest(self, charge: Charge, payment: Payment, reason: str) -> None:
        """A payment that does not fit: it is kept apart until somebody decides."""
        charge.payments.append(self._review(payment, reason))
        charge.status = "under_review"
        if payment.accepted_at:
            charge.status = "paid"
        elif payment.refunds:
            charge.status = "refunded"

    def _review(self, payment: Payment, reason: str) -> Payment:
        payment.review = reason
        drawn = int(self._rng.random() * 100)
        decided = payment.heard_at + 20 * MINUTE + int(self._rng.expovariate(1) * 14 * HOUR)
        if drawn < STAYS_OPEN or decided + MINUTE > self._end:
            return payment
        if drawn < STAYS_OPEN + ACCEPTED:
            payment.accepted_at, payment.accepted_by = decided, self.actor(payment.company)
            payment.fee = self._fee(payment.company, payment.amount) if payment.charge_id else 0
        else:
            self._give_back(payment, payment.amount, decided, IN_REVIEW)
        return payment

    def _payment(
        self, company: int, charge: Charge | None, txid: str, amount: int, paid_at: int, payer: Payer
    ) -> Payment:
        bits, paid_on = self._rng.getrandbits, moment(paid_at)
        return Payment(
            company,
            charge.id if charge else None,
            f"E{_BANKS[bits(3)]}{_minute(paid_on)}{bits(44):011x}",
            txid,
            amount,
            paid_at,
            paid_on,
            paid_at + 900 + bits(11),
            payer,
        )

    def _wait(self, shop: Shop) -> int:
        table = self._waits.get(shop.company)
        if table is None:
            log_normal = self._rng.lognormvariate
            size = 1 << AMOUNT_BITS
            table = self._waits[shop.company] = [
                int((5 + shop.wait * log_normal(0, 1.1)) * SECOND) for _ in range(size)
            ]
        return table[self._rng.getrandbits(AMOUNT_BITS)]

    def _fee(self, company: int, amount: int) -> int:
        fee = self._fees.get((company, amount))
        if fee is None:
            fee = self._fees[(company, amount)] = share(amount, self._basis_points[company])
        return fee


def _minute(at: str) -> str:
    """yyyyMMddHHmm of a moment, as ids between banks carry it."""
    return at[:4] + at[5:7] + at[8:10] + at[11:13] + at[14:16]
