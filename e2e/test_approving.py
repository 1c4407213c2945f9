"""A refund that one person may not do alone: who asks for it, who sees what it would do, and who lets it happen."""

import re

import httpx
from playwright.sync_api import expect

from charging import code_of, new_charge, status
from house import RunningHouse
from pages import NARROW, OpenAs
from person import ANA, EVA, unused_code

#: The policy of the demo asks for a second person from R$1,000.00 on.
CHARGED, REFUNDED = "2,400.00", "1,234.00"


def test_a_large_refund_happens_once_a_second_person_has_seen_and_approved_it(
    open_as: OpenAs, app: RunningHouse
) -> None:
    maker = open_as(ANA)
    new_charge(maker, CHARGED)
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": code_of(maker)}).raise_for_status()
    expect(status(maker, "Paid")).to_be_visible()
    charge = maker.url
    maker.get_by_role("button", name="Refund").click()
    dialog = maker.get_by_role("dialog", name="Refund to the payer")
    dialog.get_by_label("Partial").check()
    dialog.get_by_label("Amount to refund").fill(REFUNDED)
    dialog.get_by_role("button", name="Continue").click()
    dialog.get_by_role("button", name="Refund").click()
    expect(dialog).to_contain_text("A second person has to approve it before it happens.")
    dialog.get_by_role("link", name="Double approval").click()

    # Whoever asked finds it, may take it back, and finds no way to approve it.
    maker.get_by_role("link", name="My requests").click()
    maker.get_by_role("row").filter(has_text=REFUNDED).first.click()
    expect(status(maker, "Awaiting approval")).to_be_visible()
    expect(maker.get_by_role("button", name="Take back")).to_be_visible()
    expect(maker.get_by_role("button", name=re.compile("Approve|Reject"))).to_have_count(0)
    request = maker.url

    # On a phone, the second person sees what would happen before they let it.
    checker = open_as(EVA, NARROW)
    checker.goto(request)
    expect(checker.get_by_role("heading", name=re.compile(re.escape(REFUNDED)))).to_be_visible()
    held = checker.get_by_role("row", name=re.compile("on hold"))
    before, after = (int(re.sub(r"\D", "", sum)) for sum in re.findall(r"[\d,]+\.\d\d", held.inner_text()))
    assert after - before == 1_234_00
    checker.get_by_role("button", name="Approve").click()
    proof = checker.get_by_role("dialog")
    proof.get_by_label("6-digit code").fill(unused_code(EVA))
    proof.get_by_role("button", name="Approve").click()
    expect(status(checker, "Executed")).to_be_visible()

    # It happened, as the maker's; and the maker is told.
    maker.goto(charge)
    expect(status(maker, "Partially refunded")).to_be_visible()
    maker.goto("/dashboard/notifications")
    expect(maker.get_by_text("What you asked for was approved").first).to_be_visible()
