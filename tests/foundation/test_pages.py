"""The built web as it is served: files and their caches, the page at its addresses, and 404 at all others."""

import json
from pathlib import Path
from typing import cast

import httpx
import pytest
from litestar.types import ASGIApp

from people import asgi
from retaguarda.foundation.http import Edge, make_app
from retaguarda.foundation.pages import Pages
from retaguarda.foundation.request import Request, Response, Route

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PROGRAM = {"Accept": "application/json"}


@pytest.fixture
def web(tmp_path: Path) -> httpx.AsyncClient:
    """A small web in front of a small API."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><head></head><script>one()</script>")
    (tmp_path / "assets" / "app-1234.js").write_text("1;" * 500)
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "routes.json").write_text(json.dumps(["/", "/dashboard", "/dashboard/payin/payments/$id"]))

    async def said(request: Request) -> Response:
        return Response(b'"api"')

    paths = ("/health", "/config.json", "/v1/things", "/v1/things/{id:str}")
    app = make_app([Route("GET", path, "", said, public=True) for path in paths])
    pages = Pages(cast(ASGIApp, app), tmp_path, paths)
    edge = Edge(cast(ASGIApp, pages), csp="default-src 'self'", https=False, origins=frozenset())
    return httpx.AsyncClient(transport=asgi(edge), base_url="http://localhost")


@pytest.mark.parametrize("path", ["/", "/dashboard", "/dashboard/", "/DASHBOARD", "/dashboard/payin/payments/a.b"])
@pytest.mark.parametrize("accept", [BROWSER, PROGRAM])
async def test_an_address_of_the_web_is_the_page(web: httpx.AsyncClient, path: str, accept: dict[str, str]) -> None:
    said = await web.get(path, headers=accept)
    assert (said.status_code, said.headers["content-type"]) == (200, "text/html; charset=utf-8")


UNKNOWN = [
    "/foo", "/foo.bar", "/dashboard/x.y", "/dashboard/unknown", "/dashboard/payin/payments/1/2", "/healthy", "/health/x",
    "/health.", "/config.json2", "/v1", "/v1/", "/v1/unknown", "/v1/things/1/2", "/v1/x.y", "/assets/gone-1.js",
]  # fmt: skip


@pytest.mark.parametrize("path", UNKNOWN)
async def test_an_unknown_address_is_the_page_with_404_for_browsers_and_json_for_programs(
    web: httpx.AsyncClient, path: str
) -> None:
    page = await web.get(path, headers=BROWSER)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert (page.headers["cache-control"], page.headers.get("etag")) == ("no-store", None)
    for accept in (PROGRAM, {"Accept": "*/*"}, {"Accept": "text/plain"}):
        told = await web.get(path, headers=accept)
        assert (told.status_code, told.json()["message"]) == (404, "not_found")
    head = await web.head(path, headers=BROWSER)
    assert (head.status_code, head.content) == (404, b"")


@pytest.mark.parametrize("path", ["/health", "/config.json", "/v1/things", "/v1/things/5", "/v1/things/a.b"])
async def test_the_api_answers_its_addresses_to_browsers_too(web: httpx.AsyncClient, path: str) -> None:
    for accept in (BROWSER, PROGRAM):
        said = await web.get(path, headers=accept)
        assert (said.status_code, said.json()) == (200, "api")


async def test_a_file_with_a_hash_in_its_name_is_kept_and_any_other_asked_about_again(web: httpx.AsyncClient) -> None:
    hashed = await web.get("/assets/app-1234.js")
    assert hashed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert hashed.headers["content-encoding"] == "gzip"
    assert hashed.text == "1;" * 500
    plain = await web.get("/assets/app-1234.js", headers={"Accept-Encoding": "identity"})
    assert ("content-encoding" in plain.headers, plain.text) == (False, hashed.text)
    for path in ("/favicon.svg", "/"):
        assert (await web.get(path)).headers["cache-control"] == "no-cache"


async def test_what_a_browser_has_already_is_not_sent_again(web: httpx.AsyncClient) -> None:
    for path in ("/", "/favicon.svg", "/assets/app-1234.js"):
        etag = (await web.get(path)).headers["etag"]
        again = await web.get(path, headers={"If-None-Match": etag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
        changed = await web.get(path, headers={"If-None-Match": '"another"'})
        assert changed.status_code == 200
    # Also of an unknown address: no kept page is taken for it.
    etag = (await web.get("/")).headers["etag"]
    assert (await web.get("/foo", headers=BROWSER | {"If-None-Match": etag})).status_code == 404


async def test_without_a_built_web_the_api_answers_alone(tmp_path: Path) -> None:
    app = make_app([])
    edge = Edge(
        cast(ASGIApp, Pages(cast(ASGIApp, app), tmp_path / "none", ())), csp="", https=False, origins=frozenset()
    )
    async with httpx.AsyncClient(transport=asgi(edge), base_url="http://localhost") as client:
        for path in ("/", "/dashboard"):
            assert (await client.get(path, headers=BROWSER)).status_code == 404
