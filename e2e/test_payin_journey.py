"""From signing in to a Pix charge, its payment, the balance and a refund: every real part, through the browser."""

import re

import httpx
from playwright.sync_api import expect

from charging import LIST, available, code_of, new_charge, open_new_charge, status, total
from house import RunningHouse
from pages import OpenAs
from person import ANA


def test_ana_charges_and_is_paid_while_she_looks(open_as: OpenAs, app: RunningHouse) -> None:
    page = open_as(ANA)
    before = available(page)
    new_charge(page, "100.00")
    expect(page.get_by_role("img", name="QR code of this charge")).to_be_visible()
    code = code_of(page)
    assert code.startswith("000201")

    # Somebody pays at the sandbox, on its own page; ana's screen is not touched.
    payer = page.context.new_page()
    payer.goto(app.sandbox)
    payer.get_by_label("Copy-and-paste code").fill(code)
    payer.get_by_role("button", name="Read the code").click()
    payer.get_by_role("button", name="Pay", exact=True).click()

    expect(status(page, "Paid")).to_be_visible()
    ledger = page.get_by_role("region", name=re.compile("^Ledger, journal"))
    for account, amount in {"Pix clearing": "100.00", "Merchant balance": "99.01", "Fee income": "0.99"}.items():
        expect(ledger.get_by_role("row", name=account)).to_contain_text(amount)
    assert available(page) == before + 99_01


def test_ana_refunds_in_part_and_then_the_rest(open_as: OpenAs, app: RunningHouse) -> None:
    page = open_as(ANA)
    reference = new_charge(page, "100.00")
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code_of(page)}).raise_for_status()
    expect(status(page, "Paid")).to_be_visible()
    paid = available(page)

    page.goto(LIST)
    page.get_by_label("Name, amount, document or id").fill(reference)
    page.wait_for_url(f"**search={reference}")
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("row").nth(1).click()
    page.get_by_role("button", name="Refund").click()
    dialog = page.get_by_role("dialog", name="Refund to the payer")
    dialog.get_by_label("Partial").check()
    dialog.get_by_label("Amount to refund").fill("40.00")
    dialog.get_by_role("button", name="Continue").click()
    plan = dialog.get_by_role("region", name="What will happen")
    on_hold = plan.get_by_role("row", name=re.compile("Merchant balance, on hold"))
    expect(on_hold).to_be_visible()
    now, then = (int(re.sub(r"\D", "", amount)) for amount in re.findall(r"[\d,]+\.\d\d", on_hold.inner_text()))
    assert then - now == 40_00
    dialog.get_by_role("button", name="Refund").click()
    expect(status(page, "Partially refunded")).to_be_visible()

    page.get_by_role("button", name="Refund").click()
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Refund").click()
    expect(status(page, "Refunded")).to_be_visible()
    expect(page.get_by_role("button", name="Refund", exact=True)).to_have_count(0)
    # The fee stays with the provider: what is given back is what the payer paid.
    assert available(page) == paid - 100_00


def test_a_charge_paid_by_command_turns_paid_on_the_open_screen(open_as: OpenAs, app: RunningHouse) -> None:
    page = open_as(ANA)
    new_charge(page, "12.34")
    said = httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code_of(page)})
    assert said.status_code == 201
    expect(status(page, "Paid")).to_be_visible()


def test_the_form_says_what_is_wrong_where_it_is_wrong(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(LIST)
    dialog = open_new_charge(page)
    dialog.get_by_label("Payer's name").fill("Maria")
    document = dialog.get_by_label("Payer's CPF or CNPJ")
    document.fill("529.982.247-26")
    dialog.get_by_role("button", name="Create charge").click()
    expect(document).to_have_accessible_description(re.compile("The check digits do not fit"))
    expect(dialog.get_by_label("Amount")).to_have_accessible_description("Required")
    expect(dialog.get_by_label("Amount")).to_be_focused()


def test_filters_live_in_the_address_and_come_back_with_the_back_button(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(LIST)
    page.get_by_role("button", name=re.compile("^Expired")).click()
    page.wait_for_url("**status=expired**")
    row = page.get_by_role("row").nth(1)
    expect(row.get_by_text("Expired")).to_be_visible()
    row.click()
    page.wait_for_url(re.compile(r"/payments/[0-9a-f]{8}-"))
    expect(status(page, "Expired")).to_be_visible()
    page.go_back()
    page.wait_for_url("**status=expired**")
    expect(page.get_by_role("row").nth(1).get_by_text("Expired")).to_be_visible()


def test_a_filter_that_makes_no_sense_is_named_and_dropped(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(f"{LIST}?colour=red&status=lost")
    expect(page.get_by_text("This list does not know what to do with colour, status")).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    page.wait_for_url(f"**{LIST}")


def test_the_tiles_and_the_list_count_the_same_days(open_as: OpenAs) -> None:
    page = open_as(ANA)
    for period in ("30d", "today", "7d", "last_month"):
        page.goto(f"{LIST}?period={period}")
        expect(total(page)).to_contain_text("Brasilia Time")
        count = total(page).inner_text().split()[0]
        expect(page.get_by_role("button", name=re.compile(rf"^All\s*{count}\b"))).to_be_visible()
