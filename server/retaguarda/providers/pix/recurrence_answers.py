"""What providers answer about Pix Automático, under the names of API Pix 2.9.0; read with tolerance as in answers.py.

The official examples write the state of an update as ``nome`` where the schema says ``status``, put ``tipoJornada``
inside ``dadosJornada``, and hold a day that is none ("2024-20-08"): all of it is read.
"""

from datetime import date, datetime

import msgspec

from retaguarda.providers.pix.answers import Moment, Page, Pessoa, Pix, Whole
from retaguarda.providers.pix.money import Centavos


class Atualizacao(msgspec.Struct, frozen=True):
    data: Moment
    status: str | None = None
    nome: str | None = None

    @property
    def state(self) -> str:
        return self.status or self.nome or ""


class Encerrado(msgspec.Struct, frozen=True):
    """Why something ended. ``solicitante`` only of a cancellation."""

    codigo: str
    descricao: str = ""
    solicitante: str | None = None


class Encerramento(msgspec.Struct, frozen=True):
    rejeicao: Encerrado | None = None
    cancelamento: Encerrado | None = None

    @property
    def why(self) -> Encerrado | None:
        return self.cancelamento or self.rejeicao


class Vinculo(msgspec.Struct, frozen=True):
    contrato: str
    devedor: Pessoa
    objeto: str | None = None


class CalendarioRec(msgspec.Struct, frozen=True):
    dataInicial: date
    periodicidade: str
    dataFinal: date | None = None


class ValorRec(msgspec.Struct, frozen=True):
    valorRec: Centavos | None = None
    valorMinimoRecebedor: Centavos | None = None


class Pagador(msgspec.Struct, frozen=True):
    """Who agreed, and at which bank (its ISPB)."""

    ispbParticipante: str | None = None
    cpf: str | None = None
    cnpj: str | None = None
    codMun: str | None = None


class DadosJornada(msgspec.Struct, frozen=True):
    txid: str | None = None
    tipoJornada: str | None = None


class Ativacao(msgspec.Struct, frozen=True):
    tipoJornada: str | None = None
    dadosJornada: DadosJornada = DadosJornada()

    @property
    def journey(self) -> str:
        return self.tipoJornada or self.dadosJornada.tipoJornada or ""


class DadosQR(msgspec.Struct, frozen=True):
    jornada: str | None = None
    pixCopiaECola: str | None = None


class LocRec(msgspec.Struct, frozen=True):
    id: Whole
    location: str
    criacao: Moment | None = None
    idRec: str | None = None


class SolicRec(msgspec.Struct, frozen=True):
    """A confirmation request. ``status``: CRIADA, ENVIADA, RECEBIDA, ACEITA, REJEITADA, EXPIRADA or CANCELADA."""

    idSolicRec: str
    idRec: str
    status: str
    atualizacao: list[Atualizacao] = []


class Rec(msgspec.Struct, frozen=True):
    """A recurrence. ``status``: CRIADA, APROVADA, REJEITADA, EXPIRADA or CANCELADA."""

    idRec: str
    vinculo: Vinculo
    calendario: CalendarioRec
    status: str = "CRIADA"
    valor: ValorRec = ValorRec()
    politicaRetentativa: str | None = None
    loc: LocRec | None = None
    pagador: Pagador | None = None
    ativacao: Ativacao = Ativacao()
    dadosQR: DadosQR | None = None
    encerramento: Encerramento | None = None
    solicitacao: list[SolicRec] = []
    atualizacao: list[Atualizacao] = []

    def since(self, status: str) -> datetime | None:
        """When it came into this state, as far as the provider tells."""
        return next((update.data for update in reversed(self.atualizacao) if update.state == status), None)


class Tentativa(msgspec.Struct, frozen=True):
    """One attempt to take a charge's money. ``tipo``: AGND, NTAG or RIFL; ``status``: SOLICITADA, AGENDADA, PAGA,
    CANCELADA, REJEITADA or EXPIRADA."""

    dataLiquidacao: str
    tipo: str
    endToEndId: str
    status: str
    atualizacao: list[Atualizacao] = []
    rejeicao: Encerrado | None = None

    @property
    def day(self) -> date | None:
        try:
            return date.fromisoformat(self.dataLiquidacao)
        except ValueError:
            return None


class CalendarioCobR(msgspec.Struct, frozen=True):
    dataDeVencimento: date
    criacao: str | None = None


class ValorCobR(msgspec.Struct, frozen=True):
    original: Centavos


class CobR(msgspec.Struct, frozen=True):
    """A charge of a cycle. ``status``: CRIADA, ATIVA, CONCLUIDA, EXPIRADA, REJEITADA or CANCELADA."""

    idRec: str
    txid: str
    status: str
    calendario: CalendarioCobR
    valor: ValorCobR
    ajusteDiaUtil: bool = True
    politicaRetentativa: str | None = None
    infoAdicional: str | None = None
    tentativas: list[Tentativa] = []
    encerramento: Encerramento | None = None
    atualizacao: list[Atualizacao] = []
    pix: list[Pix] = []


class WebhookUrl(msgspec.Struct, frozen=True):
    webhookUrl: str
    criacao: Moment | None = None


class RecPage(Page, frozen=True):
    recs: tuple[Rec, ...] = ()


class CobRPage(Page, frozen=True):
    cobsr: tuple[CobR, ...] = ()


class LocRecPage(Page, frozen=True):
    loc: tuple[LocRec, ...] = ()
