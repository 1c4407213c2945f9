"""A client for any provider that speaks API Pix 2.9.0."""

import asyncio
import copy
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal, Self, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from retaguarda.foundation.metrics import OUTGOING, outcome_of
from retaguarda.providers.pix import answers
from retaguarda.providers.pix.answers import Cob, CobPage, Devolucao, Location, LoteCobV, Page, Pix, PixPage, Webhook
from retaguarda.providers.pix.config import PixConfig
from retaguarda.providers.pix.decode_answer import decode, without_nul
from retaguarda.providers.pix.errors import PixError, PixNotUnderstood, PixUnavailable, refusal
from retaguarda.providers.pix.paths import given, page_of, plain, span
from retaguarda.providers.pix.requests import (
    REMOVED,
    Body,
    CobRevisada,
    CobSolicitada,
    CobVSolicitada,
    DevolucaoSolicitada,
    LoteCobVRevisado,
    LoteCobVSolicitado,
)

T = TypeVar("T")
P = TypeVar("P", bound=Page)
#: Longer answers are kept shortened in an Exchange.
_KEPT_TEXT = 20_000
#: Failures before a byte of the call went out.
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Exchange(msgspec.Struct, frozen=True):
    """One request and its answer, free of secrets: no header, no token, of a webhook its host only.

    ``status`` is None and ``error`` says why when no answer came. ``response`` is the JSON, or the text.
    """

    at: datetime
    method: str
    url: str
    status: int | None
    request: Any
    response: Any
    duration_ms: int
    error: str = ""


ExchangeHook = Callable[[Exchange], Awaitable[None] | None]


@dataclass(slots=True)
class _Session:
    """What all copies of a client share: connections and the current token."""

    http: httpx.AsyncClient
    token: str = ""
    fresh_until: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class PixClient:
    """Calls of API Pix, one method each. Every PUT is idempotent by its id: after PixUnavailable repeat it.

    Every method raises:
        PixProblem: the provider refused.
        PixUnavailable: no usable answer; what was done is unknown.

    Args:
        transport: instead of the network, for tests.
        on_exchange: called (and awaited) after each request, also failed ones and those for a token. An
            exception in it reaches the caller.
    """

    def __init__(
        self,
        config: PixConfig,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        on_exchange: ExchangeHook | None = None,
    ) -> None:
        self.config = config
        self._on_exchange = on_exchange
        self._session = _Session(
            httpx.AsyncClient(
                transport=transport,
                verify=config.ssl_context() if transport is None else True,
                timeout=httpx.Timeout(config.timeout, connect=min(config.timeout, 5.0)),
                headers={"Accept": "application/json, application/problem+json"},
                # Proxy settings of the machine are not meant for a bank.
                trust_env=False,
            )
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._session.http.aclose()

    def recorded(self, on_exchange: ExchangeHook) -> Self:
        """The same client (connections and token shared) that reports to another hook, of one charge say."""
        twin = copy.copy(self)
        twin._on_exchange = on_exchange
        return twin

    # Charges

    async def put_cob(self, txid: str, cob: CobSolicitada) -> Cob:
        return about(txid, await self._call("PUT", f"/cob/{plain(txid)}", Cob, cob.body()), "txid")

    async def patch_cob(self, txid: str, change: CobRevisada) -> Cob:
        return about(txid, await self._call("PATCH", f"/cob/{plain(txid)}", Cob, change.body()), "txid")

    async def cancel_cob(self, txid: str) -> Cob:
        return about(txid, await self._call("PATCH", f"/cob/{plain(txid)}", Cob, REMOVED), "txid")

    async def get_cob(self, txid: str, revisao: int | None = None) -> Cob:
        return about(txid, await self._call("GET", f"/cob/{plain(txid)}", Cob, params=given(revisao=revisao)), "txid")

    def list_cob(
        self, inicio: datetime, fim: datetime, *, status: str | None = None, page_size: int = 100
    ) -> AsyncIterator[Cob]:
        """Every charge made in the span, page after page. ``inicio`` and ``fim`` carry their zone."""
        return self._cobs("/cob", span(inicio, fim) | given(status=status), page_size)

    async def put_cobv(self, txid: str, cobv: CobVSolicitada) -> Cob:
        return about(txid, await self._call("PUT", f"/cobv/{plain(txid)}", Cob, cobv.body()), "txid")

    async def patch_cobv(self, txid: str, change: CobRevisada) -> Cob:
        return about(txid, await self._call("PATCH", f"/cobv/{plain(txid)}", Cob, change.body()), "txid")

    async def cancel_cobv(self, txid: str) -> Cob:
        return about(txid, await self._call("PATCH", f"/cobv/{plain(txid)}", Cob, REMOVED), "txid")

    async def get_cobv(self, txid: str, revisao: int | None = None) -> Cob:
        return about(txid, await self._call("GET", f"/cobv/{plain(txid)}", Cob, params=given(revisao=revisao)), "txid")

    def list_cobv(
        self,
        inicio: datetime,
        fim: datetime,
        *,
        status: str | None = None,
        lote: int | None = None,
        page_size: int = 100,
    ) -> AsyncIterator[Cob]:
        """``lote``: of this batch only."""
        return self._cobs("/cobv", span(inicio, fim) | given(status=status, loteCobVId=lote), page_size)

    async def put_lote(self, lote: int, asked: LoteCobVSolicitado) -> None:
        """Answered before the charges are made; get_lote() tells what became of each."""
        await self._send_authorized("PUT", f"/lotecobv/{lote}", asked.body())

    async def patch_lote(self, lote: int, asked: LoteCobVRevisado) -> None:
        """Answered before the charges are changed; get_lote() tells what became of each."""
        await self._send_authorized("PATCH", f"/lotecobv/{lote}", asked.body())

    async def get_lote(self, lote: int) -> LoteCobV:
        return await self._call("GET", f"/lotecobv/{lote}", LoteCobV)

    # Locations

    async def create_loc(self, tipo: Literal["cob", "cobv"]) -> Location:
        """Not idempotent: each call makes a location."""
        return await self._call("POST", "/loc", Location, {"tipoCob": tipo})

    async def get_loc(self, loc_id: int) -> Location:
        return await self._call("GET", f"/loc/{loc_id}", Location)

    async def unlink_loc(self, loc_id: int) -> Location:
        """Takes the charge away from its location: the code of the charge stops working."""
        return await self._call("DELETE", f"/loc/{loc_id}/txid", Location)

    # Payments received, and refunds

    async def get_pix(self, end_to_end_id: str) -> Pix:
        return about(end_to_end_id, await self._call("GET", f"/pix/{plain(end_to_end_id)}", Pix), "endToEndId")

    async def list_pix(
        self, inicio: datetime, fim: datetime, *, txid: str | None = None, page_size: int = 100
    ) -> AsyncIterator[Pix]:
        """Every Pix received in the span, page after page. ``inicio`` and ``fim`` carry their zone."""
        params = span(inicio, fim) | given(txid=txid)
        async for page in self._pages("/pix", params, PixPage, page_size):
            for pix in page.pix:
                yield pix

    async def put_refund(self, end_to_end_id: str, refund_id: str, refund: DevolucaoSolicitada) -> Devolucao:
        """Some providers refuse the repetition too (PixDevolucaoInvalida): then get_refund() tells."""
        said = await self._call("PUT", _refund_path(end_to_end_id, refund_id), Devolucao, refund.body())
        return about(refund_id, said, "id")

    async def get_refund(self, end_to_end_id: str, refund_id: str) -> Devolucao:
        said = await self._call("GET", _refund_path(end_to_end_id, refund_id), Devolucao)
        return about(refund_id, said, "id")

    # Webhooks

    async def put_webhook(self, chave: str, url: str) -> None:
        """Payments to this key are told to ``url`` + /pix from now on; see PixConfig.webhook_suffix."""
        body = {"webhookUrl": url + self.config.webhook_suffix}
        await self._send_authorized("PUT", f"/webhook/{quote(chave, safe='')}", body)

    async def get_webhook(self, chave: str) -> Webhook:
        return await self._call("GET", f"/webhook/{quote(chave, safe='')}", Webhook)

    async def delete_webhook(self, chave: str) -> None:
        await self._send_authorized("DELETE", f"/webhook/{quote(chave, safe='')}")

    # How a call is made

    async def _cobs(self, path: str, params: Mapping[str, str], page_size: int) -> AsyncIterator[Cob]:
        async for page in self._pages(path, params, CobPage, page_size):
            for cob in page.cobs:
                yield cob

    async def _pages(self, path: str, params: Mapping[str, str], shape: type[P], size: int) -> AsyncIterator[P]:
        """Every page of a list, in order."""
        number, pages = 0, 1
        while number < pages:
            page = await self._call("GET", path, shape, params={**params, **page_of(number, size)})
            yield page
            number, pages = number + 1, page.parametros.paginacao.quantidadeDePaginas

    async def _call(
        self,
        method: str,
        path: str,
        shape: type[T],
        body: Body | None = None,
        *,
        params: Mapping[str, str] | None = None,
    ) -> T:
        response = await self._send_authorized(method, path, body, params)
        return _read(response, shape)

    async def _send_authorized(
        self, method: str, path: str, body: Body | None = None, params: Mapping[str, str] | None = None
    ) -> httpx.Response:
        """The 2xx answer. A token the provider no longer accepts is replaced once."""
        request = self._build(method, self.config.base_url.rstrip("/") + path, body, params)
        token = await self._entitled()
        response = await self._send(request, body, token)
        if response.status_code == 401:
            token = await self._entitled(refused=token)
            response = await self._send(request, body, token)
        if not response.is_success:
            raise refusal(response)
        return response

    def _build(self, method: str, url: str, body: Body | None, params: Mapping[str, str] | None) -> httpx.Request:
        return self._session.http.build_request(method, url, json=body, params=params or None)

    async def _entitled(self, refused: str = "") -> str:
        """The token; without one the call that wanted it was never made."""
        try:
            return await self._token(refused)
        except PixError as error:
            error.reached = False
            raise

    async def _token(self, refused: str = "") -> str:
        session = self._session
        # One task fetches; those that wait find its token, or the same refused one and fetch again.
        async with session.lock:
            if session.token and session.token != refused and time.monotonic() < session.fresh_until:
                return session.token
            session.token = ""
            form = {"grant_type": "client_credentials", "scope": self.config.scopes}
            request = session.http.build_request("POST", self.config.token_url, data=form)
            auth = httpx.BasicAuth(self.config.client_id, self.config.client_secret)
            asked = time.monotonic()
            response = await self._send(request, form, auth=auth)
            if not response.is_success:
                raise refusal(response)
            token = _read(response, answers.Token)
            session.token = token.access_token
            session.fresh_until = asked + token.expires_in - min(60.0, token.expires_in / 10)
            return session.token

    async def _send(
        self, request: httpx.Request, body: Any, token: str = "", auth: httpx.Auth | None = None
    ) -> httpx.Response:
        """Any answer at all; the hook has seen it.

        Raises:
            PixUnavailable: no answer.
        """
        at, started = datetime.now(UTC), time.perf_counter()
        if token:
            request.headers["Authorization"] = f"Bearer {token}"
        response, error, reached = None, "", True
        try:
            response = await self._session.http.send(request, auth=auth)
        except httpx.HTTPError as failure:
            reached = not isinstance(failure, _NEVER_SENT)
            error = f"{type(failure).__name__}: {failure}".rstrip(": ")
        status = response.status_code if response is not None else None
        OUTGOING.labels(request.url.host, outcome_of(status)).observe(time.perf_counter() - started)
        if self._on_exchange is not None:
            await self._report(
                self._on_exchange,
                Exchange(
                    at=at,
                    method=request.method,
                    url=str(request.url),
                    status=status,
                    request=_without_secrets(body),
                    response=_without_secrets(_content(response)) if response else None,
                    duration_ms=round((time.perf_counter() - started) * 1000),
                    error=error,
                ),
            )
        if response is None:
            unavailable = PixUnavailable(f"no answer from the provider ({error})")
            unavailable.reached = reached
            raise unavailable
        return response

    async def _report(self, hook: ExchangeHook, exchange: Exchange) -> None:
        waiting = hook(exchange)
        if inspect.isawaitable(waiting):
            await waiting


def _read(response: httpx.Response, shape: type[T]) -> T:
    try:
        return decode(response.content, shape)
    except (ValueError, RecursionError) as error:
        # The text is not shown: an answer that carries a token may be the one not understood.
        reason = str(error) if isinstance(error, msgspec.ValidationError) else "it is not JSON"
        raise PixNotUnderstood(
            f"the provider answered {response.status_code}, but not as API Pix says: {reason}",
            status=response.status_code,
        ) from None


def about(asked: str, said: T, name: str) -> T:
    """What was said of what was asked for. Some leave its name out; the name of another is the answer to another question.

    Raises:
        PixNotUnderstood: it is another's.
    """
    if (told := getattr(said, name)) and told != asked:
        raise PixNotUnderstood(f"the provider answered with another {name} than the one that was asked for", status=200)
    return said


def _content(response: httpx.Response) -> Any:
    if not response.content:
        return None
    try:
        return msgspec.json.decode(without_nul(response.content))
    except (ValueError, RecursionError):
        return response.content.decode("utf-8", "replace")[:_KEPT_TEXT].replace("\0", "\ufffd")


def _without_secrets(content: Any) -> Any:
    if not isinstance(content, dict):
        return content
    kept = {name: value for name, value in content.items() if name not in ("access_token", "refresh_token")}
    if isinstance(address := kept.get("webhookUrl"), str):
        # The path of our webhook address is what proves the provider's calls.
        url = httpx.URL(address)
        kept["webhookUrl"] = f"{url.scheme}://{url.netloc.decode()}/…"
    return kept


def _refund_path(end_to_end_id: str, refund_id: str) -> str:
    return f"/pix/{plain(end_to_end_id)}/devolucao/{plain(refund_id)}"
