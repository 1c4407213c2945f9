"""What only a sandbox has: a page to pay on, payments by API, faults on demand."""

from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post

from retaguarda.providers.pix.money import amount_text
from retaguarda_sandbox import faults, paying, views
from retaguarda_sandbox.bodies import read
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.faults import Fault
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.store import all_rows

_PAGE = Path(__file__).with_name("page")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


class _Code(msgspec.Struct):
    code: str


class _Faults(msgspec.Struct, forbid_unknown_fields=True):
    faults: list[Fault] = []
    seed: int | None = None


@get("/")
async def page() -> Response[bytes]:
    return _file("index.html", "text/html")


@get("/pay.js")
async def script() -> Response[bytes]:
    return _file("pay.js", "text/javascript")


@get("/pay.css")
async def style() -> Response[bytes]:
    return _file("pay.css", "text/css")


@post("/sandbox/pay", status_code=201)
async def pay(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Body: paying.PayBody. Answers the payments made."""
    json_only(request)
    body = await read(request, paying.PayBody, "RequisicaoInvalida", "pagamento")
    return {"pix": await paying.pay(sandbox_of(request), body)}


@post("/sandbox/read", status_code=200)
async def look(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What a code asks for: {key, receiver, amount ("10.00" or null), txid, status, debtor, message, refusal}."""
    sandbox = sandbox_of(request)
    body = await read(request, _Code, "RequisicaoInvalida", "pagamento")
    async with sandbox.store.transaction() as connection:
        asked = await paying.look(sandbox, connection, body.code)
    shown = msgspec.to_builtins(asked)
    shown.pop("components")
    return shown | {"amount": None if asked.amount is None else amount_text(asked.amount)}


@get("/sandbox/charges")
async def waiting(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """The ten newest charges that wait for a payment, as the official document shows them."""
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        rows = await all_rows(
            connection,
            """
            select c.*, l.id as loc_id, l.token as loc_token, l.criacao as loc_criacao
            from sandbox.charge c join sandbox.location l on l.txid = c.txid
            where c.status = 'ATIVA' order by c.criacao desc, c.txid limit 10
            """,
        )
    return [views.charge(sandbox.settings, row) for row in rows]


@get("/sandbox/faults")
async def list_faults(request: Request[Any, Any, Any]) -> dict[str, Any]:
    async with sandbox_of(request).store.transaction() as connection:
        return {"faults": await faults.listed(connection)}


@post("/sandbox/faults", status_code=201)
async def add_faults(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Body: {faults: [faults.Fault], seed}; the seed is the settings' unless given."""
    json_only(request)
    sandbox = sandbox_of(request)
    body = await read(request, _Faults, "RequisicaoInvalida", "faults")
    seed = sandbox.settings.seed if body.seed is None else body.seed
    if not -(2**63) <= seed < 2**63:
        raise Problem("RequisicaoInvalida", detail="seed must fit 64 bits")
    async with sandbox.store.transaction() as connection:
        for fault in body.faults:
            await faults.add(connection, fault, seed)
        listed = await faults.listed(connection)
    sandbox.store.faulty = bool(listed)
    return {"faults": listed}


@delete("/sandbox/faults")
async def clear_faults(request: Request[Any, Any, Any]) -> None:
    store = sandbox_of(request).store
    async with store.transaction() as connection:
        await faults.clear(connection)
    store.faulty = False


def json_only(request: Request[Any, Any, Any]) -> None:
    """A page of another origin can send JSON as text/plain without being asked; it shall not pay or break."""
    if request.headers.get("Content-Type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem("RequisicaoInvalida", status=415, detail="Content-Type must be application/json")


def _file(name: str, media_type: str) -> Response[bytes]:
    headers = {"Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff"}
    return Response((_PAGE / name).read_bytes(), media_type=media_type, headers=headers)
