"""An order as a bank of lots takes it: a line of listaTransferencias."""

import re
from datetime import date
from typing import Any

import msgspec

from retaguarda.foundation.documents import parse
from retaguarda.providers.payout.lot_port import LotLine
from retaguarda.providers.payout.port import Account
from retaguarda.providers.pix.keys import kind_of
from retaguarda.providers.pix.money import amount_text

_FORMS = {"phone": 1, "email": 2, "cpf": 3, "cnpj": 3, "evp": 4}
_BY_ACCOUNT = 5
_ACCOUNT_TYPES = {"CACC": 1, "TRAN": 2, "SVGS": 3}


def transfer_of(line: LotLine, day: date) -> dict[str, Any]:
    order = line.order
    person = parse(order.holder_document)
    given: dict[str, Any] = {
        # The day has no zero in front: a number has none.
        "data": int(day.strftime("%d%m%Y")),
        "valor": msgspec.Raw(amount_text(order.amount).encode()),
        "documentoDebito": line.order_number,
        "descricaoPagamento": line.reference,
        "descricaoPagamentoInstantaneo": _printable(order.message)[:35] or line.reference,
        person.kind: int(person.value) if person.kind == "cpf" else person.value,
    }
    if isinstance(order.to, Account):
        return given | {"formaIdentificacao": _BY_ACCOUNT} | _account(order.to)
    kind = kind_of(order.to)
    match kind:
        case "phone":
            digits = order.to.removeprefix("+55")
            named: dict[str, Any] = {"dddTelefone": int(digits[:2]), "telefone": int(digits[2:])}
        case "email":
            named = {"email": order.to}
        case "evp":
            named = {"identificacaoAleatoria": order.to}
        case "cpf":
            named = {"cpf": int(order.to)}
        case _:
            named = {"cnpj": order.to}
    return given | {"formaIdentificacao": _FORMS[kind]} | named


def ted_of(line: LotLine, day: date) -> dict[str, Any]:
    """An order as a TED: a line of listaTransferencias of lotes-transferencias."""
    order, to = line.order, line.order.to
    assert isinstance(to, Account)
    person = parse(order.holder_document)
    # A bank without a COMPE is named by its ISPB alone.
    bank: dict[str, Any] = (
        {"numeroCOMPE": int(order.compe)} if order.compe else {"numeroCOMPE": 0, "numeroISPB": to.ispb}
    )
    place: dict[str, Any] = (
        {"contaPagamentoCredito": to.number}
        if to.type == "TRAN"
        else {
            "agenciaCredito": int(to.branch),
            "contaCorrenteCredito": int(to.number[:-1] or "0"),
            "digitoVerificadorContaCorrente": to.number[-1],
        }
    )
    return {
        "dataTransferencia": int(day.strftime("%d%m%Y")),
        "valorTransferencia": msgspec.Raw(amount_text(order.amount).encode()),
        "documentoDebito": line.order_number,
        "descricaoTransferencia": line.reference,
        "codigoFinalidadeTED": int(order.ted_purpose or "10"),
        "cpfBeneficiario" if person.kind == "cpf" else "cnpjBeneficiario": int(person.value)
        if person.value.isdecimal()
        else person.value,
        **bank,
        **place,
    }


def _account(to: Account) -> dict[str, Any]:
    place = {"numeroISPB": to.ispb, "tipoConta": _ACCOUNT_TYPES[to.type]}
    if to.type == "TRAN":
        return place | {"contaPagamento": to.number}
    return place | {
        "agencia": int(to.branch),
        "conta": int(to.number[:-1] or "0"),
        "digitoVerificadorConta": to.number[-1],
    }


def _printable(text: str) -> str:
    return re.sub(r"[^\w .,;:/-]", " ", text)
