"""A list becomes a file on the disk, and many rows are done at once: in a real browser, down to the bytes."""

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from axe import faults_of
from charging import LIST, a_reference, new_charge, status, total
from pages import NARROW, WIDE, OpenAs
from person import ANA

TO_THE_END = """() => {
  scrollTo(0, document.documentElement.scrollHeight)
  // On a phone the rows are cards, without names of columns above them.
  const bottom = document.querySelector('th')?.getBoundingClientRect().bottom ?? 0
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
  const half = rows.find((row) => row.top < bottom && row.bottom > bottom)
  if (half) scrollBy(0, half.top - bottom)
}"""


def export_window(page: Page) -> Locator:
    if page.viewport_size == NARROW:
        page.get_by_role("button", name="Filters").click()
    page.get_by_role("button", name="Export", exact=True).click()
    window = page.get_by_role("dialog", name="Export this list")
    expect(window.get_by_label("CSV")).to_be_checked()
    return window


def test_the_file_holds_all_that_match_in_the_order_of_the_list(open_as: OpenAs, tmp_path: Path) -> None:
    page = open_as(ANA)
    page.goto(f"{LIST}?period=90d&status=paid&order_by=amount&sort=asc")
    found = int(re.sub(r"\D", "", total(page).inner_text().split(" ")[0]))
    assert found > 10
    window = export_window(page)
    window.get_by_label("All, ").check()
    with page.expect_download() as taken:
        window.get_by_role("button", name="Export").click()
    expect(window).to_have_count(0)
    path = tmp_path / "list.csv"
    taken.value.save_as(path)
    assert re.fullmatch(r"payin-payments-\d{8}-\d{6}\.csv", taken.value.suggested_filename)
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == found
    assert {line["Status"] for line in lines} == {"Paid"}
    assert {line["Currency"] for line in lines} == {"BRL"}
    amounts = [float(line["Amount"]) for line in lines]
    assert amounts == sorted(amounts)


def test_a_file_in_the_other_language_has_its_words_and_its_separators(open_as: OpenAs, tmp_path: Path) -> None:
    page = open_as(ANA)
    page.goto(f"{LIST}?period=90d&status=paid")
    window = export_window(page)
    expect(window.get_by_label("English")).to_be_checked()
    window.get_by_label("Portuguese").check()
    with page.expect_download() as taken:
        window.get_by_role("button", name="Export").click()
    path = tmp_path / "list.csv"
    taken.value.save_as(path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file, delimiter=";"))
    assert {line["Situação"] for line in lines} == {"Paga"}
    assert all(re.fullmatch(r"\d+,\d\d", line["Valor"]) and line["Moeda"] == "BRL" for line in lines)


def test_many_charges_are_withdrawn_at_once_and_each_is_named(open_as: OpenAs) -> None:
    page = open_as(ANA)
    reference = a_reference()
    for _ in range(2):
        new_charge(page, "10.00", reference)
    page.goto(f"{LIST}?search={reference}")
    expect(page.locator("tbody tr[data-row]")).to_have_count(2)
    page.get_by_role("checkbox", name="Select every row shown").check()
    page.get_by_role("button", name="Cancel charges").click()
    window = page.get_by_role("dialog", name="Cancel 2 charges")
    expect(window).to_contain_text("For Loja Aurora")
    window.get_by_role("button", name="Cancel charges").dblclick()
    expect(window).to_contain_text("All of it is done.")
    window.get_by_role("button", name="Close").last.click()
    expect(page.get_by_role("group", name="Selected rows")).to_have_count(0)
    page.locator("tbody tr[data-row]").first.click()
    expect(status(page, "Cancelled")).to_be_visible()


def seem_pending(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, json=[row | {"status": "pending"} for row in response.json()])


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_their_windows_are_for_everybody(open_as: OpenAs, viewport: ViewportSize, theme: str) -> None:
    page = open_as(ANA, viewport, theme=theme)
    page.goto(LIST)
    export_window(page)
    assert faults_of(page) == []
    page.get_by_role("link", name="Your exports").click()
    expect(page.get_by_role("heading", name="Your exports")).to_be_visible()
    assert faults_of(page) == []
    # The list is older than the world: a charge still seems to be pending there, so that cancelling it is offered.
    page.route(re.compile(r"/v1/payin/charges\?"), seem_pending)
    page.goto(f"{LIST}?status=expired")
    page.get_by_role("checkbox", name=re.compile("^Select row 1$")).check()
    expect(page.get_by_role("group", name="Selected rows")).to_contain_text("1 selected")
    # At the end of the list nothing lies half under the bar of what is selected, nor, row by row, under the names of the columns.
    page.evaluate(TO_THE_END)
    assert faults_of(page) == []
    page.get_by_role("button", name="Cancel charges").click()
    window = page.get_by_role("dialog", name="Cancel 1 charge")
    expect(window).to_contain_text("For Loja Aurora")
    assert faults_of(page) == []
    window.get_by_role("button", name="Cancel charges").click()
    expect(window).to_contain_text("This charge can no longer be cancelled")
    assert faults_of(page) == []
