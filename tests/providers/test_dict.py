"""DICT's XML, by its own document: what we send and what the sandbox answers; and answers that are none."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import httpx
import pytest
import yaml
from jsonschema import Draft7Validator
from referencing import Registry
from referencing.jsonschema import DRAFT7

from people import Person
from retaguarda.providers.dict import DictProblem, DictUnavailable, RefundResult
from retaguarda.providers.dict.client import DictClient, DictConfig
from support.charges import Counter

SCHEMAS = Path(__file__).parents[1] / "data/pix/bacen-dict-api-1.8.0/schemas.yaml"
DOCUMENT: dict[str, Any] = yaml.safe_load(SCHEMAS.read_text())
REGISTRY = Registry().with_resource("urn:dict", DRAFT7.create_resource(DOCUMENT))


def read(element: ElementTree.Element) -> Any:
    """XML as the schemas of the document speak of it: lists by the names of their elements, amounts as numbers."""
    name = element.tag
    if name in ("InfractionReports", "Refunds"):
        return [read(each) for each in element]
    if len(element):
        return {each.tag: read(each) for each in element}
    if name == "RefundAmount":
        return float(element.text or "")
    return element.text == "true" if name == "HasMoreElements" else element.text or ""


def wrong(content: bytes) -> list[str]:
    """What the document has against a message."""
    root = ElementTree.fromstring(content)
    value = {each.tag: read(each) for each in root}
    judge = Draft7Validator({"$ref": f"urn:dict#/{root.tag}"}, registry=REGISTRY)
    known = set(DOCUMENT[root.tag]["properties"])
    return [each.message for each in judge.iter_errors(value)] + sorted(set(value) - known)


class Listening(httpx.AsyncBaseTransport):
    """Carries calls on, and keeps what was said."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        self.said: dict[str, bytes] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        response = await self.inner.handle_async_request(request)
        for content in (body, await response.aread()):
            if content.startswith(b"<?xml"):
                self.said[ElementTree.fromstring(content).tag] = content
        return response


def client_of(transport: httpx.AsyncBaseTransport) -> DictClient:
    return DictClient(DictConfig("http://psp/dict/api/v1", "12345678"), transport)


async def test_what_is_said_in_both_directions_is_as_the_document_has_it(ana: Person, counter: Counter) -> None:
    listening = Listening(counter.bank.client._transport)
    client = client_of(listening)
    charge = await counter.paid(ana, 10_000)
    body = {"endToEndId": charge["end_to_end_id"], "details": "Golpe <do> falso & vendedor ☎\u0001"}
    assert (await counter.bank.client.post("/sandbox/med/reports", json=body)).status_code == 201
    [report] = await client.reports(("OPEN",))
    assert (report.type, report.details) == ("REFUND_REQUEST", "Golpe <do> falso & vendedor ☎")
    assert await client.report(report.id) == report
    for _ in range(2):
        assert (await client.acknowledge(report.id)).status == "ACKNOWLEDGED"
    for _ in range(2):
        assert (await client.close_report(report.id, "AGREED", "Procede")).status == "CLOSED"
    [request] = await client.refunds(("OPEN",), since=report.created_at)
    assert (request.reason, request.amount, request.report_id) == ("FRAUD", 10_000, report.id)
    assert await client.refund(request.id) == request
    for _ in range(2):
        assert (
            await client.close_refund(request.id, RefundResult("REJECTED", "Sem saldo", rejection="NO_BALANCE"))
        ).status == "CLOSED"
    with pytest.raises(DictProblem, match="InfractionReportOperationInvalid"):
        await client.close_report(report.id, "DISAGREED", "")
    with pytest.raises(DictProblem, match="NotFound"):
        await client.report(uuid4())
    assert await client.reports(("CANCELLED",)) == []
    assert {name: wrong(content) for name, content in listening.said.items() if name != "problem"} == {
        f"{name}{side}": []
        for name, sides in (
            ("ListInfractionReports", ("Response",)),
            ("GetInfractionReport", ("Response",)),
            ("AcknowledgeInfractionReport", ("Request", "Response")),
            ("CloseInfractionReport", ("Request", "Response")),
            ("ListRefunds", ("Response",)),
            ("GetRefund", ("Response",)),
            ("CloseRefund", ("Request", "Response")),
        )
        for side in sides
    }
    await client.close()


async def test_every_report_is_found_however_many_pages_there_are(
    ana: Person, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retaguarda.providers.dict.client.PAGE", 2)
    charge = await counter.paid(ana)
    for _ in range(5):
        await counter.bank.client.post("/sandbox/med/reports", json={"endToEndId": charge["end_to_end_id"]})
    client = client_of(counter.bank.client._transport)
    assert len(await client.reports(("OPEN", "CLOSED"))) == 5
    assert await client.reports(("OPEN",), since=datetime(2100, 1, 1, tzinfo=UTC)) == []
    await client.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not xml",
        b"<ListInfractionReportsResponse>",
        b"<Other/>",
        b'<!DOCTYPE a [<!ENTITY b "c">]><ListInfractionReportsResponse>&b;</ListInfractionReportsResponse>',
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'.encode("utf-16"),
        b"<ListInfractionReportsResponse><InfractionReports><InfractionReport><Id>1</Id></InfractionReport>"
        b"</InfractionReports></ListInfractionReportsResponse>",
    ],
)
async def test_an_answer_that_is_none_is_asked_for_again(content: bytes) -> None:
    client = client_of(httpx.MockTransport(lambda _: httpx.Response(200, content=content)))
    with pytest.raises(DictUnavailable):
        await client.reports(("OPEN",))
    await client.close()


@pytest.mark.parametrize("status", [429, 500, 503, 404])
async def test_an_error_without_a_name_says_when_to_ask_again(status: int) -> None:
    client = client_of(httpx.MockTransport(lambda _: httpx.Response(status, headers={"Retry-After": "7"})))
    with pytest.raises(DictUnavailable) as caught:
        await client.acknowledge(uuid4())
    assert caught.value.retry_after == 7
    await client.close()
