"""A forgotten password: the mail, its link, a new password."""

from playwright.sync_api import expect

from house import RunningHouse
from inbox import link_in, wait_for_mail
from newcomer import newcomer
from pages import OpenAs
from person import give_password, stored
from retaguarda_demo.people import PASSWORD

REFUSED = r"status of 40[01] .*/auth/(login|forgot)"
NEW, ANOTHER = "Vento-Verde-2031", "Outro-Vento-2032"


def test_a_forgotten_password_is_replaced_through_the_link_of_a_mail_once(open_as: OpenAs, app: RunningHouse) -> None:
    email = newcomer(app)
    page = open_as(None, may_say=REFUSED)
    page.goto("/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Forgot?").click()
    expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_have_value(email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("status").filter(has_text="Check your e-mail")).to_be_visible()
    expect(page.get_by_role("button", name="Sent")).to_be_disabled()

    link = link_in(wait_for_mail(app, email, "reset"), app)
    page.goto(link)
    expect(page.get_by_role("heading", name="New password")).to_be_visible()
    password = page.get_by_role("textbox", name="New password")
    change = page.get_by_role("button", name="Change password")
    expect(password).to_be_focused()
    sent = list[str]()
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)

    # What the page knows to be wrong is not sent; what only the server knows comes back as a list.
    for typed, mark in {"Curta-1": "At least 12 characters", "vento-verde-2031": "At least one upper-case"}.items():
        password.fill(typed)
        change.click()
        expect(password).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_text(mark).get_by_label("missing")).to_be_visible()
    assert sent == []
    password.fill(f"Verde-{email.split('@')[0]}-2031")
    change.click()
    expect(page.get_by_role("alert").get_by_role("listitem")).to_contain_text(
        "The password contains your e-mail, company or our name"
    )

    password.fill(NEW)
    change.click()
    expect(page.get_by_role("status").filter(has_text="Password changed")).to_be_visible()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert page.url == f"{app.address}/", "the token of the mail is still in the address"

    page.goto(link)
    password.fill(ANOTHER)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("The link may be old or used already")
    page.get_by_role("button", name="Ask for a new link").click()
    expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    for dead in (ANOTHER, PASSWORD):
        give_password(page, email, dead)
        expect(page.get_by_role("alert")).to_have_text("Incorrect e-mail or password")
        expect(page.get_by_label("E-mail")).to_be_enabled()
    assert stored(page, "token") is None
    give_password(page, email, NEW)
    page.wait_for_url("**/dashboard")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    assert "your other sessions were ended" in wait_for_mail(app, email, "password_changed")
