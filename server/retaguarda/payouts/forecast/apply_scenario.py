"""Apply a what-if assumption to a copy of the forecast's world."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.payout_engine.decide_sending import PayingProcessor
from retaguarda.payouts.forecast.model import ClosureInput, WhatIfInput
from retaguarda.payouts.forecast.plan_facts import Closure, Deposit, Purse, World


def apply_scenario(world: World, given: WhatIfInput, company: Callable[[], int], *, staff: bool) -> World:
    """
    Args:
        company: returns the chosen merchant, whose money and limits are supposed to change.

    Raises:
        ApiError: 400 naming the field; 404 for a processor that is unknown, or that a merchant asks about.
    """
    known = {each.id for each in world.processors} if staff else set[UUID]()
    named = {each.processor for each in given.closures if each.processor} | ({given.enable} if given.enable else set())
    if not named <= known:
        raise not_found("processor")
    return replace(
        world,
        closures=[_closure(each) for each in given.closures],
        processors=enabled(world.processors, given.enable),
        deposits=_deposits(world, given, company),
        purses=_lowered(world.purses, given, company),
        directory_seconds=float(given.directory_seconds),
    )


def enabled(processors: Sequence[PayingProcessor], processor: UUID | None) -> list[PayingProcessor]:
    """The processors, of which one gets orders from now on."""
    return [msgspec.structs.replace(each, enabled=each.enabled or each.id == processor) for each in processors]


def _closure(given: ClosureInput) -> Closure:
    if (given.processor is None) == (given.method is None):
        raise invalid_field("closures", "closure_of_one", "name a processor or a method, and not both")
    since, until = _moment("closures", given.since), _moment("closures", given.until)
    if since >= until:
        raise invalid_field("closures", "closure_order", "it ends after it begins")
    return Closure(since, until, given.processor, given.method)


def _deposits(world: World, given: WhatIfInput, company: Callable[[], int]) -> list[Deposit]:
    """What comes in for a merchant; with nothing open, its money lets nothing leave."""
    if given.deposit is None:
        return []
    supposed = Deposit(company(), given.deposit.amount.amount, _moment("deposit", given.deposit.at))
    return [supposed] if supposed.company in world.purses else []


def _lowered(purses: dict[int, Purse], given: WhatIfInput, company: Callable[[], int]) -> dict[int, Purse]:
    """What is supposed of a limit holds where it is lower than the one in force."""
    if given.day_most is None and given.night_most is None:
        return purses
    number, changes = company(), dict[str, int]()
    purse = purses.get(number)
    if purse is None:
        return purses
    for name, now in (("day_most", purse.day_most), ("night_most", purse.night_most)):
        asked = getattr(given, name)
        if asked is not None:
            changes[name] = asked.amount if now is None else min(now, asked.amount)
    return {**purses, number: msgspec.structs.replace(purse, **changes)}


def _moment(field: str, at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ApiError(400, {field: ["moment_invalid"]}, "a moment says its zone, like 2026-11-20T14:30:00-03:00")
    return at.astimezone(UTC)
