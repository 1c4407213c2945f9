"""A person at a browser in front of the running house; one house and one browser serve all journeys."""

import os
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from browser import NoBrowser, find
from house import PREPARED, RunningHouse, new_folder, running
from newcomer import database_of
from pages import COUNTING, WIDE, OpenAs
from person import sign_in

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    # The house's data lie in /dev/shm, which many containers keep to 64 MB: a page that shares it crashes once it is full.
    "--disable-dev-shm-usage",
]
#: For what a journey waits for at most; a busy machine is slow, not wrong.
PATIENCE_MS = 20_000
#: How long a sign-in is shared. Its access token lives for 600 s; two browsers that then use one refresh token end each other.
SHARED_SECONDS = 240

expect.set_options(timeout=PATIENCE_MS)

#: The files that take the longest, dearest first: they are spread over the two houses before the others.
LONG = (
    "test_payouts_day.py",
    "test_day.py",
    "test_widths.py",
    "test_for_everybody.py",
    "test_crash.py",
    "test_outside.py",
    "test_session_journey.py",
    "test_frame.py",
    "test_account_day.py",
    "test_exporting.py",
)


def pytest_configure(config: pytest.Config) -> None:
    """Once, before the processes begin: two that install a browser at the same time stand in each other's way.

    To fill a house with the demo takes half a minute of a core, so that all of a run begin as copies of one.
    """
    if not hasattr(config, "workerinput"):
        try:
            find(light=True)
        except NoBrowser as missing:
            raise pytest.UsageError(str(missing)) from missing
        prepared = new_folder()
        config.add_cleanup(prepared.cleanup)
        os.environ[PREPARED] = prepared.name


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lead each file to one of two houses, always the same one and in the same order, whichever machine is faster where.

    No journey may depend on what another left, but which of them met at one house was decided by speed: what went wrong then
    could not be repeated.
    """
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))
    files = list(dict.fromkeys(item.path.name for item in items))
    for item in items:
        # In turns, and the turn goes back and forth: first, second, second, first, …
        house = (files.index(item.path.name) + 1) // 2 % 2
        item.add_marker(pytest.mark.xdist_group(str(house)))


@pytest.fixture(scope="session")
def app() -> Iterator[RunningHouse]:
    with running() as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(light=True), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def signed_in(app: RunningHouse, browser: Browser) -> Callable[[str], Any]:
    """``signed_in("ana@…")``: what the browser keeps of somebody who signed in by hand, not each time anew."""
    kept, until = dict[str, Any](), dict[str, float]()

    def storage(email: str) -> Any:
        if until.get(email, 0) < time.monotonic():
            context = browser.new_context(viewport=WIDE, base_url=app.address)
            context.set_default_timeout(PATIENCE_MS)
            sign_in(context.new_page(), email)
            kept[email], until[email] = context.storage_state(), time.monotonic() + SHARED_SECONDS
            context.close()
        return kept[email]

    return storage


@pytest.fixture
def open_as(app: RunningHouse, browser: Browser, signed_in: Callable[[str], Any]) -> Iterator[OpenAs]:
    contexts, said = list[BrowserContext](), list[str]()

    def opened(
        email: str | None,
        viewport: ViewportSize = WIDE,
        *,
        theme: str = "light",
        language: str = "en",
        may_say: str | None = None,
        accepted: bool = True,
    ) -> Page:
        allowed = re.compile(may_say) if may_say else None

        def listen(text: str) -> None:
            if not (allowed and allowed.search(text)):
                said.append(text)

        def on_console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                listen(f"{message.text} ({message.location['url']})")

        items = {"theme": theme, "language": language} | ({"acceptCookie": "true"} if accepted else {})
        context = browser.new_context(
            viewport=viewport,
            base_url=app.address,
            storage_state=_remembering(signed_in(email) if email else None, app, items),
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(COUNTING)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=app.address)
        # Of every tab that is opened in it.
        context.on("console", on_console)
        context.on("weberror", lambda failure: listen(str(failure.error)))
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
    if any("401" in text for text in said):
        said += _latest_sessions(app)
    assert not said, "the browser's console is not silent:\n" + "\n".join(said)


def _latest_sessions(app: RunningHouse) -> list[str]:
    """Why somebody was signed out is asked for when it was not meant to happen."""
    with database_of(app) as database:
        rows = database.execute(
            "select p.email, s.id, s.created_at, s.last_seen_at, s.ended_at, s.end_reason from session s"
            " join person p on p.id = s.person_id order by greatest(s.created_at, s.ended_at) desc limit 8"
        )
        return ["session: " + " ".join(map(str, row)) for row in rows]


def _remembering(state: Any, app: RunningHouse, items: dict[str, str]) -> Any:
    """A browser's storage with some items more for our address."""
    state = state or {"cookies": [], "origins": []}
    ours = [item for origin in state["origins"] for item in origin["localStorage"] if origin["origin"] == app.address]
    added = [{"name": name, "value": value} for name, value in items.items()]
    kept = [item for item in ours if item["name"] not in items]
    return state | {"origins": [{"origin": app.address, "localStorage": [*kept, *added]}]}
