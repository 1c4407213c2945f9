"""OAuth2 client credentials: who may call, and for what."""

import base64
import binascii
import hashlib
import hmac
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar import Request, Response, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from retaguarda.providers.payout.envio import SCOPES as PAYOUT_SCOPES
from retaguarda.providers.payout.lots import scopes_of
from retaguarda.providers.pix.config import SCOPES
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem

_SCOPES = frozenset(f"{SCOPES} {PAYOUT_SCOPES} {scopes_of(('pix', 'ted'))}".split())


class _Claims(msgspec.Struct):
    exp: int
    scope: list[str]


@post("/oauth/token", status_code=200)
async def token(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """RFC 6749, 4.4. A token is a signed note, so that it outlives a restart."""
    sandbox = sandbox_of(request)
    settings = sandbox.settings
    given = _basic(request.headers.get("Authorization", ""))
    if not _same(given, f"{settings.client_id}:{settings.client_secret}"):
        return _refusal("invalid_client", 401)
    form = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=20)
    if form.get("grant_type") != ["client_credentials"]:
        return _refusal("unsupported_grant_type", 400)
    asked = form.get("scope", [SCOPES])[0].split()
    if not asked or not _SCOPES.issuperset(asked):
        return _refusal("invalid_scope", 400)
    claims = _Claims(exp=int(sandbox.now().timestamp()) + settings.token_seconds, scope=asked)
    body = base64.urlsafe_b64encode(msgspec.json.encode(claims)).decode()
    content = {
        "access_token": f"{body}.{_signature(sandbox, body)}",
        "token_type": "Bearer",
        "expires_in": settings.token_seconds,
        "scope": " ".join(asked),
    }
    return Response(content, headers={"Cache-Control": "no-store"})


def allowed(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Guard: the bearer's token must hold the scope that the route names; a route that names none is open."""
    scope = handler.opt.get("scope")
    if scope is None:
        return
    kind, _, value = connection.headers.get("Authorization", "").partition(" ")
    claims = _claims(connection.app.state["sandbox"], value) if kind.lower() == "bearer" else None
    if claims is None:
        raise Problem("AcessoNegado", status=401, detail="Token ausente, inválido ou expirado.")
    if scope not in claims.scope:
        raise Problem("AcessoNegado", detail=f"O token não contém o escopo {scope}.")


def _claims(sandbox: Sandbox, given: str) -> _Claims | None:
    body, _, signature = given.partition(".")
    if not _same(signature, _signature(sandbox, body)):
        return None
    claims = msgspec.json.decode(base64.urlsafe_b64decode(body), type=_Claims)
    return claims if claims.exp > sandbox.now().timestamp() else None


def _signature(sandbox: Sandbox, body: str) -> str:
    return hmac.new(sandbox.store.token_key, body.encode(), hashlib.sha256).hexdigest()


def _basic(header: str) -> str:
    kind, _, value = header.partition(" ")
    try:
        return base64.b64decode(value, validate=True).decode() if kind.lower() == "basic" else ""
    except (binascii.Error, ValueError):
        return ""


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _refusal(error: str, status: int) -> Response[dict[str, Any]]:
    headers = {"WWW-Authenticate": "Basic"} if status == 401 else {}
    return Response({"error": error}, status_code=status, headers=headers)
