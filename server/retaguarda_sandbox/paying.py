"""The other side of a charge: somebody pays a code. What a payer's bank, the SPI and the receiver's bank do."""

import secrets
from datetime import date, timedelta
from typing import Annotated, Any

import msgspec
from psycopg.types.json import Jsonb

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.providers.pix import brcode, ids
from retaguarda.providers.pix.brcode import BrCode, BrCodeError
from retaguarda.providers.pix.due import due, last_payable
from retaguarda.providers.pix.keys import is_key
from retaguarda.providers.pix.money import amount_text, parse_amount
from retaguarda_sandbox import charges, faults, payload, received, webhooks
from retaguarda_sandbox.core import Sandbox
from retaguarda_sandbox.problems import Problem, Violation, not_in_schema
from retaguarda_sandbox.receivers import receiver_of
from retaguarda_sandbox.store import Connection, Row

#: Invented people with well-known test numbers, and the ISPB of large banks they might have an account at.
_PEOPLE = (
    ("Maria Exemplo", "52998224725"),
    ("José Exemplo", "11144477735"),
    ("Beatriz Teste", "12345678909"),
    ("Comércio Exemplo Ltda", "11222333000181"),
)
_BANKS = ("00000000", "60701190", "60746948", "18236120")


class Payer(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    document: str


class PayBody(msgspec.Struct, forbid_unknown_fields=True):
    """``code`` is a BR Code, or a Pix key alone. ``amount`` "10.00" may differ from what is asked: a bank that breaks the
    rules is worth a test. ``count`` pays several times at once. ``force`` pays what is expired, paid or removed already."""

    code: Annotated[str, msgspec.Meta(max_length=512)]
    amount: str | None = None
    payer: Payer | None = None
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    force: bool = False
    info: Annotated[str, msgspec.Meta(max_length=140)] = ""


class Asked(msgspec.Struct):
    """What a code asks for. ``amount`` None: the payer says how much. ``refusal``: why it cannot be paid."""

    key: str
    receiver: str
    amount: int | None
    components: dict[str, Any]
    txid: str | None = None
    status: str = "ATIVA"
    debtor: Payer | None = None
    message: str = ""
    refusal: str = ""


async def look(sandbox: Sandbox, connection: Connection, code: str) -> Asked:
    """What the payer sees before paying.

    Raises:
        Problem: the text is no BR Code and no Pix key, or its address leads to no charge here.
    """
    if is_key(code.strip()):
        return _to_key(code.strip())
    try:
        read = brcode.parse(code)
    except BrCodeError as error:
        raise Problem("RequisicaoInvalida", not_in_schema("pagamento.code", str(error))) from None
    if read.key:
        return _static(read)
    row = await payload.by_token(connection, read.url.rpartition("/")[2])
    if row is None:
        raise Problem("CobPayloadNaoEncontrado")
    return _dynamic(sandbox, row)


async def pay(sandbox: Sandbox, body: PayBody) -> list[dict[str, Any]]:
    """Pays, and answers the payments as GET /pix would.

    Raises:
        Problem: as look(); or nothing to pay, an amount or payer that is none, a charge that cannot be paid.
    """
    name, document = _payer(body.payer) if body.payer else secrets.choice(_PEOPLE)
    async with sandbox.store.transaction() as connection:
        asked = await look(sandbox, connection, body.code)
        if asked.txid is not None:
            await charges.lock(connection, asked.txid)
            # Another payment may have come between the look and the lock.
            asked = await look(sandbox, connection, body.code)
        if asked.refusal and not body.force:
            raise Problem("CobPayloadOperacaoInvalida", detail=asked.refusal)
        if body.payer is None and asked.debtor is not None:
            name, document = asked.debtor.name, asked.debtor.document
        views = []
        for _ in range(body.count):
            valor, components = await _paid(connection, asked, body.amount)
            now = sandbox.now()
            row: Row = {
                "end_to_end_id": ids.transaction_id("E", secrets.choice(_BANKS), now),
                "txid": asked.txid,
                "chave": asked.key,
                "valor": valor,
                "components": components,
                "horario": now,
                "payer_name": name,
                "payer_document": document,
                "info": body.info or None,
            }
            await _settle(connection, row)
            view = (await received.shown(connection, [row]))[0]
            await webhooks.tell(connection, sandbox, view)
            views.append(view)
    sandbox.wake()
    return views


async def _settle(connection: Connection, row: Row) -> None:
    await connection.execute(
        """
        insert into sandbox.pix (end_to_end_id, txid, chave, valor, components, horario, payer_name,
                                 payer_document, info)
        values (%(end_to_end_id)s, %(txid)s, %(chave)s, %(valor)s, %(components)s, %(horario)s,
                %(payer_name)s, %(payer_document)s, %(info)s)
        """,
        row | {"components": Jsonb(row["components"]), "valor": int(row["valor"])},
    )
    await connection.execute(
        "update sandbox.charge set status = 'CONCLUIDA' where txid = %(txid)s and status = 'ATIVA'",
        {"txid": row["txid"]},
    )


async def _paid(connection: Connection, asked: Asked, amount: str | None) -> tuple[int, dict[str, Any]]:
    """How much arrives, and of what it is made."""
    try:
        valor = asked.amount if amount is None else parse_amount(amount)
    except ValueError as error:
        raise Problem("RequisicaoInvalida", not_in_schema("pagamento.amount", str(error))) from None
    for fault, _ in await faults.strike(connection, "paid_amount"):
        valor = max((valor or 0) + fault.delta, 1)
    if not valor:
        raise Problem("RequisicaoInvalida", not_in_schema("pagamento.amount", "é obrigatório"))
    if valor == asked.amount:
        return valor, asked.components
    return valor, {"original": {"valor": amount_text(valor)}}


def _to_key(key: str) -> Asked:
    """A Pix to a key alone, as somebody types it: nobody asked for it, and it carries no txid."""
    return Asked(key=key, receiver=receiver_of(key).name, amount=None, components={})


def _static(read: BrCode) -> Asked:
    return Asked(
        key=read.key,
        receiver=read.name,
        amount=read.amount,
        components={"original": {"valor": amount_text(read.amount or 0)}},
        txid=None if read.txid == "***" else read.txid,
        message=read.info,
    )


def _dynamic(sandbox: Sandbox, row: Row) -> Asked:
    document = row["document"]
    amount, components = _cost(sandbox, row)
    person = document.get("devedor")
    return Asked(
        key=document["chave"],
        receiver=receiver_of(document["chave"]).name,
        amount=amount,
        components=components,
        txid=row["txid"],
        status=row["status"],
        debtor=Payer(person["nome"], person.get("cpf") or person["cnpj"]) if person else None,
        message=document.get("solicitacaoPagador", ""),
        refusal=_refusal(sandbox, row),
    )


def _cost(sandbox: Sandbox, row: Row) -> tuple[int | None, dict[str, Any]]:
    valor = row["document"]["valor"]
    if row["tipo"] == "cobv":
        day = date.fromisoformat(row["document"]["calendario"]["dataDeVencimento"])
        cost = due(valor, day, sandbox.today())
        return cost.final, {name: {"valor": amount_text(v)} for name, v in cost.parts().items()}
    components: dict[str, Any] = {"original": {"valor": valor["original"]}}
    total = int(parse_amount(valor["original"]))
    for name, cash in valor.get("retirada", {}).items():
        components[name] = {key: value for key, value in cash.items() if key != "modalidadeAlteracao"}
        total += parse_amount(cash["valor"])
    return total or None, components


def _refusal(sandbox: Sandbox, row: Row) -> str:
    if row["status"] != "ATIVA":
        return f"The charge cannot be paid: it is {row['status']}."
    calendar = row["document"]["calendario"]
    if row["tipo"] == "cobv":
        end = last_payable(date.fromisoformat(calendar["dataDeVencimento"]), calendar["validadeAposVencimento"])
        return f"The charge could be paid until {end}." if sandbox.today() > end else ""
    expires_at = row["criacao"] + timedelta(seconds=calendar["expiracao"])
    return f"The charge expired at {expires_at:%Y-%m-%d %H:%M:%S} UTC." if sandbox.now() >= expires_at else ""


def _payer(payer: Payer) -> tuple[str, str]:
    try:
        return payer.name, parse(payer.document).value
    except DocumentError as error:
        raise Problem(
            "RequisicaoInvalida", Violation(f"pagamento.payer.document: {error}", "pagamento.payer.document")
        ) from None
