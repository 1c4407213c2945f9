"""From signing in to a Pix charge, its payment, the balance and a refund: every real part, through the browser."""

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import Page, expect

from house import RunningHouse

ANA = "ana@merchant.example"


def available(page: Page) -> float:
    page.goto("/dashboard")
    row = page.get_by_role("listitem").filter(has_text="Available")
    expect(row).to_be_visible()
    found = re.search(r"[\d,]+\.\d\d", row.inner_text())
    assert found
    return float(found[0].replace(",", ""))


def new_charge(page: Page, amount: str, reference: str) -> None:
    page.goto("/dashboard/payin/payments/list")
    page.get_by_role("button", name="New charge").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Amount", exact=False).first.fill(amount)
    dialog.get_by_label("Payer's name").fill("Maria Exemplo")
    dialog.get_by_label("Payer's CPF or CNPJ").fill("529.982.247-25")
    dialog.get_by_label("Your reference").fill(reference)
    dialog.get_by_role("button", name="Create charge").click()
    expect(page.get_by_text("Pending", exact=True).first).to_be_visible(timeout=15_000)


def code_of(page: Page) -> str:
    page.get_by_role("button", name="Copy the code").click()
    return page.evaluate("navigator.clipboard.readText()")


def test_ana_charges_is_paid_and_refunds(open_as: Callable[..., Page], house: RunningHouse) -> None:
    page = open_as(ANA)
    before = available(page)

    new_charge(page, "100.00", "Order e2e")
    expect(page.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    code = code_of(page)
    assert code.startswith("000201")

    # Somebody pays at the sandbox, on its own page; ana's screen is not touched.
    payer = page.context.new_page()
    payer.goto(house.sandbox)
    payer.get_by_label("Copy-and-paste code").fill(code)
    payer.get_by_role("button", name="Read the code").click()
    payer.get_by_role("button", name="Pay", exact=True).click()
    expect(page.get_by_text("Paid", exact=True).first).to_be_visible(timeout=15_000)
    expect(page.get_by_text("pix_clearing").or_(page.get_by_text("Pix clearing")).first).to_be_visible()
    assert available(page) == round(before + 99.01, 2)

    page.goto("/dashboard/payin/payments/list?search=Order%20e2e")
    page.go_back()
    page.goto("/dashboard/payin/payments/list")
    page.get_by_text("Order e2e").first.click()
    page.get_by_role("button", name="Refund").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("A part of it").check()
    dialog.get_by_label("Amount to refund").fill("40.00")
    dialog.get_by_role("button", name="Refund", exact=True).click()
    expect(page.get_by_text("Partly refunded").first).to_be_visible(timeout=20_000)
    assert available(page) == round(before + 59.01, 2)


def test_a_charge_paid_by_command_turns_paid_on_the_open_screen(
    open_as: Callable[..., Page], house: RunningHouse
) -> None:
    page = open_as(ANA)
    new_charge(page, "12.34", "Order by command")
    said = httpx.post(f"{house.sandbox}/sandbox/pay", json={"code": code_of(page)})
    assert said.status_code == 201
    expect(page.get_by_text("Paid", exact=True).first).to_be_visible(timeout=15_000)


def test_the_form_says_what_is_wrong_where_it_is_wrong(open_as: Callable[..., Page]) -> None:
    page = open_as(ANA)
    page.goto("/dashboard/payin/payments/list")
    page.get_by_role("button", name="New charge").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Payer's name").fill("Maria")
    dialog.get_by_label("Payer's CPF or CNPJ").fill("529.982.247-26")
    dialog.get_by_role("button", name="Create charge").click()
    expect(dialog.get_by_text("The check digits do not fit", exact=False)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_filters_live_in_the_address_and_come_back_with_the_back_button(open_as: Callable[..., Page]) -> None:
    page = open_as(ANA)
    page.goto("/dashboard/payin/payments/list")
    page.get_by_role("link", name=re.compile("^Expired")).or_(
        page.get_by_role("button", name=re.compile("^Expired"))
    ).first.click()
    page.wait_for_url("**status=expired**")
    row = page.get_by_role("row").nth(1)
    expect(row.get_by_text("Expired")).to_be_visible()
    row.click()
    page.wait_for_url("**/dashboard/payin/payments/*-*")
    page.go_back()
    page.wait_for_url("**status=expired**")
    expect(page.get_by_role("row").nth(1).get_by_text("Expired")).to_be_visible()


def test_a_filter_that_makes_no_sense_is_named_and_dropped(open_as: Callable[..., Page]) -> None:
    page = open_as(ANA)
    page.goto("/dashboard/payin/payments/list?colour=red&status=lost")
    expect(page.get_by_text(re.compile("colour")).first).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    assert "colour" not in page.url
