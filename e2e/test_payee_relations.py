"""The graph of a payee: a merchant reads it from its own book, with the mouse and by keyboard; staff see the books of all."""

import re
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Page, expect

from axe import faults_of
from house import RunningHouse
from newcomer import OwnMerchant, database_of, own_merchant
from pages import NARROW, WIDE, OpenAs
from person import BRUNO, CARLA, DIEGO
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.ids import uuid7

AURORA = 2
PAYEES = "/dashboard/payouts/data-qualification/individual"
_PAYEE = "insert into payee (company_id, id, name, document, document_hash, source) values (%s, %s, %s, %s, sha256(%s), 'person')"
_PLACE = (
    "insert into payee_destination (company_id, id, payee_id, kind, pix_key, pix_key_kind, hash, state)"
    " values (%s, %s, %s, 'key', %s, 'email', sha256(%s), 'new')"
)


@dataclass
class Shared:
    """A key at which Aurora pays two people, and another merchant a third one, whom Aurora knows nothing of."""

    key: str
    payee: UUID
    first: str
    second: str
    stranger: str
    other: OwnMerchant


@pytest.fixture
def shared(app: RunningHouse) -> Shared:
    mark, other = uuid4().hex[:8], own_merchant(app)
    key = f"{mark}@journey.example"
    names = [f"{name} {mark}" for name in ("Lia", "Rui", "Estranho")]
    ids = [uuid7() for _ in names]
    with database_of(app) as database:
        for company, payee, name in zip((AURORA, AURORA, other.id), ids, names, strict=True):
            base = f"{uuid4().int % 10**9:09}"
            document = base + check_digits(base)
            database.execute(_PAYEE, (company, payee, name, document, document.encode()))
            database.execute(_PLACE, (company, uuid7(), payee, key, key.encode()))
    first, second, stranger = names
    return Shared(key, ids[0], first, second, stranger, other)


def opened(page: Page, shared: Shared) -> str:
    """Opens the graph from the payee's page; all that the server told of it."""
    page.goto(f"{PAYEES}/{shared.payee}")
    with page.expect_response(re.compile(f"/payees/{shared.payee}/graph$")) as told:
        page.get_by_role("tab", name="Graph").click()
    expect(page.get_by_role("img", name=f"What {shared.first} has in common")).to_be_visible()
    text: str = told.value.text()
    return text


def test_a_merchant_reads_the_graph_of_its_own_book_alone(open_as: OpenAs, shared: Shared) -> None:
    page = open_as(BRUNO)
    told = opened(page, shared)
    main = page.get_by_role("main")
    expect(main).to_contain_text(f"is a destination of 2 people: {shared.first}, {shared.second}")
    expect(main).to_contain_text("From your payee book")
    table = page.get_by_role("region", name="Who is linked to whom")
    expect(table.get_by_role("row")).to_have_count(3)
    assert faults_of(page) == []
    # Neither on the screen nor in what the server sent: who else is paid there, by whom, and by how many.
    for secret in (shared.stranger, shared.other.name, str(shared.other.id) + ","):
        assert secret not in told, secret
        assert secret not in page.content(), secret
    assert '"all_books":false' in told
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.set_viewport_size(WIDE)
    # From one payee to the other by the table.
    table.get_by_role("link", name=shared.second).first.click()
    expect(page.get_by_role("heading", name=shared.second)).to_be_visible()


def test_the_graph_is_read_by_keyboard(open_as: OpenAs, shared: Shared) -> None:
    page = open_as(BRUNO)
    page.goto(f"{PAYEES}/{shared.payee}")
    tabs = page.get_by_role("tablist")
    tabs.get_by_role("tab").first.focus()
    for _ in range(tabs.get_by_role("tab").count()):
        if tabs.get_by_role("tab", name="Graph").get_attribute("aria-selected") == "true":
            break
        page.keyboard.press("ArrowRight")
    drawing = page.get_by_role("img", name=f"What {shared.first} has in common")
    expect(drawing).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if drawing.evaluate("drawn => drawn === document.activeElement"):
            break
    said = drawing.get_by_role("status", include_hidden=True)
    expect(said).to_contain_text(shared.first)
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Destination")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text(shared.second)
    # Beyond it there is nobody; Home leads back.
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text(shared.second)
    page.keyboard.press("Home")
    expect(said).to_contain_text(shared.first)
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=shared.second)).to_be_visible()


def test_staff_see_who_else_is_paid_there_and_a_stranger_sees_nothing(open_as: OpenAs, shared: Shared) -> None:
    diego = open_as(DIEGO)
    diego.goto("/dashboard/settings/account")
    expect(diego.get_by_role("heading", level=1)).to_be_visible()
    diego.evaluate('localStorage.setItem(\'accountVisualize\', \'{"id":"all","name":"All","unique":false}\')')
    told = opened(diego, shared)
    main = diego.get_by_role("main")
    expect(main).to_contain_text("is a destination of 3 people")
    expect(main).to_contain_text(shared.stranger)
    expect(main).to_contain_text("From the payee books of all merchants")
    assert shared.other.name in told
    drawing = diego.get_by_role("img", name=f"What {shared.first} has in common")
    drawing.focus()
    for key in ("End", "ArrowUp", "ArrowUp"):
        diego.keyboard.press(key)
    said = drawing.get_by_role("status", include_hidden=True)
    for _ in range(2):
        if shared.stranger in said.inner_text():
            break
        diego.keyboard.press("ArrowDown")
    expect(said).to_contain_text(f"In the book of {shared.other.name}")

    carla = open_as(CARLA, may_say="40[34]")
    carla.goto(f"{PAYEES}/{shared.payee}?tab=graph")
    expect(carla.get_by_role("heading").first).to_be_visible()
    for name in (shared.first, shared.second, shared.key):
        assert name not in carla.content()
