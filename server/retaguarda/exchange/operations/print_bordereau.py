"""Prints the bordereau of one operation, as its merchant may know it: its price line by line, whom it is for, and its registry."""

from collections.abc import Mapping
from datetime import UTC, datetime

from retaguarda.exchange.evaluate_price import effective_rate
from retaguarda.exchange.model import rate_text
from retaguarda.exchange.operations.queries import OperationRow, find_operation, of_operation, refuse_unless
from retaguarda.exchange.operations.tables import OPERATIONS, READ
from retaguarda.exchange.print_document import FORMATS, Bordereau, BordereauLine, CsvBordereau, day_or_none
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import format_money
from retaguarda.foundation.pdf import MEDIA_TYPE as PDF
from retaguarda.foundation.query_params import choice_of, given_of, zone_of
from retaguarda.foundation.receipt import (
    LOCALE,
    Language,
    Receipt,
    Section,
    authentication_code,
    format_document,
    format_moment,
    issuer_of,
    language_of,
    receipt_response,
)
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.lists.exports.csv_file import MEDIA_TYPE as CSV
from retaguarda.lists.exports.write_file import new_file, pieces_of

_SCOPE = of_subject(of_operation)
_TITLE: Mapping[Language, str] = {"pt": "Borderô da operação de câmbio", "en": "Bordereau of an exchange operation"}
_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {
        "operation": "Operação", "reference": "Referência", "direction": "Sentido",
        "out": "Remessa ao exterior", "in": "Recebimento do exterior", "trade_day": "Dia do fechamento", "booked_at": "Fechada em",
        "price": "Preço", "foreign": "Moeda estrangeira", "rate": "Taxa", "home": "Valor em moeda nacional", "tax": "IOF ({percent}%)",
        "fee": "Tarifa", "total_out": "Total pago", "total_in": "Total recebido", "vet": "VET", "client": "Cliente e contraparte",
        "name": "Cliente", "document": "CPF/CNPJ", "counterparty": "Contraparte no exterior", "country": "País",
        "purpose": "Tipo de transação", "invoice": "Fatura", "invoice_date": "Data da fatura", "merchant": "Estabelecimento",
    },
    "en": {
        "operation": "Operation", "reference": "Reference", "direction": "Direction",
        "out": "Remittance abroad", "in": "Receipt from abroad", "trade_day": "Trade day", "booked_at": "Booked at",
        "price": "Price", "foreign": "Foreign currency", "rate": "Rate", "home": "Amount in home currency", "tax": "IOF ({percent}%)",
        "fee": "Fee", "total_out": "Paid in all", "total_in": "Got in all", "vet": "VET", "client": "Client and counterparty",
        "name": "Client", "document": "CPF/CNPJ", "counterparty": "Counterparty abroad", "country": "Country",
        "purpose": "Type of transaction", "invoice": "Invoice", "invoice_date": "Date of the invoice", "merchant": "Merchant",
    },
}  # fmt: skip


def bordereau_route(access: Access, keys: Keys) -> Route:
    async def handler(request: Request) -> Response:
        given = given_of(request, ("format", "locale"))
        kind = choice_of(given, "format", FORMATS, "pdf")
        async with _SCOPE.over(access).open(request, READ) as (tx, principal):
            row = await find_operation(tx, list(principal.companies), uuid_of(request.path_params["id"]))
            if row is None:
                raise not_found("operation")
            refuse_unless(row, "awaiting_funds", "funded", "closed", "settled", "returned", "reversed")
            language = language_of(request, principal)
            if kind == "csv":
                return await _csv_response(tx, row, language)
            return receipt_response(await _receipt(tx, keys, row, language), f"bordereau-{row.reference}")

    return Route(
        "GET",
        f"{OPERATIONS.path}/{{id:str}}/bordereau",
        "The bordereau of an operation that is booked: its price line by line, its client and its counterparty, as PDF or CSV",
        handler,
        permission=READ,
        scope=_SCOPE,
        media=(PDF, CSV),
        parameters=(Parameter("format", {"type": "string", "enum": list(FORMATS)}, "without it, pdf"), LOCALE),
    )


async def _csv_response(tx: Tx, row: OperationRow, language: Language) -> Response:
    out = new_file()
    made = Bordereau(row.reference, await issuer_of(tx), language, row.currency, row.home_currency, (), "")
    file = CsvBordereau(out, made)
    await file.add([struct_of(BordereauLine, row, total=row.priced.total(row.direction))])
    await file.close()
    headers = {
        "Content-Disposition": f'attachment; filename="bordereau-{row.reference}.csv"',
        "Cache-Control": "no-store",
    }
    return Response(b"", headers=headers, media_type=CSV, pieces=pieces_of(out))


async def _receipt(tx: Tx, keys: Keys, row: OperationRow, language: Language) -> Receipt:
    words, zone, issuer = _WORDS[language], await zone_of(tx, row.company_id), await issuer_of(tx)
    code = await authentication_code(
        tx, keys, "bordereau", row.id, row.foreign_amount, row.price, row.tax, row.fee, row.booked_at
    )
    return Receipt(
        language=language,
        issuer=issuer,
        title=f"{_TITLE[language]} {row.reference}",
        amount=format_money(row.foreign_amount, row.currency, language),
        sections=_sections(row, words, language, row.booked_at and format_moment(row.booked_at, zone, language)),
        code=code,
        made_at=datetime.now(UTC),
        zone=zone,
    )


def _sections(row: OperationRow, words: Mapping[str, str], language: Language, booked: str | None) -> list[Section]:
    price, home, less = row.priced, row.home_currency, "-" if row.direction == "in" else ""

    def decimal(text: str) -> str:
        return text.replace(".", ",") if language == "pt" else text

    def money(amount: int) -> str:
        return format_money(amount, home, language)

    vet = effective_rate(price, row.direction, row.currency, home)
    parts = {
        "operation": {
            "reference": row.reference,
            "merchant": row.company_name,
            "direction": words[row.direction],
            "trade_day": day_or_none(row.trade_day, language),
            "booked_at": booked,
        },
        "price": {
            "foreign": format_money(row.foreign_amount, row.currency, language),
            "rate": decimal(rate_text(row.rate)),
            "home": money(row.price),
            "tax": less + money(row.tax),
            "fee": less + money(row.fee),
            f"total_{row.direction}": money(price.total(row.direction)),
            "vet": decimal(rate_text(vet)),
        },
        "client": {
            "name": row.client_name,
            "document": row.client_document and format_document(row.client_document, whole=False),
            "counterparty": row.counterparty,
            "country": row.country,
            "purpose": row.purpose,
            "invoice": row.invoice,
            "invoice_date": day_or_none(row.invoice_date, language),
        },
    }
    percent = decimal(rate_text(row.tax_percent))
    return [
        Section(words[part], [(words[name].format(percent=percent), value) for name, value in facts.items()])
        for part, facts in parts.items()
    ]
