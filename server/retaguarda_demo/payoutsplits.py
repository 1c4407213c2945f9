"""Splits of payouts of the demo: one that is active and has run, one that is approved, a draft, and a version that is retired."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.payouts.batches.commands import commands as batch_commands
from retaguarda.payouts.batches.submit_batch import SUBMIT
from retaguarda.payouts.splits.commands import DECIDE, DRAFT, RUN, commands
from retaguarda_demo.recipients import CLAY, COURIER, MARTA
from retaguarda_demo.run_commands import do

MERCHANT, MAKER, CHECKER, PAYER = 2, "diego@retaguarda.example", "eva@retaguarda.example", "bruno@merchant.example"


def _percent(value: int, recipient: object) -> dict[str, Any]:
    return {"kind": "percent", "value": value, "recipient": str(recipient)}


_WORKSHOP = {"parts": [_percent(333, CLAY), _percent(333, MARTA)], "rounding": str(CLAY)}
_RULES: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({"name": "Oficinas parceiras", "source": "day", "split": _WORKSHOP, "rhythm": "by_hand"}, "retire"),
    (
        {
            "name": "Oficinas parceiras",
            "source": "day",
            "split": _WORKSHOP
            | {"parts": [*_WORKSHOP["parts"], {"kind": "fixed", "value": 4_500, "recipient": str(COURIER)}]},
            "least": {"amount": 1_000},
            "rhythm": "daily",
        },
        "activate",
    ),
    (
        {
            "name": "Sobra do mês",
            "source": "balance",
            "split": {"parts": [_percent(2_000, MARTA)]},
            "floor": {"amount": 5_000_000},
            "rhythm": "monthly",
            "month_day": 31,
        },
        "approve",
    ),
    (
        {
            "name": "Entregas da semana",
            "source": "day",
            "split": {"parts": [_percent(150, COURIER)]},
            "rhythm": "weekly",
            "weekday": 5,
        },
        "",
    ),
)


async def bring_splits(database: Database, keys: Keys) -> None:
    """Draft and decide; the active one runs twice: what one run brought is submitted, what the other brought was cancelled."""
    made = list[str]()
    for number, (body, ends) in enumerate(_RULES):
        replaced = {"replaces": made[0]} if number == 1 else {}
        row = await _do(database, MAKER, DRAFT, {**body, **replaced}, f"{number}")
        made.append(row["id"])
        steps = ("approve", "activate", "retire")
        for step in steps[: steps.index(ends) + 1] if ends else ():
            who = CHECKER if step == "approve" else MAKER
            await _do(database, who, DECIDE, {"decision": step}, f"{number}:{step}", made[-1])
    (run,) = (command for command in commands(keys) if command.name == RUN)
    ways = {command.name: command for command in batch_commands(keys)}
    try:
        first = await _do(database, MAKER, run, {}, "first", made[1])
    except ApiError as error:
        if error.message != "split_nothing_due":
            raise
        return  # In a small trial the merchant has no more than what a run leaves.
    await _do(database, PAYER, ways["payouts:payout_batch:cancel"], {}, "cancel", first["batch_id"])
    second = await _do(database, MAKER, run, {}, "second", made[1])
    async with database.transaction(Scope((MERCHANT,))) as tx:
        plan = await tx.value("select plan_hash from payout_batch where id = %(id)s", {"id": second["batch_id"]})
        total = await tx.value("select amount + fee from payout_batch where id = %(id)s", {"id": second["batch_id"]})
    body = {"plan": plan, "total": {"amount": total}}
    await _do(database, PAYER, ways[SUBMIT], body, "submit", second["batch_id"])


async def _do(database: Database, who: str, command: Any, body: Mapping[str, Any], key: str, at: str = "") -> Any:
    path = {"id": at} if at else {}
    return await do(database, who, MERCHANT, command, body, key=f"split:{key}", path=path, two_factor=True)
