"""The account, read and taken along: balances of the past, both sides of a journal, an OFX, a receipt; and a deposit finds its owner."""

import re
from pathlib import Path

from playwright.sync_api import Download, Page, expect

from charging import status
from pages import OpenAs
from person import BRUNO, DIEGO

ACCOUNT = "/dashboard/account"


def taken(download: Download, folder: Path) -> bytes:
    path = folder / download.suggested_filename
    download.save_as(path)
    return path.read_bytes()


def open_first(page: Page, holding: str = "") -> None:
    page.locator("tbody tr[data-row]").filter(has_text=holding).first.click()


def test_bruno_reads_his_account_as_of_another_day_and_takes_it_along(open_as: OpenAs, tmp_path: Path) -> None:
    page = open_as(BRUNO)
    page.goto(f"{ACCOUNT}/transactions-history/list")
    page.get_by_role("button", name="As of another date").click()
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text(re.compile(r"as of .*00:00"))).to_be_visible()
    page.get_by_role("button", name="Back to now").click()

    page.get_by_role("button", name="Download statement").click()
    window = page.get_by_role("dialog", name="Download statement")
    expect(window.get_by_label("English")).to_be_checked()
    window.get_by_label("Portuguese").check()
    with page.expect_download() as sheet:
        window.get_by_role("button", name="Download").click()
    assert taken(sheet.value, tmp_path).decode("utf-8-sig").startswith("Registrado em (America/Sao_Paulo);")

    page.get_by_role("button", name="Download statement").click()
    window.get_by_label("OFX").check()
    with page.expect_download() as statement:
        window.get_by_role("button", name="Download").click()
    assert b"<STMTRS>" in taken(statement.value, tmp_path)

    open_first(page, "Pix received")
    journal = page.get_by_role("region", name=re.compile("^Ledger, journal"))
    for account in ("Merchant balance", "Pix clearing"):
        expect(journal.get_by_role("row", name=account)).to_be_visible()
    page.get_by_role("button", name="Annotate").click()
    page.get_by_role("dialog").get_by_label("Annotation").fill("Conferido com a nota fiscal")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("listitem").filter(has_text="Conferido com a nota fiscal")).to_contain_text(BRUNO)

    page.goto(f"{ACCOUNT}/transfers/list?status=done")
    open_first(page)
    with page.expect_download() as receipt:
        page.get_by_role("button", name="Receipt (PDF)").click()
    assert taken(receipt.value, tmp_path).startswith(b"%PDF-")

    page.goto(f"{ACCOUNT}/payment-scheduling/list?status=active")
    open_first(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("dialog").get_by_role("button", name="Pause").click()
    expect(status(page, "Paused")).to_be_visible()


def test_diego_says_whose_a_deposit_is(open_as: OpenAs) -> None:
    page = open_as(DIEGO)
    page.goto(f"{ACCOUNT}/deposits/list?status=unidentified")
    page.get_by_role("button", name="All merchants").click()
    open_first(page)
    page.get_by_role("button", name="Identify").click()
    window = page.get_by_role("dialog", name="Whose deposit is this?")
    window.get_by_label("Merchant").click()
    page.get_by_role("option", name="Loja Aurora").click()
    window.get_by_label("How that is known").fill("Comprovante do pagador")
    window.get_by_role("button", name="Continue").click()
    window.get_by_role("button", name="Identify").click()
    expect(status(page, "Identified")).to_be_visible()
