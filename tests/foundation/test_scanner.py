"""Files of strangers are looked into by a scanner before they are kept."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from account.test_note_files import NOTES, PDF, upload, written
from people import Person, asgi
from retaguarda.app import App, web
from retaguarda.bank_files.model import PIECE
from retaguarda.foundation.files.content import LARGEST
from retaguarda.foundation.files.scanner import ScannerAway
from retaguarda.providers.clamd import Clamd
from retaguarda.settings import SettingsError, load

#: The test file of the anti-virus industry, in two parts, so that nothing takes this file for it.
EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-" + b"STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
INFECTED = b"%PDF-1.7\n" + EICAR


@dataclass
class Daemon:
    """Speaks INSTREAM as clamd does: it has a limit of size, and finds EICAR wherever it stands."""

    limit: int = 25_000_000
    answer: bytes | None = None
    silent: bool = False
    address: str = ""
    seen: list[bytes] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            assert await reader.readexactly(10) == b"zINSTREAM\0"
            whole = b""
            while size := int.from_bytes(await reader.readexactly(4), "big"):
                whole += await reader.readexactly(size)
                if len(whole) > self.limit:
                    writer.write(b"INSTREAM size limit exceeded. ERROR\0")
                    await writer.drain()
                    return
            self.seen.append(whole)
            if self.silent:
                await self.over.wait()
                return
            found = b"stream: Eicar-Test-Signature FOUND\0" if EICAR in whole else b"stream: OK\0"
            writer.write(found if self.answer is None else self.answer)
            await writer.drain()
        finally:
            writer.close()


@asynccontextmanager
async def listening(daemon: Daemon) -> AsyncIterator[Daemon]:
    server = await asyncio.start_server(daemon.talk, "127.0.0.1", 0)
    daemon.address = "tcp://127.0.0.1:{1}".format(*server.sockets[0].getsockname())
    try:
        yield daemon
    finally:
        daemon.over.set()
        server.close()
        await server.wait_closed()


@pytest.fixture
async def daemon() -> AsyncIterator[Daemon]:
    async with listening(Daemon()) as made:
        yield made


With = Callable[..., Awaitable[Person]]


@pytest.fixture
async def scanned(app: App, sign_in: Any) -> AsyncIterator[With]:
    """Somebody whose calls go to a house with this scanner."""
    clients = list[httpx.AsyncClient]()

    async def make(name: str, address: str, **more: Any) -> Person:
        person = await sign_in(name)
        settings = replace(app.settings, scanner=address, **more)
        transport = asgi(web(replace(app, settings=settings)))
        clients.append(httpx.AsyncClient(transport=transport, base_url="http://localhost:8000"))
        return replace(person, client=clients[-1])

    yield make
    for each in clients:
        await each.aclose()


async def test_a_harmful_file_is_refused_and_told_and_a_clean_one_is_kept(
    daemon: Daemon, scanned: With, sql: Any
) -> None:
    diego = await scanned("diego", daemon.address)
    diego.account = "2"
    note = await written(diego)
    for _ in range(2):
        refused = await upload(diego, note, INFECTED, "fatura.pdf")
        assert (refused.status_code, refused.json()["message"]) == (422, "file_infected")
    assert sql("select count(*) from stored_file") == [(0,)]
    told = sql("select company_id, actor, data from event where name = 'account:note:file_infected' order by id")
    assert len(told) == 2
    assert told[0][:2] == (2, diego.email)
    assert told[0][2] == {
        "file": "fatura.pdf",
        "size": len(INFECTED),
        "sha256": sha256(INFECTED).hexdigest(),
        "found": "Eicar-Test-Signature",
    }
    kept = [await upload(diego, note, PDF) for _ in range(2)]
    assert [each.status_code for each in kept] == [201, 200]
    assert daemon.seen == [INFECTED, INFECTED, PDF, PDF]


async def test_nothing_is_scanned_for_a_stranger_or_of_another_kind(daemon: Daemon, scanned: With) -> None:
    diego = await scanned("diego", daemon.address)
    diego.account = "2"
    note = await written(diego)
    carla = await scanned("carla", daemon.address)
    assert (await upload(carla, note, PDF)).status_code == 403
    assert (await upload(replace(diego, account="3"), note, PDF)).status_code == 404
    assert (await upload(diego, note, b"<html>" + EICAR)).status_code == 415
    assert daemon.seen == []


async def test_the_largest_file_goes_through_whole_and_one_beyond_the_scanners_limit_is_not_taken(
    daemon: Daemon, scanned: With
) -> None:
    diego = await scanned("diego", daemon.address)
    diego.account = "2"
    note = await written(diego)
    largest = b"%PDF-1.7\n" + b"x" * (LARGEST - 9)
    assert (await upload(diego, note, largest)).status_code == 201
    assert [len(each) for each in daemon.seen] == [LARGEST]
    daemon.limit = 1_000_000
    refused = await upload(diego, note, largest[:-1] + b"y")
    assert (refused.status_code, refused.json()["message"]) == (503, "scanner_unavailable")


@pytest.mark.parametrize("way", ["closed", "error", "nonsense", "nothing", "silent"])
async def test_a_scanner_that_is_away_stops_files_unless_the_settings_say_otherwise(
    way: str, daemon: Daemon, scanned: With, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = {"error": b"stream: cannot scan ERROR\0", "nonsense": b"HTTP/1.1 200 OK\r\n\r\n", "nothing": b""}
    daemon.answer, daemon.silent = answers.get(way), way == "silent"
    address = daemon.address
    if way == "closed":
        async with listening(Daemon()) as gone:
            address = gone.address
    monkeypatch.setattr("retaguarda.adapters.Clamd", lambda given: Clamd(given, timeout=0.3))
    strict = await scanned("diego", address)
    strict.account = "2"
    note = await written(strict)
    for _ in range(2):
        refused = await upload(strict, note, PDF)
        assert (refused.status_code, refused.json()["message"]) == (503, "scanner_unavailable")
        assert refused.headers["retry-after"] == "60"
    assert (await strict.get(f"{NOTES}/{note}")).json()["files"] == []
    lenient = replace(strict, client=(await scanned("eva", address, scanner_required=False)).client)
    assert (await upload(lenient, note, PDF)).status_code == 201
    assert caplog.text.count("the scanner of files does not answer") == 3


async def test_a_piece_of_a_return_file_is_looked_into_too(daemon: Daemon, scanned: With, sql: Any) -> None:
    diego = await scanned("diego", daemon.address)
    body = EICAR + b"\r\n" * 10
    made = await diego.post("/v1/payin/return-files", {"name": "CB010101.RET", "size": len(body)})
    assert made.status_code == 201, made.text
    path = f"/v1/payin/return-files/{made.json()['id']}/pieces/0"
    assert len(body) < PIECE
    headers = diego._headers({"Content-Type": "application/octet-stream"})
    for _ in range(2):
        refused = await diego.client.put(path, content=body, headers=headers)
        assert (refused.status_code, refused.json()["message"]) == (422, "file_infected"), refused.text
    assert sql("select count(*) from return_piece") == [(0,)]
    assert sql("select count(*) from event where name = 'returns:file:infected'") == [(2,)]
    clean = await diego.client.put(path, content=b"1" * len(body), headers=headers)
    assert clean.status_code == 200, clean.text


async def test_a_scanner_behind_a_unix_socket_is_asked_too(tmp_path: Path) -> None:
    daemon, path = Daemon(), tmp_path / "clamd.sock"
    server = await asyncio.start_unix_server(daemon.talk, path)
    assert await Clamd(f"unix://{path}").found_in(INFECTED) == "Eicar-Test-Signature"
    assert await Clamd(f"unix://{path}").found_in(b"") is None
    server.close()
    await server.wait_closed()
    path.unlink(missing_ok=True)
    with pytest.raises(ScannerAway):
        await Clamd(f"unix://{path}").found_in(PDF)


@pytest.mark.parametrize("address", ["clamd:3310", "tcp://clamd", "tcp://h:1/path", "unix://clamd.sock", "http://h:1"])
def test_an_address_that_is_none_is_refused_at_the_start(address: str) -> None:
    with pytest.raises(SettingsError, match="RETAGUARDA_SCANNER"):
        load({"RETAGUARDA_SCANNER": address})


def test_nobody_scans_unless_asked_and_then_the_scanner_is_required() -> None:
    assert load({}).scanner == ""
    asked = load({"RETAGUARDA_SCANNER": "tcp://clamd:3310"})
    assert (asked.scanner, asked.scanner_required) == ("tcp://clamd:3310", True)
    assert not load({"RETAGUARDA_SCANNER_REQUIRED": "0"}).scanner_required
