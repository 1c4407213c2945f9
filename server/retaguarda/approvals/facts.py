"""What a policy's condition may ask about, and whether it holds."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.foundation.call import Who
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.rules import Rule, RuleError
from retaguarda.ledger.plan import CommandPlan

#: ``amount`` in minor units; ``hour`` 0 to 23 and ``weekday`` 1 (Monday) to 7 by the company's clock.
NAMES = frozenset({"amount", "merchant", "hour", "weekday", "maker", "command", "input"})


def amount_of(body: Any, plan: CommandPlan) -> int | None:
    """Minor units: what was asked for, else the largest sum that would move; None where no money does."""
    asked = getattr(body, "amount", None)
    if isinstance(asked, Money | Price):
        return asked.amount
    moved = [
        abs(after.amount - before.amount)
        for balance in plan.balances
        for before, after in (
            (balance.posted_before, balance.posted_after),
            (balance.held_before, balance.held_after),
        )
    ]
    return max(moved, default=None)


def facts(command: str, who: Who, body: Any, amount: int | None, zone: str) -> dict[str, Any]:
    now = datetime.now(UTC).astimezone(ZoneInfo(zone))
    return {
        "amount": amount or 0,
        "merchant": who.chosen(),
        "hour": now.hour,
        "weekday": now.isoweekday(),
        "maker": {"email": who.email, "internal": who.internal},
        "command": command,
        "input": msgspec.to_builtins(body),
    }


def fits(condition: str, known: Mapping[str, Any]) -> bool:
    """A condition that makes no sense of these facts asks for approval: a mistake in it must not open the door."""
    if not condition:
        return True
    try:
        return Rule(condition, NAMES).holds(known)
    except RuleError:
        return True
