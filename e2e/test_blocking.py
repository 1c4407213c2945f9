"""Staff block a company or an account: what it stands against is refused with the reason, and goes on once it is free again."""

import re

from playwright.sync_api import Page, expect

from charging import LIST, a_reference, create, fill_charge, open_new_charge, status
from pages import OpenAs
from person import BRUNO, CARLA, DIEGO

REASON = "Court order 123/2026"
OF_COMPANY = "Status.*(Active.*Blocked|Blocked.*Active)"
OF_ACCOUNT = "Way out blocked.*(No.*Yes|Yes.*No)"


def decide(page: Page, button: str, window: str, change: str = OF_COMPANY) -> None:
    """Opens a window, says why, sees what would happen, and does it."""
    page.get_by_role("button", name=button, exact=True).click()
    dialog = page.get_by_role("dialog", name=window)
    dialog.get_by_label("Reason").fill(REASON)
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("row", name=re.compile(change))).to_be_visible()
    dialog.get_by_role("button", name=button, exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_blocked_company_asks_for_no_money_and_is_told_why(open_as: OpenAs) -> None:
    diego, carla = open_as(DIEGO), open_as(CARLA, may_say="409")
    diego.goto("/dashboard/companies/list-companies")
    diego.get_by_role("link", name="Outra Praça").first.click()
    expect(diego.get_by_role("heading", name="Outra Praça")).to_be_visible()
    decide(diego, "Block", "Block company")
    expect(diego.get_by_text("This company is blocked: it can neither create charges nor withdraw.")).to_be_visible()

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


def test_nothing_is_withdrawn_from_a_blocked_account_and_the_merchant_reads_why(open_as: OpenAs) -> None:
    diego, bruno = open_as(DIEGO), open_as(BRUNO, may_say="409")
    diego.goto("/dashboard/accounts/list?company_id=2&code=available")
    diego.get_by_role("row").filter(has_text="Loja Aurora").click()
    decide(diego, "Block", "Block account", OF_ACCOUNT)
    expect(diego.get_by_text("Nothing comes in and nothing goes out.")).to_be_visible()

    bruno.goto("/dashboard/account/transfers/list")
    bruno.get_by_role("button", name="New withdrawal").click()
    dialog = bruno.get_by_role("dialog", name="New withdrawal")
    dialog.get_by_label("Amount to receive").fill("1234.00")
    dialog.get_by_label("To the account").click()
    bruno.get_by_role("option", name=re.compile("Conta principal")).click()
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("alert")).to_contain_text("This account is blocked")
    expect(dialog.get_by_role("alert")).to_contain_text(REASON)

    decide(diego, "Unblock", "Unblock account", OF_ACCOUNT)
    expect(diego.get_by_text("Nothing comes in and nothing goes out.")).to_have_count(0)
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("row", name=re.compile("Merchant balance, on hold"))).to_be_visible()
