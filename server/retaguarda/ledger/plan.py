"""What a Command would do, exactly: it is done in a transaction, looked at, and rolled back.

A plan is never a guess written beside the Command: it is the Command's own doing, with every rule of the database
kept, and nothing of it stays.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done, canonical_input, command_route
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import Change, PlanFact, PlanSummary, changes, fields_of
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response

#: Of more accounts than this a plan does not tell; a merchant has a handful.
_MOST_ACCOUNTS = 200


class BalanceChange(msgspec.Struct):
    """An account of the merchant that would hold something else. ``posted`` less ``held`` can be moved."""

    account: str
    posted_before: Money
    posted_after: Money
    held_before: Money
    held_after: Money


class CommandPlan(msgspec.Struct):
    """``hash`` is equal for equal effects: of the same input on the same state, by whomever and whenever.

    ``about`` and ``facts`` say in names what it is about; empty where the Command has none to tell.
    """

    command: str
    merchant: int
    changes: list[Change]
    balances: list[BalanceChange]
    hash: str
    about: str = ""
    facts: list[PlanFact] = []


class PlanShown(CommandPlan):
    """The plan as a form asks for it. ``needs_approval``: a second person would have to agree first."""

    needs_approval: bool = False


class _Seen(Exception):
    """Ends the rehearsal, and with it the transaction."""

    def __init__(self, plan: PlanShown) -> None:
        self.plan = plan


def command_routes(commands: Iterable[Command[Any]], access: Access) -> list[Route]:
    """The calls of Commands, and for those that are planned what each would do."""
    listed = list(commands)
    return [
        *(command_route(command, access) for command in listed),
        *(plan_route(command, access) for command in listed if command.planned),
    ]


def plan_route(command: Command[Any], access: Access) -> Route:
    scoped = command.scope.over(access)

    async def handler(request: Request) -> Response:
        body = request.read(command.input)
        try:
            async with scoped.open(request, command.permission) as (tx, principal):
                asks = scoped.gate is not None and await scoped.gate.asks(command, request, tx, principal, body)
                plan, _ = await rehearse(command, tx, principal, body, request)
                raise _Seen(PlanShown(**msgspec.structs.asdict(plan), needs_approval=asks))
        except _Seen as seen:
            return json_response(seen.plan)

    return Route(
        command.method,
        f"{command.path}/plan",
        f"What would happen: {command.summary[:1].lower()}{command.summary[1:]}",
        handler,
        permission=command.permission,
        scope=command.scope,
        body=command.input,
        answers=PlanShown,
    )


async def rehearse(
    command: Command[Any], tx: Tx, principal: Principal, body: Any, request: Request
) -> tuple[CommandPlan, Done]:
    """Applies the Command and tells what came of it, and what it answered. The caller rolls the transaction back.

    Raises:
        ApiError: whatever the Command refuses.
    """
    company = principal.chosen()
    fields, accounts = await _fields(command, tx, principal, request.path_params), await _accounts(tx, company)
    done = await command.apply(tx, principal, body, request.path_params)
    # What the database would say only at the commit, it says now.
    await tx.execute("set constraints all immediate")
    changed = changes(fields, await _fields(command, tx, principal, request.path_params))
    balances = _balances(accounts, await _accounts(tx, company))
    shown = await command.shows(tx, principal, done) if command.shows else PlanSummary("", [])
    effect = _hash(canonical_input(command, request), changed, balances, shown.facts)
    return CommandPlan(command.name, company, changed, balances, effect, shown.about, shown.facts), done


async def _fields(command: Command[Any], tx: Tx, principal: Principal, path: Mapping[str, str]) -> dict[str, Any]:
    return fields_of(await command.subject(tx, principal, path) if command.subject else None)


async def _accounts(tx: Tx, company: int) -> dict[tuple[str, str], Row]:
    rows = await tx.all(
        "select code, currency, posted, held from ledger_account where company_id = %(company)s and not append_only"
        f" order by code, currency limit {_MOST_ACCOUNTS}",
        {"company": company},
    )
    return {(row["code"], row["currency"]): row for row in rows}


def _balances(before: Mapping[tuple[str, str], Row], after: Mapping[tuple[str, str], Row]) -> list[BalanceChange]:
    opened = {"posted": 0, "held": 0}
    changed = list[BalanceChange]()
    for account, now in after.items():
        was = before.get(account, opened)
        if (was["posted"], was["held"]) != (now["posted"], now["held"]):
            sums = (Money(was["posted"]), Money(now["posted"]), Money(was["held"]), Money(now["held"]))
            changed.append(BalanceChange(account[0], *sums))
    return changed


def _hash(asked: bytes, changes: list[Change], balances: list[BalanceChange], facts: list[PlanFact]) -> str:
    """Of what moves, not of where the balance stood: that changes by the minute without changing what is approved."""
    moved = [
        (b.account, b.posted_after.amount - b.posted_before.amount, b.held_after.amount - b.held_before.amount)
        for b in balances
    ]
    return hashlib.sha256(asked + msgspec.json.encode([changes, moved, facts])).hexdigest()
