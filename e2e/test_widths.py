"""No list cuts an amount or a state, at whatever width of the window and in whichever language."""

import pytest
from playwright.sync_api import Page, expect

from pages import OpenAs
from person import BRUNO, DIEGO

#: Lists of the demo's merchant and of its staff who see all merchants.
OF_MERCHANT = (
    "payin/payments/list?period=all",
    "payin/payments/reviews?period=all",
    "payin/payments/codes",
    "payin/payments/batches",
    "payin/med/list",
    "payin/recipients/list",
    "payin/payments/list-subscription",
    "pix/automatic-pix/schedules-list",
    "account/transactions-history/list",
    "account/deposits/list",
    "account/merchant-notes/list",
    "account/merchant-bank-accounts/list",
)
OF_STAFF = (
    "payin/payments/list?period=all",
    "account/transfers/list",
    "account/deposits/list",
    "accounts/list",
    "companies/list-companies",
    "payin/return-file/preview",
    "settings/double-approval",
    "payin/processors/list",
    "tools/cron-tasks",
    "audit/connectiontime",
    "compliance/kyc/list",
    "payouts/payments/list",
    "exchange/transactions/list",
)
#: The windows of tablets and of laptops; below 1100 px a list is cards.
WIDTHS = (768, 1024, 1280, 1366, 1440)
CARDS_BELOW = 1100

#: Here every list is cards.
CARDS = 768

#: What is cut: an amount or a state that does not fit its cell, or that lies outside of what is in sight.
CUT = """
() => {
  const cells = [...document.querySelectorAll('main td[data-kind=money], main td[data-kind=status]')]
  const outside = (cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return left < 0 || right > innerWidth
  }
  // Also what stands in the cell: a word that its own shape cuts.
  const tight = (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth
  const cut = cells.filter((cell) => [cell, ...cell.querySelectorAll('*')].some(tight) || (cell.dataset.main && outside(cell)))
  const cards = [...document.querySelectorAll('main [data-row] [data-card]')].filter(
    (part) => part.scrollWidth > part.clientWidth + 1 || outside(part),
  )
  return [...cut, ...cards].map((cell) => cell.textContent)
}
"""

#: Names of 200 letters in every card or row: texts are changed in their place, so that the page goes on working with them.
LONG_NAMES = """
() => {
  for (const row of document.querySelectorAll('main li[data-row], main tr[data-row]')) {
    const places = row.matches('li') ? [row.querySelector('a, div') ?? row] : row.querySelectorAll('td[data-kind=text]')
    for (const place of places) {
      const text = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode()
      if (text && !text.parentElement.closest('[data-card]')) text.data = 'Nome '.repeat(20) + 'N'.repeat(100)
    }
  }
}
"""


def shown(page: Page, path: str) -> bool:
    """Whether a list with rows stands there."""
    page.goto(path)
    expect(page.locator("main [data-row], main h2").first).to_be_visible()
    return page.locator("main [data-row]").count() > 0


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(("person", "lists"), [(BRUNO, OF_MERCHANT), (DIEGO, OF_STAFF)], ids=["merchant", "staff"])
def test_no_list_cuts_an_amount_or_a_state(open_as: OpenAs, person: str, lists: tuple[str, ...], language: str) -> None:
    page = open_as(person, language=language)
    if person == DIEGO:
        page.goto("/dashboard/settings/account")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.evaluate(
            "localStorage.setItem('accountVisualize', JSON.stringify({ id: 'all', name: 'All', unique: false }))",
        )
    wrong: list[str] = []
    seen = 0
    for path in lists:
        page.set_viewport_size({"width": 1440, "height": 800})
        if not shown(page, f"/dashboard/{path}"):
            continue
        seen += 1
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            rows = page.locator("main li[data-row]" if width < CARDS_BELOW else "main tr[data-row]")
            expect(rows.first).to_be_visible()
            wrong += [f"{path} at {width}: {text}" for text in page.evaluate(CUT)]
            if width in (CARDS, 1280):
                page.evaluate(LONG_NAMES)
                wrong += [f"{path} at {width}, long names: {text}" for text in page.evaluate(CUT)]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append(f"{path} at {width}: the page goes sideways")
    assert seen > len(lists) / 2
    assert wrong == []
