"""Finds what statements of the provider's own account say of a payment: that it left, or that nothing of the kind did."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from uuid import UUID

import msgspec

#: Days after the payment date within which its debit is looked for where nothing names it.
NEAR = timedelta(days=5)
#: States of a bank line that nothing explains yet, and of one that something does.
FREE = frozenset({"new", "exception"})
_EXPLAINED = frozenset({"matched", "part_matched", "booked", "ignored"})
#: Days over which it is asked whether a debit is missing.
_LONGEST = 60
_OURS = re.compile(r"(?<![A-Z0-9])RG[0-9]{12,18}(?![0-9])")
_WORD = re.compile(r"[A-Z0-9]+")
#: A bank's own number that is shorter may be any number.
_SHORTEST = 6


class SentOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A payment as a sealed remittance asked for it. ``amount`` in centavos; ``account_*``: the account that is debited."""

    merchant_id: int
    order_id: UUID
    payout_id: UUID
    remittance_id: UUID
    reference: str
    amount: int
    state: str
    day: date
    bank: str
    agreement: str
    account_branch: str
    account_number: str
    account_digit: str
    name: str
    document: str
    branch: str
    number: str


class BankMovement(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a statement; ``amount`` in centavos, below nothing when money left; ``state`` as conciliation holds it."""

    id: UUID
    booked_on: date
    amount: int
    tax_document: str
    texts: str
    state: str

    @property
    def free(self) -> bool:
        """Whether nothing explains it, and nothing is proposed to."""
        return self.state in FREE


class CoveredDays(msgspec.Struct, frozen=True):
    """Days of which a statement tells every movement, so that its balances hold."""

    first_on: date
    last_on: date


@dataclass(slots=True)
class Statement:
    """Movements of the account that a file's payments leave, and the days of which all of them are known."""

    movements: Sequence[BankMovement]
    covered: Sequence[CoveredDays]
    _named: dict[str, list[BankMovement]] = field(init=False)
    _debits: dict[int, list[BankMovement]] = field(init=False)

    def __post_init__(self) -> None:
        self._named, self._debits = defaultdict(list), defaultdict(list)
        for each in self.movements:
            for name in {*_OURS.findall(each.texts.upper()), *_WORD.findall(each.texts.upper())}:
                self._named[name].append(each)
            if each.amount < 0:
                self._debits[-each.amount].append(each)

    def debit_naming(self, order: SentOrder, bank_ref: str) -> BankMovement | None:
        """The one debit of the order's amount that names it, by our number or by the bank's.

        None also where anything else bears that name: a second debit, or money that came back.
        """
        named = self._bearing(order.reference)
        if not named and len(bank_ref.strip("0")) >= _SHORTEST:
            # One that bears a number of ours is of another payment.
            named = [each for each in self._bearing(bank_ref) if not _OURS.search(each.texts.upper())]
        if len(named) != 1:
            return None
        found = named[0]
        right = found.free and found.amount == -order.amount and found.booked_on >= order.day
        return found if right else None

    def debit_alone(self, order: SentOrder, orders: Iterable[SentOrder]) -> BankMovement | None:
        """The one debit to the payee's document that can be this order, where no other order can be it."""
        document = order.document
        if not document or self._bearing(order.reference):
            return None
        found = [
            each
            for each in self._debits.get(order.amount, ())
            if each.tax_document == document and self._near(each, order)
        ]
        rivals = [each for each in orders if each.amount == order.amount and each.document == document]
        back = [each for each in self.movements if each.amount == order.amount and each.tax_document == document]
        if len(found) != 1 or len(rivals) != 1 or back or not found[0].free or _OURS.search(found[0].texts.upper()):
            return None
        return found[0]

    def has_no_debit(self, order: SentOrder, until: date) -> bool:
        """Whether all movements from the payment date on are known, and none of them can be this order, or a sum that holds it."""
        if self._bearing(order.reference):
            return False
        length = (max(until, order.day) - order.day).days + 1
        days = [order.day + timedelta(days=n) for n in range(length)]
        if length > _LONGEST or not all(
            any(each.first_on <= day <= each.last_on for each in self.covered) for day in days
        ):
            return False
        return not any(self._may_hold(each, order) for each in self.movements)

    def _may_hold(self, movement: BankMovement, order: SentOrder) -> bool:
        """Whether money left that may be this order: nothing explains it, it is enough, and it names no payment of ours."""
        unexplained = movement.state not in _EXPLAINED and movement.booked_on >= order.day
        return unexplained and -movement.amount >= order.amount and not _OURS.search(movement.texts.upper())

    def _bearing(self, name: str) -> Sequence[BankMovement]:
        return self._named.get(name.upper(), ())

    def _near(self, movement: BankMovement, order: SentOrder) -> bool:
        return order.day <= movement.booked_on <= order.day + NEAR
