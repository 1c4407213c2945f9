"""What we ask of a provider, under the names of API Pix 2.9.0; amounts in centavos. body() is the JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from retaguarda.foundation.documents import Document
from retaguarda.providers.pix.money import amount_text

Body = dict[str, Any]
InfoAdicional = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Devedor:
    """Who is asked to pay. ``nome`` at most 200 places; address and e-mail are for cobv only."""

    documento: Document
    nome: str
    logradouro: str = ""
    cidade: str = ""
    uf: str = ""
    cep: str = ""
    email: str = ""

    def body(self) -> Body:
        rest = {"logradouro": self.logradouro, "cidade": self.cidade, "uf": self.uf, "cep": self.cep}
        rest["email"] = self.email
        given = {name: value for name, value in rest.items() if value}
        return {self.documento.kind: self.documento.value, "nome": self.nome} | given


@dataclass(frozen=True, slots=True)
class CobSolicitada:
    """An immediate charge.

    Attributes:
        chave: the receiver's Pix key, at most 77 places.
        expiracao: seconds from the making.
        solicitacao_pagador: shown to the payer, at most 140 places.
        info_adicionais: at most 50 pairs of name (50 places) and value (200).
        modalidade_alteracao: 1 lets the payer change the amount.
        loc_id: a location made before; the provider makes one otherwise.
    """

    chave: str
    valor: int
    expiracao: int = 86_400
    devedor: Devedor | None = None
    solicitacao_pagador: str = ""
    info_adicionais: Sequence[InfoAdicional] = ()
    modalidade_alteracao: Literal[0, 1] = 0
    loc_id: int | None = None

    def body(self) -> Body:
        valor: Body = {"original": amount_text(self.valor)}
        if self.modalidade_alteracao:
            valor["modalidadeAlteracao"] = self.modalidade_alteracao
        body: Body = {"calendario": {"expiracao": self.expiracao}, "valor": valor, "chave": self.chave}
        if self.devedor is not None:
            body["devedor"] = self.devedor.body()
        return body | _extras(self.solicitacao_pagador, self.info_adicionais, self.loc_id)


@dataclass(frozen=True, slots=True)
class CobVSolicitada:
    """A charge with a due date.

    ``multa``, ``juros``, ``abatimento`` and ``desconto`` are the objects of the official document, for
    instance {"modalidade": 2, "valorPerc": "2.00"}; ``validade`` is days after the due date.
    """

    chave: str
    valor: int
    vencimento: date
    devedor: Devedor
    validade: int = 30
    multa: Body | None = None
    juros: Body | None = None
    abatimento: Body | None = None
    desconto: Body | None = None
    solicitacao_pagador: str = ""
    info_adicionais: Sequence[InfoAdicional] = ()
    loc_id: int | None = None

    def body(self) -> Body:
        terms = {"multa": self.multa, "juros": self.juros}
        terms |= {"abatimento": self.abatimento, "desconto": self.desconto}
        valor: Body = {"original": amount_text(self.valor)}
        valor |= {name: value for name, value in terms.items() if value is not None}
        return {
            "calendario": {
                "dataDeVencimento": self.vencimento.isoformat(),
                "validadeAposVencimento": self.validade,
            },
            "devedor": self.devedor.body(),
            "valor": valor,
            "chave": self.chave,
        } | _extras(self.solicitacao_pagador, self.info_adicionais, self.loc_id)


@dataclass(frozen=True, slots=True)
class LoteCobVSolicitado:
    """Many charges with a due date, each with its txid."""

    descricao: str
    cobsv: Sequence[tuple[str, CobVSolicitada]]

    def body(self) -> Body:
        return {"descricao": self.descricao, "cobsv": [{"txid": txid} | cobv.body() for txid, cobv in self.cobsv]}


@dataclass(frozen=True, slots=True)
class LoteCobVRevisado:
    """What to change of charges of a batch, each by its txid; the others stay as they are."""

    cobsv: Sequence[tuple[str, "CobRevisada"]]

    def body(self) -> Body:
        return {"cobsv": [{"txid": txid} | change.body() for txid, change in self.cobsv]}


@dataclass(frozen=True, slots=True)
class CobRevisada:
    """What to change of an active cob or cobv; None leaves a part as it is.

    ``validade`` comes with ``vencimento``; ``termos`` are multa, juros, abatimento and desconto of a cobv, by their names.
    """

    valor: int | None = None
    expiracao: int | None = None
    vencimento: date | None = None
    validade: int | None = None
    termos: Body | None = None
    devedor: Devedor | None = None
    solicitacao_pagador: str | None = None
    loc_id: int | None = None

    def body(self) -> Body:
        body: Body = {}
        original = {} if self.valor is None else {"original": amount_text(self.valor)}
        if valor := original | (self.termos or {}):
            body["valor"] = valor
        if self.expiracao is not None:
            body["calendario"] = {"expiracao": self.expiracao}
        if self.vencimento is not None:
            days = {} if self.validade is None else {"validadeAposVencimento": self.validade}
            body["calendario"] = {"dataDeVencimento": self.vencimento.isoformat()} | days
        if self.devedor is not None:
            body["devedor"] = self.devedor.body()
        if self.solicitacao_pagador is not None:
            body["solicitacaoPagador"] = self.solicitacao_pagador
        if self.loc_id is not None:
            body["loc"] = {"id": self.loc_id}
        return body


#: The only status a receiver may set; it must travel alone.
REMOVED: Body = {"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR"}


@dataclass(frozen=True, slots=True)
class DevolucaoSolicitada:
    """A refund. ``natureza`` RETIRADA is the cash part of Pix Saque and Troco; ``descricao`` ≤ 140 places.

    The document leaves MED_FRAUDE and MED_OPERACIONAL to the receiver's bank: they are asked for where we are that bank.
    """

    valor: int
    natureza: Literal["ORIGINAL", "RETIRADA", "MED_FRAUDE", "MED_OPERACIONAL"] = "ORIGINAL"
    descricao: str = ""

    def body(self) -> Body:
        body: Body = {"valor": amount_text(self.valor), "natureza": self.natureza}
        return body | ({"descricao": self.descricao} if self.descricao else {})


def _extras(solicitacao: str, infos: Sequence[InfoAdicional], loc_id: int | None) -> Body:
    body: Body = {"solicitacaoPagador": solicitacao} if solicitacao else {}
    if infos:
        body["infoAdicionais"] = [{"nome": nome, "valor": valor} for nome, valor in infos]
    if loc_id is not None:
        body["loc"] = {"id": loc_id}
    return body
