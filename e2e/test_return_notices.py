"""A file of returns: staff bring it, look at each line, apply it once; what nothing explains waits on suspense; the merchant has its money."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import FilePayload, Page, expect

from axe import faults_of
from charging import status
from house import RunningHouse
from newcomer import OwnMerchant, own_merchant
from pages import NARROW, WIDE, OpenAs
from person import CARLA, DIEGO
from retaguarda.providers.pix.ids import transaction_id
from test_payouts_day import act, pay, receive, sent, shows

NOTICES = "/dashboard/payouts/refunds/notices"


@pytest.fixture
def shop(app: RunningHouse) -> OwnMerchant:
    return own_merchant(app)


def rtr() -> str:
    return transaction_id("D", "18236120", datetime.now(UTC))


def bring(page: Page, name: str, rows: list[str]) -> None:
    """Brings a file and ends on its page."""
    page.goto(NOTICES)
    content = "\n".join(["Devolução;Pagamento;Valor", *rows]).encode()
    page.locator("input[type=file]").set_input_files(FilePayload(name=name, mimeType="text/csv", buffer=content))
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def look_at(page: Page, shop: OwnMerchant) -> None:
    """Staff see this merchant alone, and say why."""
    page.goto("/dashboard/settings/account")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    chosen = f'{{"id": {shop.id}, "name": "{shop.name}", "unique": false}}'
    page.evaluate(f"localStorage.setItem('accountVisualize', JSON.stringify({chosen}))")


def test_a_file_of_returns_is_looked_at_line_by_line_and_booked_once(
    open_as: OpenAs, app: RunningHouse, shop: OwnMerchant
) -> None:
    page, diego = open_as(shop.payer), open_as(DIEGO)
    receive(page, app, "500.00")
    pay(page, app, "120.00")
    expect(status(page, "Paid")).to_be_visible()
    payment, e2e = page.url, sent(page)

    look_at(diego, shop)
    rows = [f"{rtr()};{e2e};50,00", f"{rtr()};{e2e};90,00", f"{rtr()};NF-1;7,00", f"{rtr()};{e2e};1.234"]
    bring(diego, "banco.csv", rows)
    expect(status(diego, "To review")).to_be_visible()
    lines = diego.get_by_role("region", name="Lines").first
    for words in (
        "Match",
        "Amount: more than what is left of the payment",
        "No payment of this merchant has this id",
        "Column 3 (Amount): may mean two amounts",
    ):
        expect(lines).to_contain_text(words)
    kinds = diego.get_by_role("group", name="What it is")
    kinds.get_by_role("button", name="Error").click()
    expect(lines.get_by_role("row")).to_have_count(2)
    kinds.get_by_role("button", name="All").click()
    assert faults_of(diego) == []
    diego.set_viewport_size(NARROW)
    assert diego.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    diego.set_viewport_size(WIDE)

    act(diego, "Apply")
    expect(status(diego, "Applied")).to_be_visible()
    expect(lines).to_contain_text("Booked")
    act(diego, "Book to suspense", reason="O banco confirma o crédito e não o explica")
    expect(lines).to_contain_text("In suspense account")
    first = diego.url
    lines.get_by_role("link", name="Open case").click()
    expect(status(diego, "Open")).to_be_visible()

    # The same file under another name is refused, and leads to the first.
    bring(diego, "outro.csv", rows)
    expect(status(diego, "Uploaded before")).to_be_visible()
    diego.get_by_role("link", name="Open the first upload").click()
    diego.wait_for_url(first)

    page.goto(payment)
    shows(page, "Partly returned")
    page.goto("/dashboard/payouts/refunds/list")
    expect(page.get_by_role("main")).to_contain_text("50.00")


def test_a_merchant_brings_its_own_files_and_the_bank_is_asked(
    open_as: OpenAs, app: RunningHouse, shop: OwnMerchant
) -> None:
    page, carla = open_as(shop.payer), open_as(CARLA, may_say="40[34]")
    receive(page, app, "500.00")
    pay(page, app, "120.00")
    expect(status(page, "Paid")).to_be_visible()
    e2e = sent(page)
    page.goto("/dashboard/payouts/refunds/list")
    page.get_by_role("link", name="Return notices").click()
    page.wait_for_url(re.compile(f"{NOTICES}$"))
    bring(page, "meu.csv", [f"{rtr()};{e2e};20,00"])
    expect(page.get_by_role("button", name="Book to suspense")).to_have_count(0)
    act(page, "Apply")
    # Nobody gave anything back: whatever a file says, the bank does not confirm it, and nothing is booked.
    expect(page.get_by_role("region", name="Lines").first).to_contain_text("Bank asked")
    mine = page.url
    page.goto("/dashboard/payouts/refunds/list")
    expect(page.get_by_role("main")).not_to_contain_text("20.00")
    carla.goto(mine)
    expect(carla.get_by_role("main").or_(carla.locator("body")).first).not_to_contain_text("meu.csv")
