"""How a journey gets a page: see the fixture ``open_as``."""

from typing import Protocol

from playwright.sync_api import Page, ViewportSize, expect

from strangers import until

WIDE: ViewportSize = {"width": 1440, "height": 900}
NARROW: ViewportSize = {"width": 390, "height": 844}
#: Runs in a page before its own scripts: it counts the answers that the page waits for, until they are read to their end.
COUNTING = """
{
  const ask = window.fetch
  window.awaited = 0
  window.fetch = (...given) => {
    window.awaited += 1
    const answer = ask(...given)
    const over = () => setTimeout(() => { window.awaited -= 1 })
    answer.then((said) => said.clone().blob()).then(over, over)
    return answer
  }
}
"""
#: True over two frames: an answer may let the page ask for more.
ALL_THERE = """
async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  for (const _ of [1, 2, 3]) {
    if (window.awaited || document.querySelector('[aria-busy=true], [data-first]')) return false
    await frame()
  }
  return true
}
"""


class OpenAs(Protocol):
    """``open_as("ana@…", NARROW, theme="dark")``: a page of somebody who has signed in; of nobody with None.

    ``may_say`` is a pattern of what the browser's console may report, such as a refusal that the journey asks for. The
    cookie banner is accepted unless ``accepted`` is false.
    """

    def __call__(
        self,
        email: str | None,
        viewport: ViewportSize = ...,
        *,
        theme: str = ...,
        language: str = ...,
        may_say: str | None = ...,
        accepted: bool = ...,
    ) -> Page: ...


def expect_told(page: Page, words: str) -> None:
    """The page has said so to those who hear it. Those words stay; a button wears them for a second, which a busy machine misses."""
    expect(page.locator("[role=status]").filter(has_text=words)).not_to_have_count(0)


def expect_all_there(page: Page) -> None:
    """The screen stands, no part of it is busy, and whatever it asked for has been answered and drawn."""
    expect(page.locator("main h1")).to_be_visible()
    until(page, ALL_THERE)
