"""Language, theme and a phone: chosen once, kept."""

import re

from playwright.sync_api import expect

from charging import LIST
from pages import NARROW, OpenAs
from person import ANA, BRUNO


def test_the_theme_stays_over_a_reload(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(LIST)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Use the dark theme").click()
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Use the light theme").click()
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")


def test_the_language_stays_over_a_reload_and_follows_the_person(open_as: OpenAs) -> None:
    page = open_as(BRUNO)
    page.goto(LIST)
    page.get_by_role("button", name="Language").click()
    page.get_by_role("menuitemradio", name="Português").click()
    expect(page.get_by_role("button", name="Nova cobrança")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    page.reload()
    expect(page.get_by_role("button", name="Nova cobrança")).to_be_visible()

    # Another browser of the same person, which knows of no language.
    other = open_as(BRUNO)
    other.goto(LIST)
    expect(other.get_by_role("button", name="Nova cobrança")).to_be_visible()
    other.get_by_role("button", name="Idioma").click()
    other.get_by_role("menuitemradio", name="English").click()
    expect(other.get_by_role("button", name="New charge")).to_be_visible()


def test_on_a_phone_the_menu_is_a_drawer_and_the_list_is_cards(open_as: OpenAs) -> None:
    page = open_as(ANA, NARROW)
    page.goto("/dashboard")
    expect(page.get_by_role("navigation", name="Menu")).to_have_count(0)
    opener = page.get_by_role("button", name="Open the menu")
    opener.click()
    drawer = page.get_by_role("dialog", name="Menu")
    expect(drawer).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(opener).to_be_focused()

    opener.click()
    drawer.get_by_role("button", name="Payin").click()
    drawer.get_by_role("link", name="Payins").click()
    expect(drawer).to_have_count(0)
    cards = page.get_by_role("list", name="Payins").get_by_role("listitem")
    expect(cards).to_have_count(25)
    expect(page.get_by_role("table")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    cards.first.get_by_role("link").click()
    page.wait_for_url(re.compile(r"/payments/[0-9a-f]{8}-"))
    expect(page.get_by_role("heading", name="Timeline")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
