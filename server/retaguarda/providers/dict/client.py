"""A client of the DICT API 1.8.0: infraction reports and refund requests of both sides, XML over mutual TLS."""

import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar, get_args
from uuid import UUID
from xml.etree.ElementTree import Element

import httpx

from retaguarda.providers.dict import wire
from retaguarda.providers.dict.port import (
    LONGEST_TEXT,
    Analysis,
    DictProblem,
    DictUnavailable,
    RefundRequest,
    RefundResult,
    RefundStatus,
    Report,
    ReportStatus,
)
from retaguarda.providers.pix.money import parse_amount

T = TypeVar("T", Report, RefundRequest)

#: The most that a list answers at once.
PAGE = 200
#: What LastModified can tell apart.
_TICK = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class DictConfig:
    """Attributes:
    url: address above /infraction-reports/.
    participant: our ISPB.
    certificate, key, authority: PEM files, as mutual TLS asks for them; empty where a gateway of ours does that.
    """

    url: str
    participant: str
    certificate: str = ""
    key: str = ""
    authority: str = ""
    timeout: float = 15.0

    def ssl_context(self) -> ssl.SSLContext:
        """Raises OSError or ssl.SSLError when a file is missing or is not what it should be."""
        context = ssl.create_default_context(cafile=self.authority or None)
        if self.certificate:
            context.load_cert_chain(Path(self.certificate), Path(self.key) if self.key else None)
        return context


class DictClient:
    """The port ``Dict`` over HTTP. The operations are idempotent: after DictUnavailable repeat them.

    Args:
        transport: instead of the network, for tests.
    """

    def __init__(self, config: DictConfig, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._participant = config.participant
        self._http = httpx.AsyncClient(
            base_url=config.url.rstrip("/"),
            transport=transport,
            verify=config.ssl_context() if transport is None else True,
            timeout=httpx.Timeout(config.timeout, connect=min(config.timeout, 5.0)),
            headers={"Accept": "application/xml, application/problem+xml"},
            trust_env=False,
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def reports(self, statuses: Sequence[ReportStatus], since: datetime | None = None) -> list[Report]:
        query = {"IsCredited": "true"}
        return await self._all("infraction-reports", "ListInfractionReportsResponse", query, statuses, since, _report)

    async def report(self, report: UUID) -> Report:
        return await self._one("GET", f"/infraction-reports/{report}", "GetInfractionReportResponse", _report)

    async def acknowledge(self, report: UUID) -> Report:
        return await self._change(
            f"/infraction-reports/{report}/acknowledge",
            "AcknowledgeInfractionReport",
            {"InfractionReportId": report},
            _report,
        )

    async def close_report(self, report: UUID, analysis: Analysis, details: str) -> Report:
        return await self._change(
            f"/infraction-reports/{report}/close",
            "CloseInfractionReport",
            {"InfractionReportId": report},
            _report,
            {"AnalysisResult": analysis, "AnalysisDetails": details[:LONGEST_TEXT] or None},
        )

    async def refunds(self, statuses: Sequence[RefundStatus], since: datetime | None = None) -> list[RefundRequest]:
        query = {"ParticipantRole": "CONTESTED"}
        return await self._all("refunds", "ListRefundsResponse", query, statuses, since, _refund)

    async def refund(self, refund: UUID) -> RefundRequest:
        return await self._one("GET", f"/refunds/{refund}", "GetRefundResponse", _refund)

    async def close_refund(self, refund: UUID, result: RefundResult) -> RefundRequest:
        return await self._change(
            f"/refunds/{refund}/close",
            "CloseRefund",
            {"RefundId": refund},
            _refund,
            {
                "RefundAnalysisResult": result.result,
                "RefundAnalysisDetails": result.details[:LONGEST_TEXT] or None,
                "RefundRejectionReason": result.rejection or None,
                "RefundTransactionId": result.transaction_id or None,
            },
        )

    async def reports_made(self, since: datetime) -> list[Report]:
        query = {"IsDebited": "true"}
        return await self._all("infraction-reports", "ListInfractionReportsResponse", query, (), since, _report)

    async def create_report(self, transaction_id: str, details: str) -> Report:
        fields = {
            "TransactionId": transaction_id,
            "InfractionType": "REFUND_REQUEST",
            "ReportDetails": details[:LONGEST_TEXT],
        }
        return await self._change(
            "/infraction-reports/", "CreateInfractionReport", {}, _report, {"InfractionReport": fields}
        )

    async def cancel_report(self, report: UUID) -> Report:
        return await self._change(
            f"/infraction-reports/{report}/cancel", "CancelInfractionReport", {"InfractionReportId": report}, _report
        )

    async def refunds_made(self, since: datetime) -> list[RefundRequest]:
        query = {"ParticipantRole": "REQUESTING"}
        return await self._all("refunds", "ListRefundsResponse", query, (), since, _refund)

    async def create_refund(self, transaction_id: str, reason: str, amount: int, details: str) -> RefundRequest:
        fields = {
            "TransactionId": transaction_id,
            "RefundReason": reason,
            "RefundAmount": wire.money_text(amount),
            "RefundDetails": details[:LONGEST_TEXT],
        }
        return await self._change("/refunds/", "CreateRefund", {}, _refund, {"Refund": fields})

    async def cancel_refund(self, refund: UUID) -> RefundRequest:
        return await self._change(f"/refunds/{refund}/cancel", "CancelRefund", {"RefundId": refund}, _refund)

    async def _all(
        self,
        path: str,
        answered: str,
        query: Mapping[str, str],
        statuses: Sequence[str],
        since: datetime | None,
        read: Callable[[Element], T],
    ) -> list[T]:
        found = dict[UUID, T]()
        async for page in self._pages(path, answered, dict(query), statuses, since):
            for element in page:
                each = read(element)
                found[each.id] = each
        return list(found.values())

    async def _pages(
        self, path: str, answered: str, query: dict[str, str], statuses: Sequence[str], since: datetime | None
    ) -> AsyncIterator[list[Element]]:
        """Page after page: the list is in the order of LastModified, and so goes on from the last one seen."""
        query |= {"Participant": self._participant, "IncludeDetails": "true", "Limit": str(PAGE)}
        more, after = True, since
        while more:
            params = [*query.items(), *(("Status", status) for status in statuses)]
            if after is not None:
                params.append(("ModifiedAfter", wire.time_text(after)))
            root = await self._answer("GET", f"/{path}/", answered, params=params)
            holder = wire.child(root, "InfractionReports" if path == "infraction-reports" else "Refunds")
            page = [] if holder is None else list(holder)
            yield page
            more = wire.text(root, "HasMoreElements", "false") == "true" and bool(page)
            before = after
            # From a moment before the last: others may share its millisecond, and what comes twice is kept once.
            after = _read(lambda page=page: wire.moment(page[-1], "LastModified")) - _TICK if page else None
            if after == before:
                query["Limit"] = str(2 * int(query["Limit"]))

    async def _one(self, method: str, path: str, answered: str, read: Callable[[Element], T]) -> T:
        root = await self._answer(method, path, answered)
        return _inner(root, read)

    async def _change(
        self,
        path: str,
        name: str,
        about: Mapping[str, UUID],
        read: Callable[[Element], T],
        more: Mapping[str, Any] | None = None,
    ) -> T:
        body = wire.written(f"{name}Request", {**about, "Participant": self._participant, **(more or {})})
        root = await self._answer("POST", path, f"{name}Response", body=body)
        return _inner(root, read)

    async def _answer(
        self,
        method: str,
        path: str,
        answered: str,
        *,
        params: Sequence[tuple[str, str]] = (),
        body: bytes | None = None,
    ) -> Element:
        headers = {"PI-RequestingParticipant": self._participant}
        if body is not None:
            headers["Content-Type"] = wire.MEDIA_TYPE
        try:
            response = await self._http.request(method, path, params=list(params), content=body, headers=headers)
        except httpx.HTTPError as error:
            raise DictUnavailable(f"no answer from DICT ({type(error).__name__})") from error
        if response.is_success:
            return _read(lambda: wire.parsed(response.content, answered))
        raise refusal_of(response)


def _inner(root: Element, read: Callable[[Element], T]) -> T:
    name = "InfractionReport" if read is _report else "Refund"
    element = wire.child(root, name)
    if element is None:
        raise DictUnavailable(f"DICT answered without {name}")
    return read(element)


def _read(reading: Callable[[], Any]) -> Any:
    try:
        return reading()
    except ValueError as error:
        raise DictUnavailable(f"DICT answered otherwise than its document says: {error}") from None


def _report(element: Element) -> Report:
    return _read(
        lambda: Report(
            id=wire.number(element, "Id"),
            transaction_id=wire.text(element, "TransactionId"),
            type=wire.text(element, "InfractionType"),
            details=wire.text(element, "ReportDetails", "")[:LONGEST_TEXT],
            reported_by=wire.text(element, "ReportedBy"),
            status=wire.one_of(element, "Status", get_args(ReportStatus)),
            debited_participant=wire.text(element, "DebitedParticipant"),
            credited_participant=wire.text(element, "CreditedParticipant"),
            created_at=wire.moment(element, "CreationTime"),
            modified_at=wire.moment(element, "LastModified"),
            result=wire.text(element, "AnalysisResult", ""),
            analysis=wire.text(element, "AnalysisDetails", "")[:LONGEST_TEXT],
        )
    )


def _refund(element: Element) -> RefundRequest:
    return _read(
        lambda: RefundRequest(
            id=wire.number(element, "Id"),
            transaction_id=wire.text(element, "TransactionId"),
            reason=wire.text(element, "RefundReason"),
            amount=int(parse_amount(wire.text(element, "RefundAmount"))),
            details=wire.text(element, "RefundDetails", "")[:LONGEST_TEXT],
            status=wire.one_of(element, "Status", get_args(RefundStatus)),
            requesting_participant=wire.text(element, "RequestingParticipant"),
            contested_participant=wire.text(element, "ContestedParticipant"),
            created_at=wire.moment(element, "CreationTime"),
            modified_at=wire.moment(element, "LastModified"),
            report_id=wire.number(element, "InfractionReportId")
            if wire.child(element, "InfractionReportId") is not None
            else None,
            result=wire.text(element, "AnalysisResult", ""),
            analysis=wire.text(element, "AnalysisDetails", "")[:LONGEST_TEXT],
            rejection=wire.text(element, "RefundRejectionReason", ""),
            refund_id=wire.text(element, "RefundTransactionId", ""),
        )
    )


def refusal_of(response: httpx.Response) -> DictProblem | DictUnavailable:
    """An answer that is no success: RFC 7807 in XML, or nothing that can be read."""
    after = response.headers.get("Retry-After", "")
    wait = float(after) if after.isascii() and after.isdigit() else None
    try:
        problem = wire.parsed(response.content, "problem")
        kind, detail = wire.text(problem, "type", "").rpartition("/")[2], wire.text(problem, "detail", "")
    except ValueError:
        kind, detail = "", ""
    if response.status_code == 429 or response.status_code >= 500 or not kind:
        return DictUnavailable(f"DICT answered {response.status_code} {kind}".rstrip(), wait)
    return DictProblem(kind, response.status_code, detail[:500])
