"""Services of others: off until a setting names them, and then nothing more is allowed than they need."""

import re
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from people import asgi
from retaguarda.app import App, web
from retaguarda.csp import content_security_policy, sources
from retaguarda.settings import SettingsError, load
from retaguarda.third_parties import VIA_CEP, Firebase, ThirdParties

FIREBASE = {
    "RETAGUARDA_FIREBASE_API_KEY": "AIzaSyExample_0123",
    "RETAGUARDA_FIREBASE_APP_ID": "1:1234567890:web:0a1b2c3d",
    "RETAGUARDA_FIREBASE_PROJECT_ID": "pay-example",
}
ALL = FIREBASE | {
    "RETAGUARDA_TAG_MANAGER_ID": "GTM-ABC1234",
    "RETAGUARDA_RECORDING_ID": "abc123xyz0",
    "RETAGUARDA_ERROR_REPORTING_DSN": "https://0123abcd@errors.example:8443/sub/42",
    "RETAGUARDA_INTERNAL_DOMAINS": "Retaguarda.example, rtg.example",
    "RETAGUARDA_INTERNAL_COOKIE_DOMAINS": "retaguarda.example,rtg.example,grupo.example",
}

#: What stands in the page itself.
BOOT = "document.title = 'y'\n"

Visit = Callable[[ThirdParties], Awaitable[httpx.AsyncClient]]


@pytest.fixture
async def visit(app: App, tmp_path: Path) -> AsyncIterator[Visit]:
    """A client of the same house under other settings, with a page to serve."""
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/index.html").write_text(
        f'<html><head><title>x</title><script>{BOOT}</script></head><script src="/app.js"></script></html>'
    )
    (tmp_path / "dist/app.js").write_text("1")
    (tmp_path / "dist/routes.json").write_text('["/", "/dashboard/payin"]')
    async with AsyncExitStack() as open_until_the_end:

        async def visited(outside: ThirdParties) -> httpx.AsyncClient:
            settings = replace(app.settings, outside=outside, web_dist=tmp_path / "dist")
            transport = asgi(web(replace(app, settings=settings)))
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost:8000")
            return await open_until_the_end.enter_async_context(client)

        yield visited


def rules(policy: str) -> dict[str, list[str]]:
    return {name: words.split() for name, _, words in (rule.strip().partition(" ") for rule in policy.split(";"))}


def allowed(environment: dict[str, str]) -> dict[str, list[str]]:
    return rules(content_security_policy(sources(load(environment).outside)))


def test_nothing_is_on_by_default() -> None:
    assert load({}).outside == ThirdParties(postal_url=VIA_CEP)
    policy = content_security_policy(sources(load({}).outside))
    assert "http" not in policy
    assert "nonce" not in policy


def test_the_settings_are_read() -> None:
    outside = load(ALL).outside
    assert outside.firebase == Firebase("AIzaSyExample_0123", "1:1234567890:web:0a1b2c3d", "pay-example")
    assert outside.internal_domains == ("retaguarda.example", "rtg.example")
    assert outside.internal_cookie_domains == ("retaguarda.example", "rtg.example", "grupo.example")
    assert load({"RETAGUARDA_POSTAL_URL": ""}).outside.postal_url == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RETAGUARDA_TAG_MANAGER_ID", "UA-1234"),
        ("RETAGUARDA_TAG_MANAGER_ID", "GTM-ABC1234; script-src *"),
        ("RETAGUARDA_RECORDING_ID", "../evil"),
        ("RETAGUARDA_ERROR_REPORTING_DSN", "http://key@errors.example/1"),
        ("RETAGUARDA_ERROR_REPORTING_DSN", "https://errors.example/1"),
        ("RETAGUARDA_ERROR_REPORTING_DSN", "https://key@errors.example; script-src */1"),
        ("RETAGUARDA_INTERNAL_DOMAINS", "retaguarda"),
        ("RETAGUARDA_INTERNAL_DOMAINS", "ana@retaguarda.example"),
        ("RETAGUARDA_INTERNAL_COOKIE_DOMAINS", "a..example"),
        ("RETAGUARDA_POSTAL_URL", "viacep.com.br"),
        ("RETAGUARDA_POSTAL_URL", "file:///etc/passwd"),
        ("RETAGUARDA_POSTAL_URL", "https://viacep.com.br/ws?x=1"),
        ("RETAGUARDA_FIREBASE_API_KEY", "key; *"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        load({name: value})


@pytest.mark.parametrize("missing", FIREBASE)
def test_the_three_of_firebase_go_together(missing: str) -> None:
    with pytest.raises(SettingsError, match="go together"):
        load({name: value for name, value in FIREBASE.items() if name != missing})


def test_each_service_opens_its_own_hosts_and_no_other() -> None:
    recording = allowed({"RETAGUARDA_RECORDING_ID": "abc123xyz0"})
    assert recording["script-src"] == ["'self'", "https://www.clarity.ms", "https://scripts.clarity.ms"]
    assert recording["connect-src"] == ["'self'", "https://*.clarity.ms"]

    errors = allowed({"RETAGUARDA_ERROR_REPORTING_DSN": ALL["RETAGUARDA_ERROR_REPORTING_DSN"]})
    assert errors["connect-src"] == ["'self'", "https://errors.example:8443"]
    assert errors["script-src"] == ["'self'"]

    firebase = allowed(FIREBASE)
    hosts = ["https://firebaseinstallations.googleapis.com", "https://firebaseremoteconfig.googleapis.com"]
    assert firebase["connect-src"] == ["'self'", *hosts]
    assert firebase["script-src"] == ["'self'"]


def test_nothing_unsafe_is_allowed_with_everything_on() -> None:
    everything = allowed(ALL)
    assert "unsafe" not in str(everything)
    assert "*" not in [word for words in everything.values() for word in words]
    assert everything["default-src"] == everything["object-src"] == everything["base-uri"] == ["'none'"]
    assert everything["style-src"] == everything["worker-src"] == ["'self'"]


async def test_the_web_is_told_what_is_on_and_nothing_of_what_is_off(visit: Visit) -> None:
    nothing = (await (await visit(ThirdParties())).get("/config.json")).json()
    assert nothing["outside"] == {}
    assert nothing["internalDomains"] == nothing["internalCookieDomains"] == []

    everything = (await (await visit(load(ALL).outside)).get("/config.json")).json()
    assert everything["outside"] == {
        "tagManager": "GTM-ABC1234",
        "recording": "abc123xyz0",
        "errorReporting": "https://0123abcd@errors.example:8443/sub/42",
        "remoteConfig": {
            "apiKey": "AIzaSyExample_0123",
            "appId": "1:1234567890:web:0a1b2c3d",
            "projectId": "pay-example",
        },
    }
    assert everything["internalDomains"] == ["retaguarda.example", "rtg.example"]
    assert len(everything["internalCookieDomains"]) == 3


NONCE = re.compile(r"'nonce-([\w-]{22})'")


async def test_the_script_in_the_page_itself_is_named_by_its_hash_and_no_other_may_run(visit: Visit) -> None:
    client = await visit(ThirdParties())
    named = b64encode(sha256(BOOT.encode()).digest()).decode()
    for path in ("/", "/dashboard/payin", "/v1/nowhere"):
        said = await client.get(path)
        assert rules(said.headers["content-security-policy"])["script-src"] == ["'self'", f"'sha256-{named}'"]


async def test_a_page_with_a_tag_manager_has_a_nonce_of_its_own_each_time(visit: Visit) -> None:
    client = await visit(ThirdParties(tag_manager_id="GTM-ABC1234"))
    seen = set[str]()
    for path in ("/", "/dashboard/payin", "/index.html"):
        said = await client.get(path)
        found = NONCE.search(rules(said.headers["content-security-policy"])["script-src"][1])
        assert found
        assert said.text.count(f'<meta property="csp-nonce" nonce="{found[1]}">') == 1
        # Kept anywhere, it would meet the policy of another response.
        assert said.headers["cache-control"] == "no-store"
        assert "etag" not in said.headers
        seen.add(found[1])
    assert len(seen) == 3
    assert (await client.get("/", headers={"If-None-Match": ""})).status_code == 200
    assert (await client.get("/", headers={"Accept-Encoding": "identity"})).text.startswith("<html><head><meta")
    assert (await client.get("/app.js")).headers["etag"]


async def test_a_page_without_a_tag_manager_has_none_and_may_be_kept(visit: Visit) -> None:
    client = await visit(ThirdParties(recording_id="abc123xyz0"))
    said = await client.get("/")
    assert "nonce" not in said.text + said.headers["content-security-policy"]
    again = await client.get("/", headers={"If-None-Match": said.headers["etag"]})
    assert again.status_code == 304
