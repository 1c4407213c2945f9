"""What a person with a phone meets beyond what other journeys walk: buttons beside each other, tables that do not fit."""

from playwright.sync_api import FloatRect, Locator, expect

from pages import NARROW, OpenAs
from person import ANA


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def test_a_menu_opens_at_its_button_which_stays(open_as: OpenAs) -> None:
    page = open_as(ANA, NARROW)
    page.goto("/dashboard")
    button = page.get_by_role("button", name="Last 30 days")
    button.click()
    item = page.get_by_role("menuitemradio", name="Last 7 days")
    expect(item).to_be_visible()
    expect(button).to_be_visible()
    assert box(item)["y"] >= box(button)["y"] + box(button)["height"]


def test_two_buttons_that_do_not_fit_take_one_row(open_as: OpenAs) -> None:
    page = open_as(ANA, NARROW)
    page.goto("/dashboard/payin/payments/batches")
    page.get_by_role("link", name="Aluguel das salas").click()
    more = page.get_by_role("button", name="More actions")
    expect(more).to_be_visible()
    shown = page.get_by_role("button", name="Change the open charges")
    folded = page.get_by_role("button", name="Cancel the open charges")
    expect(folded).to_be_hidden()
    assert box(shown)["y"] == box(more)["y"]
    more.click()
    folded.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_two_that_fit_stand_beside_each_other(open_as: OpenAs) -> None:
    page = open_as(ANA, NARROW)
    page.goto("/dashboard/payin/payments/list")
    new = page.get_by_role("button", name="New charge")
    expect(new).to_be_visible()
    expect(page.get_by_role("link", name="Reviews")).to_be_visible()
    expect(page.get_by_role("button", name="More actions")).to_be_hidden()


def test_a_table_of_a_record_that_does_not_fit_stands_in_a_stack(open_as: OpenAs) -> None:
    # The smallest telephone there is: on a wider one the table fits.
    page = open_as(ANA, {"width": 320, "height": 640})
    page.goto("/dashboard/companies/2")
    partners = page.get_by_role("list", name="Partners")
    expect(partners).to_contain_text("70%")
    assert partners.evaluate("(list) => list.scrollWidth <= list.clientWidth")


WATCH_SHIFTS = """
window.shifted = 0
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifted += value
}).observe({ type: 'layout-shift', buffered: true })
"""


def test_the_list_below_the_balances_appears_where_it_stays(open_as: OpenAs) -> None:
    page = open_as(ANA, NARROW)
    page.add_init_script(WATCH_SHIFTS)
    page.goto("/dashboard/account/transactions-history/list")
    expect(page.get_by_role("region", name="Sub-accounts")).to_be_visible()
    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
    assert page.evaluate("window.shifted") < 0.005
