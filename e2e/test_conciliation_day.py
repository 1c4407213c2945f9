"""A day is concilied: what rules suggest is confirmed, a tariff booked, a debit adjusted by two people, the day closed, sealed and reopened."""

import hashlib
import re
from datetime import date, timedelta
from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect

from pages import OpenAs
from person import DIEGO, EVA
from retaguarda.audit.offline import check_seal
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda_sandbox.statements import BankMove, BankStatement, ofx

HOME = "/dashboard/conciliation/internal"
ACCOUNT = "Banco Serra Azul"


def shown(day: date) -> re.Pattern[str]:
    return re.compile(rf"\b0?{day.day} {day:%b} {day.year}")


def open_day(page: Page, day: date) -> None:
    page.goto(f"{HOME}/balances-history")
    page.get_by_role("row").filter(has_text=ACCOUNT).filter(has_text=shown(day)).first.click()
    expect(page.get_by_role("heading", name=re.compile(ACCOUNT))).to_be_visible()


def decide(page: Page, act: str, reason: str | None = None) -> None:
    page.get_by_role("button", name=act, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    if reason is not None:
        dialog.get_by_label("Reason").fill(reason)
    dialog.get_by_role("button", name=act, exact=True).click()
    expect(dialog).to_be_hidden()


def state(page: Page, word: str) -> None:
    expect(page.get_by_role("banner").or_(page.locator("header")).get_by_text(word, exact=True).first).to_be_visible()


def test_two_people_close_a_day_and_a_late_file_waits_until_it_is_reopened(open_as: OpenAs, tmp_path: Path) -> None:
    diego, eva = open_as(DIEGO), open_as(EVA)
    asked = today(BRASILIA) - timedelta(days=3)
    open_day(diego, asked)
    # Whoever asked does not agree.
    expect(diego.get_by_role("button", name="Agree and seal")).to_be_disabled()
    open_day(eva, asked)
    decide(eva, "Agree and seal")
    state(eva, "Closed and sealed")
    with eva.expect_download() as taken:
        eva.get_by_role("button", name="Download seal 1").click()
    seal = tmp_path / "seal.json"
    taken.value.save_as(seal)
    assert check_seal.main([str(seal), "--hash", hashlib.sha256(seal.read_bytes()).hexdigest()]) == 0

    late = BankStatement(
        "341", "0912", "482137", "BRL", asked, asked, 1, [BankMove(-9_00, asked, "TARIFA EXTRATO", "L1")]
    )
    diego.goto(f"{HOME}/bank-statement/files")
    given = FilePayload(name="late.ofx", mimeType="text/plain", buffer=ofx(late))
    diego.locator("input[type=file]").set_input_files(given)
    expect(diego.get_by_text(re.compile("It would add lines to closed days"))).to_be_visible()
    expect(diego.get_by_role("button", name="Apply")).to_be_disabled()
    open_day(diego, asked)
    decide(diego, "Reopen", "Arquivo tardio do banco")
    state(diego, "Reopening requested")
    eva.reload()
    decide(eva, "Agree to reopen")
    expect(eva.get_by_role("button", name="Close and seal")).to_be_visible()


def test_a_suggestion_is_confirmed_a_tariff_booked_and_a_debit_adjusted_by_two_people(open_as: OpenAs) -> None:
    diego, eva = open_as(DIEGO), open_as(EVA)
    open_day(diego, today(BRASILIA) - timedelta(days=2))
    suggestions = diego.get_by_role("button", name="Confirm", exact=True)
    expect(suggestions.first).to_be_visible()
    before = suggestions.count()
    decide(diego, "Confirm")
    expect(suggestions).to_have_count(before - 1)

    diego.get_by_role("link", name="TARIFA DE 3 BOLETOS").click()
    decide(diego, "Book as bank cost", "Tarifa da tabela")
    state(diego, "Booked")

    eva.goto(f"{HOME}/adjustments-statement-merchant")
    eva.get_by_role("row").filter(has_text="TED enviada sem registro").first.click()
    decide(eva, "Post")
    state(eva, "Posted")
    eva.get_by_role("link", name="Exception").click()
    state(eva, "Resolved")
