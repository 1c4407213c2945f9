"""A day of an account: where its money may go, when and how much, each on two people's word; paid, on file, and provable."""

import csv
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from playwright.sync_api import Locator, Page, expect

from charging import status
from house import RunningHouse
from pages import OpenAs
from person import BRUNO, DIEGO, EVA, unused_code
from retaguarda.database_url import DATABASE
from retaguarda.foundation.embedded import EmbeddedPostgres

ACCOUNTS = "/dashboard/account/merchant-bank-accounts/list"
TRANSFERS = "/dashboard/account/transfers/list"
SCHEDULES = "/dashboard/account/payment-scheduling/list"
HISTORY = "/dashboard/account/transactions-history/list"
TO_DECIDE = "/dashboard/settings/double-approval?mine_to_decide=true"
#: Only what this day is about waits; every other journey goes on as it does without a policy.
POLICIES = {
    "account:bank_account:create": 'input.nickname == "Conta do dia"',
    "account:schedule:create": 'input.name == "Aluguel"',
    "account:withdrawal:create": "amount == 432100",
}


@pytest.fixture
def two_pairs_of_eyes(app: RunningHouse) -> Iterator[None]:
    """The house asks for a second person, and new accounts of Loja Aurora rest for no time; until the day is over."""
    with psycopg.connect(EmbeddedPostgres(app.data / "postgres").url(DATABASE), autocommit=True) as owner:
        before = owner.execute("select * from payout_terms(2)").fetchone()
        assert before
        for command, condition in POLICIES.items():
            owner.execute(
                "insert into approval_policy (id, company_id, name, command, condition, permission, needed, distinct_teams,"
                " expires_days, active, alone, updated_by) values"
                " (%s, 1, %s, %s, %s, 'approvals::requests:decide', 1, false, 7, true, false, 'a journey')",
                (uuid4(), f"Journey: {command}", command, condition),
            )
        owner.execute(
            "insert into payout_setting (company_id, fee, most, cooling_off_hours, currency) values (2, %s, %s, 0, 'BRL')"
            " on conflict (company_id) do update set cooling_off_hours = 0",
            before[:2],
        )
        yield
        owner.execute("delete from approval_policy where updated_by = 'a journey'")
        owner.execute("update payout_setting set cooling_off_hours = %s where company_id = 2", before[2:3])


def asked(page: Page, dialog: Locator) -> None:
    expect(dialog).to_contain_text("A second person has to approve it before it happens.")
    dialog.get_by_role("button", name="Close").last.click()


def prove(page: Page, principal: str) -> None:
    page.get_by_role("button", name="Approve").click()
    proof = page.get_by_role("dialog")
    proof.get_by_label("6-digit code").fill(unused_code(principal))
    proof.get_by_role("button", name="Approve").click()


def fact(page: Page, name: str) -> Locator:
    return page.locator("dl > div").filter(has=page.get_by_text(name, exact=True)).locator("dd")


@pytest.mark.usefixtures("two_pairs_of_eyes")
def test_money_leaves_on_two_people_s_word_and_the_trail_proves_it(
    open_as: OpenAs, app: RunningHouse, tmp_path: Path
) -> None:
    bruno, diego, eva = open_as(BRUNO), open_as(DIEGO), open_as(EVA)
    bruno.goto(ACCOUNTS)
    add_account(bruno)

    # Another person sees whose account it is at which bank, and lets it in.
    diego.goto(TO_DECIDE)
    diego.get_by_role("row").filter(has_text="Conta do dia").click()
    expect(fact(diego, "Holder")).to_have_text("Loja Aurora Comércio Ltda")
    expect(fact(diego, "Bank")).to_contain_text("NU PAGAMENTOS")
    expect(fact(diego, "Account")).to_have_text("4455667-8")
    prove(diego, DIEGO)
    expect(status(diego, "Executed")).to_be_visible()

    # The bank names the same holder; then money may go there.
    bruno.goto(ACCOUNTS)
    bruno.get_by_role("row").filter(has_text="Conta do dia").click()
    bruno.get_by_role("button", name="Verify").click()
    bruno.get_by_role("dialog").get_by_role("button", name="Send the centavo").click()
    expect(status(bruno, "Verified")).to_be_visible()
    schedule(bruno)
    withdraw(bruno)

    # One code for both; of the withdrawal she has seen what would happen.
    eva.goto(TO_DECIDE)
    eva.get_by_role("row").filter(has_text="4,321.00").click()
    expect(fact(eva, "To the account")).to_have_text("Conta do dia")
    expect(eva.get_by_role("row", name=re.compile("Merchant balance, on hold"))).to_be_visible()
    eva.goto(TO_DECIDE)
    for name in ("Aluguel", "4,321.00"):
        eva.get_by_role("row").filter(has_text=name).get_by_role("checkbox").check()
    prove(eva, EVA)
    expect(eva.get_by_text("2 requests approved")).to_be_visible()

    bruno.goto(SCHEDULES)
    expect(bruno.get_by_role("row").filter(has_text="Aluguel")).to_contain_text("Active")
    bruno.goto(TRANSFERS)
    bruno.get_by_role("row").filter(has_text="4,321.00").click()
    expect(status(bruno, "Paid")).to_be_visible()
    expect(bruno.get_by_role("row", name=re.compile(r"Fee income.*1\.50"))).to_be_visible()
    sent = re.search(r"E12345678\d{12}\w{11}", bruno.get_by_role("main").inner_text())
    assert sent
    statement_names(bruno, sent[0], tmp_path)
    bundle_holds(app, tmp_path)


def add_account(page: Page) -> None:
    page.get_by_role("button", name="Add an account").click()
    dialog = page.get_by_role("dialog", name="Add a bank account")
    dialog.get_by_label("Nickname").fill("Conta do dia")
    # Its holder is the merchant itself, which nobody has to type.
    expect(dialog.get_by_label("The account is our own: Loja Aurora Comércio Ltda")).to_be_checked()
    dialog.get_by_label("Bank", exact=True).fill("nu pagamentos")
    page.get_by_role("option", name=re.compile("Nu Pagamentos - IP")).click()
    dialog.get_by_label("Branch", exact=True).fill("1")
    dialog.get_by_label("Account", exact=True).fill("4455667")
    dialog.get_by_label("Digit").fill("8")
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Add", exact=True).click()
    asked(page, dialog)


def schedule(page: Page) -> None:
    page.goto(SCHEDULES)
    page.get_by_role("button", name="New schedule").click()
    dialog = page.get_by_role("dialog", name="New schedule")
    dialog.get_by_label("Name").fill("Aluguel")
    dialog.get_by_label("Destination").click()
    page.get_by_role("option", name=re.compile("Conta do dia")).click()
    dialog.get_by_label("Amount", exact=True).fill("15.00")
    dialog.get_by_role("button", name="Schedule").click()
    asked(page, dialog)


def withdraw(page: Page) -> None:
    page.goto(TRANSFERS)
    page.get_by_role("button", name="New withdrawal").click()
    dialog = page.get_by_role("dialog", name="New withdrawal")
    dialog.get_by_label("Amount to receive").fill("4321.00")
    dialog.get_by_label("To the account").click()
    page.get_by_role("option", name=re.compile("Conta do dia")).click()
    dialog.get_by_role("button", name="Continue").click()
    plan = dialog.get_by_role("region", name="What will happen")
    expect(plan.get_by_role("row", name=re.compile("Merchant balance, on hold"))).to_be_visible()
    dialog.get_by_role("button", name="Withdraw").click()
    asked(page, dialog)


def statement_names(page: Page, end_to_end_id: str, folder: Path) -> None:
    """The withdrawal and its fee stand in the file, by the id under which the bank knows it."""
    page.goto(HISTORY)
    page.get_by_role("button", name="Download statement").click()
    dialog = page.get_by_role("dialog")
    with page.expect_download() as taken:
        dialog.get_by_role("button", name="Download").click()
    path = folder / "statement.csv"
    taken.value.save_as(path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert any(end_to_end_id in line for row in csv.reader(file) for line in row)


def bundle_holds(app: RunningHouse, folder: Path) -> None:
    """The log gets its places each second: what was just done is in it soon, and a stranger can verify the whole."""
    entries, out = "", folder
    for attempt in range(10):
        out = folder / f"bundle-{attempt}"
        command = [sys.executable, "-m", "retaguarda", "audit", "export", "--out", str(out), "--company", "2"]
        subprocess.run(command, env=os.environ | {"RETAGUARDA_DATA": str(app.data)}, check=True, capture_output=True)
        entries = (out / "entries.jsonl").read_text()
        if entries.count("approvals:request:executed") >= 3:
            break
        time.sleep(1)
    assert entries.count("approvals:request:executed") >= 3
    said = subprocess.run(
        [sys.executable, "-I", "-S", str(out / "verify.py"), str(out)], capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout
    assert said.stdout.strip().endswith("HOLDS")
