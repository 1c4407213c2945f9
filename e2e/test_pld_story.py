"""PLD from its rule to COAF's receipt: written, tested on the past, approved by another, it finds a payment; a case, a file, a receipt,
and the case as one file that anybody checks.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from secrets import randbelow

import httpx
from playwright.sync_api import Locator, Page, expect

from charging import code_of, create, fill_charge, open_new_charge, status
from house import RunningHouse
from pages import OpenAs
from person import ANA, DIEGO, EVA

RULES = "/dashboard/compliance/pld-rule-management/rules-list"
ALERTS = "/dashboard/compliance/pld-alert-management/triggered-alerts"
DOSSIER = {
    "Facts": "Um pagamento de valor exato, combinado fora do perfil do estabelecimento.",
    "Capacity": "Faturamento declarado de R$ 60.000 por mês.",
    "Origin and destination": "Pessoa física de SP; o destino é o estabelecimento.",
    "Grounds": "Valor incompatível com a capacidade financeira, sem fundamento conhecido.",
}


def act(page: Page, name: str, *, words: str | None = None) -> None:
    """Press a button of the page and what its window asks for."""
    page.get_by_role("button", name=name, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    if words is not None:
        dialog.get_by_label("Text").fill(words)
    dialog.get_by_role("button", name=name, exact=True).last.click()
    expect(dialog).to_have_count(0)


def header(page: Page) -> Locator:
    return page.locator("main header").first


def look_at_the_money(page: Page) -> None:
    """Where it went and where it came from, in the drawing by the keyboard and in the table; then back to why the rule fired."""
    page.get_by_role("tab", name="Money trail").click()
    for choice, words in (
        ("Where the money went", "Left the subject"),
        ("Where the money came from", "Reached the subject"),
    ):
        page.get_by_role("combobox", name="Direction").click()
        page.get_by_role("option", name=choice).click()
        drawing = page.get_by_role(
            "img", name=re.compile(rf"of .+ {choice.removeprefix('Where the money ')}, step by step")
        )
        expect(drawing).to_be_visible()
        drawing.focus()
        expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
        expect(page.get_by_role("table").get_by_role("row").nth(1)).to_be_visible()
    page.get_by_role("tab", name="Summary").click()


def watch_the_subject(page: Page) -> None:
    """Put the subject on the block list so that nothing is held, and see each from the other."""
    case = page.url
    page.get_by_role("button", name="Block subject").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Effect").click()
    page.get_by_role("option", name="Alert only").click()
    dialog.get_by_label("Reason").fill("Repasse imediato a quem não tem lastro")
    dialog.get_by_role("button", name="Block subject").click()
    # What another run put there stands already; here the house is new.
    page.get_by_role("link", name=re.compile("Alert only")).click()
    expect(header(page).get_by_text("To be confirmed", exact=True)).to_be_visible()
    page.get_by_role("link", name="A PLD case").click()
    expect(page).to_have_url(case)


def add_a_payer(page: Page) -> None:
    """The draft stands in its form as it is; whoever else is involved is added there."""
    page.get_by_role("button", name="Edit", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Detail")).to_have_value(re.compile(DOSSIER["Facts"]))
    dialog.get_by_role("button", name="Add person").click()
    person = dialog.get_by_role("group", name="Person 2")
    person.get_by_label("Name").fill("José Exemplo da Silva")
    person.get_by_label("CPF or CNPJ").fill("529.982.247-25")
    person.get_by_label("Role").click()
    page.get_by_role("option", name="9 · Beneficiary").click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("row", name=re.compile("José Exemplo"))).to_contain_text("9 · Beneficiary")


def press_until_taken(page: Page, button: str, refusal: str, *, tries: int) -> None:
    """Press a window's button again as long as it says that it is too early."""
    dialog, too_early = page.get_by_role("dialog"), page.get_by_text(refusal)
    for _ in range(tries):
        dialog.get_by_role("button", name=button).click()
        expect(dialog.filter(has_not=too_early)).to_have_count(0)
        if dialog.count() == 0:
            return
        page.wait_for_timeout(500)


def take_out(page: Page, folder: Path) -> Path:
    """The case as one file. What was done a moment ago has to stand in the log first; until then it is refused."""
    page.get_by_role("button", name="Export evidence pack").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("Pedido do supervisor, ofício 12/2026")
    with page.expect_download() as taken:
        press_until_taken(page, "Export evidence pack", "still being written to the log", tries=40)
    pack = folder / "case.zip"
    taken.value.save_as(pack)
    return pack


def check(pack: Path) -> subprocess.CompletedProcess[str]:
    """What anybody says of the file who has neither the database nor the house."""
    command = [sys.executable, "-m", "retaguarda", "check-evidence", str(pack)]
    alone = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "RETAGUARDA_DATA")}
    return subprocess.run(command, env=alone, cwd=pack.parent, capture_output=True, text=True, check=False)


def run_the_clock(page: Page) -> None:
    """What the clock does each minute, now; while it is doing so itself, a moment later."""
    page.goto("/dashboard/tools/cron-tasks?search=pld.watch")
    page.get_by_role("row").filter(has_text="Check new transactions against the PLD rules").click()
    expect(page.locator("main summary").first).to_be_visible()
    done = page.locator("main summary").filter(has_text=DIEGO).filter(has_text="Succeeded")
    before = done.count()
    page.get_by_role("button", name="Run now").click()
    press_until_taken(page, "Run now", "A run of this task waits or is under way", tries=20)
    expect(done).to_have_count(before + 1)


def test_a_rule_finds_a_payment_and_coaf_is_told_of_it(app: RunningHouse, open_as: OpenAs, tmp_path: Path) -> None:
    # The clock may be at it when the task is asked for by hand: that is refused, and asked for again.
    diego, eva, ana = open_as(DIEGO, may_say="409"), open_as(EVA), open_as(ANA)
    amount = 100_001 + randbelow(100_000)
    name = f"Valor combinado {amount}"

    # A draft, whose conditions are read back in words while they are written.
    diego.goto(RULES)
    diego.get_by_role("button", name="All merchants").click()
    diego.get_by_role("link", name="New rule").click()
    diego.get_by_label("Name", exact=True).fill(name)
    diego.get_by_label("Condition 1", exact=True).fill(f"amount == {amount}")
    expect(diego.get_by_text(f"Amount of the movement = R${amount / 100:,.2f}")).to_be_visible()
    diego.get_by_role("button", name="Save draft").click()
    expect(header(diego).get_by_text("Draft", exact=True)).to_be_visible()
    rule = diego.url
    act(diego, "Run backtest")
    expect(diego.get_by_text("This version finds nothing in the whole history.")).to_be_visible()

    # Another person approves; whoever wrote it puts it into force.
    eva.goto(rule)
    eva.get_by_role("button", name="All merchants").click()
    act(eva, "Approve")
    diego.goto(rule)
    act(diego, "Activate")
    expect(header(diego).get_by_text("Active", exact=True)).to_be_visible()

    # A payer pays exactly that.
    ana.goto("/dashboard/payin/payments/list")
    dialog = open_new_charge(ana)
    fill_charge(dialog, f"{amount / 100:.2f}", f"PLD-{amount}")
    create(dialog)
    expect(status(ana, "Pending")).to_be_visible()
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code_of(ana)}).raise_for_status()
    expect(status(ana, "Paid")).to_be_visible()
    run_the_clock(diego)

    # The alert says why; it goes into a case.
    diego.goto(f"{ALERTS}?search=Aurora")
    diego.get_by_role("row").filter(has_text=name).click()
    expect(diego.get_by_role("heading", name=name)).to_be_visible()
    expect(diego.get_by_text(f"= R${amount / 100:,.2f}").first).to_be_visible()
    look_at_the_money(diego)
    act(diego, "Open a case")
    act(diego, "Investigate")
    for part, words in DOSSIER.items():
        diego.get_by_label(part).fill(words)
    diego.get_by_label("Add a code").click()
    diego.get_by_role("option", name=re.compile("^1045")).click()
    diego.get_by_role("button", name="Save dossier").click()
    watch_the_subject(diego)
    diego.get_by_role("button", name="Propose", exact=True).click()
    dialog = diego.get_by_role("dialog")
    dialog.get_by_label("Proposal").click()
    diego.get_by_role("option", name="Communicate to COAF").click()
    dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(diego.get_by_text("You proposed: Communicate to COAF. Someone else decides.")).to_be_visible()
    eva.goto(diego.url)
    act(eva, "Agree", words="De acordo com os fundamentos")
    case = diego.url

    # The communication is checked, approved by another, sent, and answered.
    diego.reload()
    act(diego, "Write communication")
    expect(diego.get_by_role("heading", name=re.compile("Communication of"))).to_be_visible()
    add_a_payer(diego)
    act(diego, "Check")
    eva.goto(diego.url)
    act(eva, "Approve")
    eva.goto("/dashboard/compliance/pld-alert-management/coaf/files")
    act(eva, "Generate files")
    # The newest stands first; no other file can be sent by this button.
    written = eva.get_by_role("row").filter(has=eva.get_by_role("button", name="Send to COAF")).first
    batch = re.findall(r"SISCOAF\d+", written.inner_text())[0]
    act(eva, "Send to COAF")
    answered = eva.get_by_role("row").filter(has_text=batch).filter(has_text="Answered")
    # The list asks by itself as long as a file waits.
    expect(answered).to_be_visible()
    diego.reload()
    expect(header(diego).get_by_text("Receipt received", exact=True)).to_be_visible()
    diego.goto(case)
    act(diego, "Close")
    expect(header(diego).get_by_text("Closed", exact=True)).to_be_visible()

    # What is taken out is recomputed without the house; of a single altered byte it is said where.
    pack = take_out(diego, tmp_path)
    said = check(pack)
    assert said.stdout.endswith("\nHOLDS\n"), said.stdout + said.stderr
    content = bytearray(pack.read_bytes())
    content[len(content) // 2] ^= 1
    pack.write_bytes(content)
    assert "DOES NOT HOLD" in check(pack).stdout
