"""Reads versions of routes and their simulations, and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.rule_versions import RuleVersions, VersionRow
from retaguarda.foundation.typed_rows import fetch_all, struct_fields
from retaguarda.payout_engine.draw_route import RouteGroup
from retaguarda.payouts.routing.model import PaymentRoute, PayoutRoutes, PayoutSimulation, RouteProcessor, RoutesState

VERSIONS = RuleVersions("payout_route_version")


async def of_routes(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payout_route_version where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


def groups_of(row: VersionRow) -> list[RouteGroup]:
    return msgspec.convert(row.groups, list[RouteGroup], strict=False)


def routes_fields(row: VersionRow, principal: Principal) -> dict[str, Any]:
    return struct_fields(PayoutRoutes, row, groups=groups_of(row), may_approve=principal.person_id not in row.writers)


async def routes_state(tx: Tx, principal: Principal, path: Mapping[str, str]) -> RoutesState | None:
    row = await VERSIONS.find(tx, path_id(path))
    if row is None:
        return None
    names = {each.id: each.name for each in await processors_of(tx)}
    return RoutesState(row.name, row.status, [_said(group, names) for group in groups_of(row)])


def _said(group: RouteGroup, names: Mapping[UUID, str]) -> str:
    """A group as whoever approves it reads it: condition, then each processor with its priority and weight."""
    choices = ", ".join(
        f"{each.priority}. {names.get(each.processor, each.processor)} ×{each.weight}" for each in group.choices
    )
    return f"{group.name}: {group.condition} → {choices}"


async def processors_of(tx: Tx) -> list[RouteProcessor]:
    return await fetch_all(
        tx,
        RouteProcessor,
        "select id, name, enabled and (certificate_expires_at is null or certificate_expires_at > now()) as usable"
        " from payout_processors_paying() order by priority, created_at",
    )


async def simulation_of(tx: Tx, version: UUID, revision: int) -> PayoutSimulation | None:
    """The newest simulation of exactly this revision."""
    row = await tx.one(_NEWEST, {"version": version, "revision": revision})
    return None if row is None else msgspec.convert(row, PayoutSimulation, strict=False)


async def routes_of(tx: Tx, company: int, payout: UUID) -> list[PaymentRoute]:
    """Where the orders of a payment went, and why; the oldest first."""
    rows = await tx.all(_ROUTES_OF, {"company": company, "payout": payout})
    return msgspec.convert(rows, list[PaymentRoute])


_ROUTES_OF = """
    select o.attempt, coalesce(payout_processor_name(o.processor_id), '') as processor, o.route,
           case when c.amount is not null then jsonb_build_object('amount', c.amount, 'currency', c.currency) end as cost
      from payout_order o
      left join lateral payout_order_cost_of(o.company_id, o.id) c on true
     where o.company_id = %(company)s and o.payout_id = %(payout)s and o.processor_id is not null order by o.attempt
"""
_NEWEST = """
    select id, number, version_id, revision, from_at, until_at, status, payments, report, milliseconds, asked_by, asked_at, ended_at
      from payout_route_simulation where version_id = %(version)s and revision = %(revision)s order by asked_at desc limit 1
"""
