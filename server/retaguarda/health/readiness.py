"""Whether this process can serve: it reaches the database, finds the schema it needs, and has the same time."""

import logging
from typing import Literal

import msgspec

from retaguarda.foundation.clock_offset import clock_offset, is_off
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.jobs import STALLED_SECONDS
from retaguarda.foundation.migrate import newest_number
from retaguarda.foundation.request import Request, Response, Route, json_response

log = logging.getLogger("retaguarda.health")


class Alive(msgspec.Struct):
    status: Literal["ok"]


class Ready(msgspec.Struct):
    """``schema``: the database's. ``worker``: one is alive; without any, requests are answered but their jobs wait."""

    status: Literal["ok", "schema_behind", "clock_off"]
    schema: str
    worker: bool


def routes(database: Database) -> list[Route]:
    async def alive(request: Request) -> Response:
        return json_response(Alive("ok"))

    async def ready(request: Request) -> Response:
        async with database.transaction(SYSTEM) as tx:
            row = await tx.one(f"""
                select (select max(number) from schema_migration) as schema,
                       exists (select from procrastinate_workers
                                where last_heartbeat > now() - interval '{STALLED_SECONDS} seconds') as worker
            """)
            offset = await clock_offset(tx)
        assert row is not None
        if row["schema"] < newest_number():
            return json_response(Ready("schema_behind", **row), 503)
        if is_off(offset):
            log.error(
                "the clock of this machine is %+.0f s off the database's: it gets no calls until it is set", offset
            )
            return json_response(Ready("clock_off", **row), 503)
        return json_response(Ready("ok", **row))

    return [
        Route("GET", "/health", "The process runs", alive, public=True, answers=Alive),
        Route(
            "GET",
            "/ready",
            "The process can serve: its database answers and is migrated, and both have the same time",
            ready,
            public=True,
            answers=Ready,
            also=((503, Ready),),
        ),
    ]
