"""The addresses behind the codes: what a payer's bank reads before it pays, signed (JWS)."""

from datetime import date
from typing import Any

import msgspec
from joserfc import jws
from litestar import Request, Response, get
from litestar.params import FromPath

from retaguarda.providers.pix.due import due, last_payable
from retaguarda.providers.pix.money import amount_text
from retaguarda.sandbox import views
from retaguarda.sandbox.core import Sandbox, sandbox_of
from retaguarda.sandbox.problems import Problem, not_in_schema
from retaguarda.sandbox.store import Connection, Row, one


async def by_token(connection: Connection, token: str, tipo: str | None = None) -> Row | None:
    """The charge behind a location, with its location's columns."""
    if not token.isascii() or not token.isalnum():
        return None
    return await one(
        connection,
        """
        select c.*, l.id as loc_id, l.token as loc_token, l.criacao as loc_criacao
        from sandbox.location l join sandbox.charge c on c.txid = l.txid
        where l.token = %(token)s and (%(tipo)s::text is null or l.tipo = %(tipo)s)
        """,
        token=token,
        tipo=tipo,
    )


@get("/qr/v2/{token:str}")
async def cob(request: Request[Any, Any, Any], token: FromPath[str]) -> Response[bytes]:
    row = await _readable(sandbox_of(request), token, "cob")
    return signed(sandbox_of(request), views.payload(row, sandbox_of(request).now(), row["document"]["valor"]))


@get("/qr/v2/cobv/{token:str}")
async def cobv(request: Request[Any, Any, Any], token: FromPath[str]) -> Response[bytes]:
    """``DPP`` is the day on which the payer means to pay; today when left out."""
    sandbox = sandbox_of(request)
    row = await _readable(sandbox, token, "cobv")
    calendar = row["document"]["calendario"]
    vencimento = date.fromisoformat(calendar["dataDeVencimento"])
    on = _day(request.query_params.get("DPP"), sandbox.today())
    if on is None or not sandbox.today() <= on <= last_payable(vencimento, calendar["validadeAposVencimento"]):
        raise Problem("CobPayloadOperacaoInvalida", not_in_schema("DPP"))
    cost = due(row["document"]["valor"], vencimento, on)
    valor = {name: amount_text(value) for name, value in cost.parts().items()}
    return signed(sandbox, views.payload(row, sandbox.now(), valor | {"final": amount_text(cost.final)}))


@get("/qr/jwks.json")
async def keys(request: Request[Any, Any, Any]) -> dict[str, Any]:
    key = sandbox_of(request).store.signing_key
    return {"keys": [key.as_dict(private=False) | {"kid": key.thumbprint(), "use": "sig", "alg": "ES256"}]}


async def _readable(sandbox: Sandbox, token: str, tipo: str) -> Row:
    async with sandbox.store.transaction() as connection:
        row = await by_token(connection, token, tipo)
    if row is None:
        raise Problem("CobPayloadNaoEncontrado")
    if row["status"].startswith("REMOVIDA"):
        raise Problem("CobPayloadNaoEncontrado", status=410)
    return row


def signed(sandbox: Sandbox, content: dict[str, Any]) -> Response[bytes]:
    key = sandbox.store.signing_key
    jku = f"https://{sandbox.settings.public_host}/qr/jwks.json"
    header = {"alg": "ES256", "typ": "JWT", "kid": key.thumbprint(), "jku": jku}
    text = jws.serialize_compact(header, msgspec.json.encode(content), key)
    return Response(text.encode(), media_type="application/jose")


def _day(text: str | None, today: date) -> date | None:
    try:
        return today if text is None else date.fromisoformat(text)
    except ValueError:
        return None
