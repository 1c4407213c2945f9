"""The addresses behind the codes: what a payer's bank reads before it pays, signed (JWS)."""

from datetime import date
from typing import Any

import msgspec
from joserfc import jws
from litestar import Request, Response, get
from litestar.params import FromPath

from retaguarda.providers.pix.due import due, last_payable
from retaguarda.providers.pix.money import amount_text
from retaguarda_sandbox import views
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.store import Connection, Row, one


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
    """``DPP`` is the day on which the payer means to pay, today when left out; ``codMun`` the payer's municipality."""
    sandbox = sandbox_of(request)
    row = await _readable(sandbox, token, "cobv")
    calendar = row["document"]["calendario"]
    vencimento = date.fromisoformat(calendar["dataDeVencimento"])
    on = _day(request.query_params.get("DPP"), sandbox.today())
    last = last_payable(vencimento, calendar["validadeAposVencimento"])
    if wrong := _wrong_municipality(request.query_params.get("codMun")) or _wrong_day(on, sandbox.today(), last):
        raise Problem("CobPayloadOperacaoInvalida", wrong)
    assert on is not None
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


def _wrong_day(on: date | None, today: date, last: date) -> Violation | None:
    if on is None:
        return not_in_schema("DPP")
    if on < today:
        return Violation("DPP anterior ao momento presente.", "DPP")
    if on > last:
        why = "calendario.dataDeVencimento e calendario.validadeAposVencimento"
        return Violation(f"DPP superior à validade da cobrança em função dos parâmetros {why}.", "DPP")
    return None


def _wrong_municipality(code: str | None) -> Violation | None:
    if code is None:
        return None
    if not (len(code) == 7 and code.isascii() and code.isdigit()):
        return not_in_schema("codMun")
    if int(code[:2]) not in _STATES or not (code in _ODD or _check_digit(code[:6]) == int(code[6])):
        return Violation("codMun não é um código válido segundo a tabela de municípios do IBGE.", "codMun")
    return None


#: The first two digits of a municipality's code are its state's (IBGE).
_STATES = {*range(11, 18), *range(21, 30), *range(31, 34), 35, *range(41, 44), *range(50, 54)}
#: Municipalities whose last digit is not the one that checks the others.
_ODD = {
    "2201919", "2201988", "2202251", "2611533", "3117836", "3152131", "4305871", "5203939", "5203962",
}  # fmt: skip


def _check_digit(base: str) -> int:
    products = (int(digit) * (1 + place % 2) for place, digit in enumerate(base))
    return -sum(product // 10 + product % 10 for product in products) % 10


def _day(text: str | None, today: date) -> date | None:
    try:
        return today if text is None else date.fromisoformat(text)
    except ValueError:
        return None
