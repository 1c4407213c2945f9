"""Divides amounts without losing or creating a cent. Minor units and basis points throughout.

Fixed parts come first, then percentages of the whole amount; the remainder gets what is left. Each percentage is
truncated to the cent; the rounding receiver gets the odd cents. When too little came, the parts that no longer fit (the
fixed ones first) share it in proportion. The merchant gets what no part takes.

The merchant's share bears the payment's fee; the others bear, in proportion, only what it does not cover. A refund is
taken from the shares in proportion to what is left of each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.money import share
from retaguarda.payin.splits.model import WHOLE, PartKind, Split

#: Place of a merchant that no part names; parts count from 1.
MERCHANT = 0


@dataclass(frozen=True, slots=True)
class Share:
    """A share of one payment; ``recipient`` None: the merchant."""

    place: int
    recipient: UUID | None
    kind: PartKind
    value: int
    amount: int
    fee: int
    rounding: bool
    reduced: bool

    @property
    def net(self) -> int:
        return self.amount - self.fee


def divide(split: Split, amount: int, fee: int = 0) -> list[Share]:
    """Divide a payment into shares, one of them always the merchant's; they sum to its amount, and their fees to its
    fee.
    """
    merchant, rounding = merchant_of(split), place_of(split, split.rounding)
    taken, reduced = _parts(split, amount, rounding)
    amounts = {merchant: 0} | taken
    rest = _remainder(split)
    amounts[merchant if rest is None else rest] += amount - sum(taken.values())
    fees = _fees(amounts, fee, merchant)
    found = [
        Share(
            place,
            part.recipient,
            part.kind,
            part.value,
            amounts.get(place, 0),
            fees[place],
            place == rounding,
            place in reduced,
        )
        for place, part in enumerate(split.parts, 1)
    ]
    if merchant == MERCHANT:
        own = Share(MERCHANT, None, "remainder", 0, amounts[MERCHANT], fees[MERCHANT], rounding == MERCHANT, False)
        found.insert(0, own)
    return found


def divide_refund(amount: int, left: Mapping[int, int], rounding: int) -> dict[int, int]:
    """Divide a refund among the shares.

    Args:
        amount: of the refund, at most the sum of what is left.
        left: place → what of the share is not refunded yet.
        rounding: the place that takes the odd cents while it has any left.
    """
    found = dict.fromkeys(left, 0)
    for place, part in _divide_in_proportion(amount, left, rounding, most=left).items():
        found[place] = part
    return found


def merchant_of(split: Split) -> int:
    return place_of(split, None)


def place_of(split: Split, recipient: UUID | None) -> int:
    """Return the place of a receiver; the merchant's own where no part names it."""
    return next((place for place, part in enumerate(split.parts, 1) if part.recipient == recipient), MERCHANT)


def _remainder(split: Split) -> int | None:
    return next((place for place, part in enumerate(split.parts, 1) if part.kind == "remainder"), None)


def _parts(split: Split, amount: int, rounding: int) -> tuple[dict[int, int], set[int]]:
    """Return what fixed parts and percentages take, and the places that got less than agreed."""
    fixed = {place: part.value for place, part in enumerate(split.parts, 1) if part.kind == "fixed"}
    points = {place: part.value for place, part in enumerate(split.parts, 1) if part.kind == "percent"}
    none = {place: 0 for place, part in enumerate(split.parts, 1) if part.kind == "remainder"}
    left = amount - sum(fixed.values())
    if left < 0:
        return _sum(none, dict.fromkeys(points, 0), _divide_in_proportion(amount, fixed, rounding, most=fixed)), {
            *fixed,
            *points,
        }
    wanted = share(amount, sum(points.values()))
    if wanted > left:
        return _sum(none, fixed, _divide_in_proportion(left, points, rounding)), set(points)
    cut = {place: amount * value // WHOLE for place, value in points.items()}
    odd = {rounding: wanted - sum(cut.values())}
    return _sum(none, fixed, cut, odd), set()


def _fees(amounts: Mapping[int, int], fee: int, merchant: int) -> dict[int, int]:
    own = min(fee, amounts[merchant])
    others = {place: amount for place, amount in amounts.items() if place != merchant and amount}
    borne = _divide_in_proportion(fee - own, others, merchant, most=others) if fee > own else {}
    return dict.fromkeys(amounts, 0) | borne | {merchant: own}


def _divide_in_proportion(
    amount: int, weights: Mapping[int, int], first: int, *, most: Mapping[int, int] | None = None
) -> dict[int, int]:
    """Divide in proportion, truncated to the cent; the odd cents go to ``first``, or, where ``most`` limits each, to
    those with room.
    """
    total = sum(weights.values())
    if not total:
        return {}
    found = {place: amount * weight // total for place, weight in weights.items()}
    odd = amount - sum(found.values())
    if most is None:
        return _sum(found, {first: odd})
    for place in (first, *weights):
        more = min(odd, most.get(place, 0) - found.get(place, 0))
        if more > 0:
            found[place] += more
            odd -= more
    return found


def _sum(*parts: Mapping[int, int]) -> dict[int, int]:
    found = dict[int, int]()
    for each in parts:
        for place, amount in each.items():
            found[place] = found.get(place, 0) + amount
    return found


def recipients_of(split: Split) -> Sequence[UUID]:
    return [part.recipient for part in split.parts if part.recipient is not None]
