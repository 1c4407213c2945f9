"""A payment link: handed on from the charge, opened by a payer who has no account, and paid."""

import httpx
from playwright.sync_api import expect

from axe import faults_of
from charging import new_charge, status
from house import RunningHouse
from pages import NARROW, OpenAs
from person import ANA


def test_a_payer_pays_by_the_link_that_they_were_sent(app: RunningHouse, open_as: OpenAs) -> None:
    page = open_as(ANA)
    new_charge(page, "42.17")
    page.get_by_role("button", name="Share").click()
    sheet = page.get_by_role("dialog", name="Share")
    expect(sheet.get_by_role("img", name="Pix QR code")).to_be_visible()
    link = sheet.get_by_label("Payment link").input_value()
    code = sheet.get_by_label("Pix copy-and-paste code").input_value()
    assert faults_of(page) == []

    payer = open_as(None, NARROW, theme="dark")
    payer.goto(link)
    expect(payer.get_by_role("heading", name="Loja Aurora")).to_be_visible()
    expect(payer.get_by_role("main")).to_contain_text("R$42.17")
    expect(payer.get_by_role("img", name="Pix QR code")).to_be_visible()
    expect(payer.get_by_label("Pix copy-and-paste code")).to_have_value(code)
    assert payer.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(payer) == []

    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code}).raise_for_status()
    # Nobody touched either page.
    expect(payer.get_by_text("Payment received")).to_be_visible()
    expect(payer.get_by_role("img", name="Pix QR code")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(status(page, "Paid")).to_be_visible()


def test_a_link_that_was_cut_short_says_so(open_as: OpenAs) -> None:
    payer = open_as(None, NARROW, may_say="404")
    payer.goto("/pay/AAAA")
    expect(payer.get_by_text("This link does not work")).to_be_visible()
