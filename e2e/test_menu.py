"""Every entry of the menu has something to show, to staff and to a merchant's people who may see it."""

import re
from pathlib import Path

from playwright.sync_api import Page, Response, expect

from house import RunningHouse
from newcomer import newcomer
from pages import OpenAs, expect_all_there
from person import ANA, BRUNO, DIEGO, sign_in

ENTRIES = Path(__file__).parents[1] / "web" / "src" / "app" / "entries.ts"
ALL = "{ id: 'all', name: 'All', unique: false }"
MERCHANT = "{ id: 2, name: 'Loja Aurora', unique: false }"
#: Long enough for a slow machine; what is empty stays so.
WAIT_MS = 8_000
#: The addresses of the menu's links; a folded section has none.
LINKS = "nav => [...nav.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))"
UNFOLD = "nav => nav.querySelectorAll('[aria-expanded=false]').forEach((button) => button.click())"
#: A list without rows has a search and nothing to find.
ROWS, LIST = "[data-row]", "section[data-density]"
#: What else there is to read or to fill in.
READABLE = ":is(dl, tbody td, [role=img], h2, form)"
CONTENT = f"main {READABLE}, main {ROWS}"
#: Asked at once of the screen as it stands: the one before may have been a list.
WANTED = f"main {ROWS}, main:not(:has({LIST})) {READABLE}"
#: What is shown of one merchant only.
OF_ONE = ("/transactions-history/", "/merchant-notes/", "/sdk-management")
#: A desk with nothing to decide, a page whose list is of keys that somebody makes first, and alerts, which so few payments do not raise.
MAY_HAVE_NO_ROWS = {
    "/dashboard/settings/double-approval",
    "/dashboard/payin/sdk-management",
    "/dashboard/compliance/pld-alert-management/triggered-alerts",
}


def every_entry() -> int:
    """How many entries the one table of them has."""
    table = ENTRIES.read_text().split("ENTRIES: readonly Entry[] = [")[1].split("\n]")[0]
    return len(re.findall(r"^  \w+\(", table, re.MULTILINE))


def menu_of(page: Page) -> list[str]:
    page.goto("/dashboard/settings/account")
    # What stands behind the flag comes with its answer.
    expect_all_there(page)
    menu = page.get_by_role("navigation", name="Menu")
    menu.evaluate(UNFOLD)
    expect(menu.locator("[aria-expanded=false]")).to_have_count(0)
    return menu.evaluate(LINKS)


def look_at(page: Page, links: list[str]) -> list[str]:
    """Follows each link as a click does, without loading the page again; what is wrong with a screen."""
    wrong = list[str]()

    def failed(answer: Response) -> None:
        if answer.status >= 400:
            wrong.append(f"{page.url}: {answer.request.method} {answer.url} answered {answer.status}")

    page.on("response", failed)
    menu = page.get_by_role("navigation", name="Menu")
    for link in links:
        menu.locator(f'a[href="{link}"]').evaluate("link => link.click()")
        expect(menu.locator(f'[aria-current=page][href="{link}"]')).to_have_count(1)
        screen = page.locator("main")
        expect(screen.get_by_role("heading", level=1)).to_be_visible()
        expect(screen.locator("[aria-busy=true], [data-first]")).to_have_count(0)
        try:
            expect(page.locator(CONTENT if link in MAY_HAVE_NO_ROWS else WANTED).first).to_be_attached(timeout=WAIT_MS)
        except AssertionError:
            wrong.append(f"{link} is empty: {screen.inner_text()[:300]!r}")
    page.remove_listener("response", failed)
    return wrong


def choose(page: Page, merchant: str) -> None:
    page.goto("/dashboard/settings/account")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate(f"localStorage.setItem('accountVisualize', JSON.stringify({merchant}))")


def test_staff_find_something_at_every_entry_of_the_menu(open_as: OpenAs) -> None:
    page = open_as(DIEGO)
    choose(page, ALL)
    links = menu_of(page)
    assert len(links) == every_entry()
    of_one = [link for link in links if any(part in link for part in OF_ONE)]
    wrong = look_at(page, [link for link in links if link not in of_one])
    choose(page, MERCHANT)
    menu_of(page)
    assert [*wrong, *look_at(page, of_one)] == []


def test_the_merchants_people_find_something_at_every_entry_that_is_theirs(open_as: OpenAs, app: RunningHouse) -> None:
    # Somebody new administers: gil has no second factor, and the house lets him do nothing before he has.
    administrator = newcomer(app, "administrator", two_factor=True)
    seen, wrong = set[str](), list[str]()
    for email in (BRUNO, ANA, administrator):
        page = open_as(None if email == administrator else email)
        if email == administrator:
            sign_in(page, email)
            expect(page.get_by_role("button", name="Profile menu")).to_be_visible()
        links = [link for link in menu_of(page) if link not in seen]
        wrong += look_at(page, links)
        seen |= set(links)
    assert wrong == []
    assert {"/dashboard/payin/sdk-management", "/dashboard/settings/access-control/users"} <= seen
    assert not any(link.startswith("/dashboard/audit") and "activity-log" not in link for link in seen)
