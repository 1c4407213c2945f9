"""Routes of the demo's payouts: a second processor with its tariff and limits, a version in force, and a draft beside it."""

import json
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.payouts.costs.jobs import CostBooking
from retaguarda.payouts.processors.commands import COMMANDS as PROCESSOR_COMMANDS
from retaguarda.payouts.routing.run_simulation import Simulations
from retaguarda_demo.run_commands import ask

_WRITER, _APPROVER = "diego@retaguarda.example", "eva@retaguarda.example"
SECOND = "Banco reserva"


def _group(name: str, condition: str, *choices: tuple[UUID, int, int]) -> dict[str, Any]:
    named = [{"processor": str(each), "priority": priority, "weight": weight} for each, priority, weight in choices]
    return {"name": name, "condition": condition, "choices": named}


async def load_routes(app: App, owner_url: str) -> None:
    """Nothing where the demo is connected to no bank of the sandbox."""
    async with app.database.transaction(SYSTEM) as tx:
        first: UUID | None = await tx.value(
            "select id from payout_processor where adapter = 'envio' and settings_name is not null order by created_at limit 1"
        )
    if first is None:
        return
    second = _beside(owner_url, first)
    by_name = {command.name: command for command in PROCESSOR_COMMANDS}
    for processor, fixed, percent in ((first, 35, "0"), (second, 10, "0.05")):
        terms = {"method": "pix", "fixed": {"amount": fixed}, "percent": percent, "valid_from": str(today(BRASILIA))}
        version = await _version(app, processor)
        await ask(app, by_name["payouts:processor:charge"], terms | {"version": version}, id=str(processor))
    limits = {"payment_most": {"amount": 5_000_000}, "day_most": {"amount": 100_000_000}, "day_count_most": 20_000}
    version = await _version(app, second)
    await ask(app, by_name["payouts:processor:limit"], limits | {"version": version}, id=str(second))
    in_force = [
        _group("Valores altos", "amount >= 500000", (first, 1, 1), (second, 2, 1)),
        _group("Pix dividido", 'method == "pix"', (first, 1, 70), (second, 1, 30)),
    ]
    draft = [_group("Noite pelo reserva", "hour >= 20 || hour < 6", (second, 1, 1), (first, 2, 1)), *in_force]
    for simulation in _write(owner_url, in_force, draft):
        await Simulations(app.database).run(str(simulation))
    await CostBooking(app.database).run()


async def _version(app: App, processor: UUID) -> int:
    async with app.database.transaction(SYSTEM) as tx:
        return await tx.value("select version from payout_processor where id = %(id)s", {"id": processor})


def _beside(owner_url: str, first: UUID) -> UUID:
    """A second account at the bank of the first, as if it had been connected and tested. What was sent before there were processors went
    through the first one."""
    second = uuid7()
    with psycopg.connect(owner_url) as connection:
        connection.execute(
            "insert into payout_processor (company_id, id, name, adapter, methods, priority, ispb, base_url, token_url, client_id,"
            " client_secret, pix_key, enabled, ready, believed, tested_at, tested_ms)"
            " select company_id, %(second)s, %(name)s, adapter, methods, 300, ispb, base_url, token_url, client_id, client_secret,"
            " 'reserva@retaguarda.example', true, true, true, now(), 97 from payout_processor where id = %(first)s",
            {"second": second, "name": SECOND, "first": first},
        )
        connection.execute("alter table payout_order disable trigger payout_order_moves")
        connection.execute(
            "update payout_order set processor_id = %s where processor_id is null and payout_id is not null", [first]
        )
        connection.execute("alter table payout_order enable trigger payout_order_moves")
    return second


def _write(owner_url: str, in_force: list[dict[str, Any]], draft: list[dict[str, Any]]) -> list[UUID]:
    """As if staff had written and agreed to them; return the simulations that are asked for."""
    versions = [uuid7(), uuid7()]
    with psycopg.connect(owner_url) as connection:
        connection.execute(
            "insert into payout_route_version (id, number, name, status, groups, writers, written_by, approver, approved_by, approved_at,"
            " activated_by, activated_at, created_at, updated_at)"
            " select %(id)s, 1, 'Dois bancos', 'active', %(groups)s::jsonb, array[w.id], w.email, a.id, a.email, now() - interval '1 minute',"
            " w.email, now(), now() - interval '2 minutes', now() - interval '2 minutes'"
            " from person w, person a where w.email = %(writer)s and a.email = %(approver)s",
            {"id": versions[0], "groups": json.dumps(in_force), "writer": _WRITER, "approver": _APPROVER},
        )
        connection.execute(
            "insert into payout_route_version (id, number, name, groups, writers, written_by)"
            " select %(id)s, 2, 'Noite mais barata', %(groups)s::jsonb, array[w.id], w.email from person w where w.email = %(writer)s",
            {"id": versions[1], "groups": json.dumps(draft), "writer": _WRITER},
        )
        found = list[UUID]()
        for number, version in enumerate(versions, 1):
            found.append(uuid7())
            connection.execute(
                "insert into payout_route_simulation (id, number, version_id, revision, from_at, until_at, asked_by)"
                " values (%s, %s, %s, 1, now() - interval '30 days', now(), %s)",
                [found[-1], number, version, _WRITER],
            )
    return found
