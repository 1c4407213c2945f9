"""A bank of the exchange that gives prices and confirms contracts, and the Central Bank's service of reference rates (PTAX).

What becomes of a contract follows from the last two digits of its amount: 41 the bank does not want it, 99 no answer in time.
The same key has the same answer for ever; one price makes one contract.
"""

import hashlib
import re
import secrets
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import msgspec
from litestar import Request, Response, get, post, put
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.foundation.business_days import is_business_day
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.providers.exchange import BankContract, BankQuote, ContractAsked, QuoteAsked
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.store import Connection, one

BASE = "/exchange/v1"
PTAX = "/exchange/ptax"
#: Seconds that a price holds.
HOLDS = 600
#: Of the Central Bank: when it publishes, by the clock of Brasília; the last one is the rate of the day.
_BULLETINS = (
    (time(10, 4), "Abertura"),
    (time(11, 5), "Intermediário"),
    (time(12, 4), "Intermediário"),
    (time(13, 6), "Fechamento PTAX"),
)
#: Selling rate of one unit in reais, and what buying pays less, in basis points.
_RATES = {
    "USD": ("5.4080", 1),
    "EUR": ("6.2514", 2),
    "GBP": ("7.1822", 2),
    "CHF": ("6.7215", 3),
    "CAD": ("3.8810", 3),
    "AUD": ("3.5602", 3),
    "JPY": ("0.03614", 5),
    "TND": ("1.7420", 17),
}
_PLACES = Decimal("0.00001")
#: Basis points that the bank takes.
_MARGIN = 8
_LONGEST_PERIOD = timedelta(days=400)


def published(currency: str, first: date, last: date, now: datetime) -> list[dict[str, Any]]:
    """The bulletins of these days that are out by now; none on days without business."""
    if currency not in _RATES:
        return []
    found = list[dict[str, Any]]()
    day = first
    while day <= last:
        for at, name in _BULLETINS:
            moment = datetime.combine(day, at, BRASILIA)
            if is_business_day(day) and moment <= now:
                sell = _selling(currency, f"{day} {at}")
                buy = (sell * (10_000 - _RATES[currency][1]) / 10_000).quantize(_PLACES)
                found.append(
                    {
                        "paridadeCompra": 1,
                        "paridadeVenda": 1,
                        "cotacaoCompra": float(buy),
                        "cotacaoVenda": float(sell),
                        "dataHoraCotacao": f"{moment:%Y-%m-%d %H:%M:%S}.000",
                        "tipoBoletim": name,
                    }
                )
        day += timedelta(days=1)
    return found


def _selling(currency: str, seed: str) -> Decimal:
    """The rate of a bulletin: within 40 basis points of the table, the same each time it is asked."""
    moved = int(hashlib.sha256(f"{currency} {seed}".encode()).hexdigest()[:6], 16) % 81 - 40
    return (Decimal(_RATES[currency][0]) * (10_000 + moved) / 10_000).quantize(_PLACES)


@get(f"{PTAX}/{{asked:str}}")
async def rates(request: Request[Any, Any, Any], asked: FromPath[str]) -> Response[bytes]:
    query = dict(request.query_params)
    given = {name: str(query.get(f"@{name}", "")).strip("'") for name in ("moeda", "dataInicial", "dataFinalCotacao")}
    try:
        first, last = (
            datetime.strptime(given[name], "%m-%d-%Y").replace(tzinfo=UTC).date()
            for name in ("dataInicial", "dataFinalCotacao")
        )
    except ValueError:
        raise Problem("RequisicaoInvalida", detail="dataInicial and dataFinalCotacao are MM-DD-YYYY") from None
    if not asked.startswith("CotacaoMoedaPeriodo(") or last - first > _LONGEST_PERIOD:
        raise Problem("RequisicaoInvalida", detail="CotacaoMoedaPeriodo, of 400 days at most")
    sandbox = sandbox_of(request)
    context = "https://was-p.bcnet.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata$metadata#_CotacaoMoedaPeriodo"
    value = published(given["moeda"], first, last, sandbox.now())
    body = msgspec.json.encode({"@odata.context": context, "value": value})
    return Response(body, media_type="application/json;charset=UTF-8;odata.metadata=minimal")


@post(f"{BASE}/{{bank:str}}/quotes", status_code=201)
async def quote(request: Request[Any, Any, Any], bank: FromPath[str]) -> Response[bytes]:
    sandbox, asked = await _asked(request, QuoteAsked)
    if asked.currency not in _RATES or asked.home != "BRL" or asked.amount <= 0:
        return _refused("this bank does not deal in it", 422)
    now = sandbox.now()
    margin = _MARGIN if asked.direction == "out" else -_MARGIN
    rate = (_selling(asked.currency, f"{now:%Y-%m-%d %H:%M}") * (10_000 + margin) / 10_000).quantize(_PLACES)
    given = BankQuote(secrets.token_hex(12), rate, now + timedelta(seconds=HOLDS))
    async with sandbox.store.transaction() as connection:
        await connection.execute(
            "insert into sandbox.exchange_quote (id, bank, asked, rate, until) values (%s, %s, %s, %s, %s)",
            (given.id, bank, Jsonb(msgspec.to_builtins(asked)), rate, given.until),
        )
    return Response(msgspec.json.encode(given), media_type="application/json", status_code=201)


@put(f"{BASE}/{{bank:str}}/contracts/{{key:str}}", status_code=200)
async def confirm(request: Request[Any, Any, Any], bank: FromPath[str], key: FromPath[str]) -> Response[bytes]:
    sandbox, asked = await _asked(request, ContractAsked)
    if asked.amount % 100 == 99:
        raise Problem("IndisponibilidadePorTempoEsgotado")
    async with sandbox.store.transaction() as connection:
        await connection.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"{bank} {asked.quote}",))
        said = await _contract(connection, bank, key)
        if said is None:
            reason = await _reason(connection, bank, asked, sandbox.now())
            number = None if reason else f"{int(hashlib.sha256(key.encode()).hexdigest()[:10], 16):012d}"[:12]
            await connection.execute(
                "insert into sandbox.exchange_contract (bank, key, quote, number, reason)"
                " select %s, %s, id, %s, %s from sandbox.exchange_quote where id = %s",
                (bank, key, number, reason, asked.quote),
            )
            said = {"number": number, "reason": reason}
    if said["number"] is None:
        return _refused(str(said["reason"]), 409)
    return Response(msgspec.json.encode(BankContract(said["number"])), media_type="application/json")


async def _contract(connection: Connection, bank: str, key: str) -> dict[str, Any] | None:
    return await one(
        connection,
        "select number, reason from sandbox.exchange_contract where bank = %(bank)s and key = %(key)s",
        bank=bank,
        key=key,
    )


async def _reason(connection: Connection, bank: str, asked: ContractAsked, now: datetime) -> str | None:
    """Why there is no contract; None: there is one."""
    found = await one(
        connection,
        "select q.until, (q.asked->>'amount')::bigint as amount, exists (select from sandbox.exchange_contract c where c.quote = q.id"
        " and c.number is not null) as used from sandbox.exchange_quote q where q.id = %(id)s and q.bank = %(bank)s",
        id=asked.quote,
        bank=bank,
    )
    if found is None or found["amount"] != asked.amount:
        return "no such price was given for this amount"
    if found["used"]:
        return "this price was taken already"
    if now > found["until"]:
        return f"the price stood until {found['until']:%H:%M:%S} UTC"
    return "the line is under review" if asked.amount % 100 == 41 else None


async def _asked(request: Request[Any, Any, Any], shape: Any) -> tuple[Sandbox, Any]:
    sandbox = sandbox_of(request)
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,19}", str(request.path_params["bank"])):
        raise Problem("NaoEncontrado")
    if request.headers.get("Authorization", "") != f"Bearer {sandbox.settings.client_secret}":
        raise Problem("AcessoNegado", status=401)
    try:
        return sandbox, msgspec.json.decode(await request.body(), type=shape)
    except msgspec.MsgspecError as error:
        raise Problem("RequisicaoInvalida", detail=str(error)) from None


def _refused(reason: str, status: int) -> Response[bytes]:
    return Response(msgspec.json.encode({"reason": reason}), media_type="application/json", status_code=status)


ROUTES = (rates, quote, confirm)
