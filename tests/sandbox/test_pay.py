import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import msgspec
import pytest

from retaguarda_sandbox.pay import main
from retaguarda_sandbox.settings import LONGEST_HOST, SandboxSettings, load


class Till:
    """Answers one prepared response to everything, and keeps what was sent."""

    def __init__(self) -> None:
        self.status = 201
        self.answer: Any = {"pix": [{"valor": "10.00", "endToEndId": "E1"}, {"valor": "10.00", "endToEndId": "E2"}]}
        self.sent: list[tuple[str, Any]] = []
        till = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                till.sent.append((self.path, msgspec.json.decode(body)))
                self.send_response(till.status)
                self.end_headers()
                self.wfile.write(msgspec.json.encode(till.answer))

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def till() -> Iterator[Till]:
    till = Till()
    thread = Thread(target=till.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield till
    till.server.shutdown()
    till.server.server_close()
    thread.join()


def test_a_code_is_paid_from_the_shell(till: Till, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["CODE", "--amount", "10.00", "--name", "Ana", "--document", "52998224725", "--count", "2"]
    assert main([*arguments, "--sandbox", till.url + "/"]) == 0
    payer = {"name": "Ana", "document": "52998224725"}
    body = {"code": "CODE", "amount": "10.00", "payer": payer, "count": 2, "force": False}
    assert till.sent == [("/sandbox/pay", body)]
    assert capsys.readouterr().out == "Paid 10.00 as E1\nPaid 10.00 as E2\n"


def test_a_refusal_is_told_with_its_reason(till: Till, capsys: pytest.CaptureFixture[str]) -> None:
    till.status, till.answer = 400, {"violacoes": [{"razao": "no code"}]}
    assert main(["CODE", "--sandbox", till.url]) == 1
    assert capsys.readouterr().err == "Refused: no code\n"


def test_a_sandbox_that_is_away_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert main(["CODE", "--sandbox", f"http://127.0.0.1:{free.getsockname()[1]}"]) == 1
    assert "did not answer" in capsys.readouterr().err


def test_settings_come_from_the_environment_and_say_what_is_wrong() -> None:
    given = load({"SANDBOX_DATABASE_URL": "postgresql://x", "SANDBOX_SEED": "7", "SANDBOX_PUBLIC_HOST": "a:1"})
    assert (given.database_url, given.seed, given.public_host) == ("postgresql://x", 7, "a:1")
    assert given.client_secret not in repr(given)
    for environ, name in (
        ({}, "SANDBOX_DATABASE_URL"),
        ({"SANDBOX_DATABASE_URL": "x", "SANDBOX_SEED": "x"}, "SANDBOX_SEED"),
        ({"SANDBOX_DATABASE_URL": "x", "SANDBOX_PUBLIC_HOST": "h" * (LONGEST_HOST + 1)}, "SANDBOX_PUBLIC_HOST"),
        ({"SANDBOX_DATABASE_URL": "x", "SANDBOX_PUBLIC_HOST": "http://a"}, "SANDBOX_PUBLIC_HOST"),
    ):
        with pytest.raises(ValueError, match=name):
            load(environ)
    assert len(f"{'h' * LONGEST_HOST}/qr/v2/cobv/{'t' * 32}") == 77
    assert SandboxSettings("x", public_host="h" * LONGEST_HOST)
