"""Staff look after pay-in: what it brought, what a merchant may ask for, the banks it goes through, and the rules that choose among them."""

import re

from playwright.sync_api import expect

from axe import faults_of
from pages import OpenAs
from person import DIEGO, EVA


def test_staff_see_what_payin_brought_and_change_a_merchants_settings(open_as: OpenAs) -> None:
    page = open_as(DIEGO)
    page.goto("/dashboard/payin/administration")
    page.get_by_role("button", name="All merchants").click()
    expect(page.get_by_role("heading", name="Payin administration")).to_be_visible()
    expect(
        page.get_by_role("region", name="By merchant").get_by_role("row", name=re.compile("Loja Aurora"))
    ).to_be_visible()
    page.get_by_role("button", name="Period Last 30 days").click()
    page.get_by_role("button", name="Last 7 days").click()
    expect(page.get_by_text("vs previous 7 days").first).to_be_visible()
    assert faults_of(page) == []

    page.goto("/dashboard/payin/settings/overview")
    page.get_by_role("link", name="Oficina do Zé").first.click()
    expect(page.get_by_role("heading", name="Oficina do Zé")).to_be_visible()
    page.get_by_role("button", name="Change", exact=True).click()
    dialog = page.get_by_role("dialog", name="Change settings")
    dialog.get_by_label("Usual expiry").fill("2")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_text("2 hours")).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    history = page.get_by_role("region", name="History")
    expect(history.get_by_role("row", name=re.compile("Usual expiry 1 hour → 2 hours"))).to_be_visible()
    assert faults_of(page) == []


def test_staff_test_a_bank_and_put_rules_into_force_with_two_people(open_as: OpenAs) -> None:
    diego = open_as(DIEGO)
    diego.goto("/dashboard/payin/processors/list")
    diego.get_by_role("button", name="All merchants").click()
    diego.get_by_role("table").get_by_role("link").first.click()
    diego.get_by_role("button", name="Test", exact=True).click()
    diego.get_by_role("dialog").get_by_role("button", name="Test", exact=True).click()
    expect(diego.get_by_text("The test was requested")).to_be_visible()
    expect(diego.get_by_text("The provider knows us")).to_be_visible()
    assert faults_of(diego) == []

    diego.goto("/dashboard/payin/rules/groups")
    diego.get_by_role("button", name="New draft").click()
    begun = diego.get_by_role("dialog", name="New draft")
    begun.get_by_label("Name").fill("Valores muito altos")
    begun.get_by_role("button", name="Begin").click()
    diego.get_by_role("button", name="Add group").click()
    group = diego.get_by_role("group", name="Group 1")
    group.get_by_label("Name").fill("Muito alto")
    group.get_by_label("Condition").fill("amount > 900000000 && kind == 'static'")
    group.get_by_role("button", name="Add processor").click()
    diego.get_by_role("button", name="Save draft").click()
    expect(diego.get_by_text("The draft was saved")).to_be_visible()
    # Who wrote it does not approve it.
    expect(diego.get_by_role("button", name="Approve")).to_be_disabled()
    assert faults_of(diego) == []

    eva = open_as(EVA)
    eva.goto(diego.url)
    eva.get_by_role("button", name="All merchants").click()
    eva.get_by_role("button", name="Approve").click()
    eva.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(eva.get_by_text("The rules were approved")).to_be_visible()
    diego.reload()
    diego.get_by_role("button", name="Activate").click()
    diego.get_by_role("dialog").get_by_role("button", name="Activate").click()
    expect(diego.get_by_text("The rules are in force")).to_be_visible()
    expect(diego.get_by_text("In force", exact=True)).to_be_visible()
