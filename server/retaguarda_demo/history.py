"""The whole demo as lines for COPY: day by day, in the order of time, the same for the same seed and end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from random import Random
from typing import Any

from retaguarda.payin.splits.share_payment import account_of
from retaguarda_demo import deposits, timeline
from retaguarda_demo.books import Account, Books
from retaguarda_demo.charge_life import DAY, SHOP_SYSTEM, Actor, Charge, Life, Payment, Refund
from retaguarda_demo.deposits import Deposit
from retaguarda_demo.payers import Payer, Payers
from retaguarda_demo.provider import Codes, Connection, Provider
from retaguarda_demo.recipients import CLAY, Shared
from retaguarda_demo.rhythm import ShopDay, plan
from retaguarda_demo.sheets import NULL, Sheets, moment, uuid7_at
from retaguarda_demo.shops import AMOUNT_BITS, SHOPS, Shop
from retaguarda_demo.withdrawals import COMPANY, Withdrawals
from retaguarda_sandbox.settings import SandboxSettings

#: So many of the newest charges have their timeline, and are known to the sandbox; older ones only if they are open.
TOLD = 100_000
#: So many of the newest have the words exchanged with the provider.
WORDED = 400
#: For so many charges one Pix comes in that belongs to none.
STRANGER_EVERY = 2_500
#: Of a hundred charges, how many a person makes by hand where the merchant has people of its own.
BY_HAND = 12
#: Lines are handed on when there are those of so many charges.
_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class World:
    """What stands in the database already.

    Attributes:
        basis_points: of each payment, by company.
        people: who can act for a company.
        accounts: of the ledger, by company and code.
        first_location: number for the sandbox's next location.
    """

    connection: Connection
    sandbox: SandboxSettings
    basis_points: Mapping[int, int]
    people: Mapping[int, Sequence[Actor]]
    accounts: Mapping[tuple[int, str], Account]
    first_location: int


@dataclass(slots=True)
class _Counter:
    """What a shop draws from for each of its charges."""

    shop: Shop
    payers: Payers
    amounts: list[int]
    hands: Sequence[Actor]
    number: int


class History:
    """
    Args:
        total: of charges.
        end: of everything; aware.
    """

    def __init__(self, world: World, *, total: int, days: int, end: datetime, seed: int) -> None:
        self._total = total
        self._rng = rng = Random(seed)  # noqa: S311  (invented data, the same each time)
        self._end = int(end.timestamp() * 1_000)
        self._plan = plan(rng, SHOPS, total, days, end)
        self.life = Life(rng, self._end, world.basis_points, world.people)
        self.shared = Shared((COMPANY, account_of(COMPANY, CLAY, "BRL").code) in world.accounts)
        self.books = Books(rng, world.accounts, self._earn, self.shared.of)
        # Draws of its own: what shops sell stays as it is.
        own = Random(seed + 1)  # noqa: S311
        self.withdrawals = Withdrawals(own, self._end, world.people.get(COMPANY, ()))
        self.provider = Provider(rng, world.sandbox, world.connection, world.first_location)
        self._deposits = list(deposits.deposits(Random(seed + 2), self._end, world.people))  # noqa: S311
        self._codes = Codes(world.sandbox, world.connection.pix_key)
        self._connection = world.connection
        self._sheets = Sheets()
        #: What happens later than now: (when, what to do, with what).
        self._agenda = list[tuple[int, Callable[[Any], object], Any]]()
        self._made = 0
        self._counters = {
            shop.company: _Counter(
                shop,
                Payers(rng, max(20, min(total * shop.share // 700, 40_000)), shop.firms),
                shop.amounts(rng),
                world.people.get(shop.company, ()),
                shop.first_number,
            )
            for shop in SHOPS
        }

    def batches(self) -> Iterator[tuple[int, Sheets]]:
        """The number of charges made so far, and the lines since the last time."""
        for made in self._deposits:
            self._deposit(made)
        for of_day in self._plan:
            for made_at, counter in self._times(of_day):
                self._make(counter, made_at)
                if self._made % _BATCH == 0:
                    yield self._made, self._take()
            self._follow(of_day[0].starts + DAY)
            self._withdraw(of_day[0].starts + DAY)
            yield self._made, self._take()
        self._follow(self._end + 1)
        if self._agenda:
            raise ValueError(f"{len(self._agenda)} things of the demo happen after its end")
        yield self._made, self._take()

    def _times(self, of_day: list[ShopDay]) -> list[tuple[int, _Counter]]:
        """Of all shops of a day, in order."""
        times = list[tuple[int, _Counter]]()
        for shop_day in of_day:
            counter = self._counters[shop_day.shop.company]
            times += [(at, counter) for at in shop_day.times(self._rng)]
        times.sort(key=itemgetter(0))
        return times

    def _make(self, counter: _Counter, made_at: int) -> None:
        self._made += 1
        rng, shop = self._rng, counter.shop
        payer = counter.payers.pick(rng)
        counter.number += 1
        known_at = made_at + 250 + rng.getrandbits(9)
        by = SHOP_SYSTEM
        if counter.hands and rng.random() * 100 < BY_HAND:
            by = rng.choice(counter.hands)
        charge = Charge(
            shop,
            uuid7_at(made_at, rng.getrandbits(80)),
            f"{rng.getrandbits(128):032x}",
            f"{rng.getrandbits(128):032x}",
            counter.amounts[rng.getrandbits(AMOUNT_BITS)],
            payer if rng.random() * 100 < shop.named else None,
            shop.reference.format(counter.number),
            shop.descriptions[int(rng.random() * len(shop.descriptions))],
            made_at,
            known_at,
            known_at + shop.expiries[int(rng.random() * len(shop.expiries))] * 1_000,
            by,
        )
        self.life.live(charge, payer)
        self.shared.look(charge)
        self._write(charge)
        for payment in charge.payments:
            self._settle(payment)
        from_newest = self._total - self._made
        if from_newest < TOLD or charge.status in ("pending", "under_review"):
            timeline.of_charge(charge, self._tell)
            self.provider.remember(charge, worded=from_newest < WORDED)
        if self._made % STRANGER_EVERY == STRANGER_EVERY // 2:
            self._strange(made_at, counter)

    def _strange(self, made_at: int, counter: _Counter) -> None:
        payment = self.life.stranger(made_at, counter.payers.pick(self._rng), counter.amounts[0])
        self._settle(payment)
        timeline.of_payment(payment, self._tell)
        self.provider.remember_payment(payment, worded=False)

    def _settle(self, payment: Payment) -> None:
        """Writes a payment and its refunds, and notes when they are to be posted."""
        self._write_payment(payment)
        self._agenda.append((payment.heard_at, self.books.receive, payment))
        if payment.accepted_at:
            self._agenda.append((payment.accepted_at, self.books.accept, payment))
        self._plan_refunds(payment)

    def _plan_refunds(self, payment: Payment) -> None:
        for refund in payment.refunds:
            self._write_refund(payment, refund)
            self._agenda.append((refund.asked_at, self.books.hold, (payment, refund)))
            self._agenda.append((refund.done_at, self.books.end_hold, (payment, refund)))

    def _deposit(self, made: Deposit) -> None:
        deposits.write(made, self._connection.id, self._sheets)
        deposits.tell(made, self._tell)
        self.provider.remember_payment(made, worded=False)
        self._agenda.append((made.heard_at, self.books.receive_deposit, made))
        if made.by:
            self._agenda.append((made.identified_at, self.books.identify_deposit, made))
        self._plan_refunds(made)

    def _withdraw(self, over_at: int) -> None:
        """At the end of a day; what a refund has been promised of is not free any more."""
        made = self.withdrawals.of_day(over_at, self.life.room[COMPANY])
        if made is None:
            return
        self.life.room[COMPANY] -= made.gross
        self._agenda.append((made.asked_at, self.books.hold_withdrawal, made))
        if made.ended_at:
            self._agenda.append((made.ended_at, self.books.end_withdrawal, made))
        self.withdrawals.tell(made, self._tell)

    def _follow(self, until: int) -> None:
        """Does what the agenda has before this moment, in order: entries of an account have no gaps."""
        due = [item for item in self._agenda if item[0] < until]
        self._agenda = [item for item in self._agenda if item[0] >= until]
        due.sort(key=itemgetter(0))
        for _, act, given in due:
            act(given)

    def _tell(self, at: int, line: str) -> None:
        self._agenda.append((at, self._say, line))

    def _say(self, line: str) -> None:
        self._sheets["event"].append(line)

    def _earn(self, company: int, amount: int) -> None:
        self.life.room[company] += amount

    def _take(self) -> Sheets:
        taken = self._sheets
        for other in (self.books, self.provider):
            taken.update(other.sheets)
            other.sheets = Sheets()
        self._sheets = Sheets()
        return taken

    def _write(self, charge: Charge) -> None:
        settled = [payment for payment in charge.payments if payment.settled]
        first = settled[0] if settled else None
        payer = charge.asked or (first.payer if first else None)
        paid = fee = refunded = 0
        for payment in settled:
            paid, fee, refunded = paid + payment.amount, fee + payment.fee, refunded + payment.refunded
        registered = charge.status != "failed"
        self._sheets["charge"].append(
            f"{charge.shop.company}\t{charge.id}\t{self._connection.id}\t{self._connection.name}\t{charge.txid}\t"
            f"{charge.status}\t{charge.amount}\tBRL\t{paid}\t{fee}\t{refunded}\t{_payer(payer)}\t{charge.reference}\t{charge.description or NULL}\t"
            f"{moment(charge.made_at)}\t{moment(charge.expires_at)}\t{first.paid_on if first else NULL}\t"
            f"{first.end_to_end_id if first else NULL}\t{self._codes.location(charge.token) if registered else NULL}\t"
            f"{self._codes.br_code(charge.token) if registered else NULL}\t"
            f"{moment(charge.asked_at) if charge.asked_at else NULL}\t{int(registered)}\t"
            f"{NULL if registered else timeline.CHARGE_REFUSED}\t{charge.by.id or NULL}\n"
        )

    def _write_payment(self, payment: Payment) -> None:
        self._sheets["pix_payment"].append(
            f"{payment.company}\t{payment.end_to_end_id}\t{self._connection.id}\t{payment.charge_id or NULL}\t"
            f"{payment.txid}\t{payment.amount}\tBRL\t{payment.fee}\t{payment.refunded}\t{payment.paid_on}\t"
            f"{_payer(payment.payer)}\t{payment.status}\t{payment.review or NULL}\t{moment(payment.heard_at)}\n"
        )

    def _write_refund(self, payment: Payment, refund: Refund) -> None:
        self._sheets.add(
            "refund",
            payment.company,
            refund.id,
            payment.charge_id,
            payment.end_to_end_id,
            refund.provider_id,
            refund.rtr_id,
            refund.amount,
            "BRL",
            "settled" if refund.settled else "failed",
            refund.reason,
            moment(refund.asked_at),
            refund.by.id,
            moment(refund.done_at) if refund.settled else None,
            1,
            None if refund.settled else timeline.REFUND_REFUSED,
        )


def _payer(payer: Payer | None) -> str:
    return f"{NULL}\t{NULL}" if payer is None else f"{payer[0]}\t{payer[1]}"
