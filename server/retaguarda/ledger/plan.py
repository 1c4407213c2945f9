"""Plans a Command: runs it in a transaction, compares before and after, and rolls back.

So a plan is exact: it runs the Command's own code under every rule of the database, and nothing of it stays.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done, canonical_input, command_route, intent_of
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import Change, PlanFact, PlanSummary, changes, fields_of
from retaguarda.foundation.errors import RecordedRefusal
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import Access, Intent, Principal, Request, Response, Route, json_response

#: The plan ignores accounts beyond this many; a merchant has a handful.
_ACCOUNT_LIMIT = 200


class BalanceChange(msgspec.Struct):
    """A merchant's account whose balance would change. ``posted`` less ``held`` is available."""

    account: str
    posted_before: Money
    posted_after: Money
    held_before: Money
    held_after: Money


class CommandPlan(msgspec.Struct):
    """``hash`` is equal for equal effects: same input on the same state, whoever asks and whenever.

    ``about`` and ``facts`` describe it in names; empty where the Command has none.
    """

    command: str
    merchant: int
    changes: list[Change]
    balances: list[BalanceChange]
    hash: str
    about: str = ""
    facts: list[PlanFact] = []


class PlanShown(CommandPlan):
    """The plan for a form. ``needs_approval``: others would have to approve first, at least ``approvals`` people."""

    needs_approval: bool = False
    approvals: int = 0


class _RehearsalDone(Exception):
    """Carries the plan out of the transaction and makes it roll back."""

    def __init__(self, plan: PlanShown) -> None:
        self.plan = plan


def command_routes(commands: Iterable[Command[Any]], access: Access) -> list[Route]:
    """The routes of Commands, and of the plans of those that have one; a form needs both, so both take the same permission."""
    all_commands = list(commands)
    return [
        *(command_route(command, access) for command in all_commands),
        *(plan_route(command, access) for command in all_commands if command.planned),
    ]


def plan_route(command: Command[Any], access: Access) -> Route:
    scoped = command.scope.over(access)

    async def handler(request: Request) -> Response:
        intent = intent_of(command, request)
        try:
            async with scoped.open(request, command.permission) as (tx, principal):
                approvals = await scoped.gate.asks(command, intent, tx, principal) if scoped.gate else 0
                plan, _ = await rehearse(command, tx, principal, intent)
                raise _RehearsalDone(
                    PlanShown(**msgspec.structs.asdict(plan), needs_approval=approvals > 0, approvals=approvals)
                )
        except _RehearsalDone as done:
            return json_response(done.plan)
        except RecordedRefusal as refusal:
            # A form asks for the plan first: whoever is refused there has tried, and gets no further.
            async with scoped.open(request, command.permission) as (tx, _):
                await tx.execute(refusal.record, refusal.values)
            raise

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


async def rehearse(command: Command[Any], tx: Tx, principal: Principal, intent: Intent) -> tuple[CommandPlan, Done]:
    """Applies the Command and returns its plan and result. The caller rolls the transaction back.

    Raises:
        ApiError: whatever the Command refuses.
    """
    company = principal.chosen()
    fields, accounts = await _fields(command, tx, principal, intent.path), await _accounts(tx, company)
    done = await command.apply(tx, principal, intent.input, intent.path)
    # Check deferred constraints now: a real run would check them at commit.
    await tx.execute("set constraints all immediate")
    changed = changes(fields, await _fields(command, tx, principal, intent.path))
    balances = _balances(accounts, await _accounts(tx, company))
    summary = await command.shows(tx, principal, done) if command.shows else PlanSummary("", [])
    effect = _hash(canonical_input(command, intent), changed, balances, summary.facts)
    return CommandPlan(command.name, company, changed, balances, effect, summary.about, summary.facts), done


async def _fields(command: Command[Any], tx: Tx, principal: Principal, path: Mapping[str, str]) -> dict[str, Any]:
    return fields_of(await command.subject(tx, principal, path) if command.subject else None)


async def _accounts(tx: Tx, company: int) -> dict[tuple[str, str], Row]:
    rows = await tx.all(
        "select code, currency, posted, held from ledger_account where company_id = %(company)s and not append_only"
        f" order by code, currency limit {_ACCOUNT_LIMIT}",
        {"company": company},
    )
    return {(row["code"], row["currency"]): row for row in rows}


def _balances(before: Mapping[tuple[str, str], Row], after: Mapping[tuple[str, str], Row]) -> list[BalanceChange]:
    zero = {"posted": 0, "held": 0}
    changed = list[BalanceChange]()
    for account, after_row in after.items():
        before_row = before.get(account, zero)
        if (before_row["posted"], before_row["held"]) != (after_row["posted"], after_row["held"]):
            amounts = (before_row["posted"], after_row["posted"], before_row["held"], after_row["held"])
            sums = (Money(amount, account[1]) for amount in amounts)
            changed.append(BalanceChange(account[0], *sums))
    return changed


def _hash(canonical: bytes, changes: list[Change], balances: list[BalanceChange], facts: list[PlanFact]) -> str:
    """Hashes what moves, not the balances: those change by the minute without changing what is approved."""
    movements = [
        (
            b.account,
            b.posted_after.currency,
            b.posted_after.amount - b.posted_before.amount,
            b.held_after.amount - b.held_before.amount,
        )
        for b in balances
    ]
    return hashlib.sha256(canonical + msgspec.json.encode([changes, movements, facts])).hexdigest()
