"""What can go wrong with a call, in two kinds: the provider refused, or the outcome is unknown."""

from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import msgspec

_GENERAL = {
    400: "RequisicaoInvalida",
    401: "AcessoNegado",
    403: "AcessoNegado",
    404: "NaoEncontrado",
    410: "PermanentementeRemovido",
}
#: Every type of API Pix 2.9.0 as the official document spells it.
_TYPES = """
    RequisicaoInvalida AcessoNegado NaoEncontrado PermanentementeRemovido ErroInternoDoServidor
    ServicoIndisponivel IndisponibilidadePorTempoEsgotado
    CobNaoEncontrado CobOperacaoInvalida CobConsultaInvalida
    CobVNaoEncontrada CobVOperacaoInvalida CobVConsultaInvalida
    CobRNaoEncontrado CobROperacaoInvalida CobRConsultaInvalida
    LoteCobVNaoEncontrado LoteCobVOperacaoInvalida LoteCobVConsultaInvalida
    RecNaoEncontrada RecOperacaoInvalida RecConsultaInvalida SolicRecNaoEncontrada SolicRecOperacaoInvalida
    PayloadLocationNaoEncontrado PayloadLocationOperacaoInvalida PayloadLocationConsultaInvalida
    PayloadLocationRecNaoEncontrado PayloadLocationRecConsultaInvalida
    PixNaoEncontrado PixConsultaInvalida PixDevolucaoNaoEncontrada PixDevolucaoInvalida
    WebhookNaoEncontrado WebhookOperacaoInvalida WebhookConsultaInvalida
    WebhookRecOperacaoInvalida WebhookRecConsultaInvalida
    WebhookCobROperacaoInvalida WebhookCobRConsultaInvalida
    CobPayloadNaoEncontrado CobPayloadOperacaoInvalida RecPayloadNaoEncontrado RecPayloadOperacaoInvalida
"""
_SPELLING = {name.lower(): name for name in _TYPES.split()}


class PixError(Exception):
    """Either kind; ``str()`` is one line for a person.

    ``reached`` False: the call itself never got to the provider (no connection, no token), so nothing was done.
    """

    reached = True


class Violacao(msgspec.Struct, frozen=True):
    razao: str = ""
    propriedade: str = ""
    valor: str = ""


class PixProblem(PixError):
    """The provider understood the call and refused it (RFC 7807): the same call again gets the same answer.

    ``name`` is the type as the official document spells it; an unknown type gives the general one of the HTTP
    status. A refused token call gives OAuth2's error code.
    """

    def __init__(
        self,
        status: int,
        name: str,
        *,
        title: str = "",
        detail: str = "",
        violacoes: Iterable[Violacao] = (),
        correlation_id: str = "",
    ) -> None:
        self.status = status
        self.name = name
        self.title = title
        self.detail = detail
        self.violacoes = tuple(violacoes)
        self.correlation_id = correlation_id
        reasons = "; ".join(v.razao for v in self.violacoes if v.razao)
        super().__init__(f"{name} ({status}): {reasons or detail or title or 'no reason given'}")

    @property
    def not_found(self) -> bool:
        return self.status in (404, 410)


class PixUnavailable(PixError):
    """No answer, or none that tells what was done: repeat the same idempotent call, or read the object back.

    ``retry_after`` is the wait in seconds the provider asked for; ``status`` is None without an answer.
    """

    def __init__(self, reason: str, *, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.retry_after = retry_after


class PixNotUnderstood(PixUnavailable):
    """A successful answer that is not what API Pix says: what was done is unknown; repeating seldom helps."""


def refusal(response: httpx.Response) -> PixError:
    """The exception that an answer outside 2xx stands for."""
    body = _body(response)
    status = response.status_code
    title, detail = _text(body.get("title")), _text(body.get("detail"))
    if status in (408, 425, 429) or status >= 500:
        said = detail or title
        reason = f"the provider answered {status}" + (f": {said}" if said else "")
        return PixUnavailable(reason, status=status, retry_after=_retry_after(response))
    if status < 400:
        return PixNotUnderstood(f"the provider answered {status}, which API Pix does not know", status=status)
    name = _SPELLING.get(_text(body.get("type")).rstrip("/").rpartition("/")[2].lower())
    violacoes = body.get("violacoes")
    return PixProblem(
        status,
        name or _text(body.get("error")) or _GENERAL.get(status, "RequisicaoInvalida"),
        title=title,
        detail=detail or _text(body.get("error_description")),
        violacoes=[_violacao(v) for v in violacoes] if isinstance(violacoes, list) else (),
        correlation_id=_text(body.get("correlationId")),
    )


def _violacao(given: Any) -> Violacao:
    if not isinstance(given, dict):
        return Violacao(razao=_text(given))
    return Violacao(_text(given.get("razao")), _text(given.get("propriedade")), _text(given.get("valor")))


def _body(response: httpx.Response) -> dict[str, Any]:
    """The object in the answer, or an empty one: a gateway in between answers pages of HTML."""
    try:
        body = msgspec.json.decode(response.content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _text(value: Any) -> str:
    return value[:2_000] if isinstance(value, str) else ""


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds, or a date (RFC 9110, 10.2.3)."""
    raw = response.headers.get("Retry-After", "").strip()
    if raw.isascii() and raw.isdigit():
        return float(raw[:9])
    try:
        at = parsedate_to_datetime(raw)
    except (ValueError, TypeError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
