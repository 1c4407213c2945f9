"""Prints the receipt of a charge's Pix payment, in the reader's language."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.local_day import format_day
from retaguarda.foundation.money import format_money
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
from retaguarda.foundation.typed_rows import fetch_one

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


class _Received(msgspec.Struct):
    """A charge with one of its payments; sums in minor units of ``currency``."""

    id: UUID
    currency: str
    amount: int
    due_date: date | None
    description: str | None
    reference: str | None
    txid: str
    legal_name: str
    document: str
    time_zone: str
    e2e: str
    received: int
    returned: int
    received_at: datetime
    from_name: str | None
    from_document: str | None


async def _load(tx: Tx, principal: Principal, charge: UUID, end_to_end_id: str | None) -> _Received:
    """Load the charge with the payment.

    Raises:
        ApiError: 404; 409 ``receipt_too_early`` while no payment has settled.
    """
    key = {"id": charge, "seen": list(principal.companies), "e2e": end_to_end_id}
    if not await tx.value("select exists (select from charge where id = %(id)s and company_id = any(%(seen)s))", key):
        raise not_found("charge")
    found = await fetch_one(
        tx,
        _Received,
        "select c.*, k.legal_name, k.document, k.time_zone, p.end_to_end_id as e2e, p.amount as received, p.refunded as returned,"
        " p.paid_at as received_at, p.payer_name as from_name, p.payer_document as from_document"
        " from charge c join company k on k.id = c.company_id"
        " join pix_payment p on p.company_id = c.company_id and p.charge_id = c.id and p.status = 'settled'"
        "  and (%(e2e)s::text is null or p.end_to_end_id = %(e2e)s)"
        " where c.id = %(id)s and c.company_id = any(%(seen)s) order by p.paid_at, p.end_to_end_id limit 1",
        key,
    )
    if found is None:
        raise ApiError(409, "receipt_too_early", "nothing was received for this charge that has a receipt")
    return found


async def _receipt(tx: Tx, paid: _Received, language: Language, keys: Keys) -> Receipt:
    words, zone, issuer = _WORDS[language], ZoneInfo(paid.time_zone), await issuer_of(tx)
    amount = format_money(paid.received, paid.currency, language)
    sections = [
        Section(
            words["payment"],
            [
                (words["at"], format_moment(paid.received_at, zone, language)),
                (words["e2e"], paid.e2e),
                (words["amount"], amount),
                (words["refunded"], format_money(paid.returned, paid.currency, language) if paid.returned else None),
                (
                    words["asked"],
                    format_money(paid.amount, paid.currency, language) if paid.amount != paid.received else None,
                ),
                (words["due_date"], paid.due_date and format_day(paid.due_date, language)),
                (words["description"], paid.description),
                (words["reference"], paid.reference),
                (words["txid"], paid.txid),
            ],
        ),
        Section(
            words["payer"],
            [
                (words["name"], paid.from_name),
                (words["document"], paid.from_document and format_document(paid.from_document, whole=False)),
            ],
        ),
        Section(
            words["receiver"],
            [
                (words["name"], paid.legal_name),
                (words["document"], format_document(paid.document)),
                (words["bank"], f"{issuer.name} · ISPB {issuer.ispb}"),
            ],
        ),
    ]
    code = await authentication_code(tx, keys, "payment", paid.id, paid.e2e, paid.received, paid.received_at)
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
            paid = await _load(
                tx, principal, uuid_of(request.path_params["id"]), dict(request.query).get("end_to_end_id")
            )
            receipt = await _receipt(tx, paid, language_of(request, principal), keys)
        return receipt_response(receipt, f"receipt-{paid.e2e}")

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
