"""What a person reads or is about to press stands still while the rest of the page arrives."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from charging import LIST
from pages import NARROW, WIDE, OpenAs, expect_all_there
from person import ANA, DIEGO

#: Of 1, the whole page by its whole height: less than one line of a table that moves by its own height.
MOST = 0.001
#: Words are drawn before the font is there, and each is a little wider or narrower once it is. That takes a moment of its
#: own on every machine, so here it never comes: what still moves is moved by what came later.
FONT = "**/*.woff2"
#: Kept by the page from its first frame on; what follows a touch is no shift.
WATCH = """
window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const named = sources.map(({ node, previousRect, currentRect }) =>
      `${node?.parentElement?.textContent.slice(0, 40)}: ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`)
    if (!hadRecentInput) shifts.push({ value, named })
  }
}).observe({ type: 'layout-shift', buffered: true })
"""
LISTS = (
    LIST,
    "/dashboard/payin/recipients/list",
    "/dashboard/companies/list-companies",
    "/dashboard/account/deposits/list",
)
STATEMENT = "/dashboard/account/transactions-history/list"


def watched(open_as: OpenAs, principal: str, viewport: ViewportSize = WIDE) -> Page:
    page = open_as(principal, viewport, may_say=r"\.woff2")
    page.route(FONT, lambda route: route.abort())
    page.add_init_script(WATCH)
    return page


def stands(page: Page) -> None:
    """Everything is there: the screen and its answers."""
    expect_all_there(page)
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => null)")


def moved(page: Page, path: str) -> list[object]:
    """What moved on the way to this address, where it was too much."""
    page.goto(path)
    stands(page)
    shifts = page.evaluate("shifts")
    return [path, *shifts] if sum(shift["value"] for shift in shifts) > MOST else []


def first_record(page: Page) -> str:
    page.goto(LIST)
    return page.locator("main [data-row] a").first.get_attribute("href") or ""


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize(
    ("principal", "paths"),
    [(ANA, ("/dashboard", *LISTS, STATEMENT)), (DIEGO, ("/dashboard", "/dashboard/audit/activity-log"))],
    ids=["ana", "diego"],
)
def test_nothing_moves_while_a_page_arrives(
    open_as: OpenAs, viewport: ViewportSize, principal: str, paths: Sequence[str]
) -> None:
    page = watched(open_as, principal, viewport)
    paths = [*paths, first_record(page)] if principal == ANA else paths
    assert [found for path in paths if (found := moved(page, path))] == []


def test_the_menu_stands_still_at_the_first_visit_of_a_browser(open_as: OpenAs) -> None:
    page = watched(open_as, ANA)
    # What a browser knows of the flags comes from visits before.
    page.add_init_script("localStorage.removeItem('front-flags')")
    assert moved(page, "/dashboard") == []
    expect(page.get_by_role("navigation", name="Menu").get_by_role("button", name="Account")).to_be_visible()
