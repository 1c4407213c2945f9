"""An entry of the block list binds at once: it is tried without writing anything, added, and money that its payer sends waits."""

import re

import httpx
from playwright.sync_api import Page, expect

from charging import code_of, new_charge, status
from house import RunningHouse
from pages import OpenAs
from person import ANA, DIEGO
from retaguarda.foundation.documents import check_digits

LIST = "/dashboard/compliance/block-list"
BASE = "765432100"
PAYER = BASE + check_digits(BASE)


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("dialog").get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def test_money_of_a_payer_who_is_blocked_in_another_tab_waits_for_the_provider(
    open_as: OpenAs, app: RunningHouse
) -> None:
    merchant = open_as(ANA)
    new_charge(merchant, "37.00")

    staff = open_as(DIEGO)
    staff.goto(LIST)
    staff.get_by_role("button", name="All merchants").click()
    staff.get_by_role("button", name="Try a value").click()
    choose(staff, "Type", "CPF or CNPJ")
    staff.get_by_role("dialog").get_by_label("Value").fill(PAYER)
    expect(staff.get_by_role("dialog")).to_contain_text("Nothing blocks it.")
    staff.get_by_role("dialog").get_by_role("button", name="Close").last.click()

    staff.get_by_role("button", name="New entry").click()
    choose(staff, "Type", "CPF or CNPJ")
    dialog = staff.get_by_role("dialog")
    dialog.get_by_label("Value", exact=True).fill(PAYER)
    dialog.get_by_label("Internal reason").fill("Relato de infração aceito pelo banco")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(staff.get_by_role("main").get_by_text("In force", exact=True).first).to_be_visible()

    body = {"code": code_of(merchant), "payer": {"name": "Cícero Brandão", "document": PAYER}}
    httpx.post(f"{app.sandbox}/sandbox/pay", json=body).raise_for_status()
    expect(status(merchant, "Under review")).to_be_visible()
    # What the merchant reads is what any review says.
    expect(merchant.get_by_role("main")).not_to_contain_text(re.compile("block list|fraud", re.IGNORECASE))

    staff.goto(f"{LIST}/refusals")
    row = staff.get_by_role("row").filter(has_text="37.00").filter(has_text="Cícero Brandão")
    expect(row).to_contain_text("Held")
