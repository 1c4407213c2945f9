"""What a person waits for and feels: paint, blocked time, shifts, and the answer to a touch, on a slow machine and line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from bench.browser import QUIET_MS, VIEWPORT

LATENCY_MS, MEGABITS, SLOWER = 40, 10, 4
#: A key every so many milliseconds: a quick typist.
KEY_MS = 120
#: Browsers tell of no event that was quicker.
QUICKEST_MS = 16

_WATCH = """
window.seen = { largest: 0, first: Infinity, shift: 0, tasks: [], events: [] }
const watch = (type, take, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime })
watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.first = entry.startTime })
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
watch('event', (entry) => { if (entry.interactionId) seen.events.push(entry.duration) }, { durationThreshold: 16 })
"""
#: Of each task what it takes beyond 50 ms, from a moment on.
_BLOCKED = """
(from) => seen.tasks.reduce((sum, [start, duration]) =>
  sum + Math.max(0, Math.min(duration, start + duration - from) - 50), 0)
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
    """Until ``stands``, a selector, is there and nothing more is asked for."""
    page.goto(address)
    page.locator(stands).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(QUIET_MS)


def seen(page: Page) -> Visit:
    blocked, in_all = (page.evaluate(_BLOCKED, start) for start in (page.evaluate("seen.first"), 0))
    return Visit(page.evaluate("seen.largest"), blocked, in_all, page.evaluate("seen.shift"))


def answer(page: Page, touch: Callable[[], object]) -> float:
    """Milliseconds from the slowest event of a touch to the next frame."""
    page.evaluate("seen.events.length = 0")
    touch()
    page.wait_for_timeout(QUIET_MS)
    return max(page.evaluate("seen.events"), default=QUICKEST_MS)
