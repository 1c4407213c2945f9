"""A day of payouts: paid one by one and by file, on two people's word; short of money, a silent bank, what comes back, and rules.

Each journey has a merchant of its own, so that no balance, limit or setting is another's.
"""

import io
import re
import signal
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
import xlsxwriter
from playwright.sync_api import FilePayload, Page, expect

from charging import code_of, new_charge, status
from house import RunningHouse, processes_of
from newcomer import OwnMerchant, database_of, own_file_processor, own_merchant, without_triggers
from pages import OpenAs
from person import DIEGO, EVA, unused_code
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda_sandbox.payment_files import answer

PAYMENTS = "/dashboard/payouts/payments/list"
BATCHES = "/dashboard/payouts/payments/list-batches"
RULES = "/dashboard/payouts/settings/rules"
REMITTANCES = "/dashboard/payouts/return-file/live/remittances"
PREVIEW = "/dashboard/payouts/return-file/preview"
TO_DECIDE = "/dashboard/settings/double-approval?mine_to_decide=true"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HEADINGS = ("Nome", "Documento", "Banco", "Agência", "Conta", "Tipo da conta", "Valor", "Referência")
LINES, BAD, REFUSED = 150, 5, 4


@pytest.fixture
def shop(app: RunningHouse) -> OwnMerchant:
    return own_merchant(app, queue=True)


@pytest.fixture
def two_pairs_of_eyes(app: RunningHouse, shop: OwnMerchant) -> Iterator[None]:
    """Batches of this merchant wait for a second person until the journey is over."""
    with database_of(app) as database:
        database.execute(
            "insert into approval_policy (id, company_id, name, command, condition, permission, needed, distinct_teams,"
            " expires_days, active, alone, updated_by) values"
            " (%s, 1, 'Journey: batches', 'payouts:payout_batch:submit', %s, 'approvals::requests:decide', 1, false, 7, true,"
            " false, %s)",
            (uuid4(), f"merchant == {shop.id}", shop.payer),
        )
    yield
    with database_of(app) as database:
        database.execute("delete from approval_policy where updated_by = %s", (shop.payer,))


@pytest.fixture
def silent_bank(app: RunningHouse) -> Iterator[None]:
    """The bank takes what it is sent, and answers nobody; until ``speaks`` or the end of the journey."""
    faults = [
        {"effect": "status", "status": 503, "route": f"{way} /gn/pix", "after_work": True} for way in ("PUT", "GET")
    ]
    httpx.post(f"{app.sandbox}/sandbox/faults", json={"faults": faults}).raise_for_status()
    yield
    speaks(app)


def speaks(app: RunningHouse) -> None:
    httpx.delete(f"{app.sandbox}/sandbox/faults").raise_for_status()


def receive(page: Page, app: RunningHouse, amount: str) -> None:
    """Money of the merchant's own comes in, as it always does: somebody pays a charge."""
    new_charge(page, amount)
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code_of(page)}).raise_for_status()
    expect(status(page, "Paid")).to_be_visible()


def pay(page: Page, app: RunningHouse, amount: str, document: str = "", day: str = "") -> str:
    """Pays at a key of somebody whom the directory knows by a longer name, now or on a day; ends on the payment's page.

    Without a document it is somebody new. Answers whose document it was.
    """
    key, base = f"{uuid4().hex[:12]}@payee.example", f"{uuid4().int % 10**9:09}"
    document = document or base + check_digits(base)
    entry = {"key": key, "name": "JOAO PEDRO DA SILVA", "document": document}
    httpx.post(f"{app.sandbox}/sandbox/dict/entries", json=entry).raise_for_status()
    page.goto(PAYMENTS)
    page.get_by_role("button", name="Pay", exact=True).click()
    dialog = page.get_by_role("dialog", name="New payment")
    dialog.get_by_role("radio", name="Pix key").check()
    dialog.get_by_label("Key type").click()
    page.get_by_role("option", name="E-mail").click()
    dialog.get_by_role("textbox", name="Pix key").fill(key)
    dialog.get_by_label("Account holder", exact=True).fill("João P Silva")
    dialog.get_by_label("Holder's CPF or CNPJ").fill(document)
    expect(dialog.locator("li[aria-current]")).to_contain_text("Close")
    dialog.get_by_label("Amount", exact=True).fill(amount)
    if day:
        dialog.get_by_label("Scheduled for").fill(day)
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name=re.compile("^Pay R")).click()
    expect(dialog).to_have_count(0)
    page.wait_for_url(re.compile("payments/[0-9a-f-]{36}$"))
    return document


def run_the_clock(staff: Page) -> None:
    """What looks at the queue each minute does so now, or is doing it."""
    staff.goto("/dashboard/tools/cron-tasks?search=payouts.waiting")
    staff.locator("main").get_by_role("row").nth(1).click()
    staff.get_by_role("button", name="Run now").click()
    staff.get_by_role("dialog").get_by_role("button", name="Run now").click()
    busy = staff.get_by_text("A run of this task waits or is under way")
    expect(staff.locator("main summary").filter(has_text=DIEGO).first.or_(busy)).to_be_visible()


def shows(page: Page, word: str) -> None:
    """What ended once is looked at again by whoever waits for more."""
    for _ in range(30):
        page.reload()
        expect(page.locator("main header").first).to_be_visible()
        # The record may come after its header. A page that is left while it asks who is signed in takes its person for signed out.
        for _ in range(4):
            page.wait_for_timeout(500)
            if status(page, word).count():
                return
    raise AssertionError(f"never {word}")


def sent(page: Page) -> str:
    """The end-to-end id of the payment that is open."""
    found = re.search(r"E12345678\d{12}\w{11}", page.content())
    assert found
    return found[0]


def act(page: Page, button: str, submit: str | None = None, **fields: str) -> None:
    """Opens a form by its button, fills it and sends it."""
    page.get_by_role("button", name=button, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    for label, value in fields.items():
        dialog.get_by_label(label.replace("_", " ").capitalize()).fill(value)
    going = dialog.locator("button[type=submit]")
    expect(going).to_be_enabled()
    if going.inner_text() == "Continue":
        going.click()
    expect(going).to_have_text(re.compile(f"^{submit or button}"))
    going.click()
    expect(dialog).to_have_count(0)


def remit(diego: Page, processor: str) -> bytes:
    """What waits for a processor goes to the bank in one file; its bytes."""
    diego.goto(REMITTANCES)
    diego.get_by_role("button", name="New remittance").click()
    dialog = diego.get_by_role("dialog")
    dialog.get_by_label("Processor").click()
    diego.get_by_role("option", name=processor).click()
    dialog.get_by_role("button", name="Draft").click()
    act(diego, "Seal")
    with diego.expect_download() as taken:
        diego.get_by_role("button", name="Download").first.click()
    return taken.value.path().read_bytes()


def test_a_payment_leaves_one_waits_for_money_one_for_a_silent_bank_and_two_come_back(
    open_as: OpenAs, app: RunningHouse, shop: OwnMerchant
) -> None:
    page = open_as(shop.payer)
    receive(page, app, "500.00")
    payee = pay(page, app, "120.00")
    expect(status(page, "Paid")).to_be_visible()
    first = page.url
    with page.expect_download() as taken:
        page.get_by_role("button", name="Receipt (PDF)").click()
    assert taken.value.path().read_bytes().startswith(b"%PDF")
    whole = sent(page)

    # Who has a new account is not paid there at once, whatever a mail says.
    pay(page, app, "30.00", payee)
    expect(status(page, "On hold")).to_be_visible()
    expect(page.get_by_text("On hold: New destination")).to_be_visible()

    # More than there is waits, and leaves by itself once money comes.
    pay(page, app, "900.00")
    expect(status(page, "Queued")).to_be_visible()
    waiting = page.url
    receive(page, app, "800.00")
    run_the_clock(open_as(DIEGO, may_say="409"))
    page.goto(waiting)
    expect(status(page, "Paid")).to_be_visible()
    part = sent(page)

    # What came back is the merchant's again, in whole or in part.
    for end_to_end_id, more in ((whole, {}), (part, {"valor": "100.00"})):
        body = {"endToEndId": end_to_end_id, **more}
        httpx.post(f"{app.sandbox}/sandbox/payouts/returns", json=body).raise_for_status()
    # Asked about a minute after it was paid, and then after ten: a slow machine would come to those.
    due = "update payout set returns_due_at = now() where company_id = %(company)s and status = 'done'"
    without_triggers(app, due, company=shop.id)
    shows(page, "Partly returned")
    page.goto(first)
    shows(page, "Returned")
    expect(page.get_by_role("button", name="Pay again")).to_be_visible()


def test_a_payment_of_a_later_day_goes_to_another_day_and_then_leaves_at_once(
    open_as: OpenAs, app: RunningHouse, shop: OwnMerchant
) -> None:
    page = open_as(shop.payer)
    receive(page, app, "500.00")
    day, other = [f"{today(BRASILIA) + timedelta(days=days):%d/%m/%Y}" for days in (20, 40)]
    pay(page, app, "35.00", day=day)
    expect(status(page, "Scheduled")).to_be_visible()
    act(page, "Change the day", Scheduled_for=other)
    expect(page.get_by_text("Moved to another day")).to_be_visible()
    act(page, "Send now")
    expect(status(page, "Paid")).to_be_visible()
    for name in ("Change the day", "Send now"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


@pytest.mark.usefixtures("silent_bank")
def test_of_a_silent_bank_nothing_is_cancelled_or_paid_again_until_it_has_answered(
    open_as: OpenAs, app: RunningHouse, shop: OwnMerchant
) -> None:
    page = open_as(shop.payer)
    receive(page, app, "500.00")
    pay(page, app, "120.00")
    expect(status(page, "Processing")).to_be_visible()
    without_triggers(
        app,
        "update payout_order set created_at = created_at - interval '10 minutes' where company_id = %(company)s",
        company=shop.id,
    )
    page.reload()
    expect(status(page, "Uncertain")).to_be_visible()
    expect(page.get_by_role("button", name="Ask the bank again")).to_be_visible()
    for name in ("Cancel", "Pay again"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    speaks(app)
    act(page, "Ask the bank again", "Ask")
    expect(status(page, "Paid")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("region", name="Attempts").get_by_role("row")).to_have_count(2)


def folha() -> bytes:
    """A sheet of LINES lines: the first BAD cannot be read, the next REFUSED go to an account that is closed."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, HEADINGS)
        for line in range(LINES):
            branch = "9907" if BAD <= line < BAD + REFUSED else "1425"
            document = "123" if line < BAD else "52998224725"
            row = ("Iara Pontes", document, "18236120", branch, "4455667-8", "pagamento", 1 + line / 100, f"f-{line}")
            sheet.write_row(line + 1, 0, row)
    return out.getvalue()


@pytest.mark.usefixtures("two_pairs_of_eyes")
def test_a_sheet_is_paid_on_a_second_person_s_word_through_the_end_of_a_worker_and_the_failed_are_sent_again(
    open_as: OpenAs, app: RunningHouse, shop: OwnMerchant
) -> None:
    page, eva = open_as(shop.payer), open_as(EVA)
    receive(page, app, "2000.00")
    page.goto(BATCHES)
    given = FilePayload(name="folha.xlsx", mimeType=SHEET, buffer=folha())
    page.locator("input[type=file]").set_input_files(given)
    expect(status(page, "Ready to submit")).to_be_visible()
    batch = page.url
    page.get_by_role("tab", name="Files").click()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download").last.click()
    errors = taken.value.path().read_text("utf-8-sig").splitlines()
    assert len(errors) == 1 + BAD
    page.goto(batch)
    page.get_by_role("button", name="Valid lines only").click()
    expect(page.get_by_role("button", name="Valid lines only")).to_have_attribute("aria-pressed", "true")
    total = f"{sum(100 + line for line in range(BAD, LINES)) / 100:.2f}"
    page.get_by_role("button", name="Submit the batch").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Type the total to debit").fill(total)
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name=re.compile("^Request approval of")).click()
    expect(dialog).to_contain_text("A second person has to approve it")

    eva.goto(TO_DECIDE)
    eva.get_by_role("row").filter(has_text=shop.name).first.click()
    expect(eva.get_by_role("button", name="Approve")).to_be_visible()
    request = eva.url
    # What is decided on is looked at first: every group of its exceptions.
    eva.goto(batch)
    eva.get_by_role("button", name="All merchants").click()
    expect(eva.get_by_role("group", name="Group")).to_be_visible()
    for group in eva.get_by_role("group", name="Group").get_by_role("button").all():
        group.click()
        expect(group).to_have_attribute("aria-pressed", "true")
    expect(eva.get_by_text("You have opened every group of this plan.")).to_be_visible()
    eva.goto(request)
    eva.get_by_role("button", name="Approve").click()
    proof = eva.get_by_role("dialog")
    proof.get_by_label("6-digit code").fill(unused_code(EVA))
    proof.get_by_label("Type the total to debit").fill(total)
    proof.get_by_role("button", name="Approve").click()
    expect(status(eva, "Executed")).to_be_visible()

    page.goto(batch)
    expect(page.get_by_role("progressbar", name="Progress of the batch")).to_be_visible()
    for process in processes_of(app, "worker"):
        process.send_signal(signal.SIGKILL)
    expect(status(page, "Paid in part")).to_be_visible(timeout=120_000)
    page.get_by_role("tab", name="Files").click()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download").first.click()
    result = taken.value.path().read_text("utf-8-sig").splitlines()
    assert [sum(f";{word};" in line for line in result) for word in ("paid", "failed", "not sent")] == [
        LINES - BAD - REFUSED,
        REFUSED,
        BAD,
    ]

    act(page, "Send the failed again", "Make a new batch")
    expect(page).not_to_have_url(batch)
    expect(status(page, "Ready to submit")).to_be_visible()
    expect(page.get_by_text("Sends the failed lines of another batch again")).to_be_visible()


def write_rules(page: Page, shop: OwnMerchant, processor: str) -> None:
    """A draft with two rules of this merchant's alone, tried over the past; ends on its page."""
    page.goto(RULES)
    page.get_by_role("button", name="All merchants").click()
    act(page, "New draft", "Begin", name=f"Regras de {shop.name}")
    rules = (
        ("Primeiro e alto", f"merchant == {shop.id} && first && amount > 80000", "Hold", None),
        ("Pelo arquivo", f"merchant == {shop.id}", "Send by a processor", processor),
    )
    for place, (name, condition, action, target) in enumerate(rules, 1):
        page.get_by_role("button", name="Add rule").click()
        group = page.get_by_role("group", name=f"Group {place}")
        group.get_by_label("Name").fill(name)
        group.get_by_label("Condition").fill(condition)
        group.get_by_label("What happens").click()
        page.get_by_role("option", name=action, exact=True).click()
        if target:
            group.get_by_label("Processor").click()
            page.get_by_role("option", name=target).click()
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("button", name="Save draft")).to_be_disabled()
    act(page, "Run backtest")
    expect(page.get_by_text(re.compile("payments evaluated"))).to_be_visible()


def test_rules_hold_and_route_and_what_goes_by_file_is_paid_by_the_bank_s_answer(
    open_as: OpenAs, app: RunningHouse, shop: OwnMerchant
) -> None:
    page, diego, eva = open_as(shop.payer), open_as(DIEGO), open_as(EVA)
    processor, _ = own_file_processor(app)
    write_rules(diego, shop, processor)
    expect(diego.get_by_role("button", name="Approve")).to_be_disabled()
    eva.goto(RULES)
    eva.get_by_role("button", name="All merchants").click()
    eva.goto(diego.url)
    act(eva, "Approve")
    act(eva, "Activate")
    expect(eva.get_by_role("button", name="Activate")).to_have_count(0)

    receive(page, app, "2000.00")
    pay(page, app, "900.00")
    expect(page.get_by_text("On hold: A rule")).to_be_visible()
    eva.goto(f"{page.url}?merchant={shop.id}")
    act(eva, f"View {shop.name}", "View", why="Pagamento retido")
    expect(eva.get_by_text("Primeiro e alto").first).to_be_visible()
    act(eva, "Release", explanation="Conferido por telefone")
    expect(status(page, "Processing")).to_be_visible()

    # The bank gets a file of one line, and its answer is seen before anything follows of it.
    remitted = remit(diego, processor)
    act(diego, "Mark as delivered")
    back = answer(remitted, 1, today(BRASILIA))
    diego.goto(PREVIEW)
    given = FilePayload(name=f"{processor}.ret", mimeType="text/plain", buffer=back)
    diego.locator("input[type=file]").set_input_files(given)
    expect(diego.get_by_role("heading", name=f"{processor}.ret")).to_be_visible()
    expect(status(page, "Processing")).to_be_visible()
    act(diego, "Apply")
    expect(status(diego, "Applied")).to_be_visible()
    expect(status(page, "Paid")).to_be_visible()
