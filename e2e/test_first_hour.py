"""A merchant's first hour: the overview leads from an empty house to the first payment, and ticks what really happened."""

from playwright.sync_api import Locator, Page, expect

from house import RunningHouse
from newcomer import own_merchant
from pages import OpenAs

OVERVIEW = "/dashboard"


def step(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem").filter(has_text=title)


def test_a_new_merchant_is_led_to_the_first_payment_and_its_steps_are_ticked_by_what_happened(
    open_as: OpenAs, app: RunningHouse
) -> None:
    page = open_as(own_merchant(app).payer)
    page.goto(OVERVIEW)
    way = page.get_by_role("heading", name="From zero to the first closed day")
    expect(way).to_be_visible()
    figures = page.get_by_text("Received", exact=True).first
    # Nothing was sold yet: the way stands before the figures.
    above, below = way.bounding_box(), figures.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
    for title in ("Create the first charge", "Receive the first payment", "Approve the first payout"):
        expect(step(page, title).get_by_text("To do", exact=True)).to_be_attached()

    step(page, "Receive the first payment").get_by_role("link", name="Open charges").click()
    page.get_by_role("button", name="Create test payment").click()
    expect(page.get_by_text("The sandbox bank paid the test charge")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Paid", exact=True).first).to_be_visible()

    page.goto(OVERVIEW)
    for title in ("Create the first charge", "Receive the first payment"):
        expect(step(page, title).get_by_text("Done", exact=True)).to_be_visible()
    expect(step(page, "Approve the first payout").get_by_role("link", name="Pay")).to_be_visible()
    expect(step(page, "See the first day closed").get_by_text("To do", exact=True)).to_be_visible()
