"""Commands on routes: write a version, ask for its simulation, approve another person's, activate one."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.rule_groups import refuse_problems
from retaguarda.foundation.rule_versions import VersionRow
from retaguarda.payout_engine.draw_route import RouteGroup
from retaguarda.payouts.routing.check_groups import problems
from retaguarda.payouts.routing.model import SIMULATION_DAYS, PayoutRoutes, PayoutSimulation, RoutesChange, RoutesInput
from retaguarda.payouts.routing.queries import VERSIONS, processors_of, routes_fields, routes_state, simulation_of
from retaguarda.payouts.routing.tables import HOUSE_FACTOR, ROUTES

WRITE = Permission.PAYOUT_RULE_WRITE
#: The event that the worker follows.
ASKED = "payouts:routes:simulate"


async def _create(tx: Tx, principal: Principal, given: RoutesInput, path: Mapping[str, str]) -> Done:
    await _check(tx, given.groups)
    return _done(await VERSIONS.insert(tx, principal, given.name, given.groups), principal)


async def _change(tx: Tx, principal: Principal, given: RoutesChange, path: Mapping[str, str]) -> Done:
    before = await VERSIONS.locked(tx, path, "draft")
    await _check(tx, given.groups)
    return _done(await VERSIONS.change(tx, principal, before, given.revision, given.name, given.groups), principal)


async def _approve(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Approve somebody else's version, if its simulation ran on exactly these rules."""
    before = await VERSIONS.locked(tx, path, "draft")
    simulation = await simulation_of(tx, before.id, before.revision)
    if simulation is None or simulation.status != "done":
        raise ApiError(409, "simulation_missing", "run a simulation of exactly this version first")
    return _done(await VERSIONS.approve(tx, principal, before), principal)


async def _activate(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Activate a version: it routes from the next order on. What was ordered stays where it is."""
    row, last = await VERSIONS.activate(tx, principal, path)
    return _done(row, principal, last=last)


async def _discard(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    return _done(await VERSIONS.discard(tx, principal, await VERSIONS.locked(tx, path, "draft")), principal)


async def _simulate(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    version = await VERSIONS.locked(tx, path, "draft", "approved", "active", "retired")
    await tx.execute("select pg_advisory_xact_lock(hashtext('payout_route_simulation'))")
    values = {
        "id": uuid7(),
        "version": version.id,
        "revision": version.revision,
        "days": SIMULATION_DAYS,
        "by": principal.email,
    }
    asked = msgspec.convert(await tx.one(_ASK, values), PayoutSimulation, strict=False)
    data = {"name": f"{version.number} · {version.name}", "number": asked.number, "simulation": str(asked.id)}
    return Done(str(version.id), asked, data)


_ASK = """
    insert into payout_route_simulation (id, number, version_id, revision, from_at, until_at, asked_by)
    select %(id)s, coalesce(max(number), 0) + 1, %(version)s, %(revision)s, now() - make_interval(days => %(days)s), now(), %(by)s
      from payout_route_simulation
    returning id, number, version_id, revision, from_at, until_at, status, payments, report, milliseconds, asked_by, asked_at, ended_at
"""


async def _check(tx: Tx, groups: Sequence[RouteGroup]) -> None:
    refuse_problems(problems(groups, {each.id for each in await processors_of(tx)}))


def _done(row: VersionRow, principal: Principal, **extra: Any) -> Done:
    data = {"number": row.number, "name": f"{row.number} · {row.name}", "groups": len(row.groups), **extra}
    return Done(str(row.id), PayoutRoutes(**routes_fields(row, principal)), data)


def _on_routes(
    action: str,
    summary: str,
    apply: Any,
    *,
    shape: type[Any] = Nothing,
    answers: Any = PayoutRoutes,
    approvable: bool = False,
) -> Command[Any]:
    return Command(
        name=f"payouts:routes:{action}",
        method="POST",
        path=f"{ROUTES.path}/{{id:str}}/{action}",
        summary=summary,
        permission=WRITE,
        scope=HOUSE_FACTOR,
        planned=answers is PayoutRoutes,
        input=shape,
        answers=answers,
        apply=apply,
        keyed=False,
        subject=routes_state,
        approvable=approvable,
        shows=named_by("name"),
    )


COMMANDS = (
    Command(
        name="payouts:routes:create",
        method="POST",
        path=ROUTES.path,
        summary="Write a draft of routes for payments",
        permission=WRITE,
        scope=HOUSE_FACTOR,
        planned=True,
        input=RoutesInput,
        answers=PayoutRoutes,
        apply=_create,
        status=201,
    ),
    _on_routes("change", "Change a draft of routes for payments", _change, shape=RoutesChange),
    _on_routes("simulate", "Ask a version of every payment of the last 30 days", _simulate, answers=PayoutSimulation),
    _on_routes("approve", "Agree to routes for payments that somebody else wrote", _approve, approvable=True),
    _on_routes("activate", "Put a version of the routes for payments into force", _activate, approvable=True),
    _on_routes("discard", "Drop a draft of routes for payments", _discard),
)
