"""What other providers do that the sandbox does not: other shapes, gateways in between, client certificates."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from retaguarda.providers.pix import (
    CobSolicitada,
    DevolucaoSolicitada,
    Exchange,
    PixClient,
    PixConfig,
    PixNotUnderstood,
    PixProblem,
    PixUnavailable,
)
from retaguarda.providers.pix.errors import _TYPES
from retaguarda.providers.pix.money import amount_text, parse_amount

E2E = "E12345678202611201030abcDEF12345"
PIX: dict[str, Any] = {"endToEndId": E2E, "valor": "110.00", "horario": "2026-11-20T10:30:00.358Z"}
Handler = Callable[[httpx.Request], httpx.Response]


def config(**rest: Any) -> PixConfig:
    given = {"base_url": "https://psp.test/pix/v2/", "token_url": "https://psp.test/oauth/token"}
    values: dict[str, Any] = given | {"client_id": "id", "client_secret": "s3cret"} | rest
    return PixConfig(**values)


def client(answer: httpx.Response | Exception | Handler, seen: list[Exchange] | None = None, **rest: Any) -> PixClient:
    """A client whose provider grants every token and then answers as given."""

    def handle(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/oauth/token":
            return httpx.Response(200, json={"access_token": "tok3n", "token_type": "Bearer", "expires_in": 300})
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx.Response) else answer(request)

    hook = (seen if seen is not None else []).append
    return PixClient(config(**rest), transport=httpx.MockTransport(handle), on_exchange=hook)


def ok(body: Any) -> httpx.Response:
    return httpx.Response(200, json=body)


async def test_a_call_goes_to_the_providers_own_base_with_its_token_and_the_standards_body() -> None:
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(201, json={"txid": "t" * 26, "status": "ATIVA", "valor": {"original": "0.10"}})

    await client(handle).put_cob("t" * 26, CobSolicitada(chave="a@b.example", valor=10))
    (request,) = requests
    assert str(request.url) == f"https://psp.test/pix/v2/cob/{'t' * 26}"
    assert request.headers["Authorization"] == "Bearer tok3n"
    assert request.content == b'{"calendario":{"expiracao":86400},"valor":{"original":"0.10"},"chave":"a@b.example"}'


async def test_an_answer_is_read_with_tolerance() -> None:
    answer = {
        "txid": "t" * 26,
        "status": "A_STATUS_OF_TOMORROW",
        "revisao": "2",
        "calendario": {"criacao": "2026-11-20T10:30:00-03:00", "expiracao": "3600"},
        "valor": {"original": "110.00", "somethingNew": {}},
        "chave": None,
        "pix": [PIX | {"devolucoes": {"id": "1", "valor": "1.00", "status": "DEVOLVIDO"}, "txid": None}],
        "somethingNew": [1, 2],
    }
    cob = await client(ok(answer)).get_cob("t" * 26)
    assert (cob.status, cob.revisao, cob.url, cob.pixCopiaECola) == ("A_STATUS_OF_TOMORROW", 2, "", None)
    assert cob.expires_at == datetime(2026, 11, 20, 14, 30, tzinfo=UTC)
    assert [(refund.id, refund.valor) for refund in cob.payments[0].refunds] == [("1", 1_00)]


@pytest.mark.parametrize(
    "change",
    [
        {"valor": 110.0},
        {"valor": 110},
        {"valor": "110"},
        {"valor": "110,00"},
        {"valor": "-1.00"},
        {"valor": None},
        {"horario": "2026-11-20T10:30:00"},
        {"horario": 1},
        {"horario": "1"},
        {"endToEndId": None},
        {"devolucoes": [{"id": "1", "valor": 1.0, "status": "DEVOLVIDO"}]},
    ],
)
async def test_an_amount_or_time_that_is_not_exact_is_never_guessed(change: dict[str, Any]) -> None:
    with pytest.raises(PixNotUnderstood, match=r"\$\."):
        await client(ok(PIX | change)).get_pix(E2E)


async def test_an_answer_about_another_is_no_answer() -> None:
    for wrong in (
        ok(PIX | {"endToEndId": E2E[::-1]}),
        ok({"txid": "u" * 26, "status": "ATIVA", "valor": {"original": "1.00"}}),
    ):
        psp = client(wrong)
        with pytest.raises(PixNotUnderstood, match="another"):
            await (psp.get_cob("t" * 26) if "txid" in wrong.json() else psp.get_pix(E2E))


@pytest.mark.parametrize("revisao", [1.5, True, "x", "", "-1", "٣", None, "9" * 5000])
async def test_a_number_that_is_none_is_refused(revisao: Any) -> None:
    answer = {"txid": "t" * 26, "status": "ATIVA", "valor": {"original": "1.00"}, "revisao": revisao}
    with pytest.raises(PixNotUnderstood, match="revisao"):
        await client(ok(answer)).get_cob("t" * 26)


@pytest.mark.parametrize("content", [b"", b"<html>", b"\xff", b"null", b"[" * 100_000, b'{"pix":' * 100_000])
async def test_a_successful_answer_that_is_nothing_is_no_success(content: bytes) -> None:
    seen: list[Exchange] = []
    with pytest.raises(PixNotUnderstood):
        await client(httpx.Response(200, content=content), seen).get_pix(E2E)
    assert seen[-1].status == 200
    assert isinstance(seen[-1].response, str | None)
    assert len(seen[-1].response or "") <= 20_000


async def test_a_text_that_no_database_keeps_does_not_stop_a_payment() -> None:
    seen: list[Exchange] = []
    content = (
        b'{"endToEndId":"%b","valor":"1.00","horario":"2026-11-20T10:30:00Z","infoPagador":"a\\u0000b"}' % E2E.encode()
    )
    pix = await client(httpx.Response(200, content=content), seen).get_pix(E2E)
    assert pix.infoPagador == seen[-1].response["infoPagador"] == "a\ufffdb"
    with pytest.raises(PixNotUnderstood):
        await client(httpx.Response(200, content=b"a\0b"), seen).get_pix(E2E)
    assert seen[-1].response == "a\ufffdb"


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 599])
async def test_a_provider_that_is_away_leaves_the_outcome_open(status: int) -> None:
    problem = {"type": "https://pix.bcb.gov.br/api/v2/error/ServicoIndisponivel", "title": "x", "detail": "later"}
    for response in (httpx.Response(status, json=problem), httpx.Response(status, text="<html>Bad gateway")):
        with pytest.raises(PixUnavailable) as caught:
            await client(response).get_pix(E2E)
        assert (caught.value.status, caught.value.retry_after) == (status, None)


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("refused"),
        httpx.ConnectTimeout(""),
        httpx.ReadTimeout(""),
        httpx.RemoteProtocolError("closed"),
        httpx.DecodingError("gzip"),
    ],
)
async def test_a_broken_connection_leaves_the_outcome_open_and_is_recorded(failure: Exception) -> None:
    seen: list[Exchange] = []
    with pytest.raises(PixUnavailable, match=type(failure).__name__) as caught:
        await client(failure, seen).put_refund(E2E, "R1", DevolucaoSolicitada(1_00))
    assert caught.value.status is None
    last = seen[-1]
    assert (last.status, last.response, last.request) == (None, None, {"valor": "1.00", "natureza": "ORIGINAL"})
    assert type(failure).__name__ in last.error


async def test_the_wait_a_provider_asks_for_is_read_as_seconds_or_as_a_date() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=90)
    for header, low, high in (
        ("120", 120, 120),
        (format_datetime(soon, usegmt=True), 80, 91),
        (format_datetime(soon - timedelta(days=1), usegmt=True), 0, 0),
    ):
        with pytest.raises(PixUnavailable) as caught:
            await client(httpx.Response(503, headers={"Retry-After": header})).get_pix(E2E)
        assert low <= (caught.value.retry_after or 0) <= high
    for header in ("", "soon", "-1", "٣", "1e9"):
        response = httpx.Response(503, headers=[(b"Retry-After", header.encode())])
        with pytest.raises(PixUnavailable) as caught:
            await client(response).get_pix(E2E)
        assert caught.value.retry_after is None


@pytest.mark.parametrize(
    ("status", "kind", "name"),
    [
        (404, "https://pix.bcb.gov.br/api/v2/error/PixNaoEncontrado", "PixNaoEncontrado"),
        (404, "https://other.example/errors/pixnaoencontrado/", "PixNaoEncontrado"),
        (400, "COBOPERACAOINVALIDA", "CobOperacaoInvalida"),
        (400, "about:blank", "RequisicaoInvalida"),
        (403, "", "AcessoNegado"),
        (404, None, "NaoEncontrado"),
        (410, 7, "PermanentementeRemovido"),
        (422, "urn:new", "RequisicaoInvalida"),
    ],
)
async def test_a_refusal_is_known_by_the_end_of_its_type_or_else_by_its_status(
    status: int, kind: Any, name: str
) -> None:
    with pytest.raises(PixProblem) as caught:
        await client(httpx.Response(status, json={"type": kind, "title": "T"})).get_pix(E2E)
    assert (caught.value.status, caught.value.name, caught.value.title) == (status, name, "T")
    assert caught.value.not_found is (status in (404, 410))


async def test_a_refusal_in_any_shape_is_still_a_refusal() -> None:
    bodies: list[Any] = [
        "text",
        [1],
        None,
        {"violacoes": "x"},
        {"violacoes": [1, "words", {"razao": 3}, {"propriedade": "a"}]},
    ]
    problems: list[PixProblem] = []
    for body in bodies:
        with pytest.raises(PixProblem) as caught:
            await client(httpx.Response(400, json=body)).get_pix(E2E)
        problems.append(caught.value)
    assert [violation.razao for violation in problems[-1].violacoes] == ["", "words", "", ""]
    assert problems[-1].violacoes[3].propriedade == "a"


def test_every_type_of_the_official_document_is_known() -> None:
    text = (Path(__file__).parents[1] / "data/pix/bacen-pix-api-openapi-2.9.0.yaml").read_text()
    section = text[: text.index("\npaths:")]
    named = {line.strip().strip("#` ") for line in section.splitlines() if line.strip().startswith("### `")}
    assert named <= set(_TYPES.split())
    assert len(named) > 30


async def test_a_redirect_is_not_followed_with_the_token() -> None:
    with pytest.raises(PixNotUnderstood, match="302"):
        await client(httpx.Response(302, headers={"Location": "https://evil.test/"})).get_pix(E2E)


@pytest.mark.parametrize("identifier", ["", "../cob", "a/b", "a?b", "a#b", "ç", "%2e%2e", "a b"])
async def test_an_identifier_of_a_stranger_cannot_change_the_path(identifier: str) -> None:
    def never(request: httpx.Request) -> httpx.Response:
        raise AssertionError(request.url)

    for call in (client(never).get_pix(identifier), client(never).get_refund(E2E, identifier)):
        with pytest.raises(ValueError, match="not an identifier"):
            await call


async def test_a_times_zone_is_never_guessed_and_lists_ask_in_utc() -> None:
    asked: list[httpx.URL] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        return ok({"parametros": {"paginacao": {"quantidadeDePaginas": 1}}, "pix": [PIX]})

    east = datetime.fromisoformat("2026-11-20T10:00:00-03:00")
    assert [pix.valor async for pix in client(handle).list_pix(east, east + timedelta(days=1))] == [110_00]
    assert asked[0].params["inicio"] == "2026-11-20T13:00:00.000Z"
    with pytest.raises(ValueError, match="zone"):
        [pix async for pix in client(handle).list_pix(datetime(2026, 1, 1), east)]  # noqa: DTZ001  (that is what is refused)


async def test_the_webhook_address_gets_the_providers_suffix() -> None:
    bodies: list[bytes] = []

    def handle(request: httpx.Request) -> httpx.Response:
        bodies.append(request.content)
        return httpx.Response(200)

    await client(handle, webhook_suffix="?ignorar=").put_webhook("a@b.example", "https://shop.example/hook")
    assert bodies == [b'{"webhookUrl":"https://shop.example/hook?ignorar="}']


async def test_a_hook_may_wait_and_its_trouble_is_not_hidden() -> None:
    async def store(exchange: Exchange) -> None:
        await asyncio.sleep(0)
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        await client(ok(PIX)).recorded(store).get_pix(E2E)


def test_amounts_are_text_with_two_decimals_and_exact() -> None:
    for centavos, text in ((0, "0.00"), (1, "0.01"), (37_00, "37.00"), (10**12 - 1, "9999999999.99")):
        assert (amount_text(centavos), parse_amount(text)) == (text, centavos)
    for wrong in (-1, 10**12):
        with pytest.raises(ValueError, match="centavos"):
            amount_text(wrong)
    for wrong in (
        1.0,
        1,
        None,
        True,
        "1",
        "1.0",
        "1.000",
        " 1.00",
        "1.00\n",
        "+1.00",
        "1e2.00",
        "٣.00",
        "12345678901.00",
    ):
        with pytest.raises(ValueError, match="expected an amount"):
            parse_amount(wrong)


def _certificate(folder: Path, name: str, issuer: tuple[Any, Any] | None) -> tuple[Any, Any]:
    """A key and a certificate as PEM files name.key and name.pem; self-signed without an issuer."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer[1].subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    certificate = builder.sign(issuer[0] if issuer else key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / f"{name}.key").write_bytes(private)
    (folder / f"{name}.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return key, certificate


@pytest.fixture
async def strict_bank(tmp_path: Path) -> AsyncIterator[int]:
    """The port of a provider on TLS that wants a client certificate, and grants a token to whoever has one."""
    authority = _certificate(tmp_path, "authority", None)
    for name in ("server", "client"):
        _certificate(tmp_path, name, authority)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=tmp_path / "authority.pem")
    context.load_cert_chain(tmp_path / "server.pem", tmp_path / "server.key")
    context.verify_mode = ssl.CERT_REQUIRED

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        told = {"access_token": "t", "endToEndId": E2E, "valor": "1.00", "horario": "2026-11-20T10:30:00Z"}
        body = msgspec.json.encode(told)
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "localhost", 0, ssl=context)
    yield server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()


async def test_a_client_certificate_opens_a_provider_that_wants_one(strict_bank: int, tmp_path: Path) -> None:
    urls = {"base_url": f"https://localhost:{strict_bank}", "token_url": f"https://localhost:{strict_bank}/token"}
    ours = {"client_cert_path": tmp_path / "client.pem", "client_key_path": tmp_path / "client.key"}
    async with PixClient(config(**urls, **ours, ca_path=tmp_path / "authority.pem")) as known:
        assert (await known.get_pix(E2E)).valor == 1_00
    for wrong in ({"ca_path": tmp_path / "authority.pem"}, ours):
        async with PixClient(config(**urls, **wrong)) as stranger:
            with pytest.raises(PixUnavailable):
                await stranger.get_pix(E2E)
