"""A subscription through the browser: asked for, agreed to at the payer's bank, charged, paid, seen on its day, given back."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
from playwright.sync_api import expect

from charging import a_reference, status
from house import RunningHouse
from pages import OpenAs
from person import ANA


def bank(app: RunningHouse, what: str) -> None:
    """What the payer, or their bank, does."""
    httpx.post(f"{app.sandbox}/sandbox/{what}", json={}).raise_for_status()


def test_a_payer_agrees_and_the_first_cycle_is_paid_and_given_back(open_as: OpenAs, app: RunningHouse) -> None:
    page, contract = open_as(ANA), a_reference()
    today = datetime.now(ZoneInfo("America/Sao_Paulo")).date()
    due = today + timedelta(days=4)
    page.goto("/dashboard/payin/payments/list-subscription")
    page.get_by_role("button", name="New recurrence").click()
    dialog = page.get_by_role("dialog", name="New recurrence")
    dialog.get_by_label("Contract").fill(contract)
    dialog.get_by_label("Payer's name").fill("Beto Ramos")
    dialog.get_by_label("Payer's CPF or CNPJ").fill("529.982.247-25")
    dialog.get_by_label("First charge").fill(f"{due:%d/%m/%Y}")
    dialog.get_by_label("Amount of each cycle").fill("35.00")
    dialog.get_by_label("Create each cycle's charge automatically").uncheck()
    dialog.get_by_role("button", name="Request authorisation").click()
    expect(status(page, "Awaiting authorisation")).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()

    id_rec = page.locator("main").get_by_text(re.compile("^RN")).inner_text()
    bank(app, f"rec/{id_rec}/approve")
    expect(status(page, "Authorised")).to_be_visible()
    page.get_by_role("button", name="New charge").click()
    dialog = page.get_by_role("dialog", name="Charge a cycle")
    dialog.get_by_label("Due").fill(f"{due:%d/%m/%Y}")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Make charge").click()
    expect(dialog).to_have_count(0)

    page.goto(f"/dashboard/pix/automatic-pix/schedules-list?search={contract}")
    row = page.get_by_role("row").filter(has_text="35.00")
    row.click()
    expect(status(page, "Scheduled")).to_be_visible()
    txid = page.locator("main").get_by_text(re.compile("^[a-z0-9]{26,35}$")).inner_text()
    bank(app, f"cobr/{txid}/settle")
    expect(status(page, "Paid")).to_be_visible()
    page.get_by_role("button", name="Refund").click()
    dialog = page.get_by_role("dialog", name="Refund to the payer")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Refund").click()
    expect(page.get_by_role("region", name="Refunds").get_by_role("row", name=re.compile("35.00"))).to_be_visible()

    page.goto("/dashboard/pix/automatic-pix/calendar")
    if due.month != today.month:
        page.get_by_role("button", name="Month after").click()
    day = page.locator("main li").filter(has=page.locator(f"time[datetime='{due}']"))
    expect(day).to_contain_text("35.00")
    expect(day).to_contain_text("1 paid")
