"""Prints the receipt of a charge's Pix payment, in the reader's language."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.local_day import format_day
from retaguarda.foundation.money import BRL, format_money
from retaguarda.foundation.pdf import MEDIA_TYPE
from retaguarda.foundation.permissions import Permission
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
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route
from retaguarda.foundation.scope import MERCHANT

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {
        "title": "Comprovante de recebimento por Pix",
        "payment": "Pagamento",
        "at": "Data e hora",
        "e2e": "ID da transação (E2E)",
        "amount": "Valor recebido",
        "refunded": "Devolvido até agora",
        "asked": "Valor da cobrança",
        "due_date": "Vencimento",
        "description": "Mensagem",
        "reference": "Referência",
        "txid": "txid",
        "payer": "Quem pagou",
        "receiver": "Quem recebeu",
        "name": "Nome",
        "document": "CPF/CNPJ",
        "bank": "Instituição",
    },
    "en": {
        "title": "Receipt of a payment by Pix",
        "payment": "Payment",
        "at": "Date and time",
        "e2e": "Transaction id (E2E)",
        "amount": "Amount received",
        "refunded": "Refunded so far",
        "asked": "Amount of the charge",
        "due_date": "Due date",
        "description": "Message",
        "reference": "Reference",
        "txid": "txid",
        "payer": "Payer",
        "receiver": "Receiver",
        "name": "Name",
        "document": "CPF/CNPJ",
        "bank": "Institution",
    },
}

#: Selects one of several payments; defaults to the first.
_END_TO_END_ID = Parameter("end_to_end_id", {"type": "string"}, "of one payment of the charge; without it, the first")


async def _load(tx: Tx, principal: Principal, charge: UUID, end_to_end_id: str | None) -> Row:
    """Load the charge with the payment.

    Raises:
        ApiError: 404; 409 ``receipt_too_early`` while no payment has settled.
    """
    row = await tx.one(
        "select c.*, k.legal_name, k.document, k.time_zone, p.end_to_end_id as e2e, p.amount as received, p.refunded as returned,"
        " p.paid_at as received_at, p.payer_name as from_name, p.payer_document as from_document"
        " from charge c join company k on k.id = c.company_id"
        " left join pix_payment p on p.company_id = c.company_id and p.charge_id = c.id and p.status = 'settled'"
        "  and (%(e2e)s::text is null or p.end_to_end_id = %(e2e)s)"
        " where c.id = %(id)s and c.company_id = any(%(seen)s) order by p.paid_at, p.end_to_end_id limit 1",
        {"id": charge, "seen": list(principal.companies), "e2e": end_to_end_id},
    )
    if row is None:
        raise not_found("charge")
    if row["e2e"] is None:
        raise ApiError(409, "receipt_too_early", "nothing was received for this charge that has a receipt")
    return row


async def _receipt(tx: Tx, row: Row, language: Language, keys: Keys) -> Receipt:
    words, zone, issuer = _WORDS[language], ZoneInfo(row["time_zone"]), await issuer_of(tx)
    amount = format_money(row["received"], BRL, language)
    due_date = row["due_date"]
    sections = [
        Section(
            words["payment"],
            [
                (words["at"], format_moment(row["received_at"], zone, language)),
                (words["e2e"], row["e2e"]),
                (words["amount"], amount),
                (words["refunded"], format_money(row["returned"], BRL, language) if row["returned"] else None),
                (
                    words["asked"],
                    format_money(row["amount"], BRL, language) if row["amount"] != row["received"] else None,
                ),
                (words["due_date"], due_date and format_day(due_date, language)),
                (words["description"], row["description"]),
                (words["reference"], row["reference"]),
                (words["txid"], row["txid"]),
            ],
        ),
        Section(
            words["payer"],
            [
                (words["name"], row["from_name"]),
                (words["document"], row["from_document"] and format_document(row["from_document"], whole=False)),
            ],
        ),
        Section(
            words["receiver"],
            [
                (words["name"], row["legal_name"]),
                (words["document"], format_document(row["document"])),
                (words["bank"], f"{issuer.name} · ISPB {issuer.ispb}"),
            ],
        ),
    ]
    code = await authentication_code(tx, keys, "payment", row["id"], row["e2e"], row["received"], row["received_at"])
    return Receipt(
        language=language,
        issuer=issuer,
        title=words["title"],
        amount=amount,
        sections=sections,
        code=code,
        made_at=datetime.now(UTC),
        zone=zone,
    )


def receipt_route(access: Access, keys: Keys) -> Route:
    async def handler(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.PAYIN_PAYMENT_READ) as (tx, principal):
            row = await _load(
                tx, principal, uuid_of(request.path_params["id"]), dict(request.query).get("end_to_end_id")
            )
            receipt = await _receipt(tx, row, language_of(request, principal), keys)
        return receipt_response(receipt, f"receipt-{row['e2e']}")

    return Route(
        "GET",
        "/v1/payin/charges/{id:str}/receipt",
        "The receipt of a Pix received for a charge, as a PDF",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
        scope=MERCHANT,
        media=(MEDIA_TYPE,),
        parameters=(LOCALE, _END_TO_END_ID),
    )
