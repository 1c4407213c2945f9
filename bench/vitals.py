"""What a person waits for and feels: paint, blocked time, shifts, and the answer to a touch, on a slow machine and line."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from bench.browser import QUIET_MS, VIEWPORT

LATENCY_MS, MEGABITS, SLOWER = 40, 10, 4
#: A key every so many milliseconds: a quick typist.
KEY_MS = 120
#: Browsers tell of no event that was quicker.
QUICKEST_MS = 16
OPEN_SECONDS = 60

_WATCH = """
window.seen = { largest: 0, first: Infinity, shift: 0, tasks: [], events: [], stands: false }
const watch = (type, take, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime })
watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.first = entry.startTime })
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
watch('event', (entry) => { if (entry.interactionId) seen.events.push(entry.duration) }, { durationThreshold: 16 })
"""
#: Looked for by the page itself and told once: asking again and again from outside would be work that is measured too.
_STANDS = """
new MutationObserver((_, watching) => {
  if (!document.querySelector(%s)) return
  watching.disconnect()
  seen.stands = true
}).observe(document, { childList: true, subtree: true })
"""
#: Milliseconds since something was last received, or worked on for long.
_QUIET = """
performance.now() - Math.max(
  ...seen.tasks.map(([start, duration]) => start + duration),
  ...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd))
"""
#: Of each task what it takes beyond 50 ms, from a moment on.
_BLOCKED = """
(from) => seen.tasks.reduce((sum, [start, duration]) =>
  sum + Math.max(0, Math.min(duration, start + duration - from) - 50), 0)
"""
#: A click may be answered by a frame without what it was made for; this looks for the one in which that is in sight.
_SHOWS = """
(selector) => {
  const inSight = (one) => {
    const { top, bottom, height } = one.getBoundingClientRect()
    return height > 0 && top >= 0 && bottom <= innerHeight && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const stands = () => [...document.querySelectorAll(selector)].some(inSight)
  if (stands()) throw new Error(`${selector} is in sight before the press`)
  addEventListener('click', ({ timeStamp }) => {
    const look = () => {
      if (!stands()) return requestAnimationFrame(look)
      setTimeout(() => { seen.shown = performance.now() - timeStamp })
    }
    requestAnimationFrame(look)
  }, { capture: true, once: true })
}
"""


@dataclass(frozen=True, slots=True)
class Visit:
    """Milliseconds; ``shift`` is the sum of all layout shifts, 1 being the whole page by its whole height."""

    paint: float
    #: Since the first paint: before it there is nothing to press.
    blocked: float
    #: Since the navigation.
    blocked_in_all: float
    shift: float


@contextmanager
def slow_page(chromium: Browser, storage: Any = None) -> Iterator[Page]:
    """A page of a new profile, in which nothing is cached and only ``storage`` is known."""
    context = chromium.new_context(viewport=VIEWPORT, storage_state=storage)
    context.add_init_script(_WATCH)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    bytes_a_second = MEGABITS * 1_000_000 / 8
    line = {"latency": LATENCY_MS, "downloadThroughput": bytes_a_second, "uploadThroughput": bytes_a_second}
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **line})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def open_page(page: Page, address: str, stands: str) -> None:
    """Until ``stands``, a selector, is there and nothing has happened for a second.

    Raises:
        RuntimeError: that took longer than a minute.
    """
    page.add_init_script(_STANDS % json.dumps(stands))
    page.goto(address)
    deadline = time.monotonic() + OPEN_SECONDS
    while True:
        # Before the first question, too: what asks it would be read and run in the middle of the page's own start.
        page.wait_for_timeout(QUIET_MS)
        if page.evaluate("seen.stands") and page.evaluate(_QUIET) >= QUIET_MS:
            return
        if time.monotonic() > deadline:
            raise RuntimeError(f"{address} is not ready after {OPEN_SECONDS} s")


def seen(page: Page) -> Visit:
    blocked, in_all = (page.evaluate(_BLOCKED, start) for start in (page.evaluate("seen.first"), 0))
    return Visit(page.evaluate("seen.largest"), blocked, in_all, page.evaluate("seen.shift"))


def answer(page: Page, touch: Callable[[], object]) -> float:
    """Milliseconds from the slowest event of a touch to the next frame."""
    page.evaluate("seen.events.length = 0")
    touch()
    page.wait_for_timeout(QUIET_MS)
    return max(page.evaluate("seen.events"), default=QUICKEST_MS)


def press(page: Page, target: Locator, shows: str | None = None) -> float:
    """The ``answer`` to a press by the mouse; where ``shows``, a selector, is given, not before that is in sight.

    The hand comes and rests before it presses. The driver's own ``click`` comes and presses at once, and looks within the page's
    first event for what it will hit: a layout and a hit test that no person's press asks for.
    """
    target.hover()
    page.wait_for_timeout(QUIET_MS)
    if shows is not None:
        page.evaluate(_SHOWS, shows)

    def down_and_up() -> None:
        page.mouse.down()
        page.mouse.up()

    answered = answer(page, down_and_up)
    return answered if shows is None else max(answered, page.evaluate("seen.shown"))
