"""Where a charge goes, whatever way it comes to be: alone, as a line of a batch, by a static code, with a recurrence.

What is about to be written is written under the rules in force, or asked about again: other rules may hold than this process knew.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from retaguarda.foundation.database import Row, Tx
from retaguarda.payin.rules import active_rules
from retaguarda.payin.rules.active_rules import Active, Asked
from retaguarda.payin.rules.evaluate_charge import Decision

#: Writes a row by ``wanted`` and ``rules`` of pix_connection_by(), with ``rule`` and ``held``; None: it wrote nothing.
Write = Callable[[dict[str, Any]], Awaitable[Row | None]]


async def write_routed(tx: Tx, asked: Asked, write: Write) -> tuple[Row | None, dict[str, Any]]:
    """The row as it was written, and what its event tells of the rules; no row where no processor may have it.

    Raises:
        ApiError: 409 ``blocked_by_rule``.
    """
    while True:
        rules = active_rules.known()
        decision = await active_rules.decide(tx, rules, asked)
        row = await write(columns_of(rules, decision))
        # Without one other rules may be in force than this process knew.
        if row is not None or not await active_rules.renewed(tx, rules):
            return row, told_of(rules, decision)


async def connection_for(tx: Tx, asked: Asked) -> tuple[Row | None, dict[str, Any]]:
    """``id`` and ``name`` of the processor for what is agreed on once and used for long, and what its event tells of the rules.

    Raises:
        ApiError: 409 ``blocked_by_rule``.
    """

    async def choose(chosen: dict[str, Any]) -> Row | None:
        return await tx.one(
            "select id, name from pix_connection_by(%(company)s, %(amount)s, %(wanted)s, %(rules)s)",
            chosen | {"company": asked.company, "amount": asked.amount},
        )

    return await write_routed(tx, asked, choose)


async def ruled(tx: Tx, asked: Asked) -> Decision:
    """What the rules in force say of what has its processor already: a payment of a static code, the charge of a cycle."""
    await active_rules.renewed(tx, active_rules.known())
    (decision,) = await active_rules.met(tx, active_rules.known(), [asked])
    return decision


def columns_of(rules: Active, decision: Decision) -> dict[str, Any]:
    return {
        "wanted": decision.processor,
        "rules": rules.id,
        "rule": decision.name,
        "held": decision.action == "review",
    }


def told_of(rules: Active, decision: Decision) -> dict[str, Any]:
    return {"rule": decision.name, "rules": rules.number} if decision.name else {}
