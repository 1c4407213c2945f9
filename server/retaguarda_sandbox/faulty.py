"""How the bank answers on a bad day: with errors as ordered, half an answer, late, or never."""

import asyncio
import logging
import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from retaguarda_sandbox import (
    faults,
)
from retaguarda_sandbox.core import Sandbox
from retaguarda_sandbox.faults import Fault
from retaguarda_sandbox.problems import Problem

_LOG = logging.getLogger(__name__)
BASE = "/api/v2"


class Faulty:
    """Meets the calls of the bank's own API with the faults that were ordered (faults.py)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sandbox: Sandbox = scope["litestar_app"].state["sandbox"]
        if scope["type"] != "http" or not sandbox.store.faulty:
            await self._app(scope, receive, send)
            return
        route = f"{scope['method']} {scope['path'].removeprefix(BASE)}"
        async with sandbox.store.transaction() as connection:
            struck = [fault for fault, _ in await faults.strike(connection, *_OF_CALLS, route=route)]
        for fault in struck:
            if fault.effect == "delay" or (fault.effect == "status" and fault.delay_ms):
                await asyncio.sleep(fault.delay_ms / 1000)
        broken = next((fault for fault in struck if fault.effect != "delay"), None)
        if broken is None or broken.effect in ("half", "other"):
            await self._app(scope, receive, _answering(sandbox, _kind_of(route), send, broken and broken.effect))
            return
        if broken.after_work:
            await self._app(scope, receive, _nowhere)
        if broken.effect == "timeout":
            await asyncio.sleep((broken.delay_ms or 60_000) / 1000)
        response = _broken_answer(broken)
        await response.to_asgi_response(app=None, request=Request(scope, receive))(scope, receive, send)


def _answering(sandbox: Sandbox, kind: str, send: Send, effect: str | None) -> Send:
    """Sends an answer on, whole, in half, or that before."""
    begun, body = list[HTTPResponseStartEvent](), bytearray()

    async def on(message: Message) -> None:
        if message["type"] == "http.response.start":
            begun.append(message)
            return
        assert message["type"] == "http.response.body"
        body.extend(message["body"])
        if message["more_body"]:
            return
        own, (start,) = bytes(body), begun
        told = sandbox.before.get(kind, own) if effect == "other" else own
        sandbox.before[kind] = own
        told = told[: len(told) // 2] if effect == "half" else told
        headers = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        start["headers"] = [*headers, (b"content-length", str(len(told)).encode())]
        await send(start)
        await send({"type": "http.response.body", "body": told, "more_body": False})

    return on


def _kind_of(route: str) -> str:
    """Of "PUT /cob/x1" it is "PUT /cob/", of "GET /cob" the same: what is asked, without of which."""
    return re.sub(r"/[^/]*[0-9][^/]*", "/", route)


_OF_CALLS: tuple[faults.Effect, ...] = ("delay", "status", "timeout", "half", "other")
_NAMES = {
    400: "RequisicaoInvalida",
    401: "AcessoNegado",
    403: "AcessoNegado",
    404: "NaoEncontrado",
    500: "ErroInternoDoServidor",
    504: "IndisponibilidadePorTempoEsgotado",
}


def _broken_answer(fault: Fault) -> Response[dict[str, Any]]:
    status = 504 if fault.effect == "timeout" else fault.status
    name = _NAMES.get(status, "ServicoIndisponivel" if status >= 500 else "RequisicaoInvalida")
    response = Problem(name, status=status).response()
    if fault.retry_after is not None:
        response.set_header("Retry-After", str(fault.retry_after))
    return response


async def _nowhere(message: Message) -> None:
    """Where an answer goes that gets lost."""


def problem_response(_: Request[Any, Any, Any], problem: Problem) -> Response[dict[str, Any]]:
    return problem.response()


def http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    name = _NAMES.get(error.status_code, "RequisicaoInvalida")
    return Problem(name, status=error.status_code, detail=error.detail).response()


def unavailable(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    _LOG.warning("the sandbox's database is away: %s", error)
    return Problem("ServicoIndisponivel").response()


def unexpected_error(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    _LOG.error("unexpected", exc_info=error)
    return Problem("ErroInternoDoServidor").response()
