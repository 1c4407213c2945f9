"""A merchant's server to send webhooks to: it keeps the hundred newest that arrive, and fails when it is told to."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post, put
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda_sandbox.bodies import read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.store import all_rows, one

_NAMED = 40


class Behaviour(msgspec.Struct, forbid_unknown_fields=True):
    """What it answers from now on, and after how many milliseconds."""

    status: Annotated[int, msgspec.Meta(ge=200, le=599)] = 200
    delay_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 0


@post("/sandbox/hooks/{name:str}")
async def hear(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    _refuse_long(name)
    text = (await request.body()).decode("utf-8", "replace").replace("\x00", "\ufffd")
    headers = {key: value for key, value in request.headers.items() if key.startswith("retaguarda-")}
    async with sandbox_of(request).store.transaction() as connection:
        await connection.execute(
            "insert into sandbox.heard (name, body, headers) values (%(name)s, %(body)s, %(headers)s)",
            {"name": name, "body": text, "headers": Jsonb(headers)},
        )
        await connection.execute(
            "delete from sandbox.heard where name = %(name)s and id <= (select id from sandbox.heard"
            " where name = %(name)s order by id desc offset 100 limit 1)",
            {"name": name},
        )
        found = await one(connection, "select * from sandbox.hearing where name = %(name)s", name=name)
    if found and found["delay_ms"]:
        await asyncio.sleep(found["delay_ms"] / 1000)
    status = found["status"] if found else 200
    return Response(b"ok" if status < 300 else b"told to fail", status_code=status, media_type="text/plain")


@get("/sandbox/hooks/{name:str}")
async def heard(request: Request[Any, Any, Any], name: FromPath[str]) -> list[dict[str, Any]]:
    """What arrived, the newest first: at, body (text, to the letter), headers of ours."""
    async with sandbox_of(request).store.transaction() as connection:
        return await all_rows(
            connection,
            "select at, body, headers from sandbox.heard where name = %(name)s order by id desc limit 100",
            name=name,
        )


@put("/sandbox/hooks/{name:str}")
async def behave(request: Request[Any, Any, Any], name: FromPath[str]) -> Behaviour:
    json_only(request)
    _refuse_long(name)
    body = await read(request, Behaviour, "RequisicaoInvalida", "webhook")
    async with sandbox_of(request).store.transaction() as connection:
        await connection.execute(
            "insert into sandbox.hearing (name, status, delay_ms) values (%(name)s, %(status)s, %(delay)s)"
            " on conflict (name) do update set status = excluded.status, delay_ms = excluded.delay_ms",
            {"name": name, "status": body.status, "delay": body.delay_ms},
        )
    return body


def _refuse_long(name: str) -> None:
    if len(name) > _NAMED or not name.isascii() or not name.isprintable():
        raise Problem("RequisicaoInvalida", detail=f"a name has at most {_NAMED} ASCII characters")


ROUTES = (hear, heard, behave)
