"""API shapes of the money trail, and its limits."""

from datetime import datetime
from typing import Literal, get_args

import msgspec

from retaguarda.foundation.money import Money

Course = Literal["onward", "back"]
COURSES: tuple[Course, ...] = get_args(Course)

#: Steps from the subject, and parties that one of them leads to, and that one step shows.
HOPS, MOST_PARTIES = 4, 20
#: Movements that are read of the subject, and of each party after it: so many at first, and more where they leave money over.
SUBJECT_READ, PARTY_READ, FIRST_READ = 1_000, 100, 24
#: Days around the movements that an alert is about.
DAYS, MOST_DAYS = 30, 180


class MoneyParty(msgspec.Struct):
    """Somebody on the trail. ``layer``: steps from the subject, which stands at 0.

    Args:
        id: its place in the trail's list of parties.
        document: masked; None: nobody knows who it was.
        company_id: of a merchant.
        entered: what reached it along the trail; of the subject, what set out.
        followed: of that, what went on to others.
        again: the layer at which it stands already; it is not followed a second time.
        more: parties that it leads to and that are not shown, with what went to them.
        at_least: more movements than were read; then ``more`` and the sums are at least so much.
    """

    id: int
    layer: int
    kind: Literal["merchant", "person", "company", "unknown"]
    name: str | None
    document: str | None
    company_id: int | None
    entered: Money
    followed: Money
    again: int | None
    more: int
    more_amount: Money
    at_least: bool


class MoneyFlow(msgspec.Struct):
    """What went between two parties along the trail, seen from the subject outwards.

    Args:
        amount: of the subject's money, at most.
        moved: of all that these movements carried.
    """

    source: int
    target: int
    amount: Money
    moved: Money
    movements: int
    first_at: datetime
    last_at: datetime


class MoneyTrail(msgspec.Struct):
    """``course``: onward, where money went; back, where it came from. ``since`` and ``until``: the movements it looks at."""

    course: Course
    days: int
    since: datetime
    until: datetime
    parties: list[MoneyParty]
    flows: list[MoneyFlow]
