"""Prints the bordereau of a closing: the contract, each operation that it takes, and their sums."""

from collections.abc import Mapping
from typing import IO

import msgspec

from retaguarda.exchange.closings.queries import LINES, ClosingRow, find_closing, refuse_unless
from retaguarda.exchange.closings.tables import CLOSINGS, READ, SCOPE
from retaguarda.exchange.model import rate_text
from retaguarda.exchange.print_document import (
    FORMATS,
    Bordereau,
    BordereauLine,
    CsvBordereau,
    PdfBordereau,
    day_or_none,
)
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import format_money
from retaguarda.foundation.pdf import MEDIA_TYPE as PDF
from retaguarda.foundation.query_params import choice_of, given_of
from retaguarda.foundation.receipt import LOCALE, Language, authentication_code, issuer_of, language_of
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route
from retaguarda.lists.exports.csv_file import MEDIA_TYPE as CSV
from retaguarda.lists.exports.write_file import new_file, pieces_of

_TITLE: Mapping[Language, str] = {"pt": "Borderô de câmbio", "en": "Exchange bordereau"}
_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {
        "bank": "Banco", "direction": "Sentido", "out": "Venda de moeda estrangeira ao cliente",
        "in": "Compra de moeda estrangeira do cliente", "trade_day": "Dia do fechamento", "home_day": "Liquidação em moeda nacional",
        "foreign_day": "Liquidação em moeda estrangeira", "rate": "Taxa do banco", "foreign": "Moeda estrangeira",
        "contract": "Valor do contrato", "operations": "Operações", "number": "Número de registro", "uetr": "UETR",
        "agreed_by": "Taxa combinada por", "closed_by": "Fechado por",
    },
    "en": {
        "bank": "Bank", "direction": "Direction", "out": "Foreign currency sold to the client",
        "in": "Foreign currency bought from the client", "trade_day": "Trade day", "home_day": "Settlement in home currency",
        "foreign_day": "Settlement in foreign currency", "rate": "Bank's rate", "foreign": "Foreign currency",
        "contract": "Amount of the contract", "operations": "Operations", "number": "Registry number", "uetr": "UETR",
        "agreed_by": "Rate agreed by", "closed_by": "Closed by",
    },
}  # fmt: skip

#: A closing's operations in the order of its record; a line that lives, for what is over has no bordereau.
_LINES = f"""
    select o.reference, k.name as company_name, o.client_name, o.client_document, o.counterparty, o.country, o.purpose, o.invoice,
           o.trade_day, o.currency, o.foreign_amount, o.rate, o.home_currency, o.price, o.tax, o.fee,
           o.price + case o.direction when 'out' then o.tax + o.fee else -(o.tax + o.fee) end as total
      from {LINES} join company k on k.id = o.company_id
     where l.closing_id = %(id)s and l.living order by o.company_id, o.funded_at, o.id
"""


def bordereau_route(access: Access, keys: Keys) -> Route:
    async def handler(request: Request) -> Response:
        given = given_of(request, ("format", "locale"))
        kind = choice_of(given, "format", FORMATS, "pdf")
        out = new_file()
        try:
            async with SCOPE.over(access).open(request, READ) as (tx, principal):
                row = await find_closing(tx, uuid_of(request.path_params["id"]))
                if row is None:
                    raise not_found("closing")
                refuse_unless(row, "closed", "settled")
                await _write(tx, keys, row, kind, language_of(request, principal), out)
        except BaseException:
            out.close()
            raise
        headers = {
            "Content-Disposition": f'attachment; filename="bordereau-{row.reference}.{kind}"',
            "Cache-Control": "no-store",
        }
        return Response(b"", headers=headers, media_type=CSV if kind == "csv" else PDF, pieces=pieces_of(out))

    return Route(
        "GET",
        f"{CLOSINGS.path}/{{id:str}}/bordereau",
        "The bordereau of a closing that is closed: its contract, each operation, and their sums, as PDF or CSV",
        handler,
        permission=READ,
        scope=SCOPE,
        media=(PDF, CSV),
        parameters=(Parameter("format", {"type": "string", "enum": list(FORMATS)}, "without it, pdf"), LOCALE),
    )


async def _write(tx: Tx, keys: Keys, row: ClosingRow, kind: str, language: Language, out: IO[bytes]) -> None:
    made = await _bordereau(tx, keys, row, language)
    file = (CsvBordereau if kind == "csv" else PdfBordereau)(out, made)
    async for found in tx.batches(_LINES, {"id": row.id}):
        await file.add(msgspec.convert(found, list[BordereauLine]))
    await file.close()


async def _bordereau(tx: Tx, keys: Keys, row: ClosingRow, language: Language) -> Bordereau:
    words = _WORDS[language]
    rate = None if row.rate is None else rate_text(row.rate)
    facts = {
        "bank": row.bank,
        "direction": words[row.direction],
        "trade_day": day_or_none(row.trade_day, language),
        "home_day": day_or_none(row.home_day, language),
        "foreign_day": day_or_none(row.foreign_day, language),
        "foreign": format_money(row.foreign_amount, row.currency, language),
        "rate": rate and (rate.replace(".", ",") if language == "pt" else rate),
        "contract": None if row.contract is None else format_money(row.contract, row.home_currency, language),
        "operations": str(row.operations),
        "number": row.number,
        "uetr": row.uetr,
        "agreed_by": row.agreed_by,
        "closed_by": row.closed_by,
    }
    return Bordereau(
        title=f"{_TITLE[language]} {row.reference}",
        issuer=await issuer_of(tx),
        language=language,
        currency=row.currency,
        home_currency=row.home_currency,
        facts=[(words[name], value) for name, value in facts.items()],
        code=await authentication_code(tx, keys, "bordereau", row.id, row.foreign_amount, row.contract, row.closed_at),
    )
