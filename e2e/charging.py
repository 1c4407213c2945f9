"""What a person does at the pay-in screens, and what they read there."""

import re
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from pages import expect_told

LIST = "/dashboard/payin/payments/list"


def open_new_charge(page: Page) -> Locator:
    page.get_by_role("button", name="New charge").click()
    dialog = page.get_by_role("dialog", name="New charge")
    expect(dialog.get_by_label("Amount")).to_be_focused()
    return dialog


def fill_charge(dialog: Locator, amount: str, reference: str) -> None:
    dialog.get_by_label("Amount").fill(amount)
    dialog.get_by_label("Payer's name").fill("Maria Exemplo")
    dialog.get_by_label("Payer's CPF or CNPJ").fill("529.982.247-25")
    dialog.get_by_label("Your reference").fill(reference)


def create(dialog: Locator) -> None:
    dialog.get_by_role("button", name="Create charge").click()


def new_charge(page: Page, amount: str, reference: str | None = None) -> str:
    """Ends on the charge's page, which has its code; answers the reference."""
    reference = reference or a_reference()
    page.goto(LIST)
    dialog = open_new_charge(page)
    fill_charge(dialog, amount, reference)
    create(dialog)
    expect(status(page, "Pending")).to_be_visible()
    return reference


def a_reference() -> str:
    return f"Order-{uuid4().hex[:12]}"


def total(page: Page) -> Locator:
    """The line under the title of a list, such as "284 in the last 30 days, Brasilia Time"."""
    return page.locator("main").get_by_text(re.compile(r"^[\d,]+ .*, .* Time$"))


def status(page: Page, word: str) -> Locator:
    """The status beside the amount of an open record."""
    return page.locator("main header").get_by_text(word, exact=True)


def code_of(page: Page) -> str:
    page.get_by_role("button", name="Copy the code").click()
    expect_told(page, "Copied")
    return page.evaluate("navigator.clipboard.readText()")


def available(page: Page) -> int:
    """The available balance of the overview, in centavos."""
    page.goto("/dashboard")
    row = page.get_by_role("listitem").filter(has_text="Available")
    expect(row).to_contain_text(re.compile(r"\d\.\d\d"))
    found = re.search(r"[\d,]+\.\d\d", row.inner_text())
    assert found
    return int(re.sub(r"\D", "", found[0]))
