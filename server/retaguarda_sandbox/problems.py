"""Refusals as API Pix words them: RFC 7807, the type names and titles of the official document."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from litestar import Response

_TYPE = "https://pix.bcb.gov.br/api/v2/error/"
_KNOWN = {
    "RequisicaoInvalida": (400, "Requisição inválida.", "A requisição não respeita o _schema_."),
    "AcessoNegado": (
        403,
        "Acesso Negado",
        "Requisição de participante autenticado que viola alguma regra de autorização.",
    ),
    "NaoEncontrado": (404, "Não Encontrado", "Entidade não encontrada."),
    "ErroInternoDoServidor": (500, "Erro interno.", "Condição inesperada ao processar requisição."),
    "ServicoIndisponivel": (
        503,
        "Serviço Indisponível",
        "Serviço não está disponível no momento. Serviço solicitado pode estar em manutenção ou fora da janela "
        "de funcionamento.",
    ),
    "IndisponibilidadePorTempoEsgotado": (504, "Tempo esgotado.", "O serviço demorou além do esperado."),
    "CobNaoEncontrado": (404, "Cobrança não encontrada.", "Cobrança não encontrada para o txid informado."),
    "CobOperacaoInvalida": (
        400,
        "Cobrança inválida.",
        "A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o _schema_ ou "
        "está semanticamente errada.",
    ),
    "CobConsultaInvalida": (400, "Consulta inválida.", "Os parâmetros de consulta não respeitam o _schema_."),
    "CobVNaoEncontrada": (404, "Cobrança não encontrada.", "Cobrança não encontrada para o txid informado."),
    "CobVOperacaoInvalida": (
        400,
        "Cobrança inválida.",
        "A requisição que busca alterar ou criar uma cobrança com vencimento não respeita o _schema_ ou está "
        "semanticamente errada.",
    ),
    "CobVConsultaInvalida": (400, "Consulta inválida.", "Os parâmetros de consulta não respeitam o _schema_."),
    "LoteCobVNaoEncontrado": (404, "Lote não encontrado.", "Lote não encontrado para o id informado."),
    "LoteCobVOperacaoInvalida": (
        400,
        "Lote de cobranças inválido.",
        "A requisição que busca alterar ou criar um lote de cobranças com vencimento não respeita o _schema_ ou está"
        " semanticamente errada.",
    ),
    "LoteCobVConsultaInvalida": (400, "Consulta inválida.", "Os parâmetros de consulta não respeitam o _schema_."),
    "CobPayloadNaoEncontrado": (
        404,
        "Cobrança não encontrada.",
        "A cobrança em questão não foi encontrada para a location requisitada.",
    ),
    "CobPayloadOperacaoInvalida": (400, "Operação inválida.", "A cobrança existe, mas a requisição é inválida."),
    "PayloadLocationNaoEncontrado": (
        404,
        "Location não encontrada.",
        "Location não encontrada para o id informado.",
    ),
    "PayloadLocationOperacaoInvalida": (
        400,
        "PayloadLocation inválido.",
        "A presente requisição busca criar uma location sem respeitar o _schema_ estabelecido.",
    ),
    "PayloadLocationConsultaInvalida": (
        400,
        "Consulta inválida.",
        "Os parâmetros de consulta não respeitam o _schema_.",
    ),
    "PixNaoEncontrado": (404, "Pix não encontrado.", "Pix não encontrado para o e2eid informado."),
    "PixConsultaInvalida": (400, "Consulta inválida.", "Os parâmetros de consulta não respeitam o _schema_."),
    "PixDevolucaoNaoEncontrada": (
        404,
        "Devolução não encontrada.",
        "Devolução não encontrada para o e2eid informado.",
    ),
    "PixDevolucaoInvalida": (
        400,
        "Devolução inválida.",
        "A presente requisição de devolução não respeita o _schema_ ou não faz sentido semanticamente.",
    ),
    "WebhookNaoEncontrado": (
        404,
        "Webhook não encontrado.",
        "O webhook denotado por {chave} não encontra-se estabelecido.",
    ),
    "WebhookOperacaoInvalida": (
        400,
        "Webhook inválido.",
        "A presente requisição busca criar um webhook sem respeitar o _schema_ ou, ainda, com sentido "
        "semanticamente inválido.",
    ),
    "WebhookConsultaInvalida": (
        400,
        "Consulta inválida.",
        "Os parâmetros de consulta não respeitam o _schema_.",
    ),
    "RecNaoEncontrada": (404, "Recorrência não encontrada.", "Recorrência não encontrada para o idRec informado."),
    "RecOperacaoInvalida": (400, "Operação inválida.", "A recorrência não respeita o schema."),
    "RecConsultaInvalida": (400, "Consulta inválida.", "Os parâmetros de consulta não respeitam o _schema_."),
    "RecPayloadNaoEncontrado": (
        404,
        "Recorrência não encontrada.",
        "A recorrência em questão não foi encontrada para a location requisitada.",
    ),
    "RecPayloadOperacaoInvalida": (
        400,
        "Recorrência não encontrada.",
        "A recorrência em questão encontra-se expirada, cancelada ou rejeitada.",
    ),
    "SolicRecNaoEncontrada": (
        404,
        "Solicitação não encontrada.",
        "Solicitação de recorrência não encontrada para o idSolicRec informado.",
    ),
    "SolicRecOperacaoInvalida": (
        400,
        "Operação inválida.",
        "A solicitação de confirmação de recorrência não respeita o schema.",
    ),
    "CobRNaoEncontrado": (404, "Cobrança não encontrada.", "Cobrança não encontrada para o txid informado."),
    "CobROperacaoInvalida": (400, "Operação inválida.", "A cobrança não respeita o schema."),
    "CobRConsultaInvalida": (400, "Consulta inválida.", "Os parâmetros de consulta não respeitam o _schema_."),
    "PayloadLocationRecNaoEncontrado": (
        404,
        "Location não encontrada.",
        "Location não encontrada para o id informado.",
    ),
    "PayloadLocationRecConsultaInvalida": (
        400,
        "Consulta inválida.",
        "Os parâmetros de consulta não respeitam o _schema_.",
    ),
    "WebhookRecOperacaoInvalida": (
        400,
        "Webhook inválido.",
        "A presente requisição busca criar um webhook sem respeitar o _schema_.",
    ),
    "WebhookRecConsultaInvalida": (
        400,
        "Consulta inválida.",
        "Os parâmetros de consulta não respeitam o _schema_.",
    ),
    "WebhookCobRConsultaInvalida": (
        400,
        "Consulta inválida.",
        "Os parâmetros de consulta não respeitam o _schema_.",
    ),
    "WebhookCobROperacaoInvalida": (
        400,
        "Webhook inválido.",
        "A presente requisição busca criar um webhook sem respeitar o _schema_.",
    ),
}


@dataclass(frozen=True, slots=True)
class Violation:
    """``propriedade`` is a path such as cob.valor.original."""

    razao: str
    propriedade: str


class Problem(Exception):
    """A refusal by its official name; the status is the document's unless given."""

    def __init__(self, name: str, *violations: Violation, status: int | None = None, detail: str = "") -> None:
        super().__init__(name)
        self.name = name
        self.violations = violations
        self.status = status or _KNOWN[name][0]
        self.detail = detail

    def response(self) -> Response[dict[str, Any]]:
        _, title, detail = _KNOWN[self.name]
        content: dict[str, Any] = {
            "type": _TYPE + self.name,
            "title": title,
            "status": self.status,
            "detail": self.detail or detail,
            "correlationId": str(uuid4()),
        }
        if self.violations:
            content["violacoes"] = [{"razao": v.razao, "propriedade": v.propriedade} for v in self.violations]
        headers = {"WWW-Authenticate": "Bearer"} if self.status == 401 else None
        return Response(content, status_code=self.status, media_type="application/problem+json", headers=headers)


def not_in_schema(path: str, why: str = "") -> Violation:
    kind = "objeto" if path.count(".") == 0 else "campo"
    return Violation(f"O {kind} {path} não respeita o _schema_{f': {why}' if why else ''}.", path)
