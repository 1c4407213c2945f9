"""A payment waits for money: the forecast says how much by when, what would come of it, and how it comes."""

import re

from playwright.sync_api import Page, expect

from axe import faults_of
from house import RunningHouse
from newcomer import own_merchant
from pages import NARROW, OpenAs
from person import DIEGO
from test_payouts_day import pay, receive

ADMINISTRATION = "/dashboard/payouts/administration"


def open_forecast(page: Page) -> None:
    page.goto(ADMINISTRATION)
    page.get_by_role("navigation", name="Administration of payouts").get_by_role("link", name="Forecast").click()
    expect(page.get_by_role("heading", name="What if")).to_be_visible()


def suppose(page: Page, what: str) -> None:
    page.get_by_label("Suppose that").click()
    page.get_by_role("option", name=what).click()


def test_who_is_short_of_money_reads_how_much_by_when_and_what_would_come_of_it(
    open_as: OpenAs, app: RunningHouse
) -> None:
    shop = own_merchant(app, queue=True)
    page = open_as(shop.payer)
    receive(page, app, "100.00")
    pay(page, app, "900.00")
    open_forecast(page)
    expect(page.get_by_text(re.compile(r"^Deposit R\$ ?8\d\d\.\d\d by "))).to_be_visible()
    expect(page.get_by_text("Then every payment is sent on time.")).to_be_visible()
    assert faults_of(page) == []
    # A deposit in an hour serves a payment of today or, late in the evening, of tomorrow.
    page.get_by_label("Look ahead").click()
    page.get_by_role("option", name="Until the end of tomorrow").click()
    # A merchant supposes money and limits, and no processor.
    page.get_by_label("Suppose that").click()
    expect(page.get_by_role("option", name="a processor is down")).to_have_count(0)
    page.get_by_role("option", name="money comes in").click()
    page.get_by_label("Amount of the deposit").fill("900.00")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_text(re.compile("1 payment .* leaves sooner"))).to_be_visible()
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_staff_ask_what_a_processor_that_is_down_delays(open_as: OpenAs, app: RunningHouse) -> None:
    page = open_as(DIEGO)
    page.goto(ADMINISTRATION)
    page.get_by_role("button", name="All merchants").click()
    open_forecast(page)
    suppose(page, "a processor is down")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("columnheader", name="As it is")).to_be_visible()
    assert faults_of(page) == []
