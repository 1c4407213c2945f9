"""Whose data a person sees: staff choose a merchant or all of them, merchants see their own."""

import re

from playwright.sync_api import Page, expect

from charging import LIST, new_charge, status, total
from pages import OpenAs
from person import ANA, CARLA, DIEGO


def say_why(page: Page) -> None:
    """What staff are asked before they see one merchant's data."""
    dialog = page.get_by_role("dialog", name="View this merchant")
    expect(dialog.get_by_label("Why")).to_be_focused()
    dialog.get_by_role("button", name="View").click()
    expect(dialog.get_by_label("Why")).to_have_accessible_description(re.compile("At least 3 characters"))
    dialog.get_by_label("Why").fill("Ticket 4711")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)


def test_diego_chooses_a_merchant_then_all_of_them(open_as: OpenAs) -> None:
    page = open_as(DIEGO)
    page.goto(LIST)
    expect(page.get_by_role("heading", name="Choose a merchant")).to_be_visible()
    page.get_by_label("Name, document or number").fill("outra praca")
    choices = page.get_by_role("main").get_by_role("listitem")
    expect(choices).to_have_count(1)
    choices.get_by_role("button").click()
    say_why(page)
    expect(page.get_by_text("Showing merchant Outra Praça · staff view, on record")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Merchant")).to_have_count(0)
    expect(total(page)).to_be_visible()
    of_one = total(page).inner_text().split()[0]

    page.reload()
    expect(page.get_by_text("Showing merchant Outra Praça")).to_be_visible()
    page.get_by_role("button", name="View another merchant").click()
    page.get_by_role("button", name="All merchants").click()
    expect(page.get_by_text("Showing all merchants")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Merchant")).to_be_visible()
    expect(total(page)).to_be_visible()
    of_all = total(page).inner_text().split()[0]
    assert int(of_all.replace(",", "")) > int(of_one.replace(",", ""))


def test_diego_sees_the_overview_of_a_merchant_he_picks_there(open_as: OpenAs) -> None:
    page = open_as(DIEGO)
    page.goto(LIST)
    page.get_by_role("button", name="Loja Aurora").click()
    say_why(page)
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    expect(page.get_by_text("Loja Aurora, last 30 days")).to_be_visible()
    page.get_by_role("button", name="View another merchant").click()
    page.get_by_role("button", name="Padaria Três Irmãos").click()
    say_why(page)
    expect(page.get_by_text("Padaria Três Irmãos, last 30 days")).to_be_visible()


def test_carla_does_not_see_anas_charge_by_its_address(open_as: OpenAs) -> None:
    ana = open_as(ANA)
    reference = new_charge(ana, "77.00")
    path = ana.url.split("/dashboard")[1]

    carla = open_as(CARLA, may_say=r"status of 404 .*/v1/payin/charges/")
    carla.goto(f"/dashboard{path}")
    expect(carla.get_by_role("alert")).to_contain_text("Record not found")
    expect(carla.get_by_role("main")).not_to_contain_text("77.00")
    carla.goto(f"{LIST}?search={path.rsplit('/', 1)[1]}")
    expect(carla.get_by_text("No result in this period")).to_be_visible()
    carla.goto(f"{LIST}?search={reference}")
    expect(carla.get_by_text("No result in this period")).to_be_visible()

    ana.reload()
    expect(status(ana, "Pending")).to_be_visible()
