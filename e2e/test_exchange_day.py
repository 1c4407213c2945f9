"""A day of exchange: a price is held and booked, staff close with a bank that answers by itself, the file for the Central Bank leaves,
and what was refunded after closing comes back."""

import re
import time
from collections.abc import Mapping
from types import MappingProxyType

import psycopg
from playwright.sync_api import Page, expect

from house import RunningHouse
from pages import NARROW, OpenAs
from person import BRUNO, DIEGO, EVA

HOME = "/dashboard/exchange"


def act(page: Page, button: str, submit: str, fields: Mapping[str, str] = MappingProxyType({})) -> None:
    """Opens a form by its button, fills it and sends it; a list is chosen from by its label."""
    page.get_by_role("button", name=button, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    for name, value in fields.items():
        field = dialog.get_by_label(re.compile(rf"^{name}")).first
        if field.get_attribute("role") == "combobox":
            field.click()
            page.get_by_role("option", name=value, exact=True).click()
        else:
            field.fill(value)
    going = dialog.locator("button[type=submit]")
    if going.inner_text() == "Continue":
        # What will happen is shown before it does.
        going.click()
    expect(going).to_have_text(re.compile(rf"^{submit}\b"))
    going.click()
    expect(dialog).to_be_hidden()


def state(page: Page, word: str) -> None:
    expect(page.locator("header").get_by_text(word, exact=True).first).to_be_visible()


def compared(app: RunningHouse) -> None:
    """Who is new is compared with the lists before anything is bought for them; a closing leaves them out until then."""
    with psycopg.connect(app.owner_url, autocommit=True) as owner:
        for _ in range(200):
            if owner.execute("select not exists (select from screened_party where waiting)").fetchone() == (True,):
                return
            time.sleep(0.1)
    raise AssertionError("somebody still waits to be compared with the lists")


def test_what_a_merchant_books_is_closed_by_two_people_with_a_bank_that_answers_and_one_is_taken_back(
    open_as: OpenAs, app: RunningHouse
) -> None:
    bruno, diego, eva = open_as(BRUNO, NARROW), open_as(DIEGO), open_as(EVA)
    bruno.goto(f"{HOME}/transactions/list")
    act(
        bruno,
        "Get a quote",
        "Lock this price",
        {
            "Amount": "123",
            "Client’s name": "Ana Lima",
            "Client’s CPF": "390.533.447-05",
            "Counterparty": "Games Example Inc",
            "Country": "US",
        },
    )
    state(bruno, "Quoted")
    act(bruno, "Book", "Book")
    state(bruno, "Funded")
    operation = bruno.url

    compared(app)
    diego.goto(f"{HOME}/transactions/closing")
    act(diego, "New closing", "Draft", {"Bank": "Banco Porto Alto", "Currency": "USD"})
    state(diego, "Draft")
    # What the regulator would miss stays out, with its reason.
    expect(diego.get_by_text("client’s document").first).to_be_visible()
    act(diego, "Ask for a price", "Ask")
    expect(diego.get_by_role("timer")).to_be_visible()
    expect(diego.get_by_role("button", name="Close contract")).to_be_disabled()

    eva.goto(diego.url)
    act(eva, "Close contract", "Close")
    state(eva, "Closed")
    expect(eva.get_by_text(re.compile(r"^\d{12}$")).first).to_be_visible()

    diego.goto(operation.replace("?", ""))
    state(diego, "Closed")
    act(diego, "Return", "Return", {"Reason": "Cliente cancelou a compra"})
    state(diego, "Reversed")
    bruno.goto(f"{HOME}/transactions/list")
    expect(bruno.get_by_text("Awaiting funds").first).to_be_visible()


def test_the_file_for_the_central_bank_is_approved_by_another_person_and_delivered_with_its_protocol(
    open_as: OpenAs,
) -> None:
    diego, eva = open_as(DIEGO), open_as(EVA)
    eva.goto(f"{HOME}/c220")
    eva.get_by_role("row").filter(has_text="BCB 2026/0409").first.click()
    state(eva, "Generated")
    act(eva, "Approve", "Approve")
    state(eva, "Approved")
    diego.goto(eva.url)
    with diego.expect_download() as taken:
        diego.get_by_role("link", name="Download file").or_(
            diego.get_by_role("button", name="Download file")
        ).first.click()
    lines = taken.value.path().read_text("iso-8859-1").splitlines()
    assert {line.count("\t") for line in lines} == {13}
    act(diego, "Delivered", "Save", {"Protocol": "STA-2026-000731"})
    state(diego, "Delivered")
    expect(diego.get_by_text("STA-2026-000731").first).to_be_visible()


def test_a_filed_document_stands_bit_for_bit_and_names_who_changed_what_it_told(open_as: OpenAs) -> None:
    diego = open_as(DIEGO)
    diego.goto(f"{HOME}/c220")
    diego.get_by_role("row").filter(has_text="BCB 2026/0398").first.click()
    diego.get_by_role("link", name="Workbench").click()
    workbench = diego.url
    expect(diego.get_by_text("Version 1 has not been compared yet.")).to_be_visible()
    act(diego, "Compare with today", "Compare")
    # What other journeys closed today is in today's data and not in the file; whether the file stands does not depend on it.
    expect(diego.get_by_text("Rebuilt bit for bit")).to_be_visible()
    expect(diego.get_by_role("row").filter(has_text="000260009876")).to_have_count(0)

    # The yen's contract gets the number that it was filed without.
    diego.goto(f"{HOME}/transactions/closing")
    diego.get_by_role("row").filter(has_text="JPY").first.click()
    act(diego, "Registry number", "Save", {"Registry number": "000260009876"})
    diego.goto(workbench)
    act(diego, "Compare with today", "Compare")
    expect(diego.get_by_text("Rebuilt bit for bit")).to_be_visible()
    changed = diego.get_by_role("row").filter(has_text="000260009876").first
    expect(changed).to_contain_text(DIEGO)
    expect(changed).to_contain_text("Exchange closing: registry number written")
    changed.get_by_role("link", name="Exchange closing: registry number written").click()
    state(diego, "Closed")
