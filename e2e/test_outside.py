"""Services of others: with nothing set nobody is called; with all of them on, each does its part, after the person's yes."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, expect

from charging import LIST, new_charge
from house import RunningHouse, running
from pages import WIDE, OpenAs
from person import ANA, give_password, sign_in
from strangers import (
    ERRORS,
    INSTALLATIONS,
    ON,
    RECORDING,
    REMOTE_CONFIG,
    TAG_MANAGER,
    Strangers,
    entries,
    until,
    user_in,
)

Visit = Callable[..., tuple[Page, Strangers]]
ALL = {TAG_MANAGER, RECORDING, INSTALLATIONS, REMOTE_CONFIG}

#: What the SDK has kept of its last fetch: the state of its own store, by the last part of each key.
KEPT = """
() => new Promise((resolve) => {
  const opening = indexedDB.open('firebase_remote_config')
  opening.onsuccess = () => {
    const all = opening.result.transaction('app_namespace_store').objectStore('app_namespace_store').getAll()
    all.onsuccess = () => {
      opening.result.close()
      resolve(Object.fromEntries(all.result.map((row) => [row.compositeKey.split(',').at(-1), row.value])))
    }
  }
})
"""
#: Takes away what it wrote of how the last one ended.
FORGET_STATUS = """
() => new Promise((resolve) => {
  const opening = indexedDB.open('firebase_remote_config')
  opening.onsuccess = () => {
    const writing = opening.result.transaction('app_namespace_store', 'readwrite')
    const store = writing.objectStore('app_namespace_store')
    const all = store.getAll()
    all.onsuccess = () => {
      for (const row of all.result) if (row.compositeKey.endsWith(',last_fetch_status')) store.delete(row.compositeKey)
    }
    writing.oncomplete = () => {
      opening.result.close()
      resolve()
    }
  }
})
"""
#: The script that decides whether they are loaded has arrived.
LOOKED_AT_SERVICES = "performance.getEntriesByType('resource').some((each) => /\\/start-[^/]*\\.js/.test(each.name))"


@pytest.fixture(scope="module")
def open_house() -> Iterator[RunningHouse]:
    """A house with every service on."""
    with running(RETAGUARDA_BOT_CHECK="none", **ON) as started:
        yield started


@pytest.fixture
def visit(open_house: RunningHouse, browser: Browser) -> Iterator[Visit]:
    """``visit(accepted=True)``: a browser of its own, and the strangers that it may meet."""
    contexts = list[BrowserContext]()

    def visited(*, accepted: bool = False) -> tuple[Page, Strangers]:
        context = browser.new_context(viewport=WIDE, base_url=open_house.address)
        contexts.append(context)
        if accepted:
            context.add_init_script("localStorage.setItem('acceptCookie', 'true')")
        return context.new_page(), Strangers(urlsplit(open_house.address).netloc).watch(context)

    yield visited
    for context in contexts:
        context.close()


def test_with_nothing_set_the_page_calls_no_other_host(open_as: OpenAs, app: RunningHouse) -> None:
    page = open_as(None)
    hosts = set[str]()
    page.context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.add_init_script("localStorage.setItem('acceptCookie', 'true')")
    sign_in(page, ANA)
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    new_charge(page, "12.34")
    page.goto(LIST)
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    page.get_by_role("button", name=re.compile("Notifications")).click()
    page.goto("/dashboard/settings/account/security")
    expect(page.get_by_role("heading", name="Security").first).to_be_visible()
    assert {host for host in hosts if host} == {urlsplit(app.address).netloc}


def test_nothing_is_loaded_before_the_person_accepts_and_then_all_that_is_on(visit: Visit) -> None:
    page, strangers = visit()
    violations = list[str]()
    page.on("console", lambda message: violations.append(message.text) if message.type == "error" else None)
    answered = page.goto("/")
    assert answered
    policy = answered.headers["content-security-policy"]
    assert "unsafe" not in policy
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert strangers.hosts == set()
    assert page.evaluate("'dataLayer' in window || 'clarity' in window") is False

    page.get_by_role("region", name="Cookies").get_by_role("button", name="Accept").click()
    until(page, "Boolean(window.tagRan && window.toldClarity)")
    # The tag that carries the page's nonce ran; the one that does not was refused by the policy.
    assert page.evaluate("'strangerRan' in window") is False
    assert any("Content Security Policy" in text for text in violations)
    assert page.evaluate("window.maskedAtStart") == "true"
    assert page.evaluate("window.toldClarity[0]") == [
        "consentv2",
        {"ad_Storage": "denied", "analytics_Storage": "granted"},
    ]
    if not strangers.of(REMOTE_CONFIG):
        page.wait_for_event("response", lambda answer: REMOTE_CONFIG in answer.url)
    assert ALL <= strangers.hosts <= ALL | {ERRORS}


def test_the_page_of_a_mail_tells_its_secret_to_nobody(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    page.goto("/?tk=s3cret")
    page.get_by_role("textbox", name="New password").fill("Vento-Verde-2031")
    page.keyboard.press("Enter")
    # Whoever loads the services had begun by the time somebody has read the page and the server has answered.
    expect(page.get_by_role("alert")).to_contain_text("The link may be old or used already")
    until(page, LOOKED_AT_SERVICES)
    assert strangers.hosts == set()


def test_own_people_are_marked_by_cookie_at_sign_in_and_in_the_events(visit: Visit) -> None:
    page, _ = visit(accepted=True)
    sign_in(page, ANA)
    assert "gtm_internal_user=internal" in page.evaluate("document.cookie")
    page.get_by_role("button", name=re.compile("Notifications")).click()
    told = until(page, "window.dataLayer?.find((told) => told.event === 'open-notifications')")
    assert told["backoffice"] is True
    assert isinstance(told["unread"], bool)


def told(answer: Response, what: str) -> bool:
    """Whether error reporting has taken this."""
    return ERRORS in answer.url and what in (answer.request.post_data or "")


def test_an_error_is_reported_with_the_person_and_without_their_filters(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    sign_in(page, ANA)
    page.goto(f"{LIST}?search=52998224725")
    expect(page.get_by_role("heading", name="Payins").first).to_be_visible()
    until(page, "window.tagRan")
    with page.expect_response(lambda answer: told(answer, "on purpose")):
        page.evaluate("setTimeout(() => { throw new Error('on purpose') })")
    # A replay of what led there follows.
    with page.expect_response(lambda answer: told(answer, "replay_recording")):
        page.get_by_role("button", name=re.compile("Notifications")).click()
    sent = strangers.envelopes()
    assert '"release":"front-dashboard 1.0.4"' in sent
    assert user_in(sent)["email"] == ANA
    assert set(user_in(sent)) == {"id", "email"}
    for secret in ("52998224725", "Maria", "Bearer", page.evaluate("localStorage.getItem('token')")):
        assert secret not in sent
    # A text of the screen; names of files may be those of screens.
    assert "Skip to content" not in sent


def kept(page: Page) -> dict[str, Any]:
    return page.evaluate(KEPT)


def fetched(page: Page, strangers: Strangers, path: str = "/") -> dict[str, Any]:
    """Opens a page that has accepted, and waits for the fetch to be over; what the SDK keeps then."""
    with page.expect_response(lambda response: REMOTE_CONFIG in response.url):
        page.goto(path)
    until(page, f"async () => (await ({KEPT})()).last_fetch_status")
    return kept(page)


def in_effect(page: Page) -> None:
    """Waits until what was fetched holds."""
    until(page, f"async () => (await ({KEPT})()).active_config?.banner === 'hello'")


def now(page: Page) -> float:
    """Of the page's clock, in seconds."""
    return page.evaluate("Date.now() / 1000")


def test_remote_config_is_fetched_with_an_installation_and_taken_into_effect(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    found = fetched(page, strangers)
    assert found["last_fetch_status"] == "success"
    in_effect(page)
    (created,) = strangers.of(INSTALLATIONS)
    assert created.method == "POST"
    assert "/projects/pay-example/installations" in created.url
    (asked,) = strangers.of(REMOTE_CONFIG)
    sent = json.loads(asked.post_data or "")
    assert {"sdk_version", "app_instance_id", "app_instance_id_token", "app_id", "language_code"} <= set(sent)
    assert sent["app_instance_id_token"] == "an-installation-token"
    assert sent["app_id"] == ON["RETAGUARDA_FIREBASE_APP_ID"]


def test_remote_config_is_not_fetched_again_within_five_minutes(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    fetched(page, strangers)
    in_effect(page)
    started = now(page)
    page.clock.set_system_time(started + 290)
    page.evaluate(FORGET_STATUS)
    page.reload()
    # It is written once a fetch is over, and where none is due.
    until(page, f"async () => (await ({KEPT})()).last_fetch_status === 'success'")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert len(strangers.of(REMOTE_CONFIG)) == 1
    page.clock.set_system_time(started + 310)
    with page.expect_response(lambda response: REMOTE_CONFIG in response.url):
        page.reload()
    assert len(strangers.of(REMOTE_CONFIG)) == 2


@pytest.mark.parametrize("state", ["NO_TEMPLATE", "EMPTY_CONFIG"])
def test_no_template_or_an_empty_config_is_an_empty_config(visit: Visit, state: str) -> None:
    page, strangers = visit(accepted=True)
    strangers.says = (200, entries(state=state))
    found = fetched(page, strangers)
    assert found["last_fetch_status"] == "success"
    assert found["last_successful_fetch_response"]["config"] == {}


def test_no_change_keeps_what_there_was(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    fetched(page, strangers)
    in_effect(page)
    page.clock.set_system_time(now(page) + 310)
    strangers.says = (200, {"state": "NO_CHANGE"})
    found = fetched(page, strangers)
    assert found["last_fetch_status"] == "success"
    assert found["active_config"] == {"banner": "hello"}


def test_a_refused_fetch_is_a_failure(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    strangers.says = (403, {})
    assert fetched(page, strangers)["last_fetch_status"] == "failure"
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_an_unspecified_state_counts_as_500_is_tried_again_and_ends_in_throttle_after_a_minute(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    strangers.says = (200, {"state": "INSTANCE_STATE_UNSPECIFIED"})
    open_requests = set[Request]()

    def answered(request: Request) -> None:
        open_requests.discard(request)

    page.on("request", lambda request: open_requests.add(request) if REMOTE_CONFIG in request.url else None)
    page.on("requestfinished", answered)
    page.on("requestfailed", answered)
    page.clock.install()
    with page.expect_response(lambda response: REMOTE_CONFIG in response.url):
        page.goto("/")
    status = None
    for _ in range(300):
        # A second of the page's clock passes only when each question has its answer, however long a busy machine takes.
        page.wait_for_timeout(20)
        for _ in range(1_000):
            if not open_requests:
                break
            page.wait_for_timeout(20)
        page.clock.run_for(1_000)
        status = kept(page).get("last_fetch_status")
        if status:
            break
    assert status == "throttle"
    assert len(strangers.of(REMOTE_CONFIG)) > 1


def test_whoever_blocks_all_of_them_can_work_all_the_same(visit: Visit) -> None:
    page, strangers = visit(accepted=True)
    page.context.route(lambda url: urlsplit(url).netloc != strangers.home, lambda route: route.abort())
    page.goto("/")
    give_password(page, ANA)
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    expect(page.get_by_role("region", name="Cookies")).to_have_count(0)
