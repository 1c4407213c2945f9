"""Commands on franchise units."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT, of_subject, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.payouts.franchises.add_unit import add_unit, add_units, read_file, terms_of
from retaguarda.payouts.franchises.change_members import (
    add_destination,
    add_owner,
    remove_destination,
    remove_owner,
    unit_done,
)
from retaguarda.payouts.franchises.model import (
    BudgetMove,
    DestinationRemoval,
    Imported,
    OwnerInput,
    OwnerRemoval,
    Unit,
    UnitChange,
    UnitDestinationInput,
    UnitFile,
    UnitInput,
)
from retaguarda.payouts.franchises.queries import lock_unit, of_unit, unit_standing
from retaguarda.payouts.franchises.tables import FRANCHISES

WRITE = Permission.PAYOUT_FRANCHISES_WRITE


async def _add(tx: Tx, principal: Principal, given: UnitInput, path: Mapping[str, str]) -> Done:
    unit = await add_unit(tx, principal, given)
    return await unit_done(tx, principal.chosen(), unit)


async def _import(tx: Tx, principal: Principal, given: UnitFile, path: Mapping[str, str]) -> Done:
    units = await add_units(tx, principal, await read_file(tx, principal.chosen(), given.content))
    return Done("file", Imported(units), {"name": str(units), "units": units})


async def _shows_unit(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a new unit: whose it is, under which contract, and what it may spend."""
    unit: Unit = done.result
    facts: dict[str, Any] = {
        "name": unit.name,
        "unit_document": unit.document,
        "contract": unit.contract,
        "valid_from": unit.valid_from.isoformat(),
        "valid_to": unit.valid_to and unit.valid_to.isoformat(),
        "royalty": unit.royalty,
        "budget": unit.budget,
    }
    return plan_summary(unit.name, {name: value for name, value in facts.items() if value is not None})


async def _shows_file(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    return plan_summary(str(done.data["name"]), {"units": done.data["units"]})


async def _change(tx: Tx, principal: Principal, given: UnitChange, path: Mapping[str, str]) -> Done:
    row = await lock_unit(tx, principal.chosen(), path_id(path))
    printable("reason", given.reason)
    await _update(tx, row.company_id, row.id, terms_of(given, row.currency))
    return await unit_done(tx, row.company_id, row.id)


async def _suspend(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    row = await lock_unit(tx, principal.chosen(), path_id(path))
    if row.status == "suspended":
        raise ApiError(409, "unit_suspended", "this unit is suspended")
    why = printable("reason", given.reason)
    await _update(tx, row.company_id, row.id, {"status": "suspended", "reason": why})
    return await unit_done(tx, row.company_id, row.id)


async def _reactivate(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    row = await lock_unit(tx, principal.chosen(), path_id(path))
    if row.status == "active":
        raise ApiError(409, "unit_active", "this unit is not suspended")
    printable("reason", given.reason)
    await _update(tx, row.company_id, row.id, {"status": "active", "reason": None})
    return await unit_done(tx, row.company_id, row.id)


async def _move_budget(tx: Tx, principal: Principal, given: BudgetMove, path: Mapping[str, str]) -> Done:
    company, source = principal.chosen(), path_id(path)
    if given.to == source:
        raise invalid_field("to", "unit_same", "to is the same unit")
    printable("reason", given.reason)
    # In one order, whichever way round two moves go.
    rows = {unit: await lock_unit(tx, company, unit) for unit in sorted((source, given.to))}
    giver, taker, amount = rows[source], rows[given.to], given.amount.amount
    if giver.budget is None or taker.budget is None:
        raise ApiError(409, "unit_without_budget", "only a unit with a budget gives or takes of it")
    if given.amount.currency != giver.currency or giver.currency != taker.currency:
        raise invalid_field("amount", "currency_other", "the budgets are in other currencies")
    if amount < 1 or giver.budget - amount < giver.spent:
        raise invalid_field("amount", "unit_budget_short", "the unit has not so much left this month")
    await _update(tx, company, source, {"budget": giver.budget - amount})
    await _update(tx, company, given.to, {"budget": taker.budget + amount})
    return await unit_done(tx, company, source, to=taker.name, amount=amount)


async def _update(tx: Tx, company: int, unit: UUID, columns: Mapping[str, Any]) -> None:
    sets = ", ".join(f"{name} = %({name})s" for name in columns)
    await tx.execute(
        f"update franchise_unit set {sets} where company_id = %(company)s and id = %(id)s",
        {**columns, "company": company, "id": unit},
    )


_one = partial(
    Command,
    method="POST",
    permission=WRITE,
    scope=with_second_factor(of_subject(of_unit)),
    planned=True,
    answers=Unit,
    approvable=True,
    shows=named_by("name"),
    subject=unit_standing,
    keyed=False,
)


def _on_unit(action: str, summary: str, apply: Any, shape: type[Any]) -> Command[Any]:
    return _one(
        name=f"payouts:franchise:{action}",
        path=f"{FRANCHISES.path}/{{id:str}}/{action.replace('_', '-')}",
        summary=summary,
        input=shape,
        apply=apply,
    )


_new = partial(
    Command,
    method="POST",
    permission=WRITE,
    scope=with_second_factor(MERCHANT),
    planned=True,
    approvable=True,
    status=201,
)

COMMANDS: tuple[Command[Any], ...] = (
    _new(
        name="payouts:franchise:add",
        path=FRANCHISES.path,
        summary="Add a unit that the merchant pays through",
        input=UnitInput,
        answers=Unit,
        apply=_add,
        shows=_shows_unit,
    ),
    _new(
        name="payouts:franchise:import",
        path=f"{FRANCHISES.path}/import",
        summary="Add all units of a file, or none",
        input=UnitFile,
        answers=Imported,
        apply=_import,
        shows=_shows_file,
    ),
    _on_unit("change", "Change the contract, the royalty or the budget of a unit", _change, UnitChange),
    _on_unit("suspend", "Suspend a unit: nothing is paid to its accounts", _suspend, ReasonInput),
    _on_unit("reactivate", "Let a suspended unit be paid again", _reactivate, ReasonInput),
    _one(
        name="payouts:franchise:move_budget",
        path=f"{FRANCHISES.path}/{{id:str}}/move-budget",
        summary="Give a part of this month's budget to another unit",
        input=BudgetMove,
        apply=_move_budget,
        keyed=True,
    ),
    _on_unit("add_owner", "Add an owner of a unit", add_owner, OwnerInput),
    _on_unit("remove_owner", "Remove an owner of a unit", remove_owner, OwnerRemoval),
    _on_unit("add_destination", "Add a bank account at which a unit is paid", add_destination, UnitDestinationInput),
    _on_unit("remove_destination", "Take a bank account away from a unit", remove_destination, DestinationRemoval),
)
