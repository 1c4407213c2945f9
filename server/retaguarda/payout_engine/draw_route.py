"""Draw the order in which a payment asks the processors of a group: by priority and weight, from a hash of its own id."""

import hashlib
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.conditions import LONGEST

#: Processors that one group names at most.
MOST_CHOICES = 10


class RouteChoice(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A processor of a group: the lowest ``priority`` comes first; those of one priority share its payments by ``weight``."""

    processor: UUID
    priority: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    weight: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


class RouteGroup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One rule: who may get the order of a payment on which its condition (CEL) holds; an empty condition always does."""

    name: Annotated[str, msgspec.Meta(max_length=80)]
    condition: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    choices: Annotated[list[RouteChoice], msgspec.Meta(max_length=MOST_CHOICES)]


def rank(group: RouteGroup, payment: UUID) -> list[UUID]:
    """The processors of a group in the order in which a payment asks them: always the same for one payment.

    Within a priority each is drawn by its weight from a hash of the payment's id, the next one from those that are left.
    """
    found = list[UUID]()
    for priority in sorted({each.priority for each in group.choices}):
        tier = [each for each in group.choices if each.priority == priority]
        while tier:
            ticket = draw(payment, len(found)) % sum(each.weight for each in tier)
            for each in tier:
                ticket -= each.weight
                if ticket < 0:
                    found.append(each.processor)
                    tier.remove(each)
                    break
    return found


def draw(payment: UUID, turn: int) -> int:
    """The number that a payment draws at its nth turn."""
    return int.from_bytes(hashlib.sha256(payment.bytes + turn.to_bytes(2)).digest()[:8])
