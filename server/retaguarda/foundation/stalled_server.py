"""Give up the connections to a server that stands still, so that who waits on one is told, and the next ones go to who leads now.

A server that is killed closes its connections. One that is frozen, or whose machine is gone, leaves them open: everybody who has one
would wait until the system gives up, a quarter of an hour later. Where the address names several servers, another one leads by then.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import psycopg
from psycopg.conninfo import conninfo_to_dict

#: Seconds between two looks, until a look without an answer is one too many, and for which a new connection is waited for.
LOOK_S, STILL_S, CONNECT_S = 2.0, 6.0, 5
#: Of this process, to any server.
living: WeakSet[psycopg.AsyncConnection[Any]] = WeakSet()

Connect = Callable[[], Awaitable[psycopg.AsyncConnection[Any]]]


def one_of_several_leads(url: str) -> bool:
    """Whether the address names several servers, of which the one that takes writes is meant."""
    named = conninfo_to_dict(url)
    several = any("," in str(named.get(name) or "") for name in ("host", "hostaddr"))
    return several and named.get("target_session_attrs") in ("read-write", "primary")


def patience(url: str) -> dict[str, Any]:
    """How long to wait for a connection to one of several servers; psycopg itself waits two minutes for each."""
    return {"connect_timeout": CONNECT_S} if one_of_several_leads(url) and "connect_timeout" not in url else {}


async def watch(connect: Connect, look_s: float = LOOK_S, still_s: float = STILL_S) -> None:
    """Ask over a connection of its own, until it is cancelled; where no answer comes, give up all that this process has."""
    while True:
        with suppress(psycopg.Error, OSError):
            connection = await connect()
            try:
                give_up(besides=connection)
                while await _answers(connection, still_s):  # noqa: ASYNC110  (a look, not a wait for somebody here)
                    await asyncio.sleep(look_s)
            finally:
                await connection.close()
        await asyncio.sleep(look_s)


async def _answers(connection: psycopg.AsyncConnection[Any], still_s: float) -> bool:
    asking = asyncio.ensure_future(connection.execute("select 1"))
    try:
        answered, _ = await asyncio.wait({asking}, timeout=still_s)
        if not answered:
            give_up()
        await asking
    except psycopg.Error:
        return False
    finally:
        asking.cancel()
    return True


def give_up(besides: psycopg.AsyncConnection[Any] | None = None) -> None:
    """Who waits on a connection sees that it has ended; the server need not take part.

    Args:
        besides: leads, so that connections to the same server stay.
    """
    for connection in list(living):
        if besides is not None and _server(connection) == _server(besides):
            continue
        with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as ended:
            ended.shutdown(socket.SHUT_RDWR)


def _server(connection: psycopg.AsyncConnection[Any]) -> tuple[str, int] | None:
    with suppress(psycopg.Error):
        return connection.info.host, connection.info.port
    return None
