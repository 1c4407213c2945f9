"""A charge is split among recipients as it is asked for; paid, each has its part, and one is paid out."""

import re

import httpx
from playwright.sync_api import expect

from axe import faults_of
from charging import LIST, a_reference, code_of, create, fill_charge, open_new_charge, status
from house import RunningHouse
from pages import OpenAs
from person import BRUNO


def test_a_split_charge_is_paid_and_a_recipient_is_paid_out(open_as: OpenAs, app: RunningHouse) -> None:
    page = open_as(BRUNO)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(LIST)
    dialog = open_new_charge(page)
    fill_charge(dialog, "100.00", a_reference())
    dialog.get_by_text("Split among recipients").click()
    dialog.get_by_role("button", name="Add a receiver").click()
    dialog.get_by_role("combobox", name="Receiver 1").click()
    page.get_by_role("option", name="Ateliê Mão de Barro").click()
    dialog.get_by_label("Value of part 1").fill("101.00")
    create(dialog)
    expect(dialog.get_by_text("The parts are more than the charge")).to_be_visible()
    dialog.get_by_label("Value of part 1").fill("33.33")
    expect(dialog.get_by_text("R$66.67")).to_be_visible()
    create(dialog)
    expect(status(page, "Pending")).to_be_visible()
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code_of(page)}).raise_for_status()
    expect(status(page, "Paid")).to_be_visible()
    shares = page.get_by_role("region", name="Split")
    expect(shares.get_by_role("row", name=re.compile(r"Ateliê Mão de Barro 33\.33% 33\.33"))).to_be_visible()
    assert faults_of(page) == []

    shares.get_by_role("link", name="Ateliê Mão de Barro").click()
    expect(page.get_by_role("heading", name="Ateliê Mão de Barro")).to_be_visible()
    page.get_by_role("button", name="Pay out").click()
    dialog = page.get_by_role("dialog", name="Pay Ateliê Mão de Barro out")
    dialog.get_by_label("Amount to receive").fill("10.00")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("row", name=re.compile("Ateliê Mão de Barro, on hold"))).to_be_visible()
    dialog.get_by_role("button", name="Pay out").click()
    expect(dialog).to_have_count(0)
    payouts = page.get_by_role("region", name="Payouts")
    expect(payouts.get_by_role("row", name=re.compile(r"Paid.*10\.00"))).to_be_visible()
    assert faults_of(page) == []
