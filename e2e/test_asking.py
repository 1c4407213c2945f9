"""Filters that are asked for in a sentence: proposed under the search, changed there, and applied by a press only."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from charging import LIST
from pages import OpenAs
from person import ANA

ALL_TIME = f"{LIST}?period=all"
WORDS = {
    "en": {
        "sentence": "paid in the last 90 days above 200, biggest first",
        "group": "Read as filters",
        "status": "Status Paid",
        "amount": re.compile(r"^Amount .*200\.01"),
        "order": "Amount, highest first",
        "apply": "Apply filters",
        "paid": "Paid",
    },
    "pt": {
        "sentence": "pagas nos últimos 90 dias acima de 200, maiores primeiro",
        "group": "Lido como filtros",
        "status": "Situação Paga",
        "amount": re.compile(r"^Valor .*200,01"),
        "order": "Valor, maior primeiro",
        "apply": "Aplicar filtros",
        "paid": "Paga",
    },
}


def asked(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


#: The texts of one column, by the beginning of its title.
COLUMN = """
(title) => {
  const table = document.querySelector('main table')
  const place = [...table.querySelectorAll('thead th, thead td')].findIndex((head) => head.innerText.trim().startsWith(title))
  return [...table.querySelectorAll('tbody tr[data-row]')].map((row) => row.children[place].innerText)
}
"""


def amounts(page: Page, language: str) -> list[float]:
    """Of the rows in sight, in their order."""
    cells = page.evaluate(COLUMN, "Valor" if language == "pt" else "Amount")
    plain = [cell.replace(".", "").replace(",", ".") if language == "pt" else cell.replace(",", "") for cell in cells]
    return [float(re.sub(r"[^\d.]", "", cell)) for cell in plain]


def ask(page: Page, sentence: str, group: str) -> Locator:
    page.get_by_role("searchbox").first.fill(sentence)
    proposal = page.get_by_role("group", name=group)
    expect(proposal).to_be_visible()
    return proposal


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_sentence_becomes_chips_that_are_changed_and_then_applied(open_as: OpenAs, language: str) -> None:
    words = WORDS[language]
    page = open_as(ANA, language=language)
    page.goto(ALL_TIME)
    proposal = ask(page, words["sentence"], words["group"])
    for chip in ("status", "amount"):
        expect(proposal.get_by_role("button", name=words[chip])).to_be_visible()
    expect(proposal).to_contain_text(words["order"])
    # Proposed only: the list is still as it was asked for before.
    assert {"status", "order_by"} & asked(page).keys() == set()

    proposal.get_by_role("button", name=words["amount"]).click()
    field = page.get_by_role("dialog").get_by_role("textbox").first
    field.fill("300")
    field.press("Enter")
    expect(proposal.get_by_role("button", name=re.compile("300[.,]00"))).to_be_visible()
    assert "status" not in asked(page)

    proposal.get_by_role("button", name=words["apply"]).click()
    page.wait_for_url(re.compile("status=paid"))
    found = asked(page)
    # Descending is how a list is ordered where nothing is said.
    assert (found["order_by"], found.get("sort", ["desc"]), found["period"]) == (["amount"], ["desc"], ["90d"])
    assert "search" not in found
    expect(proposal).to_have_count(0)
    expect(page.locator("tbody tr[data-row]").first).to_be_visible()
    expect(page.locator("tbody tr[data-row]").filter(has_not_text=words["paid"])).to_have_count(0)
    shown = amounts(page, language)
    assert shown == sorted(shown, reverse=True)
    assert shown
    assert min(shown) >= 300


def test_words_that_mean_no_filter_are_searched_for_and_a_proposal_can_be_sent_away(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(ALL_TIME)
    page.get_by_role("searchbox").first.fill("Souza")
    page.wait_for_url(re.compile("search=Souza"))
    expect(page.get_by_role("group", name="Read as filters")).to_have_count(0)
    proposal = ask(page, "paid yesterday", "Read as filters")
    proposal.get_by_role("button", name="Keep searching for these words").click()
    expect(proposal).to_have_count(0)
    assert "status" not in asked(page)
    assert asked(page)["search"] == ["paid yesterday"]
