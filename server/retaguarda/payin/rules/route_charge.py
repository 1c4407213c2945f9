"""Routes a charge to a processor by the rules, however it comes to be: single, in a batch, by a static code, with a
recurrence.

The caller's statement writes only under the active rules; when this process knew others, it loads the rules and
evaluates again.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.rules import active_rules
from retaguarda.payin.rules.active_rules import ActiveRules, RuleInput
from retaguarda.payin.rules.evaluate_charge import Decision

#: Writes a row by ``wanted`` and ``rules`` of pix_connection_by(), with ``rule`` and ``held``; None when it wrote
#: nothing.
W = TypeVar("W")
Write = Callable[[dict[str, Any]], Awaitable[W | None]]


async def write_routed(tx: Tx, rule_input: RuleInput, write: Write[W]) -> tuple[W | None, dict[str, Any]]:
    """Write a row by the rules; return it, None where no processor may have it, and the rules' data for its event.

    Raises:
        ApiError: 409 ``blocked_by_rule``.
    """
    while True:
        rules = active_rules.cached_rules()
        decision = await active_rules.evaluate(tx, rules, rule_input)
        row = await write(columns_of(rules, decision))
        # No row may mean that other rules are active than this process knew.
        if row is not None or not await active_rules.refresh(tx, rules):
            return row, event_data(rules, decision)


class Routed(msgspec.Struct):
    """The processor that the rules route something to."""

    id: UUID
    name: str


async def connection_for(tx: Tx, rule_input: RuleInput) -> tuple[Routed | None, dict[str, Any]]:
    """Choose the processor of something long-lived; return it with the rules' data for its
    event.

    Raises:
        ApiError: 409 ``blocked_by_rule``.
    """

    async def choose(chosen: dict[str, Any]) -> Routed | None:
        return await fetch_one(
            tx,
            Routed,
            "select id, name from pix_connection_by(%(company)s, %(amount)s, %(wanted)s, %(rules)s)",
            chosen | {"company": rule_input.company, "amount": rule_input.amount},
        )

    return await write_routed(tx, rule_input, choose)


async def evaluate_rules(tx: Tx, rule_input: RuleInput) -> Decision:
    """Evaluate the active rules for a charge whose processor is fixed: a static code's, or a recurring one."""
    await active_rules.refresh(tx, active_rules.cached_rules())
    (decision,) = await active_rules.evaluate_many(tx, active_rules.cached_rules(), [rule_input])
    return decision


def columns_of(rules: ActiveRules, decision: Decision) -> dict[str, Any]:
    return {
        "wanted": decision.processor,
        "rules": rules.id,
        "rule": decision.name,
        "held": decision.action == "review",
    }


def event_data(rules: ActiveRules, decision: Decision) -> dict[str, Any]:
    return {"rule": decision.name, "rules": rules.number} if decision.name else {}
