"""Finding one's way with the keyboard alone: the palette, the sheet of shortcuts, and a list as somebody likes to see it."""

import re

from playwright.sync_api import Locator, Page, expect

from axe import faults_of
from charging import LIST
from pages import NARROW, WIDE, OpenAs
from person import ANA, BRUNO


def field(page: Page) -> Locator:
    return page.get_by_role("combobox", name="A screen, an id, or something to do")


def open_palette(page: Page) -> None:
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()


def test_the_palette_leads_to_a_screen_and_to_what_an_id_names(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto("/dashboard")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    open_palette(page)
    page.keyboard.type("recebimentos")
    expect(page.get_by_role("option").first).to_contain_text("Payins")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{LIST}")
    href = page.locator("tbody tr[data-row] a").first.get_attribute("href")
    assert href is not None
    open_palette(page)
    page.keyboard.type(href.rsplit("/", 1)[1])
    # Who paid it comes after what the id names.
    found = page.get_by_role("group", name="Found").get_by_role("option").first
    # What stands first is chosen a moment after it is drawn.
    expect(found).to_have_attribute("data-highlighted", "")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{href}")
    expect(page.get_by_role("heading", name="Timeline")).to_be_visible()
    # The screens that were open last come first.
    open_palette(page)
    expect(page.get_by_role("option").first).to_contain_text("Overview")
    page.keyboard.press("Escape")
    expect(field(page)).to_have_count(0)


def test_nothing_is_wrong_with_the_palette_and_the_sheet(open_as: OpenAs) -> None:
    for viewport in (WIDE, NARROW):
        for theme in ("light", "dark"):
            page = open_as(ANA, viewport, theme=theme)
            page.goto(LIST)
            expect(page.get_by_text(re.compile(r"^1–25 of "))).to_be_visible()
            open_palette(page)
            expect(page.get_by_role("option").first).to_be_visible()
            assert faults_of(page) == [], (viewport, theme)
            page.keyboard.press("Escape")
            expect(field(page)).to_have_count(0)
            page.keyboard.press("?")
            expect(page.get_by_role("switch", name="Shortcuts of a single character")).to_be_checked()
            assert faults_of(page) == [], (viewport, theme)


def test_a_view_is_kept_opened_by_itself_and_given_up(open_as: OpenAs) -> None:
    page = open_as(BRUNO)
    page.goto(f"{LIST}?status=paid&period=7d")
    views = page.get_by_role("button", name="Views")
    views.press("Enter")
    page.get_by_role("button", name="Save as…").press("Enter")
    expect(page.get_by_role("textbox", name="Name of the view")).to_be_focused()
    page.keyboard.type("Paid this week")
    assert faults_of(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Views: Paid this week", exact=True)).to_be_visible()
    page.get_by_role("button", name="Views: Paid this week").press("Enter")
    page.get_by_role("button", name="Open this list with “Paid this week”").press("Enter")
    expect(page.get_by_role("button", name="Do not open this list with “Paid this week” any more")).to_be_visible()
    assert faults_of(page) == []

    page.goto("/dashboard")
    page.goto(LIST)
    page.wait_for_url(re.compile("view="))
    expect(page.get_by_role("button", name=re.compile("^Status Paid"))).to_be_visible()

    page.get_by_role("button", name="Views: Paid this week").press("Enter")
    page.get_by_role("button", name="Delete…").press("Enter")
    page.get_by_role("button", name="Yes, delete").press("Enter")
    expect(page.get_by_role("button", name="Views", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(f"{LIST}$"))
