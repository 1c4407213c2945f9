"""(d) What Chromium fetches for signing in and for the shell with the pay-in list, and when the list can be used."""

from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from e2e.browser import find
from playwright.sync_api import Browser, Page, Request, ViewportSize, sync_playwright

from bench import servers, sets
from bench.lists import DATABASE, database
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, figure

LIST = "/dashboard/payin/payments/list"
SIGN_IN_LIMIT, LIST_LIMIT = 145, 225
#: From when nothing more is asked for, until a page counts as loaded.
QUIET_MS = 1_000
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
#: Notes when the first row that leads to a record has been painted: by then React has its handlers on everything.
_STANDS = """
new MutationObserver((_, watching) => {
  if (!document.querySelector('tbody a')) return
  watching.disconnect()
  requestAnimationFrame(() => setTimeout(() => { window.listStood = performance.now() }))
}).observe(document, { childList: true, subtree: true })
"""
VIEWPORT: ViewportSize = {"width": 1440, "height": 900}


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    database(server)
    with running() as chromium, servers.ours(server.app_url(DATABASE), "ours-browser", bot_check="altcha") as port:
        address = f"http://localhost:{port}"
        weight, storage = _sign_in(chromium, address)
        yield figure("(d) JavaScript of the sign-in page, gzipped", weight, "kB", SIGN_IN_LIMIT)
        opened = [_list(chromium, address, storage) for _ in range(plan.rounds)]
        weight = max(weight for weight, _ in opened)
        yield figure("(d) JavaScript of the shell with the pay-in list, gzipped", weight, "kB", LIST_LIMIT)
        yield figure("(d) from navigation to usable list, empty cache", median(ms for _, ms in opened), "ms")


@contextmanager
def running() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield chromium
        chromium.close()


def _sign_in(chromium: Browser, address: str) -> tuple[float, Any]:
    """kB of JavaScript until the form stands and its bot check is solved; and what the browser keeps after signing in."""
    context = chromium.new_context(viewport=VIEWPORT, base_url=address)
    page = context.new_page()
    fetched = _fetched(page)
    page.goto("/")
    page.get_by_label("E-mail").wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(QUIET_MS)
    weight = _kilobytes(fetched)
    storage = _enter(page, sets.email(sets.FIRST_MERCHANT))
    context.close()
    return weight, storage


def signed_in(chromium: Browser, address: str, email: str = sets.email(sets.FIRST_MERCHANT)) -> Any:
    """What the browser keeps of a person who has signed in."""
    context = chromium.new_context(viewport=VIEWPORT, base_url=address)
    page = context.new_page()
    page.goto("/")
    storage = _enter(page, email)
    context.close()
    return storage


def _enter(page: Page, email: str) -> Any:
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("textbox", name="Password").fill(sets.PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/dashboard**")
    page.get_by_role("button", name="Accept").click()
    return page.context.storage_state()


def _list(chromium: Browser, address: str, storage: Any) -> tuple[float, float]:
    """kB of JavaScript, and milliseconds from navigation until its rows can be opened."""
    context = chromium.new_context(viewport=VIEWPORT, base_url=address, storage_state=storage)
    context.add_init_script(_STANDS)
    page = context.new_page()
    fetched = _fetched(page)
    page.goto(LIST)
    page.locator("tbody a").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(QUIET_MS)
    weight, milliseconds = _kilobytes(fetched), page.evaluate("window.listStood")
    context.close()
    return weight, milliseconds


def _fetched(page: Page) -> list[Request]:
    """Fills with everything that the page and its workers have fetched."""
    found = list[Request]()

    # Of its own: the driver writes on what it is given, and a list's method takes nothing.
    def take(request: Request) -> None:
        found.append(request)

    page.on("requestfinished", take)
    return found


def _is_script(request: Request) -> bool:
    response = request.response()
    return response is not None and "javascript" in response.headers.get("content-type", "")


def _kilobytes(fetched: list[Request]) -> float:
    """Of the scripts, as they travelled, compressed; without headers."""
    return sum(each.sizes()["responseBodySize"] for each in fetched if _is_script(each)) / 1_000
