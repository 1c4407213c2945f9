"""No list cuts an amount or a state, at whatever width of the window and in whichever language."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages import OpenAs
from person import DIEGO

ROUTES = Path(__file__).parent.parent / "web" / "public" / "routes.json"
#: The windows of tablets and of laptops; below 1100 px a list is cards.
WIDTHS = (768, 1024, 1280, 1366, 1440)
CARDS_BELOW = 1100

#: What is cut: an amount or a state that does not fit its cell, or that lies outside of what is in sight.
CUT = """
() => {
  const cells = [...document.querySelectorAll('main td[data-kind=money], main td[data-kind=status]')]
  const outside = (cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return left < 0 || right > innerWidth
  }
  const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth || (cell.dataset.main && outside(cell)))
  const cards = [...document.querySelectorAll('main [data-row] [data-card]')].filter(
    (part) => part.scrollWidth > part.clientWidth + 1 || outside(part),
  )
  return [...cut, ...cards].map((cell) => cell.textContent)
}
"""


def lists() -> list[str]:
    """The addresses of lists: those that answer with rows of a table."""
    return [path for path in json.loads(ROUTES.read_text()) if "$" not in path and path.startswith("/dashboard/")]


def shown(page: Page, path: str) -> bool:
    """Whether a list with rows stands there."""
    page.goto(f"{path}?period=all" if path.endswith("list") else path)
    page.wait_for_function("() => !document.querySelector('main [aria-busy=true]') && document.querySelector('main h1')")
    return page.locator("main [data-row]").count() > 0


@pytest.mark.parametrize("language", ["en", "pt"])
def test_no_list_cuts_an_amount_or_a_state(open_as: OpenAs, language: str) -> None:
    page = open_as(DIEGO, {"width": 1440, "height": 900}, language=language)
    wrong: list[str] = []
    seen = 0
    for path in lists():
        if not shown(page, path):
            continue
        seen += 1
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            expect(page.locator("main table")).to_have_count(0 if width < CARDS_BELOW else page.locator("main table").count())
            page.wait_for_timeout(60)
            wrong += [f"{path} at {width}: {text}" for text in page.evaluate(CUT)]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append(f"{path} at {width}: the page goes sideways")
        page.set_viewport_size({"width": 1440, "height": 900})
    assert seen > 15
    assert wrong == []
