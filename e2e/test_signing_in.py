"""Coming in and going out: passwords, codes, and who may not enter."""

import re

from playwright.sync_api import expect

from pages import OpenAs, expect_all_there
from person import ANA, DIEGO, FABIO, give_code, give_password, sign_in, stored, unused_code, wrong_code

REFUSED = r"status of 401 .*/auth/login"


def test_ana_mistypes_her_password_then_enters_where_she_wanted_and_leaves(open_as: OpenAs) -> None:
    page = open_as(None, may_say=REFUSED)
    page.goto("/dashboard/payin/payments/list")
    page.wait_for_url("**/")
    expect(page.get_by_label("E-mail")).to_be_focused()
    give_password(page, ANA, "Mesa#Verde-2026")
    expect(page.get_by_role("alert")).to_have_text("Incorrect e-mail or password")
    expect(page.get_by_role("textbox", name="Password")).to_be_focused()
    assert stored(page, "token") is None

    give_password(page, ANA)
    # Where she had wanted to go.
    page.wait_for_url("**/dashboard/payin/payments/list*")
    page.goto("/")
    page.wait_for_url("**/dashboard")
    # What the overview still asks for while somebody leaves would be refused, and the browser would say so.
    expect(page.get_by_role("heading", name="Balances")).to_be_visible()
    expect_all_there(page)
    page.get_by_role("button", name=re.compile("Profile menu")).click()
    expect(page.get_by_text(ANA)).to_be_visible()
    page.get_by_role("menuitem", name="Exit dashboard").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert [stored(page, name) for name in ("token", "refresh_token", "accountVisualize", "permissions")] == [None] * 4
    page.go_back()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_diego_needs_a_code_and_a_wrong_one_is_refused(open_as: OpenAs) -> None:
    page = open_as(None, may_say=REFUSED)
    page.goto("/")
    give_password(page, DIEGO)
    code = page.get_by_label("Code")
    expect(code).to_be_focused()
    verify = page.get_by_role("button", name="Verify")
    code.fill("12345")
    expect(verify).to_be_disabled()
    give_code(page, wrong_code())
    expect(page.get_by_role("alert")).to_have_text("Invalid code")
    expect(code).to_be_focused()
    expect(code).to_have_value("")
    assert stored(page, "token") is None

    used = unused_code(DIEGO)
    give_code(page, used)
    page.wait_for_url("**/dashboard")
    expect(page.get_by_role("heading", name="Back office")).to_be_visible()


def test_fabio_may_not_open_the_dashboard(open_as: OpenAs) -> None:
    page = open_as(None)
    sign_in(page, FABIO)
    blocked = page.get_by_role("heading", name="You are not authorised for this dashboard")
    expect(blocked).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)
    before = stored(page, "token")
    page.get_by_role("button", name="Refresh permissions").click()
    page.wait_for_function("(before) => localStorage.getItem('token') !== before", arg=before)
    expect(blocked).to_be_visible()
    page.get_by_role("button", name="Go to login").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
