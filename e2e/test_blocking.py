"""Staff block a company: its next charge is refused with the reason, and goes through once it is free again."""

import re

from playwright.sync_api import Page, expect

from charging import LIST, a_reference, create, fill_charge, open_new_charge, status
from pages import OpenAs
from person import CARLA, DIEGO

REASON = "Court order 123/2026"


def decide(page: Page, button: str, window: str) -> None:
    """Opens a window, says why, sees what would happen, and does it."""
    page.get_by_role("button", name=button, exact=True).click()
    dialog = page.get_by_role("dialog", name=window)
    dialog.get_by_label("Reason").fill(REASON)
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("row", name=re.compile("Status.*(Active.*Blocked|Blocked.*Active)"))).to_be_visible()
    dialog.get_by_role("button", name=button, exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_blocked_company_asks_for_no_money_and_is_told_why(open_as: OpenAs) -> None:
    diego, carla = open_as(DIEGO), open_as(CARLA, may_say="409")
    diego.goto("/dashboard/companies/list-companies")
    diego.get_by_role("link", name="Outra Praça").first.click()
    expect(diego.get_by_role("heading", name="Outra Praça")).to_be_visible()
    decide(diego, "Block", "Block company")
    expect(diego.get_by_text("This company is blocked: it asks for no money and takes none away.")).to_be_visible()

    carla.goto(LIST)
    dialog = open_new_charge(carla)
    fill_charge(dialog, "12.34", a_reference())
    create(dialog)
    expect(dialog.get_by_role("alert")).to_contain_text("This company is blocked")
    expect(dialog.get_by_role("alert")).to_contain_text(REASON)

    decide(diego, "Unblock", "Unblock company")
    expect(diego.get_by_text("This company is blocked")).to_have_count(0)
    create(dialog)
    expect(status(carla, "Pending")).to_be_visible()
