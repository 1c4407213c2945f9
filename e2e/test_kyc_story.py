"""KYC from a lead to its effect: a company comes in, brings documents, one is asked for again, two people decide, limits change."""

import re
from secrets import randbelow
from uuid import uuid4

import httpx
from playwright.sync_api import Locator, Page, expect

from house import RunningHouse
from newcomer import first_person
from pages import OpenAs
from person import DIEGO, EVA, stored
from retaguarda.foundation.documents import check_digits
from retaguarda_demo.papers import paper

LEADS = "/dashboard/compliance/early-kyc/list"
#: A CNPJ that the sandbox's providers find nothing about: its last digit is 1.
_FIRST = randbelow(80_000_000)
CNPJ = next(base + check_digits(base) for n in range(400) if check_digits(base := f"{_FIRST + n:08d}0001")[-1] == "1")
NAME = f"Tapeçaria Quintão {_FIRST} Ltda"


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("dialog").get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def act(page: Page, button: str, confirm: str | None = None, **words: str) -> None:
    """Press a button, fill in what its window asks for, and confirm it."""
    page.get_by_role("button", name=button, exact=True).click()
    dialog = page.get_by_role("dialog")
    for label, text in words.items():
        dialog.get_by_label(label.replace("_", " "), exact=True).fill(text)
    dialog.get_by_role("button", name=confirm or button, exact=True).last.click()
    expect(dialog).to_have_count(0)


def document(page: Page, n: int) -> Locator:
    return page.get_by_role("list", name="Documents").get_by_role("button").nth(n)


def bring(merchant: Page, n: int, title: str) -> None:
    document(merchant, n).click()
    content = paper(f"{title} da {NAME}")
    merchant.locator("main input[type=file]").set_input_files(
        {"name": f"{title}.pdf", "mimeType": "application/pdf", "buffer": content}
    )
    expect(document(merchant, n)).to_contain_text("To review")


def token(page: Page) -> dict[str, str]:
    return {"Authorization": f"Bearer {stored(page, 'token')}", "Idempotency-Key": uuid4().hex}


def bring_by_program(merchant: Page, app: RunningHouse, request: str, n: int, title: str) -> None:
    """As ``bring``, without a browser: what is the same for each document is looked at once."""
    httpx.post(
        f"{app.address}/v1/kyc/requests/{request}/documents/{n}/file",
        params={"name": f"{title}.pdf"},
        content=paper(f"{title} da {NAME}"),
        headers=token(merchant),
        timeout=30,
    ).raise_for_status()


def approve_by_program(staff: Page, app: RunningHouse, request: str, n: int) -> None:
    path = f"{app.address}/v1/kyc/requests/{request}/documents/{n}/review"
    httpx.post(path, json={"decision": "approved"}, headers=token(staff)).raise_for_status()


def test_a_lead_becomes_a_company_that_two_people_know_and_its_limits_change(
    open_as: OpenAs, app: RunningHouse
) -> None:
    staff = open_as(DIEGO)
    staff.goto(LEADS)
    staff.get_by_role("button", name="All merchants").click()
    act(staff, "New lead", Name_or_legal_name=NAME, CPF_or_CNPJ=CNPJ)
    expect(staff.get_by_role("heading", name=NAME)).to_be_visible()
    act(staff, "Run checks")
    # A worker asks the sandbox of each port.
    expect(staff.get_by_role("heading", name=re.compile(r"Checks: (\d+) of \1 clean"))).to_be_visible()
    staff.get_by_role("button", name="Assess").click()
    choose(staff, "Outcome", "Ready")
    choose(staff, "Risk", "Low")
    staff.get_by_role("dialog").get_by_label("Grounds").fill("Ramo conhecido, sócios no registro")
    staff.get_by_role("dialog").get_by_role("button", name="Save").click()
    staff.get_by_role("button", name="Convert into request").click()
    choose(staff, "Reason", "Novo estabelecimento")
    staff.get_by_role("dialog").get_by_role("button", name="Convert into request").click()
    expect(staff.get_by_role("main").get_by_text("Draft", exact=True).first).to_be_visible()
    request = re.sub(r"^.*?(?=/dashboard)", "", staff.url)

    merchant = open_as(first_person(app, CNPJ))
    merchant.goto(request)
    number = request.rpartition("/")[2]
    for n, title in enumerate(("Cartão", "Contrato"), 1):
        bring_by_program(merchant, app, number, n, title)
    merchant.reload()
    bring(merchant, 2, "Identidade")
    bring(merchant, 3, "Endereço")
    act(merchant, "Submit request")

    staff.reload()
    act(staff, "Take on")
    for n in (1, 2):
        approve_by_program(staff, app, number, n)
    document(staff, 2).click()
    act(staff, "Approve document", "Save")
    document(staff, 3).click()
    staff.get_by_role("button", name="Ask again").click()
    choose(staff, "Problem", "Expired")
    staff.get_by_role("dialog").get_by_label("Message to the merchant").fill("Envie um comprovante deste mês.")
    staff.get_by_role("dialog").get_by_role("button", name="Save").click()

    merchant.reload()
    document(merchant, 3).click()
    expect(merchant.get_by_text("Envie um comprovante deste mês.").first).to_be_visible()
    bring(merchant, 3, "Endereço novo")
    act(merchant, "Submit request")

    staff.reload()
    document(staff, 3).click()
    act(staff, "Approve document", "Save")
    staff.get_by_role("button", name="Set risk").click()
    choose(staff, "Risk", "Low")
    staff.get_by_role("dialog").get_by_label("Grounds").fill("Nada foi encontrado")
    staff.get_by_role("dialog").get_by_role("button", name="Save").click()
    act(staff, "Propose approval", "Send to approval", Internal_grounds="Tudo confere", Limit_of_a_charge="12500.00")
    staff.get_by_role("link", name="See the proposal").click()
    # Who proposed it only looks.
    expect(staff.get_by_text("Another person decides: not who proposed it")).to_be_visible()
    expect(staff.get_by_role("button", name="Approve", exact=True)).to_have_count(0)

    decider = open_as(EVA)
    decider.goto("/dashboard/compliance/kyc/awaiting-approval")
    decider.get_by_role("button", name="All merchants").click()
    decider.goto(staff.url)
    expect(decider.get_by_role("row", name=re.compile("Limit of a charge")).get_by_text("12,500.00")).to_be_visible()
    act(decider, "Approve", "Decide as proposed")
    expect(decider.get_by_role("main").get_by_text("Approved", exact=True).first).to_be_visible()

    merchant.reload()
    expect(merchant.get_by_role("main").get_by_text("Approved", exact=True).first).to_be_visible()
    # What the provider thinks is never the merchant's to read.
    expect(merchant.get_by_role("heading", name=re.compile("Checks|Assessment|Internal"))).to_have_count(0)
    staff.goto(f"/dashboard/companies/list-companies?search={CNPJ}")
    staff.get_by_role("link", name=NAME).first.click()
    expect(staff.get_by_role("main").get_by_text("Active", exact=True).first).to_be_visible()
    staff.get_by_role("tab", name="Terms").click()
    expect(staff.get_by_role("main").get_by_text("12,500.00").first).to_be_visible()
