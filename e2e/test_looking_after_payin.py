"""Staff look at what pay-in brought, and change what a merchant may ask for: the change says what it will do, and stays on record."""

import re

from playwright.sync_api import expect

from axe import faults_of
from pages import OpenAs
from person import DIEGO


def test_staff_see_what_payin_brought_and_change_a_merchants_settings(open_as: OpenAs) -> None:
    page = open_as(DIEGO)
    page.goto("/dashboard/payin/administration")
    page.get_by_role("button", name="All merchants").click()
    expect(page.get_by_role("heading", name="Pay-in administration")).to_be_visible()
    expect(
        page.get_by_role("region", name="By merchant").get_by_role("row", name=re.compile("Loja Aurora"))
    ).to_be_visible()
    page.get_by_role("button", name="Period Last 30 days").click()
    page.get_by_role("button", name="Last 7 days").click()
    expect(page.get_by_text("on the 7 days before").first).to_be_visible()
    assert faults_of(page) == []

    page.goto("/dashboard/payin/settings/overview")
    page.get_by_role("link", name="Oficina do Zé").first.click()
    expect(page.get_by_role("heading", name="Oficina do Zé")).to_be_visible()
    page.get_by_role("button", name="Change", exact=True).click()
    dialog = page.get_by_role("dialog", name="Change settings")
    dialog.get_by_label("Usual expiry").fill("900")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_text("15 minutes")).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    history = page.get_by_role("region", name="History")
    expect(history.get_by_role("row", name=re.compile("Usual expiry 1 hour → 15 minutes"))).to_be_visible()
    assert faults_of(page) == []
