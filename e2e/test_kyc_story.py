"""A file of KYC from the merchant's request to its effect: documents, checks that a provider answers, two people, one decision."""

import re

from playwright.sync_api import Page, expect

from pages import OpenAs
from person import ANA, DIEGO, EVA
from retaguarda.foundation.documents import check_digits
from retaguarda_demo.papers import paper

REQUESTS = "/dashboard/compliance/kyc/list"
QUEUE = "/dashboard/compliance/kyc/awaiting-approval"
#: A CPF that the sandbox's providers find nothing about: its last digit is 1.
CPF = next(
    f"{base:09d}{check_digits(f'{base:09d}')}"
    for base in range(876_540_100, 876_540_400)
    if check_digits(f"{base:09d}")[-1] == "1"
)
NAME = "Marcela Tavares Quintão"


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("dialog").get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def confirm(page: Page, button: str) -> None:
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=button, exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_request_is_brought_checked_proposed_by_one_and_decided_by_another(open_as: OpenAs) -> None:
    merchant = open_as(ANA)
    merchant.goto(REQUESTS)
    merchant.get_by_role("button", name="New request").click()
    choose(merchant, "Reason", "Usuário final")
    dialog = merchant.get_by_role("dialog")
    dialog.get_by_label("Name or legal name").fill(NAME)
    dialog.get_by_label("CPF or CNPJ").fill(CPF)
    confirm(merchant, "Open request")
    expect(merchant.get_by_role("heading", name=NAME)).to_be_visible()
    path = merchant.url.partition("/dashboard")
    request = path[1] + path[2]
    merchant.locator("input[type=file]").set_input_files(
        {"name": "rg.pdf", "mimeType": "application/pdf", "buffer": paper("RG de Marcela Tavares Quintão")}
    )
    expect(merchant.get_by_role("img", name=re.compile("page 1"))).to_be_visible()
    merchant.get_by_role("button", name="Submit request").click()
    confirm(merchant, "Submit request")

    staff = open_as(DIEGO)
    staff.goto(REQUESTS)
    staff.get_by_role("button", name="All merchants").click()
    staff.goto(request)
    staff.get_by_role("button", name="Take on").click()
    confirm(staff, "Take on")
    # A worker asks the sandbox of each port.
    expect(staff.get_by_role("heading", name="Checks: 6 of 6 clean")).to_be_visible(timeout=15_000)
    staff.get_by_role("button", name="Approve document").click()
    confirm(staff, "Save")
    staff.get_by_role("button", name="Set risk").click()
    choose(staff, "Risk", "Low")
    staff.get_by_role("dialog").get_by_label("Grounds").fill("Nada foi encontrado")
    confirm(staff, "Save")
    staff.get_by_role("button", name="Propose approval").click()
    staff.get_by_role("dialog").get_by_label("Internal grounds").fill("Documento e cadastro conferem")
    confirm(staff, "Send to approval")
    staff.get_by_role("link", name="See the proposal").click()
    expect(staff.get_by_text("Another person decides", exact=False).first).to_be_visible()
    expect(staff.get_by_role("button", name="Decide as proposed")).to_be_disabled()

    decider = open_as(EVA)
    decider.goto(QUEUE)
    decider.get_by_role("button", name="All merchants").click()
    decider.goto(f"{QUEUE}?search={CPF}")
    decider.get_by_role("row").filter(has_text=NAME).click()
    decider.get_by_role("button", name="Decide as proposed").click()
    confirm(decider, "Decide as proposed")

    merchant.reload()
    expect(merchant.get_by_role("main").get_by_text("Approved", exact=True).first).to_be_visible()
    expect(merchant.get_by_text("Checks:", exact=False)).to_have_count(0)
    expect(merchant.get_by_text("Expires").first).to_be_visible()
