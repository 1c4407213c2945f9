"""Print the receipt of a withdrawal that is done, in the language of the principal."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from retaguarda.account.withdrawals.find_receipt import Printed, load_printed
from retaguarda.account.withdrawals.model import OF_WITHDRAWALS
from retaguarda.account.withdrawals.verify_receipt import code_of, link_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import format_money
from retaguarda.foundation.pdf import MEDIA_TYPE
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import given_of, zone_of
from retaguarda.foundation.receipt import (
    LOCALE,
    Issuer,
    Language,
    Receipt,
    Section,
    format_document,
    format_moment,
    issuer_of,
    language_of,
    receipt_response,
)
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route, RowScope
from retaguarda.foundation.scope import MERCHANT

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {
        "title": "Comprovante de saque por Pix",
        "payment": "Pagamento",
        "at": "Data e hora",
        "e2e": "ID da transação (E2E)",
        "amount": "Valor enviado",
        "fee": "Tarifa",
        "gross": "Total debitado",
        "description": "Descrição",
        "number": "Número do saque",
        "payer": "Quem pagou",
        "receiver": "Quem recebeu",
        "name": "Nome",
        "document": "CPF/CNPJ",
        "bank": "Instituição",
        "branch": "Agência",
        "account": "Conta",
        "account_type": "Tipo de conta",
        "key": "Chave Pix",
        "CACC": "Corrente",
        "SVGS": "Poupança",
        "TRAN": "Pagamento",
        "inside": "Comprovante de pagamento entre contas",
    },
    "en": {
        "title": "Receipt of a withdrawal by Pix",
        "payment": "Payment",
        "at": "Date and time",
        "e2e": "Transaction id (E2E)",
        "amount": "Amount sent",
        "fee": "Fee",
        "gross": "Total debited",
        "description": "Description",
        "number": "Withdrawal number",
        "payer": "Payer",
        "receiver": "Receiver",
        "name": "Name",
        "document": "CPF/CNPJ",
        "bank": "Institution",
        "branch": "Branch",
        "account": "Account",
        "account_type": "Type of account",
        "key": "Pix key",
        "CACC": "Current",
        "SVGS": "Savings",
        "TRAN": "Payment",
        "inside": "Receipt of a payment between accounts",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptKind:
    """Receipts of one kind of payout.

    Attributes:
        rows: SQL of the rows of ``payout`` that it is about.
        words: instead of ours, by language.
    """

    path: str
    summary: str
    permission: Permission
    scope: RowScope
    rows: str
    words: Mapping[Language, Mapping[str, str]]


#: Receipts of withdrawals.
WITHDRAWALS = ReceiptKind(
    path="/v1/account/withdrawals/{id:str}/receipt",
    summary="The receipt of a withdrawal that was carried out, as a PDF",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    scope=MERCHANT,
    rows=OF_WITHDRAWALS,
    words={"pt": {}, "en": {}},
)


def _sections(paid: Printed, issuer: Issuer, words: Mapping[str, str], language: Language, at: str) -> list[Section]:
    bank = " · ".join(each for each in (paid.bank_name, paid.ispb and f"ISPB {paid.ispb}") if each)
    number = paid.number
    return [
        Section(
            words["payment"],
            [
                (words["at"], at),
                (words["e2e"], paid.end_to_end_id),
                (words["amount"], format_money(paid.amount, paid.currency, language)),
                (words["fee"], format_money(paid.fee, paid.currency, language)),
                (words["gross"], format_money(paid.amount + paid.fee, paid.currency, language)),
                (words["description"], paid.description),
                (words["number"], str(paid.id)),
            ],
        ),
        Section(
            words["receiver"],
            [
                (words["name"], paid.holder_name),
                (words["document"], format_document(paid.holder_document, whole=False)),
                (words["bank"], bank),
                (words["branch"], paid.branch),
                (words["account"], number and f"{number[:-1]}-{number[-1]}"),
                (words["account_type"], paid.account_type and words[paid.account_type]),
                (words["key"], paid.shown_key),
            ],
        ),
        Section(
            words["payer"],
            [
                (words["name"], paid.legal_name),
                (words["document"], format_document(paid.document)),
                (words["bank"], f"{issuer.name} · ISPB {issuer.ispb}"),
            ],
        ),
    ]


async def _receipt(
    tx: Tx, paid: Printed, kind: ReceiptKind, language: Language, keys: Keys, own_origin: str
) -> Receipt:
    words = {**_WORDS[language], **kind.words[language]}
    zone, issuer = await zone_of(tx, paid.company_id), await issuer_of(tx)
    return Receipt(
        language=language,
        issuer=issuer,
        title=words["inside"] if paid.inside else words.get(paid.method, words["title"]),
        amount=format_money(paid.amount, paid.currency, language),
        sections=_sections(paid, issuer, words, language, format_moment(paid.ended_at, zone, language)),
        code=await code_of(tx, keys, paid),
        link=await link_of(tx, keys, own_origin, paid.company_id, paid.id),
        made_at=datetime.now(UTC),
        zone=zone,
    )


def receipt_route(access: Access, keys: Keys, own_origin: str, kind: ReceiptKind = WITHDRAWALS) -> Route:
    """Build the route of a kind of receipt.

    Args:
        own_origin: our own origin, where the page of its link is.
    """

    async def handler(request: Request) -> Response:
        given_of(request, ("locale",))
        async with kind.scope.over(access).open(request, kind.permission) as (tx, principal):
            paid = await load_printed(tx, principal, kind.rows, uuid_of(request.path_params["id"]))
            receipt = await _receipt(tx, paid, kind, language_of(request, principal), keys, own_origin)
        return receipt_response(receipt, f"receipt-{paid.end_to_end_id or paid.id}")

    return Route(
        "GET",
        kind.path,
        kind.summary,
        handler,
        permission=kind.permission,
        scope=kind.scope,
        media=(MEDIA_TYPE,),
        parameters=(LOCALE,),
    )
