"""The second factor: set up by hand, demanded of some, and a day without the phone."""

import re

from playwright.sync_api import Locator, Page, expect

from house import RunningHouse
from inbox import wait_for_mail
from newcomer import newcomer
from pages import OpenAs, expect_told
from person import give_password, present_code, sign_in, sign_out, stored, wrong_code

SECURITY = "/dashboard/settings/account/security"


def set_up(page: Page, place: Page | Locator) -> list[str]:
    """Scans, mistypes, confirms, and keeps the recovery codes, which are answered. ``place`` is where all this stands."""
    picture = place.get_by_role("img", name="QR code with the secret for your authenticator")
    expect(picture).to_be_visible()
    assert picture.evaluate("picture => picture.complete && picture.naturalWidth > 0"), "the QR code is no picture"
    for shop in ("For iPhone (App Store)", "For Android (Google Play)"):
        expect(place.get_by_role("link", name=shop)).to_have_attribute("href", re.compile("^https://"))
    secret = place.get_by_role("button", name="Copy").inner_text().strip()
    confirm = place.get_by_role("button", name="Confirm device")
    code = place.get_by_label("6-digit code")
    expect(confirm).to_be_disabled()
    code.fill(wrong_code(secret))
    confirm.click()
    expect(place.get_by_text("the code is wrong or was used")).to_be_visible()
    code.fill(present_code(secret))
    code.press("Enter")

    kept = place.get_by_role("region", name="Recovery codes")
    expect(kept.get_by_role("listitem")).to_have_count(10)
    codes = kept.get_by_role("listitem").all_inner_texts()
    kept.get_by_role("button", name="Copy").click()
    expect_told(page, "Copied")
    assert page.evaluate("navigator.clipboard.readText()").split() == codes
    done = kept.get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    kept.get_by_label("I saved these codes").check()
    done.click()
    return codes


def test_somebody_without_their_phone_comes_in_with_a_recovery_code(open_as: OpenAs, app: RunningHouse) -> None:
    email = newcomer(app)
    page = open_as(None, may_say=r"status of 40[01] .*/auth/(login|twoFactor)")
    sign_in(page, email)
    page.goto(SECURITY)
    expect(page.get_by_text("Active", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Enable").click()
    setup = page.get_by_role("region", name="Set up a device")
    setup.get_by_role("button", name="Back").click()
    expect(setup).to_have_count(0)
    page.get_by_role("button", name="Enable").click()
    codes = set_up(page, page)
    expect(page.get_by_text("Active", exact=True)).to_be_visible()
    expect(page.get_by_text("10 left.")).to_be_visible()
    sign_out(page)

    # The phone is lost.
    with_recovery_code(page, email, codes[0].upper().replace("-", " "))
    page.wait_for_url("**/dashboard")
    assert "recovery code" in wait_for_mail(app, email, "recovery_code_used")
    page.goto(SECURITY)
    expect(page.get_by_text("9 left.")).to_be_visible()
    expect(page.get_by_text("Active", exact=True)).to_be_visible()
    sign_out(page)

    with_recovery_code(page, email, codes[0])
    expect(page.get_by_role("alert")).to_have_text("Invalid code")
    assert stored(page, "token") is None
    field = page.get_by_label("Recovery code")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    field.fill(codes[1])
    page.keyboard.press("Enter")
    page.wait_for_url("**/dashboard")


def with_recovery_code(page: Page, email: str, code: str) -> None:
    give_password(page, email)
    expect(page.get_by_label("Code")).to_be_focused()
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Recovery code").fill(code)
    page.keyboard.press("Enter")


#: A function, because a page asked again and again may not evaluate text: its CSP refuses that.
INSIDE = "() => document.activeElement.matches('[role=dialog] *, [data-base-ui-focus-guard]')"


def test_a_person_who_may_do_much_sets_up_a_second_factor_before_anything_else(
    open_as: OpenAs, app: RunningHouse
) -> None:
    email = newcomer(app, "administrator")
    page = open_as(None, may_say=r"status of 40[01] .*/auth/(login|twoFactor)")
    sign_in(page, email)
    modal = page.get_by_role("dialog", name="Protect your account")
    expect(modal.get_by_role("img")).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.click(4, 4)
    expect(modal).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(modal.get_by_role("button", name="Close")).to_have_count(0)
    for _ in range(12):
        page.keyboard.press("Tab")
        # Where the window ends the keyboard is handed back to it a moment later.
        page.wait_for_function(INSIDE)

    # No address leads around it, and the password is not to be changed before.
    page.goto(SECURITY)
    expect(modal.get_by_role("img")).to_be_visible()
    expect(page.get_by_role("button", name="Change password", include_hidden=True)).to_have_count(0)

    page.evaluate("window.before = true")
    codes = set_up(page, modal)
    page.wait_for_function("() => !window.before")
    expect(page.get_by_role("button", name="Change password")).to_be_visible()
    expect(modal).to_have_count(0)
    expect(page.get_by_text("Active", exact=True)).to_be_visible()
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    assert "auth::twoFactor" in (stored(page, "permissions") or "").split(",")
    assert len(set(codes)) == 10
