"""Whatever people type stays text, and stays in its box."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from charging import LIST
from pages import NARROW, WIDE, OpenAs
from person import ANA

HOSTILE = {
    "one long word": "Extraordinariamente" * 40,
    "right to left": "مؤسسة التجارة الإلكترونية \u202e123-456\u202c المحدودة",
    "emoji": "👩‍👩‍👧‍👦" * 60,
    "markup": '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>',
    "ten thousand characters": "Rua das Laranjeiras, " * 480,
    "accents upon accents": "Z" + "\u0351\u036b\u0343" * 60,
}
#: What people type and a list shows.
TYPED = ("payer_name", "reference", "description")

#: Boxes that anything sticks out of, though nothing cuts it off there.
STICKING_OUT = """
(places) => [...document.querySelectorAll(places)].filter((box) => {
  const { right, left } = box.getBoundingClientRect()
  const { overflowX } = getComputedStyle(box)
  const outside = left < -1 || right > document.documentElement.clientWidth + 1
  return outside || (overflowX === 'visible' && box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0)
}).map((box) => box.outerHTML.slice(0, 120))
"""


def show_everywhere(page: Page, text: str) -> None:
    """Every row that the server answers holds the text wherever people type."""

    def spoil(route: Route) -> None:
        answer = route.fetch()
        found: list[dict[str, Any]] = answer.json()
        spoiled = [row | dict.fromkeys(TYPED, text) for row in found]
        route.fulfill(response=answer, body=json.dumps(spoiled))

    page.route("**/v1/payin/charges?*", spoil)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "phone"])
def test_hostile_text_stays_text_and_stays_in_its_box(open_as: OpenAs, viewport: ViewportSize, text: str) -> None:
    page = open_as(ANA, viewport)
    show_everywhere(page, text)
    page.goto(LIST)
    row = page.locator("[data-row]").first
    expect(row).to_contain_text(text.split("<")[0][:10].strip() or "<img src=x")
    assert page.locator("[data-row] :is(script, b, img)").count() == 0
    assert page.title().startswith("Payins")
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert page.evaluate(STICKING_OUT, "[data-row], [data-row] > *, [data-row] a > *") == []
    box = row.bounding_box()
    assert box
    assert box["height"] <= (60 if viewport == WIDE else 160), "a row may not push the others out of sight"
