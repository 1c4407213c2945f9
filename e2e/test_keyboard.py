"""Without a mouse: every step by keys, and the place of the keyboard always in sight."""

from playwright.sync_api import Locator, Page, expect

from charging import status
from pages import OpenAs, expect_told
from person import CARLA
from retaguarda_demo.people import PASSWORD

#: An outline, or a shadow or border that changes, somewhere around what has the keyboard.
RING = """
() => {
  const seen = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
  }
  for (let element = document.activeElement, up = 0; element && up < 3; element = element.parentElement, up++)
    if (seen(element)) return ''
  return document.activeElement.outerHTML.slice(0, 200)
}
"""


def tab_to(page: Page, wanted: Locator, most: int = 60) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        assert page.evaluate(RING) == "", "the keyboard is here, and nothing shows it"
        if wanted.and_(page.locator(":focus")).count():
            return
    raise AssertionError(
        f"{most} tabs do not reach {wanted}, the last is {page.evaluate('document.activeElement.outerHTML.slice(0, 300)')}"
    )


def sign_in_by_keys(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.keyboard.type(CARLA)
    tab_to(page, page.get_by_role("textbox", name="Password"), 2)
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/dashboard")


def test_a_charge_from_sign_in_to_its_code_by_keys_alone(open_as: OpenAs) -> None:
    page = open_as(None)
    sign_in_by_keys(page)

    section = page.get_by_role("button", name="Payin", exact=True)
    expect(section).to_be_visible()
    tab_to(page, section)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("link", name="Payins", exact=True), 5)
    page.keyboard.press("Enter")
    opener = page.get_by_role("button", name="New charge")
    expect(opener).to_be_visible()
    tab_to(page, opener)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="New charge")
    amount = dialog.get_by_label("Amount")
    expect(amount).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()

    page.keyboard.press("Enter")
    expect(amount).to_be_focused()
    page.keyboard.type("19.9")
    expect(amount).to_have_value("19.9")
    tab_to(page, dialog.get_by_label("Your reference"), 5)
    page.keyboard.type("By keys")
    expiry = dialog.get_by_role("combobox")
    tab_to(page, expiry, 2)
    page.keyboard.press("Enter")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(expiry).to_be_focused()
    tab_to(page, dialog.get_by_role("button", name="Create charge"), 3)
    page.keyboard.press("Enter")
    expect(status(page, "Pending")).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Copy the code"))
    page.keyboard.press("Enter")
    expect_told(page, "Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("000201")


def test_the_first_tab_leads_past_the_menu(open_as: OpenAs) -> None:
    page = open_as(CARLA)
    page.goto("/dashboard")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    skip = page.get_by_role("link", name="Skip to content")
    tab_to(page, skip, 1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_what_the_keyboard_comes_back_to_stands_under_the_head_not_behind_it(open_as: OpenAs) -> None:
    page = open_as(CARLA)
    page.goto("/dashboard/settings/account/notifications")
    expect(page.get_by_role("checkbox").first).to_be_visible()
    # From the end of the page upwards, as far as it takes to scroll.
    page.get_by_role("checkbox").last.focus()
    head = page.get_by_role("banner").bounding_box()
    assert head is not None
    below = head["y"] + head["height"]
    assert page.evaluate("scrollY") > 0, "the page is too short to say anything"
    while page.evaluate("document.activeElement.closest('main') !== null"):
        top = page.evaluate("document.activeElement.getBoundingClientRect().top")
        assert top >= below, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        page.keyboard.press("Shift+Tab")


def test_after_signing_in_the_keyboard_begins_at_the_top_with_the_question_about_cookies(open_as: OpenAs) -> None:
    page = open_as(None, accepted=False)
    sign_in_by_keys(page)
    expect(page.get_by_role("button", name="Payin", exact=True)).to_be_visible()
    accept = page.get_by_role("button", name="Accept", exact=True)
    tab_to(page, accept, 3)
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
