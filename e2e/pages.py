"""How a journey gets a page: see the fixture ``open_as``."""

from typing import Protocol

from playwright.sync_api import Page, ViewportSize, expect

WIDE: ViewportSize = {"width": 1440, "height": 900}
NARROW: ViewportSize = {"width": 390, "height": 844}


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
