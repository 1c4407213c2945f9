"""Sending Pix, in the shapes of Efí's "Envio de Pix": idempotent by idEnvio, with the states the bank would go through.

What the receiving bank says here: an account belongs to whom the order names, a CPF or CNPJ key to that number, any
other key to whom the order names, unless it is an e-mail that begins with "outro". Branches 99xx refuse, each with
the code in MISHAPS, so that a refusal can be had without ordering a fault.
"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Request, get, post, put
from litestar.params import FromPath
from msgspec import UNSET
from psycopg.types.json import Jsonb

from retaguarda.providers.pix import ids
from retaguarda.providers.pix.keys import is_key, kind_of
from retaguarda.providers.pix.money import amount_text, parse_amount
from retaguarda_sandbox import faults, webhooks
from retaguarda_sandbox.bodies import Amount, Shape, read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.payout_bodies import MISHAPS, Conta, Favorecido, SendBody
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.receivers import receiver_of
from retaguarda_sandbox.store import Connection, Row, all_rows, one
from retaguarda_sandbox.views import moment

#: What the account that pays held in the beginning: R$ 50 million.
_BEGAN_WITH = 5_000_000_000
#: Orders that end in one round.
_AT_ONCE = 100
_READ, _WRITE = {"scope": "gn.pix.send.read"}, {"scope": "pix.send"}


@put("/gn/pix/{id_envio:str}", status_code=201, opt=_WRITE)
async def send(request: Request[Any, Any, Any], id_envio: FromPath[str]) -> dict[str, Any]:
    """Starts in EM_PROCESSAMENTO. The same request again gives the order as it stands now."""
    sandbox = sandbox_of(request)
    body = await read(request, SendBody, "RequisicaoInvalida", "envio")
    _check(id_envio, body)
    asked = msgspec.to_builtins(body)
    async with sandbox.store.transaction() as connection:
        row = await _find(connection, id_envio)
        if row is None:
            row = await _start(connection, sandbox, id_envio, body, asked)
        elif row["asked"] != asked:
            raise Problem(
                "RequisicaoInvalida", Violation("O idEnvio já foi utilizado por outra requisição.", "envio.idEnvio")
            )
        shown = _shown(await _as_it_stands(connection, sandbox, row))
    sandbox.wake()
    return shown


@get("/gn/saldo", opt=_READ)
async def balance(request: Request[Any, Any, Any]) -> dict[str, str]:
    """What the account that pays holds: what it began with, less what was sent."""
    async with sandbox_of(request).store.transaction() as connection:
        [row] = await all_rows(
            connection,
            "select coalesce(sum(valor), 0)::bigint as sent from sandbox.payout where status <> 'NAO_REALIZADO'",
        )
    return {"saldo": amount_text(max(0, _BEGAN_WITH - row["sent"]))}


@get("/gn/pix/enviados/id-envio/{id_envio:str}", opt=_READ)
async def read_one(request: Request[Any, Any, Any], id_envio: FromPath[str]) -> dict[str, Any]:
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _find(connection, id_envio)
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum Pix foi enviado com este idEnvio.")
        return _shown(await _as_it_stands(connection, sandbox, row))


class _GivenBack(Shape):
    """``valor``: all that is left unless given. ``rtrId`` and ``beyond``: what a bank on a bad day says, a number that is taken and
    more than was sent."""

    endToEndId: str
    valor: Amount | None = None
    rtrId: str | None = None
    beyond: bool = False


@post("/sandbox/payouts/returns", status_code=201)
async def give_back(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The receiver's bank sends back what it got, in whole or in part (devolução); the payer's webhook is told."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _GivenBack, "RequisicaoInvalida", "devolucao")
    async with sandbox.store.transaction() as connection:
        row = await one(connection, "select * from sandbox.payout where e2e_id = %(id)s for update", id=body.endToEndId)
        row = row and await _as_it_stands(connection, sandbox, row)
        if row is None or row["status"] != "REALIZADO":
            raise Problem("NaoEncontrado", detail="Nenhum Pix foi enviado com este endToEndId.")
        left = row["valor"] - sum(parse_amount(each["valor"]) for each in row["returned"] or [])
        amount = parse_amount(body.valor) if body.valor else left
        if amount <= 0 or (amount > left and not body.beyond):
            raise Problem("RequisicaoInvalida", not_in_schema("devolucao.valor"))
        back = await send_back(connection, sandbox, row["e2e_id"], int(amount), body.rtrId)
        await webhooks.line_up(connection, sandbox, _notice(sandbox, row) | {"devolucoes": [back]})
    sandbox.wake()
    return back


class _PaidAfterAll(Shape):
    endToEndId: str


@post("/sandbox/payouts/late", status_code=201)
async def pay_late(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The bank carries out after all what it has refused, as a bank on a bad day does; the payer's webhook is told."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _PaidAfterAll, "RequisicaoInvalida", "pagamento")
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection,
            "update sandbox.payout set status = 'REALIZADO', motivo = null, liquidacao = %(now)s"
            " where e2e_id = %(id)s and status = 'NAO_REALIZADO' returning *",
            id=body.endToEndId,
            now=sandbox.now(),
        )
        if row is None:
            raise Problem("NaoEncontrado", detail="Nenhum Pix foi recusado com este endToEndId.")
        await webhooks.line_up(connection, sandbox, _notice(sandbox, row))
    sandbox.wake()
    return _shown(row)


async def send_back(
    connection: Connection, sandbox: Sandbox, end_to_end_id: str, amount: int, rtr_id: str | None = None
) -> dict[str, Any]:
    """Writes a devolução of a Pix that was sent, as reading it back tells of it."""
    now = moment(sandbox.now())
    back = {
        "id": uuid4().hex,
        "rtrId": rtr_id or ids.transaction_id("D", "18236120", sandbox.now()),
        "valor": amount_text(amount),
        "horario": {"solicitacao": now, "liquidacao": now},
        "status": "DEVOLVIDO",
    }
    await connection.execute(
        "update sandbox.payout set returned = coalesce(returned, '[]') || %(back)s where e2e_id = %(e2e)s",
        {"back": Jsonb([back]), "e2e": end_to_end_id},
    )
    return back


def _check(id_envio: str, body: SendBody) -> None:
    to = body.favorecido
    if not ids.is_refund_id(id_envio):
        raise Problem("RequisicaoInvalida", not_in_schema("envio.idEnvio"))
    if not ids.is_end_to_end_id(body.e2eId):
        raise Problem("RequisicaoInvalida", not_in_schema("envio.e2eId"))
    if parse_amount(body.valor) == 0:
        raise Problem("RequisicaoInvalida", not_in_schema("envio.valor"))
    if isinstance(to.chave, str) == isinstance(to.contaBanco, Conta):
        raise Problem("RequisicaoInvalida", not_in_schema("envio.favorecido", "uma chave ou uma conta"))
    if isinstance(to.chave, str) and not is_key(to.chave):
        raise Problem("RequisicaoInvalida", not_in_schema("envio.favorecido.chave"))
    if isinstance(to.contaBanco, Conta) and not to.contaBanco.valid():
        raise Problem("RequisicaoInvalida", not_in_schema("envio.favorecido.contaBanco"))


async def _start(connection: Connection, sandbox: Sandbox, id_envio: str, body: SendBody, asked: Any) -> Row:
    now, late = sandbox.now(), 0
    account = body.favorecido.contaBanco
    outcome, motivo = "REALIZADO", None
    if isinstance(account, Conta) and (mishap := MISHAPS.get(account.agencia)):
        outcome, motivo = "NAO_REALIZADO", {"codigo": mishap[0], "descricao": mishap[1]}
    for fault, _ in await faults.strike(connection, "payout"):
        late = fault.delay_ms
        if fault.outcome == "NAO_REALIZADO":
            outcome, motivo = "NAO_REALIZADO", {"codigo": fault.code, "descricao": "Falha pedida em /sandbox/faults."}
    row = await one(
        connection,
        """
        insert into sandbox.payout (id_envio, e2e_id, valor, asked, favorecido, status, outcome, motivo, solicitacao, settles_at)
        values (%(id)s, %(e2e)s, %(valor)s, %(asked)s, %(to)s, 'EM_PROCESSAMENTO', %(outcome)s, %(motivo)s, %(now)s, %(at)s)
        returning *
        """,
        id=id_envio,
        e2e=body.e2eId,
        valor=int(parse_amount(body.valor)),
        asked=Jsonb(asked),
        to=Jsonb(_owner(body.favorecido)),
        outcome=outcome,
        motivo=None if motivo is None else Jsonb(motivo),
        now=now,
        at=now + timedelta(seconds=sandbox.settings.refund_seconds, milliseconds=late),
    )
    assert row is not None
    return row


def _owner(to: Favorecido) -> dict[str, Any]:
    """Who the receiving bank says owns it."""
    if isinstance(to.contaBanco, Conta):
        given = to.contaBanco
        person = {"nome": given.nome, "cpf": given.cpf, "cnpj": given.cnpj, "codigoBanco": given.codigoBanco}
    else:
        key = str(to.chave)
        kind, stranger = kind_of(key), receiver_of(key)
        named = to.cpf is not UNSET or to.cnpj is not UNSET
        person = {"nome": to.nome, "cpf": to.cpf, "cnpj": to.cnpj}
        if kind in ("cpf", "cnpj"):
            person = {"nome": to.nome if key in (to.cpf, to.cnpj) else stranger.name, kind: key}
        elif key.startswith("outro") or not named:
            person = {"nome": stranger.name, "cnpj": stranger.cnpj}
        person["codigoBanco"] = "18236120"
    return {name: value for name, value in person.items() if value is not UNSET}


async def _as_it_stands(connection: Connection, sandbox: Sandbox, row: Row) -> Row:
    """An order ends when its time has come, whoever asks first."""
    if row["status"] != "EM_PROCESSAMENTO" or row["settles_at"] > sandbox.now():
        return row
    (ended,) = await _end(connection, sandbox, [row["id_envio"]])
    return ended


async def end_due(connection: Connection, sandbox: Sandbox) -> None:
    """End the orders whose time has come; the payer's webhook is told."""
    due = await all_rows(
        connection,
        "select id_envio from sandbox.payout where status = 'EM_PROCESSAMENTO' and settles_at <= %(now)s"
        " order by settles_at limit %(most)s for update skip locked",
        now=sandbox.now(),
        most=_AT_ONCE,
    )
    await _end(connection, sandbox, [row["id_envio"] for row in due])


async def _end(connection: Connection, sandbox: Sandbox, orders: list[str]) -> list[Row]:
    ended = await all_rows(
        connection,
        "update sandbox.payout set status = outcome, liquidacao = settles_at where id_envio = any(%(ids)s) returning *",
        ids=orders,
    )
    if sandbox.settings.tells_of_payouts:
        for row in ended:
            await webhooks.line_up(connection, sandbox, _notice(sandbox, row))
    return ended


def _notice(sandbox: Sandbox, row: Row) -> dict[str, Any]:
    """What the webhook of the payer's key is told about an order; how it ended is read back."""
    return {
        "endToEndId": row["e2e_id"],
        "chave": row["asked"]["pagador"]["chave"],
        "valor": amount_text(row["valor"]),
        "horario": moment(sandbox.now()),
        "gnExtras": {"idEnvio": row["id_envio"]},
    }


async def _find(connection: Connection, id_envio: str) -> Row | None:
    return await one(connection, "select * from sandbox.payout where id_envio = %(id)s for update", id=id_envio)


def _shown(row: Row) -> dict[str, Any]:
    time = {"solicitacao": moment(row["solicitacao"])}
    over = row["status"] != "EM_PROCESSAMENTO"
    if row["status"] == "REALIZADO":
        time["liquidacao"] = moment(row["liquidacao"])
    shown: dict[str, Any] = {
        "idEnvio": row["id_envio"],
        "e2eId": row["e2e_id"],
        "valor": amount_text(row["valor"]),
        "horario": time,
        "status": row["status"],
        "favorecido": row["favorecido"],
    }
    shown |= {"devolucoes": row["returned"]} if row["returned"] else {}
    return shown | ({"motivo": row["motivo"]} if over and row["motivo"] else {})


#: What a provider calls.
ROUTES = (send, read_one, balance)
