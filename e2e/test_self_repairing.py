"""A return file that was cut off, with a wrong trailer: what is wrong is read, the bank's statement proves what was paid, and it is applied."""

import re
from dataclasses import dataclass
from uuid import uuid4

from playwright.sync_api import FilePayload, Page, expect

from axe import faults_of
from charging import status
from house import RunningHouse
from newcomer import OwnMerchant, database_of, own_file_processor, own_merchant, without_triggers
from pages import NARROW, OpenAs
from person import DIEGO, EVA
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda_sandbox.payment_files import answer
from retaguarda_sandbox.statements import BankMove, BankStatement, camt053
from test_payouts_day import PREVIEW, RULES, act, pay, receive, remit, write_rules

STATEMENTS = "/dashboard/conciliation/internal/bank-statement/files"
PAID = (120_00, 80_00)


@dataclass
class AtBank:
    """A processor by file, and the account at the bank that its payments leave: none of another journey."""

    processor: str
    branch: str
    number: str


def account_at_bank(app: RunningHouse) -> AtBank:
    processor, _ = own_file_processor(app)
    number = f"{uuid4().int % 10**7 + 10**7}"
    with database_of(app) as database:
        row = database.execute(
            "update payout_processor set number = %s, number_digit = '0' where name = %s returning branch",
            (number, processor),
        ).fetchone()
        assert row is not None
    without_triggers(
        app,
        "insert into house_account (id, name, bank, branch, number, currency, clearing_code, opened_on, opening, state, created_by,"
        " decided_at, decided_by) values (%(id)s, %(name)s, '341', %(branch)s, %(number)s, 'BRL', %(code)s, %(day)s, 0, 'open',"
        " %(by)s, now(), %(other)s)",
        id=uuid7(),
        name=processor,
        branch=row[0],
        number=f"{number}-0",
        code=f"journey.{number}",
        day=today(BRASILIA),
        by=DIEGO,
        other=EVA,
    )
    return AtBank(processor, row[0], number)


def references(app: RunningHouse, shop: OwnMerchant) -> list[str]:
    """How the bank knows the merchant's payments, in the order of PAID."""
    with database_of(app) as database:
        rows = database.execute("select amount, number from payout_order where company_id = %s", (shop.id,)).fetchall()
    found = {amount: f"RG{number:012}" for amount, number in rows}
    return [found[amount] for amount in PAID]


def send(page: Page, address: str, name: str, data: bytes) -> None:
    page.goto(address)
    page.locator("input[type=file]").set_input_files(FilePayload(name=name, mimeType="text/plain", buffer=data))
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def broken(data: bytes) -> bytes:
    """The bank's answer without its end, and with a wrong count in the trailer of its batch."""
    lines = data.decode().split("\r\n")[:-2]
    lines[-1] = lines[-1][:17] + "000099" + lines[-1][23:]
    return "".join(f"{line}\r\n" for line in lines).encode()


def test_a_file_that_was_cut_off_is_read_proven_by_the_statement_and_applied(
    open_as: OpenAs, app: RunningHouse
) -> None:
    shop, at = own_merchant(app, queue=True), account_at_bank(app)
    page, diego, eva = open_as(shop.payer), open_as(DIEGO), open_as(EVA)
    write_rules(diego, shop, at.processor)
    eva.goto(RULES)
    eva.get_by_role("button", name="All merchants").click()
    eva.goto(diego.url)
    act(eva, "Approve")
    act(eva, "Activate")
    expect(eva.get_by_role("button", name="Activate")).to_have_count(0)
    receive(page, app, "500.00")
    for amount in PAID:
        pay(page, app, f"{amount / 100:.2f}")
        expect(status(page, "Processing")).to_be_visible()

    # Without a statement the damaged file moves nothing.
    day = today(BRASILIA)
    data = broken(answer(remit(diego, at.processor), 1, day))
    send(diego, PREVIEW, "cut.ret", data)
    findings = diego.get_by_role("region", name="Findings and corrections").first
    expect(findings).to_contain_text("File cut off")
    expect(findings).to_contain_text("Wrong count in a batch trailer")
    expect(findings).to_contain_text("No correction: review it")
    preview = diego.url

    moves = [
        BankMove(-amount, day, f"SISPAG {name}", str(n))
        for n, (amount, name) in enumerate(zip(PAID, references(app, shop), strict=True), 1)
    ]
    statement = BankStatement("341", at.branch, f"{at.number}0", "BRL", day, day, 1_000_00, moves)
    send(diego, STATEMENTS, "extrato.xml", camt053(statement))
    act(diego, "Apply")
    expect(status(diego, "Applied")).to_be_visible()

    diego.goto(preview)
    act(diego, "Plan again", reason="Chegou o extrato")
    expect(findings.get_by_role("link", name=re.compile("Debit of"))).to_have_count(len(PAID))
    assert faults_of(diego) == []
    # One is left out, and taken up again.
    findings.get_by_role("button", name="Leave out the correction").first.click()
    findings.get_by_role("button", name="Take up the correction").click()
    expect(findings.get_by_role("button", name="Leave out the correction")).to_have_count(len(PAID))
    diego.set_viewport_size(NARROW)
    assert diego.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    diego.set_viewport_size({"width": 1440, "height": 900})
    act(diego, "Apply")
    expect(status(diego, "Applied")).to_be_visible()
    expect(status(page, "Paid")).to_be_visible()
    findings.get_by_role("link", name=re.compile("Debit of")).first.click()
    expect(diego.get_by_text(re.compile("SISPAG RG")).first).to_be_visible()
