"""What we ask of a provider about Pix Automático, under the names of API Pix 2.9.0; amounts in centavos."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

from retaguarda.foundation.documents import Document
from retaguarda.providers.pix.money import amount_text
from retaguarda.providers.pix.requests import Body

#: What a receiver may set of a recurrence, of a confirmation request and of a charge.
CANCELLED: Body = {"status": "CANCELADA"}


@dataclass(frozen=True, slots=True)
class RecSolicitada:
    """A recurrence.

    Attributes:
        contrato: what the receiver calls the agreement, at most 35 places; objeto: what is sold, at most 35.
        valor: what each cycle costs; ``minimo``: the least the payer may set as their limit. Never both.
        loc_id: a location made before, for the journeys that begin with a QR code.
        txid: of the charge that is paid at once together with the agreement (JORNADA_3).
    """

    contrato: str
    devedor: Document
    nome: str
    inicio: date
    periodicidade: Literal["SEMANAL", "MENSAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"]
    politica: Literal["NAO_PERMITE", "PERMITE_3R_7D"] = "NAO_PERMITE"
    objeto: str = ""
    fim: date | None = None
    valor: int | None = None
    minimo: int | None = None
    convenio: str = ""
    loc_id: int | None = None
    txid: str = ""

    def body(self) -> Body:
        vinculo: Body = {
            "contrato": self.contrato,
            "devedor": {self.devedor.kind: self.devedor.value, "nome": self.nome},
        }
        calendario: Body = {"dataInicial": self.inicio.isoformat(), "periodicidade": self.periodicidade}
        body: Body = {"vinculo": vinculo, "calendario": calendario, "politicaRetentativa": self.politica}
        if self.objeto:
            vinculo["objeto"] = self.objeto
        if self.fim is not None:
            calendario["dataFinal"] = self.fim.isoformat()
        if self.valor is not None:
            body["valor"] = {"valorRec": amount_text(self.valor)}
        if self.minimo is not None:
            body["valor"] = {"valorMinimoRecebedor": amount_text(self.minimo)}
        if self.convenio:
            body["recebedor"] = {"convenio": self.convenio}
        return body | _start(self.loc_id, self.txid)


@dataclass(frozen=True, slots=True)
class RecRevisada:
    """What to change of a recurrence; None leaves a part as it is. Location and start only while it is CRIADA."""

    inicio: date | None = None
    nome: str | None = None
    loc_id: int | None = None
    txid: str = ""

    def body(self) -> Body:
        body = _start(self.loc_id, self.txid)
        if self.inicio is not None:
            body["calendario"] = {"dataInicial": self.inicio.isoformat()}
        if self.nome is not None:
            body["vinculo"] = {"devedor": {"nome": self.nome}}
        return body


@dataclass(frozen=True, slots=True)
class SolicRecSolicitada:
    """A confirmation request to the payer's bank (JORNADA_1). ``agencia`` at most 4 places without its check digit."""

    id_rec: str
    expira: datetime
    devedor: Document
    ispb: str
    conta: str
    agencia: str = ""

    def body(self) -> Body:
        to: Body = {self.devedor.kind: self.devedor.value, "ispbParticipante": self.ispb, "conta": self.conta}
        return {
            "idRec": self.id_rec,
            "calendario": {
                "dataExpiracaoSolicitacao": self.expira.astimezone(UTC)
                .isoformat(timespec="milliseconds")
                .replace("+00:00", "Z")
            },
            "destinatario": to | ({"agencia": self.agencia} if self.agencia else {}),
        }


@dataclass(frozen=True, slots=True)
class ContaRecebedora:
    """Where the money of a charge arrives."""

    conta: str
    tipo: Literal["CORRENTE", "POUPANCA", "PAGAMENTO"]
    agencia: str = ""

    def body(self) -> Body:
        return {"conta": self.conta, "tipoConta": self.tipo} | ({"agencia": self.agencia} if self.agencia else {})


@dataclass(frozen=True, slots=True)
class CobRSolicitada:
    """The charge of one cycle. ``ajuste``: a due day that is no business day moves to the next."""

    id_rec: str
    vencimento: date
    valor: int
    recebedor: ContaRecebedora
    ajuste: bool = True
    info: str = ""

    def body(self) -> Body:
        body: Body = {
            "idRec": self.id_rec,
            "calendario": {"dataDeVencimento": self.vencimento.isoformat()},
            "valor": {"original": amount_text(self.valor)},
            "ajusteDiaUtil": self.ajuste,
            "recebedor": self.recebedor.body(),
        }
        return body | ({"infoAdicional": self.info} if self.info else {})


def _start(loc_id: int | None, txid: str) -> Body:
    body: Body = {} if loc_id is None else {"loc": loc_id}
    return body | ({"ativacao": {"dadosJornada": {"txid": txid}}} if txid else {})
