"""What a person does as the bank of lots: money comes back, a word changes, a lot is rejected."""

from typing import Annotated, Any

from litestar import Request, post
from msgspec import Meta
from psycopg.types.json import Jsonb

from retaguarda.foundation.local_day import BRASILIA
from retaguarda_sandbox.bodies import Amount, Shape, read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.lot_bodies import RETURNED
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.store import one


class _GivenBack(Shape):
    """``documentoDebito``: of the line. ``valor``: of the part that comes back. ``codigoMotivo``: why."""

    documentoDebito: int
    valor: Amount
    codigoMotivo: Annotated[int, Meta(ge=1, le=999)] = RETURNED


@post("/sandbox/lots/returns", status_code=201)
async def give_back(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The receiver's bank sends back a part of a line that was paid, or all that is left."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _GivenBack, "RequisicaoInvalida", "devolucao")
    day = int(sandbox.now().astimezone(BRASILIA).strftime("%d%m%Y"))
    back = {"codigoMotivo": body.codigoMotivo, "dataDevolucao": day, "valorDevolucao": body.valor}
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "update sandbox.lot_line set returned = returned || %(back)s where document = %(document)s and outcome = 'Pago'"
            " and settles_at <= %(now)s returning *",
            back=Jsonb([back]),
            document=body.documentoDebito,
            now=sandbox.now(),
        )
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum pagamento foi efetuado com este documento.")
    return back


class _Word(Shape):
    """``estadoPagamento``: what the bank says of the line from now on, whatever it said."""

    documentoDebito: int
    estadoPagamento: Annotated[str, Meta(max_length=40)]


@post("/sandbox/lots/words", status_code=201)
async def say(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """A bank on a bad day: it pays what it has refused, or takes back its word."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Word, "RequisicaoInvalida", "palavra")
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "update sandbox.lot_line set outcome = %(word)s, settles_at = %(now)s where document = %(document)s returning *",
            word=body.estadoPagamento,
            now=sandbox.now(),
            document=body.documentoDebito,
        )
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum pagamento tem este documento.")
    return {"documentoDebito": body.documentoDebito, "estadoPagamento": body.estadoPagamento}


class _Rejection(Shape):
    numeroRequisicao: int


@post("/sandbox/lots/rejections", status_code=201)
async def reject(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The bank rejects a whole lot that nobody has released yet."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Rejection, "RequisicaoInvalida", "rejeicao")
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "update sandbox.lot set rejected = true where number = %(number)s and releases = 0 returning number",
            number=body.numeroRequisicao,
        )
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum lote pendente tem este número.")
    return {"numeroRequisicao": body.numeroRequisicao}


ROUTES = (give_back, say, reject)
