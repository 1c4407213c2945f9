"""The facts that a policy's condition may use, and its evaluation."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.foundation.conditions import Rule, RuleError
from retaguarda.foundation.money import BRL, LARGEST, Money, Price
from retaguarda.foundation.request import Principal
from retaguarda.ledger.plan import CommandPlan

#: ``amount`` in minor units; ``today``: with it, what the merchant has moved by this Command on this day
#: (amount_today.py); ``hour`` 0 to 23 and ``weekday`` 1 (Monday) to 7 by the company's clock.
NAMES = frozenset({"amount", "today", "merchant", "hour", "weekday", "maker", "command", "input"})


def amount_of(body: Any, plan: CommandPlan, event_data: Mapping[str, Any]) -> Money | None:
    """Return the amount that was requested, else all that would move; None where no money moves or the amount is unknown.

    Take the largest total of one currency: one amount may be drawn from the balances of several recipients. Only the event
    knows what moves later, or on the accounts of another company; it is in reais unless it says otherwise.

    Args:
        event_data: the data of the Command's event.
    """
    requested = getattr(body, "amount", None)
    if isinstance(requested, Money | Price):
        return Money(requested.amount, requested.currency)
    values = [Money(_moved(plan, currency), currency) for currency in _currencies(plan)]
    if isinstance(event_data.get("amount"), int):
        values.append(Money(event_data["amount"], event_data.get("currency", BRL)))
    return max(values, key=lambda each: each.amount, default=None)


def _currencies(plan: CommandPlan) -> list[str]:
    return sorted({each.posted_after.currency for each in plan.balances})


def _moved(plan: CommandPlan, currency: str) -> int:
    """Return the largest sum of one direction in minor units: what comes, goes, is held or is released."""
    balances = [each for each in plan.balances if each.posted_after.currency == currency]
    posted = [each.posted_after.amount - each.posted_before.amount for each in balances]
    held = [each.held_after.amount - each.held_before.amount for each in balances]
    return max(
        sum(change for change in changes if change * sign > 0) * sign for changes in (posted, held) for sign in (1, -1)
    )


def condition_amount(body: Any, amount: Money | None, event_data: Mapping[str, Any]) -> int:
    """Return the amount that a condition compares: the largest possible where all of a future balance may move."""
    if amount is not None:
        return amount.amount
    return LARGEST if getattr(body, "amount", ...) is None or event_data.get("amount", ...) is None else 0


def facts(command: str, principal: Principal, body: Any, weight: int, before: int, zone: str) -> dict[str, Any]:
    """Build the facts of a condition. ``weight``: as weight_of() returns it; ``before``: minor units moved earlier
    today."""
    now = datetime.now(UTC).astimezone(ZoneInfo(zone))
    return {
        "amount": weight,
        "today": before + weight,
        "merchant": principal.chosen(),
        "hour": now.hour,
        "weekday": now.isoweekday(),
        "maker": {"email": principal.email, "internal": principal.internal},
        "command": command,
        "input": msgspec.to_builtins(body),
    }


def condition_holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Evaluate a condition. An error in it requires approval: a mistake must not let a Command pass."""
    if not condition:
        return True
    try:
        return Rule(condition, NAMES).holds(values)
    except RuleError:
        return True
