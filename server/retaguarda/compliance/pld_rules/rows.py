"""Movements as the rules read them: those that money made, and made-up ones."""

from datetime import datetime
from typing import Literal

import msgspec


class Movement(msgspec.Struct, frozen=True):
    """A settled money fact as one of its two sides sees it. ``us``: microseconds since 1970."""

    movement: str
    known_at: datetime
    us: int
    company_id: int
    subject: str
    name: str | None
    counterparty: str | None
    direction: Literal["in", "out"]
    kind: str
    subject_kind: str
    amount: int
    numbers: list[int | None]


class PlantedMovement(msgspec.Struct, frozen=True):
    """A made-up movement, as the view of movements would show it; it stands in no table."""

    movement: str
    known_at: datetime
    company_id: int
    direction: Literal["in", "out"]
    kind: str
    document: str
    amount: int
    currency: str
