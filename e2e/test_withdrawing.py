"""Money leaves: bruno adds an account that is verified by a centavo, withdraws to one past its cooling-off, and sees it paid."""

import re

from playwright.sync_api import expect

from charging import status
from pages import OpenAs
from person import BRUNO

ACCOUNTS = "/dashboard/account/merchant-bank-accounts/list"
TRANSFERS = "/dashboard/account/transfers/list"


def test_bruno_adds_an_account_withdraws_and_sees_it_paid(open_as: OpenAs) -> None:
    page = open_as(BRUNO)
    page.goto(ACCOUNTS)
    page.get_by_role("button", name="Add an account").click()
    dialog = page.get_by_role("dialog", name="Add a bank account")
    dialog.get_by_label("Nickname").fill("Conta nova")
    dialog.get_by_label("Name of the holder").fill("Loja Aurora Comércio Ltda")
    dialog.get_by_label("CPF or CNPJ of the holder").fill("P3E2Z8IQ9Y7J64")
    dialog.get_by_label("Bank", exact=True).fill("nu pagamentos")
    page.get_by_role("option", name=re.compile("NU PAGAMENTOS - IP")).click()
    dialog.get_by_label("Branch", exact=True).fill("1")
    dialog.get_by_label("Account", exact=True).fill("4455667")
    dialog.get_by_label("Digit").fill("8")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(status(page, "To be verified")).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    page.get_by_role("dialog").get_by_role("button", name="Send the centavo").click()
    expect(status(page, "Verified")).to_be_visible()
    expect(page.get_by_text("For your safety nothing goes to it before")).to_be_visible()

    page.goto(TRANSFERS)
    page.get_by_role("button", name="New withdrawal").click()
    dialog = page.get_by_role("dialog", name="New withdrawal")
    dialog.get_by_label("Amount that arrives").fill("25000")
    # The usual account stands there already; the new one is not offered yet.
    expect(dialog.get_by_label("To the account")).to_contain_text("Conta principal")
    dialog.get_by_role("button", name="Continue").click()
    plan = dialog.get_by_role("region", name="What will happen")
    expect(plan.get_by_role("row", name=re.compile("Available balance, on hold"))).to_be_visible()
    dialog.get_by_role("button", name="Withdraw").click()
    expect(status(page, "Paid")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(r"Fees.*1\.50"))).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"E12345678\d{12}\w{11}"))
