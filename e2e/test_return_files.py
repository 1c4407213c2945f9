"""A bank's file: sent, seen before anything happens, applied once; and one that was cut off on its way."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import FilePayload, Page, expect

from charging import new_charge, status
from pages import OpenAs
from person import ANA, DIEGO
from retaguarda.providers.bankfiles.writer import cnab240

PREVIEW = "/dashboard/payin/return-file/preview"


def choose(page: Page, name: str, data: bytes) -> None:
    page.goto(PREVIEW)
    given = FilePayload(name=name, mimeType="text/plain", buffer=data)
    page.get_by_label("Drop a return file here").set_input_files(given)
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_file_is_seen_then_applied_and_a_damaged_one_says_where(open_as: OpenAs) -> None:
    merchant = open_as(ANA)
    reference = new_charge(merchant, "37.00")
    paid = {
        "company_use": reference,
        "bank_ref": "00004711",
        "occurrence_date": datetime.now(ZoneInfo("America/Sao_Paulo")).date(),
    }
    data = cnab240([paid, {"company_use": "NOBODY", "bank_ref": "00004712"}], agreement=reference)

    staff = open_as(DIEGO)
    staff.goto(PREVIEW)
    staff.get_by_role("button", name="All merchants").click()
    expect(staff.get_by_role("heading", name="Return file preview")).to_be_visible()
    choose(staff, "whole.ret", data)
    expect(staff.get_by_role("region", name="What would happen")).to_contain_text("No charge has this reference")
    expect(status(merchant, "Pending")).to_be_visible()

    staff.get_by_role("button", name="Apply").click()
    dialog = staff.get_by_role("dialog", name="Apply the return file")
    expect(dialog).to_contain_text("One charge becomes paid: R$37.00")
    dialog.get_by_role("button", name="Apply").click()
    expect(status(staff, "Applied")).to_be_visible()
    merchant.reload()
    expect(status(merchant, "Paid")).to_be_visible()

    # What no charge asked for is somebody's money all the same.
    staff.get_by_role("button", name=re.compile("Credit line")).click()
    dialog = staff.get_by_role("dialog", name="Credit the line as a deposit")
    dialog.get_by_label("Merchant").click()
    staff.get_by_role("option", name="Loja Aurora").click()
    dialog.get_by_label("How that is known").fill("O cliente mandou o comprovante")
    dialog.get_by_role("button", name="Credit").click()
    expect(staff.get_by_text(f"Deposit, by {DIEGO}")).to_be_visible()
    merchant.goto("/dashboard/account/deposits/list")
    merchant.get_by_role("row").filter(has_text="37.00").first.click()
    expect(merchant.get_by_text("Boleto", exact=True)).to_be_visible()

    choose(staff, "cut.ret", data[:-300])
    expect(staff.get_by_text("File refused: line 7, column 1")).to_be_visible()
    # Its raw lines are walked through by keyboard.
    staff.get_by_role("button", name="Bank, columns 1 to 3").focus()
    staff.keyboard.press("ArrowRight")
    expect(staff.get_by_role("button", name="Batch, columns 4 to 7")).to_be_focused()
