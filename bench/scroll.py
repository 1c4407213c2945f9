"""(f) How smoothly ten thousand rows of the pay-in list scroll, once they are loaded: frames a second beside those of the page at rest.

A wheel moves the page by a few rows in each frame, so each frame has rows to take away and rows to draw.
"""

import re
from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Page

from bench import browser, servers, sets
from bench.lists import DATABASE, database
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_least

ROWS = 10_000
#: CSS pixels a frame, and for how long: 5,000 pixels a second are over a hundred rows.
STEP, SECONDS = 84, 4
#: A browser's frames are never counted to the last one.
GOAL = 0.97
#: As a person chooses it under the list's view.
_CONTINUOUS = "() => localStorage.setItem('list:payin.payments.all', JSON.stringify({ mode: 'continuous' }))"
#: Frames a second while each moves the page by so many pixels, back and forth.
_FRAMES = """
([step, seconds]) => new Promise((resolve) => {
  let frames = 0, from = 0, down = -step
  const frame = (now) => {
    from ||= now
    if (now - from >= 1_000 * seconds) return resolve(frames / seconds)
    frames += 1
    const { scrollY, innerHeight } = window
    if (scrollY <= 0 || scrollY + innerHeight >= document.documentElement.scrollHeight - 2_000) down = -down
    if (step) window.scrollBy(0, down)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})
"""


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    database(server)
    with (
        servers.ours(server.app_url(DATABASE), "ours-scroll", bot_check="altcha") as port,
        browser.running() as chromium,
    ):
        address = f"http://localhost:{port}"
        kept = browser.signed_in(chromium, address, sets.STAFF)
        page = chromium.new_context(viewport=browser.VIEWPORT, storage_state=kept).new_page()
        page.goto(address + browser.LIST)
        page.evaluate(_CONTINUOUS)
        page.get_by_role("button", name="All merchants").click()
        _load(page)
        rest, moving = list[float](), list[float]()
        for _ in range(plan.rounds):
            rest.append(page.evaluate(_FRAMES, [0, SECONDS]))
            moving.append(page.evaluate(_FRAMES, [STEP, SECONDS]))
        yield at_least(
            f"(f) {ROWS:,} rows that scroll, beside the page at rest", median(moving), median(rest), "frames/s", GOAL
        )


def _load(page: Page) -> None:
    """Scrolls to the end again and again, as a person would, until so many rows are there."""
    page.locator("tbody a").first.wait_for()
    range_of = page.get_by_text(re.compile(r"^1–[\d,]+ of"))
    while int(re.sub(r"^1–([\d,]+) .*$", r"\1", range_of.inner_text()).replace(",", "")) < ROWS:
        page.mouse.wheel(0, 1_000_000)
        page.wait_for_timeout(100)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight / 2)")
