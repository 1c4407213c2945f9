"""A person at a browser in front of the running house; one house and one browser serve all journeys."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser import find
from house import RunningHouse, running
from retaguarda.demo.people import PASSWORD, TOTP_SECRET
from retaguarda.identity.totp import STEP_SECONDS, code_at

AXE = Path(__file__).parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def house() -> Iterator[RunningHouse]:
    with running() as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def signed_in(house: RunningHouse, browser: Browser) -> Callable[[str], Any]:
    """``signed_in("ana")``: the browser storage of somebody who has signed in by hand; each person once a run."""
    kept = dict[str, Any]()

    def storage(email: str) -> Any:
        if email not in kept:
            context = browser.new_context(viewport=WIDE, base_url=house.address)
            page = context.new_page()
            sign_in(page, email)
            kept[email] = context.storage_state()
            context.close()
        return kept[email]

    return storage


@pytest.fixture
def open_as(house: RunningHouse, browser: Browser, signed_in: Callable[[str], Any]) -> Iterator[Callable[..., Page]]:
    """``open_as("ana@…", width=NARROW, theme="dark", language="pt")``: a page whose console must stay silent."""
    contexts, said = list[BrowserContext](), list[str]()

    def opened(email: str | None, viewport: Any = WIDE, theme: str = "light", language: str = "en") -> Page:
        context = browser.new_context(
            viewport=viewport, base_url=house.address, storage_state=signed_in(email) if email else None
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=house.address)
        context.add_init_script(
            f"localStorage.setItem('theme', '{theme}'); localStorage.setItem('language', '{language}')"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == [], "the browser's console is not silent"


def sign_in(page: Page, email: str) -> None:
    page.goto("/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    code = page.locator("[autocomplete=one-time-code]")
    code.or_(page.get_by_role("navigation")).first.wait_for()
    if code.count():
        code.fill(code_at(TOTP_SECRET, int(time.time()) // STEP_SECONDS))
        page.keyboard.press("Enter")
    page.wait_for_url("**/dashboard**")


def faults_of(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 AA on the open page."""
    page.evaluate(AXE.read_text())
    found = page.evaluate(
        "async () => (await axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})).violations"
    )
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for each in found
        for node in each["nodes"]
    ]
