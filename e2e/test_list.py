"""A list in hand: rows are ticked over pages, walked by keys, shown without end, and found again on the way back."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from charging import LIST
from pages import NARROW, OpenAs
from person import ANA

ALL_TIME = f"{LIST}?period=all"
#: The key under which a browser keeps how this person likes the list.
VIEW = "list:payin.payments"


def rows(page: Page) -> Locator:
    return page.locator("tbody tr[data-row]")


def like(page: Page, **view: object) -> None:
    """The person has chosen before how the list looks."""
    page.add_init_script(f"localStorage.setItem({json.dumps(VIEW)}, {json.dumps(json.dumps(view))})")


def loaded(page: Page) -> Locator:
    return page.get_by_text(re.compile(r"^1–[\d,]+ of [\d,]+$"))


def test_rows_are_ticked_over_pages_and_then_all_that_match(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(ALL_TIME)
    bar = page.get_by_role("group", name="Selected rows")
    page.get_by_role("checkbox", name="Select row 2", exact=True).check()
    page.get_by_role("checkbox", name="Select row 5", exact=True).click(modifiers=["Shift"])
    expect(bar).to_contain_text("4 selected")
    page.get_by_role("button", name="Next page").click()
    expect(page.get_by_role("checkbox", name="Select row 27", exact=True)).not_to_be_checked()
    page.get_by_role("checkbox", name="Select every row shown").check()
    expect(bar).to_contain_text("29 selected")
    bar.get_by_role("button", name=re.compile("^Select all .* that match$")).click()
    expect(bar).to_contain_text(re.compile(r"All [\d,]{3,} selected"))
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)


def test_the_way_back_leads_to_the_same_page_height_and_row(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(f"{ALL_TIME}&per_page=50&page=2&status=paid")
    expect(rows(page)).to_have_count(50)
    rows(page).nth(30).focus()
    page.keyboard.press("ArrowDown")
    expect(rows(page).nth(31)).to_be_focused()
    height = page.evaluate("scrollY")
    assert height > 300
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/payments/[0-9a-f]{8}-"))
    expect(page.get_by_role("heading", name="Timeline")).to_be_visible()
    page.go_back()
    expect(rows(page).nth(31)).to_be_focused()
    assert page.evaluate("scrollY") == height
    assert "page=2" in page.url
    expect(page.get_by_role("button", name="Status Paid")).to_be_visible()


#: Scrolls on as a person does, whose page grows under their hand, until so many rows are loaded.
SCROLLED = """
(count) => {
  scrollTo(0, document.documentElement.scrollHeight)
  return Number(/1–(\\d+) of/.exec(document.body.innerText)?.[1]) >= count
}
"""
#: The name of the row that the middle of the window shows.
IN_THE_MIDDLE = "() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr')?.dataset.row"


def test_rows_without_end_stand_in_the_page_only_while_they_are_in_sight(open_as: OpenAs) -> None:
    page = open_as(ANA)
    like(page, mode="continuous", density="compact")
    page.goto(ALL_TIME)
    expect(loaded(page)).to_contain_text("1–100 of")
    for count in (200, 300, 400):
        page.wait_for_function(SCROLLED, arg=count, polling=200)
    assert rows(page).count() < 80, "rows out of sight stand in the page"

    # The keyboard reaches the ends of what is loaded.
    rows(page).last.focus()
    page.keyboard.press("Home")
    expect(page.locator("tr[aria-rowindex='2']")).to_be_focused()
    page.wait_for_function("() => scrollY < 400")
    page.keyboard.press("End")
    last = page.locator("tr:focus")
    expect(last).to_have_attribute("aria-rowindex", re.compile(r"^[45]\d\d$"))

    # And so does the way back.
    page.evaluate("scrollTo(0, 6000)")
    # Rows that come into sight are drawn a moment later.
    name = page.wait_for_function(IN_THE_MIDDLE).json_value()
    page.locator(f"tr[data-row='{name}']").focus()
    height = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Timeline")).to_be_visible()
    page.go_back()
    expect(page.locator(f"tr[data-row='{name}']")).to_be_focused()
    page.wait_for_function("(height) => Math.abs(scrollY - height) < 40", arg=height)


def test_columns_are_moved_by_the_keyboard_and_by_a_drag_and_stay(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(ALL_TIME)
    heads = page.get_by_role("columnheader")
    expect(heads.nth(7)).to_contain_text("Amount")
    page.get_by_role("button", name="Columns").click()
    up = page.get_by_role("button", name="Move Amount up")
    up.focus()
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    expect(heads.nth(6)).to_contain_text("Amount")

    grip = page.get_by_role("listitem").filter(has_text="Payer").locator("span").first
    box = grip.bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + 16)
    page.mouse.down()
    page.mouse.move(box["x"] + 8, box["y"] + 16 - 64, steps=4)
    page.mouse.up()
    expect(heads.nth(1)).to_contain_text("Payer")
    page.reload()
    expect(heads.nth(1)).to_contain_text("Payer")
    expect(heads.nth(6)).to_contain_text("Amount")
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("button", name="Reset").click()
    expect(heads.nth(7)).to_contain_text("Amount")


def test_a_period_is_picked_from_the_calendar_by_keys(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(f"{LIST}?created_at_from=2026-11-01&created_at_to=2026-11-02")
    page.get_by_role("button", name=re.compile("^Period")).press("Enter")
    chosen = page.locator("[data-day='2026-11-02'] button")
    chosen.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_label("From")).to_have_value("03/11/2026")
    expect(page.get_by_label("To", exact=True)).to_have_value("10/11/2026")
    page.get_by_role("button", name="Apply").press("Enter")
    page.wait_for_url(re.compile("created_at_from=2026-11-03&created_at_to=2026-11-10"))


def test_on_a_phone_cards_are_ticked_too(open_as: OpenAs) -> None:
    page = open_as(ANA, NARROW)
    page.goto(ALL_TIME)
    page.get_by_role("checkbox", name="Select row 1", exact=True).check()
    expect(page.get_by_role("group", name="Selected rows")).to_contain_text("1 selected")
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
