"""A merchant's programs and pages: the documentation's examples as they stand there, and a shop that shows the checkout."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import expect

from api import Api
from house import RunningHouse
from pages import OpenAs
from person import GIL

GUIDE = Path(__file__).parents[1] / "docs" / "api.md"
BIN = Path(sys.executable).parent


@pytest.fixture
def gil(app: RunningHouse, signed_in: Callable[[str], Any]) -> Iterator[Api]:
    """With the session of his browser: he administers the merchant's keys."""
    (kept,) = [each for each in signed_in(GIL)["origins"] if each["origin"] == app.address]
    token = next(item["value"] for item in kept["localStorage"] if item["name"] == "token")
    with httpx.Client(base_url=app.address, timeout=30) as client:
        yield Api(client, token)


def a_key(gil: Api) -> str:
    """The secret of a new key that may do what an operator may."""
    role = next(each["id"] for each in gil.get("/rbac/roles").raise_for_status().json() if each["name"] == "operator")
    made = gil.post("/rbac/keys", {"name": f"Loja {uuid4().hex[:6]}", "role_id": role}, uuid4().hex)
    return made.raise_for_status().json()["secret"]


def examples(language: str) -> list[str]:
    """The code blocks of the guide that call the API."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    return [each for each in blocks if "RETAGUARDA_URL" in each]


def test_the_examples_of_the_documentation_do_what_they_say(app: RunningHouse, gil: Api) -> None:
    given = os.environ | {"RETAGUARDA_URL": app.address, "RETAGUARDA_KEY": a_key(gil)}
    ways = {
        "sh": ["bash", "-euc"],
        "python": [sys.executable, "-c"],
        "js": [str(BIN / "node"), "--input-type=module", "--eval"],
    }
    said = {
        language: [
            subprocess.run([*way, code], env=given, check=True, capture_output=True, text=True, timeout=60).stdout
            for code in examples(language)
        ]
        for language, way in ways.items()
    }
    assert '"status":"created"' in said["sh"][0]
    created, listed = said["python"]
    assert created.startswith("pending 000201")
    assert re.fullmatch(r"(created|pending) 1250\n", listed)
    assert said["js"][0].startswith("created ")


@pytest.fixture
def shop() -> Iterator[Callable[[str], str]]:
    """``shop(html)``: the address of a page of another origin, under a policy of its own."""
    pages = dict[str, str]()

    class Shop(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path, "").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", pages["policy"])
            self.send_header("Content-Length", str(len(page)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Shop)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"

    def opened(app: str, charge: str = "", key: str = "") -> str:
        pages["policy"] = f"default-src 'none'; script-src {app}; connect-src {app}; img-src data:"
        pages["/"] = (
            '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Loja</title>'
            f'<script type="module" src="{app}/checkout.js"></script>'
            f'<retaguarda-checkout charge="{charge}" publishable-key="{key}"></retaguarda-checkout>'
        )
        return address

    yield opened
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_page_of_a_shop_shows_a_charge_and_sees_it_paid(
    app: RunningHouse, gil: Api, shop: Callable[..., str], open_as: OpenAs
) -> None:
    key = gil.post("/v1/payin/checkout-key", {}, uuid4().hex).raise_for_status().json()["key"]
    origin = shop(app.address)
    asked = {"Authorization": f"Bearer {gil.token}"}
    gil.client.put("/v1/payin/checkout-key", json={"origins": [origin]}, headers=asked).raise_for_status()
    charge = gil.post("/v1/payin/charges", {"amount": {"amount": 3790}}, uuid4().hex).raise_for_status().json()
    code = gil.wait_for(f"/v1/payin/charges/{charge['id']}", "pending")["br_code"]
    page = open_as(None)
    page.goto(shop(app.address, charge["id"], key))
    expect(page.get_by_role("img", name="Pix QR code")).to_be_visible()
    expect(page.get_by_text("R$37.90")).to_be_visible()
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code}).raise_for_status()
    expect(page.get_by_role("status")).to_have_text("Payment received")
    expect(page.get_by_role("img")).to_have_count(0)
