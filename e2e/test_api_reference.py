"""The reference of the API, for whoever writes a merchant's programs: open to everybody, and it sends nothing."""

import pytest
from playwright.sync_api import ViewportSize, expect

from house import RunningHouse
from newcomer import newcomer
from pages import WIDE, OpenAs
from person import sign_in

NARROW: ViewportSize = {"width": 390, "height": 844}


@pytest.mark.parametrize(("size", "theme"), [(WIDE, "light"), (NARROW, "dark")], ids=["wide-light", "narrow-dark"])
def test_somebody_without_an_account_reads_what_a_charge_takes_and_what_it_answers(
    open_as: OpenAs, size: ViewportSize, theme: str
) -> None:
    page = open_as(None, viewport=size, theme=theme)
    page.goto("/docs/api")
    expect(page.get_by_role("heading", name="Retaguarda API for merchants")).to_be_visible()
    create = page.locator("#operations-Charges-post_v1_payin_charges")
    create.get_by_role("button").first.click()
    expect(create.get_by_text("payin::charge:write")).to_be_visible()
    expect(create.get_by_text("Idempotency-Key").first).to_be_visible()
    expect(create.get_by_text("order-1001").first).to_be_visible()
    # No key is typed here, and no call is made from here.
    expect(page.get_by_role("button", name="Authorize")).to_have_count(0)
    expect(page.get_by_role("button", name="Execute")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than its window"


def test_it_stands_beside_the_keys_of_programs(open_as: OpenAs, app: RunningHouse) -> None:
    administrator = newcomer(app, "administrator", two_factor=True)
    page = open_as(None)
    sign_in(page, administrator)
    page.goto("/dashboard/payin/sdk-management")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="API reference").click()
    expect(opened.value.get_by_role("heading", name="Retaguarda API for merchants")).to_be_visible()
