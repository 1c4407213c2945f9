"""A new version of a list names somebody we know and a namesake: one is frozen at once, the other is put on the whitelist."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

import retaguarda_sandbox
from pages import OpenAs
from person import DIEGO
from retaguarda.foundation.documents import check_digits

CHECKS = "/dashboard/compliance/document-check"
NEXT = Path(retaguarda_sandbox.__file__).with_name("lists") / "un-next.xml"
BASE = "345678100"


def query(staff: Page, name: str, document: str = "", birth: str = "") -> None:
    staff.goto(CHECKS)
    staff.get_by_role("button", name="New query").click()
    dialog = staff.get_by_role("dialog")
    dialog.get_by_label("CPF or CNPJ").fill(document)
    dialog.get_by_label("Name").fill(name)
    if birth:
        dialog.get_by_label("Birth or opening").fill(birth)
    dialog.get_by_role("button", name="Check", exact=True).click()
    expect(staff.get_by_role("heading", name=name)).to_be_visible()
    expect(staff.get_by_text("Requested by")).to_be_visible()


def hit_of(staff: Page, name: str) -> Locator:
    staff.goto(f"{CHECKS}/hits?search={name}")
    return staff.get_by_role("row").filter(has_text="ONU")


def test_who_a_new_version_names_is_frozen_and_a_namesake_is_put_on_the_whitelist(open_as: OpenAs) -> None:
    staff = open_as(DIEGO)
    staff.goto(CHECKS)
    staff.get_by_role("button", name="All merchants").click()
    query(staff, "Severino Quixabeira Montalvão", BASE + check_digits(BASE), "19/05/1979")
    query(staff, "Otávia Castanheira Brum Júnior")

    staff.goto(f"{CHECKS}/lists")
    staff.get_by_role("row").filter(has_text="ONU").click()
    expect(staff.get_by_role("heading", name=re.compile("ONU"))).to_be_visible()
    staff.get_by_label("Upload version").set_input_files(NEXT)
    # The demo data brings a version of its own, whose cell ends in the same words.
    expect(staff.get_by_text("2 new, 0 changed, 0 gone, 0 refused", exact=True)).to_be_visible()

    hit_of(staff, "Severino").first.click()
    expect(staff.get_by_role("region", name="Side by side")).to_contain_text("Agrees")
    staff.get_by_role("button", name="Confirm").click()
    dialog = staff.get_by_role("dialog")
    dialog.get_by_label("Comment").fill("Nome e nascimento conferem com a resolução")
    dialog.get_by_role("button", name="Confirm", exact=True).click()
    expect(staff.get_by_role("main").get_by_text("Confirmed", exact=True).first).to_be_visible()

    hit_of(staff, "Brum").first.click()
    staff.get_by_role("button", name="Not the one").click()
    dialog = staff.get_by_role("dialog")
    dialog.get_by_label("Comment").fill("Outro nascimento e outra filiação")
    dialog.get_by_role("button", name="Not the one", exact=True).click()
    expect(staff.get_by_role("main").get_by_text("Not the one", exact=True).first).to_be_visible()
