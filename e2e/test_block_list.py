"""An entry of the block list binds at once: what its payer sends waits, a payment to its key is refused, a file brings thousands."""

import re
from secrets import randbelow

import httpx
from playwright.sync_api import Page, expect

from charging import code_of, new_charge, status
from house import RunningHouse
from pages import OpenAs
from person import ANA, BRUNO, DIEGO
from retaguarda.foundation.documents import check_digits

LIST = "/dashboard/compliance/block-list/list"
#: Values of this run alone, so that no entry is known already.
_FIRST = randbelow(90_000) * 10_000
ROWS, WRONG = 5_000, 7


def cpf(n: int) -> str:
    base = f"{_FIRST + n:09d}"
    return base + check_digits(base)


PAYER, KEY = cpf(0), cpf(1)
NAME = f"Cícero Brandão {_FIRST}"


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("dialog").get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def block(staff: Page, kind: str, value: str) -> None:
    staff.get_by_role("button", name="New entry").click()
    choose(staff, "Type", kind)
    dialog = staff.get_by_role("dialog")
    dialog.get_by_label("Value", exact=True).fill(value)
    dialog.get_by_label("Internal reason").fill("Relato de infração aceito pelo banco")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(staff.get_by_role("main").get_by_text("In force", exact=True).first).to_be_visible()


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

    block(staff, "CPF or CNPJ", PAYER)

    body = {"code": code_of(merchant), "payer": {"name": NAME, "document": PAYER}}
    httpx.post(f"{app.sandbox}/sandbox/pay", json=body).raise_for_status()
    expect(status(merchant, "Under review")).to_be_visible()
    # What the merchant reads is what any review says.
    expect(merchant.get_by_role("main")).not_to_contain_text(re.compile("block list|fraud", re.IGNORECASE))

    staff.goto("/dashboard/compliance/block-list/refusals")
    row = staff.get_by_role("row").filter(has_text="37.00").filter(has_text=NAME)
    expect(row).to_contain_text("Held")


def test_a_payment_to_a_key_that_is_blocked_in_another_tab_is_refused_at_once(open_as: OpenAs) -> None:
    payer, staff = open_as(BRUNO, may_say="409"), open_as(DIEGO)
    payer.goto("/dashboard/payouts/payments/list")
    payer.get_by_role("button", name="Pay", exact=True).click()
    dialog = payer.get_by_role("dialog", name="New payment")
    dialog.get_by_role("radio", name="Pix key").check()
    dialog.get_by_label("Key type").click()
    payer.get_by_role("option", name="CPF", exact=True).click()
    dialog.get_by_role("textbox", name="Pix key").fill(KEY)
    dialog.get_by_label("Account holder", exact=True).fill("Cícero Brandão")
    dialog.get_by_label("Holder's CPF or CNPJ").fill(KEY)
    dialog.get_by_label("Amount").fill("1.00")

    staff.goto(LIST)
    staff.get_by_role("button", name="All merchants").click()
    block(staff, "Pix key", KEY)

    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("alert")).to_contain_text("This payment was refused for security")
    expect(dialog).not_to_contain_text(re.compile("block list|infração", re.IGNORECASE))


def test_a_file_of_thousands_of_values_says_which_of_its_rows_were_refused(open_as: OpenAs) -> None:
    staff = open_as(DIEGO)
    staff.goto("/dashboard/compliance/block-list/uploads")
    staff.get_by_role("button", name="All merchants").click()
    wrong = [f"cpf;{cpf(n)[:-1]}" for n in range(10, 10 + WRONG)]
    rows = ["type;value", *(f"cpf;{cpf(n)}" for n in range(100, 100 + ROWS - WRONG)), *wrong]
    staff.get_by_role("button", name="Upload a file").click()
    dialog = staff.get_by_role("dialog")
    dialog.get_by_label("Name of the file").fill("relatos.csv")
    dialog.get_by_label("Internal reason").fill("Relatos do mês")
    dialog.get_by_label("File", exact=True).set_input_files(
        {"name": "relatos.csv", "mimeType": "text/csv", "buffer": "\r\n".join(rows).encode()}
    )
    choose(staff, "Effect", "Alert only")
    dialog.get_by_role("button", name="Upload", exact=True).click()
    # A job reads it.
    expect(staff.get_by_role("region", name="Refused rows").get_by_role("row")).to_have_count(1 + WRONG)
    expect(staff.get_by_role("main")).to_contain_text(f"Accepted{ROWS - WRONG:,}")
