"""A payment that the payer's bank asks back: the merchant defends it with proof, staff decide, and the merchant sees it stay."""

import re

from playwright.sync_api import FilePayload, expect

from axe import faults_of
from pages import OpenAs
from person import ANA, DIEGO

PROOF: FilePayload = {"name": "entrega.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 signed for"}


def test_a_contested_payment_is_defended_decided_and_stays(open_as: OpenAs) -> None:
    ana, diego = open_as(ANA), open_as(DIEGO)
    ana.goto("/dashboard/payin/med/list?status=to_answer")
    ana.get_by_role("table", name="Contested payments").get_by_role("link").first.click()
    expect(ana.get_by_text("No answer counts as accepted.", exact=False)).to_be_visible()
    assert faults_of(ana) == []

    ana.get_by_role("button", name="Write a defence").click()
    dialog = ana.get_by_role("dialog", name="Submit your defence")
    dialog.get_by_label("Defence").fill("Delivered at the door, signed for 📦")
    dialog.get_by_role("button", name="Send the defence").click()
    expect(dialog).to_have_count(0)
    expect(ana.get_by_text("The defence is being weighed.", exact=False)).to_be_visible()
    ana.get_by_label("Proof").get_by_label("File to attach").set_input_files(PROOF)
    expect(ana.get_by_role("list", name="Proof").get_by_text("entrega.pdf")).to_be_visible()

    diego.goto(ana.url)
    # The house's own people say whose payments they are looking at, and come back to where they were going.
    diego.get_by_role("button", name="All merchants").click()
    diego.get_by_role("button", name="Decide").click()
    dialog = diego.get_by_role("dialog", name="Decide the case")
    dialog.get_by_label("Disagree: the money stays").check()
    dialog.get_by_label("Why, for the payer's bank").fill("Signed for by the payer")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("row", name=re.compile("Status.*In analysis.*Rejected"))).to_be_visible()
    expect(dialog.get_by_role("row", name=re.compile("Merchant balance, on hold"))).to_be_visible()
    dialog.get_by_role("button", name="Decide").click()
    expect(dialog).to_have_count(0)

    ana.reload()
    expect(ana.get_by_text("Signed for by the payer")).to_be_visible()
    expect(ana.get_by_text("Disagreed: the money stays")).to_be_visible()
    expect(ana.get_by_role("button", name="Accept the return")).to_have_count(0)


def test_who_may_not_see_withdrawals_is_told_so_before_anything_is_asked(open_as: OpenAs) -> None:
    # The console would say if the list had been asked for and refused.
    page = open_as(ANA)
    page.goto("/dashboard/payin/med/sent")
    expect(page.get_by_role("heading", name="You are unauthorized")).to_be_visible()
