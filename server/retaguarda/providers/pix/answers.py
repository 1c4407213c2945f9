"""What providers answer, under the names of API Pix 2.9.0.

Read with tolerance: unknown fields are skipped, numbers in quotes are numbers, a status may be new, and what
providers leave out has a default. Amounts and times are exact or refused. Times carry their zone.
"""

from datetime import date, datetime, timedelta
from typing import Annotated

import msgspec

from retaguarda.providers.pix.errors import Violacao
from retaguarda.providers.pix.money import Centavos

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Whole(int):
    """A whole number, which some providers put in quotes (and so does an example of the document)."""


class Pessoa(msgspec.Struct, frozen=True):
    """A debtor or payer; one of cpf and cnpj, as the provider wrote it."""

    nome: str | None = None
    cpf: str | None = None
    cnpj: str | None = None

    @property
    def document(self) -> str:
        return self.cpf or self.cnpj or ""


class Horario(msgspec.Struct, frozen=True):
    solicitacao: Moment | None = None
    liquidacao: Moment | None = None


class Devolucao(msgspec.Struct, frozen=True):
    """A refund. ``status``: EM_PROCESSAMENTO, DEVOLVIDO or NAO_REALIZADO."""

    id: str
    valor: Centavos
    status: str
    rtrId: str | None = None
    natureza: str | None = None
    descricao: str | None = None
    horario: Horario = Horario()
    motivo: str | None = None


class Pix(msgspec.Struct, frozen=True):
    """A payment received. ``pagador`` is no field of the official document; many providers send it."""

    endToEndId: str
    valor: Centavos
    horario: Moment
    txid: str | None = None
    chave: str | None = None
    infoPagador: str | None = None
    pagador: Pessoa | None = None
    devolucoes: list[Devolucao] | None = None

    @property
    def refunds(self) -> list[Devolucao]:
        return self.devolucoes or []


class Location(msgspec.Struct, frozen=True):
    id: Whole | None = None
    location: str | None = None
    tipoCob: str | None = None
    criacao: Moment | None = None
    txid: str | None = None


class Calendario(msgspec.Struct, frozen=True):
    """``expiracao`` in seconds from ``criacao`` (cob); ``dataDeVencimento`` and days of validity (cobv)."""

    criacao: Moment | None = None
    expiracao: Whole = Whole(86_400)
    dataDeVencimento: date | None = None
    validadeAposVencimento: Whole | None = None


class Valor(msgspec.Struct, frozen=True):
    original: Centavos
    modalidadeAlteracao: Whole = Whole(0)


class Cob(msgspec.Struct, frozen=True):
    """A charge, immediate (cob) or with a due date (cobv).

    ``status``: ATIVA, CONCLUIDA, REMOVIDA_PELO_USUARIO_RECEBEDOR or REMOVIDA_PELO_PSP. An expired charge
    stays ATIVA; see ``expires_at``.
    """

    txid: str
    status: str
    valor: Valor
    calendario: Calendario = Calendario()
    revisao: Whole = Whole(0)
    chave: str | None = None
    devedor: Pessoa | None = None
    loc: Location | None = None
    location: str | None = None
    pixCopiaECola: str | None = None
    solicitacaoPagador: str | None = None
    pix: list[Pix] | None = None

    @property
    def payments(self) -> list[Pix]:
        return self.pix or []

    @property
    def url(self) -> str:
        """Where the payload is, without https://; empty when the provider gave none."""
        return self.location or (self.loc.location if self.loc else None) or ""

    @property
    def expires_at(self) -> datetime | None:
        """Of a cob; None for a cobv, or when the provider did not say when it made the charge."""
        criacao = self.calendario.criacao
        if criacao is None or self.calendario.dataDeVencimento is not None:
            return None
        return criacao + timedelta(seconds=self.calendario.expiracao)


class Problema(msgspec.Struct, frozen=True):
    """Why one charge of a batch was refused (RFC 7807)."""

    title: str = ""
    detail: str = ""
    violacoes: list[Violacao] = []

    def __str__(self) -> str:
        reasons = "; ".join(each.razao for each in self.violacoes if each.razao)
        return reasons or self.detail or self.title or "no reason given"


class ItemDeLote(msgspec.Struct, frozen=True):
    """``status``: EM_PROCESSAMENTO, CRIADA or NEGADA, the last with ``problema``."""

    txid: str
    status: str
    problema: Problema = Problema()


class LoteCobV(msgspec.Struct, frozen=True):
    descricao: str = ""
    cobsv: list[ItemDeLote] = []


class Webhook(msgspec.Struct, frozen=True):
    webhookUrl: str
    cnpj: str | None = None
    criacao: Moment | None = None


class Paginacao(msgspec.Struct, frozen=True):
    paginaAtual: Whole = Whole(0)
    itensPorPagina: Whole = Whole(100)
    quantidadeDePaginas: Whole = Whole(1)
    quantidadeTotalDeItens: Whole = Whole(0)


class Parametros(msgspec.Struct, frozen=True):
    paginacao: Paginacao = Paginacao()


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a list."""

    parametros: Parametros = Parametros()


class PixPage(Page, frozen=True):
    pix: list[Pix] = []


class CobPage(Page, frozen=True):
    cobs: list[Cob] = []


class Token(msgspec.Struct, frozen=True):
    access_token: str
    expires_in: Whole = Whole(300)
