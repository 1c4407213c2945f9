"""Nobody is left out: axe finds nothing on any screen, light and dark, on a desk and on a phone."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from axe import faults_of
from charging import LIST, code_of, new_charge, open_new_charge, status, total
from house import RunningHouse
from pages import NARROW, WIDE, OpenAs
from person import ANA, DIEGO, FABIO, GIL, sign_in

#: Turns the theme, and waits until every colour has changed: what takes its colour from around it begins when that has ended.
TURN = """
async (theme) => {
  document.documentElement.dataset.theme = theme
  const changing = () => document.getAnimations().filter(({ playState }) => playState === 'running')
  for (let still = 0; still < 3; still = changing().length ? 0 : still + 1) {
    await Promise.allSettled(changing().map(({ finished }) => finished))
    await new Promise(requestAnimationFrame)
  }
}
"""

Visit = Callable[[OpenAs, RunningHouse], Page]


def sign_in_page(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(None)
    page.goto("/")
    expect(page.get_by_text("Checked: you are not a robot")).to_be_visible()
    return page


def new_password(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(None)
    page.goto("/?tk=any")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("textbox", name="New password")).to_have_attribute("aria-invalid", "true")
    return page


def account(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    page.goto("/dashboard/settings/account")
    expect(page.get_by_role("button", name="Edit the name")).to_be_visible()
    return page


def second_factor_setup(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    page.goto("/dashboard/settings/account/security")
    expect(page.get_by_text("This session")).to_be_visible()
    page.get_by_role("button", name="Enable").click()
    expect(page.get_by_role("button", name="Confirm device")).to_be_visible()
    return page


def password_dialog(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    page.goto("/dashboard/settings/account/security")
    page.get_by_role("button", name="Change password").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_text("Required").first).to_be_visible()
    return page


def sensitive_person(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(None)
    sign_in(page, GIL)
    expect(page.get_by_role("dialog", name="Protect your account").get_by_role("img")).to_be_visible()
    return page


def overview(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    page.goto("/dashboard")
    expect(page.get_by_role("heading", name="Balances")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return page


def payins(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    page.goto(LIST)
    expect(total(page)).to_be_visible()
    return page


def pending_charge(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    new_charge(page, "9.90")
    expect(page.get_by_role("img", name="QR code of this charge")).to_be_visible()
    return page


def paid_charge(open_as: OpenAs, app: RunningHouse) -> Page:
    page = pending_charge(open_as, app)
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code_of(page)}).raise_for_status()
    expect(status(page, "Paid")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("Ledger, journal"))).to_be_visible()
    return page


def refund_dialog(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    page.goto(f"{LIST}?status=paid")
    # Rows of a list that is still loading lead nowhere.
    expect(total(page)).to_be_visible()
    page.get_by_role("row").nth(1).click()
    page.get_by_role("button", name="Refund", exact=True).click()
    page.get_by_role("dialog").get_by_label("Partial").check()
    return page


def new_charge_dialog(open_as: OpenAs, app: RunningHouse) -> Page:
    page = payins(open_as, app)
    dialog = open_new_charge(page)
    dialog.get_by_role("button", name="Create charge").click()
    expect(dialog.get_by_text("Required").first).to_be_visible()
    return page


def reviews(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA)
    page.goto("/dashboard/payin/payments/reviews?period=all")
    expect(page.get_by_role("heading", name="Reviews")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return page


def not_found(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(ANA, may_say=r"404 \(Not Found\) \(.*/nowhere\)")
    page.goto("/nowhere")
    expect(page.get_by_text("Seems nothing could be found")).to_be_visible()
    return page


def blocked(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(None)
    sign_in(page, FABIO)
    expect(page.get_by_role("heading", name="You are not authorised for this dashboard")).to_be_visible()
    return page


def merchant_chooser(open_as: OpenAs, app: RunningHouse) -> Page:
    page = open_as(DIEGO)
    page.goto(LIST)
    expect(page.get_by_role("button", name="All merchants")).to_be_visible()
    return page


def all_merchants(open_as: OpenAs, app: RunningHouse) -> Page:
    page = merchant_chooser(open_as, app)
    page.get_by_role("button", name="All merchants").click()
    expect(total(page)).to_be_visible()
    return page


@pytest.mark.parametrize(
    "visit",
    [
        sign_in_page,
        new_password,
        account,
        second_factor_setup,
        password_dialog,
        sensitive_person,
        overview,
        payins,
        pending_charge,
        paid_charge,
        refund_dialog,
        new_charge_dialog,
        reviews,
        not_found,
        blocked,
        merchant_chooser,
        all_merchants,
    ],
    ids=lambda visit: visit.__name__,
)
def test_axe_finds_nothing(visit: Visit, open_as: OpenAs, app: RunningHouse) -> None:
    page = visit(open_as, app)
    found = list[str]()
    for width in (WIDE, NARROW):
        page.set_viewport_size(width)
        for theme in ("light", "dark"):
            page.evaluate(TURN, theme)
            found += [f"{width['width']} {theme}: {fault}" for fault in faults_of(page)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_in_the_menu_of_a_phone(open_as: OpenAs) -> None:
    page = open_as(ANA, NARROW)
    page.goto("/dashboard")
    page.get_by_role("button", name="Open the menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    assert faults_of(page) == []
