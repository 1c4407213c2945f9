"""What the PLD rules do not see: planted patterns, and how much more a rule lets pass, before anybody decides about it."""

from secrets import randbelow

from playwright.sync_api import expect

from pages import OpenAs
from person import CARLA, DIEGO

RULES = "/dashboard/compliance/pld-rule-management"


def test_a_draft_is_searched_for_what_it_would_hide(open_as: OpenAs) -> None:
    diego = open_as(DIEGO)
    limit = 400_000_00 + randbelow(100_000_00)
    diego.goto(f"{RULES}/coverage")
    diego.get_by_role("button", name="All merchants").click()
    # Six patterns in five variants, each seen or not.
    expect(diego.get_by_text("of 30 seen")).to_be_visible()
    expect(diego.get_by_text("Structuring")).to_be_visible()

    diego.goto(f"{RULES}/new")
    diego.get_by_label("Name", exact=True).fill(f"Soma de 30 dias {limit}")
    diego.get_by_label("Condition 1", exact=True).fill(f"in_sum_30d >= {limit}")
    diego.get_by_role("button", name="Save draft").click()
    diego.get_by_role("button", name="Search blind spots").first.click()
    diego.get_by_role("dialog").get_by_role("button", name="Search blind spots").click()

    # One cent less than the rule looks for passes, and the schedule that does it is proved.
    most = f"R${(limit - 1) / 100:,.2f}"
    row = diego.get_by_role("row").filter(has_text="Merchant receives").filter(has_text=most)
    # Eight ways over all movements of the demo take a slow machine longer than a page.
    expect(row.first).to_be_visible(timeout=120_000)
    expect(diego.get_by_text("Without this version")).to_be_visible()
    expect(diego.get_by_text("One cent more is caught by").first).to_be_visible()
    search = diego.url

    # Whoever is searched for must not know of it.
    carla = open_as(CARLA, may_say="403 404")
    carla.goto(search)
    expect(carla.get_by_text(most)).to_have_count(0)
