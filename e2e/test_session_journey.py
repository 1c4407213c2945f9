"""A session over time: several tabs and browsers, tokens that run out, rights that change, pages that are nobody's."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from charging import LIST, a_reference, create, fill_charge, open_new_charge, status, total
from house import RunningHouse
from newcomer import give_role, newcomer
from pages import OpenAs
from person import ANA, give_password, sign_in, sign_out, stored

#: What calls of a session that is over, or whose access token is, are answered with.
OVER = r"status of 401"
SECURITY = "/dashboard/settings/account/security"
NEW_BATCH = "/dashboard/payin/payments/batches/new"
NOBODYS = {
    "/401": "You are unauthorized",
    "/403": "You are unauthorized",
    "/nowhere": "Seems nothing could be found",
}


def spoil_access_token(page: Page) -> None:
    """As if its time were up: the server takes it no longer. The refresh token stays."""
    page.evaluate("localStorage.setItem('token', localStorage.getItem('token').replace(/.{8}$/, 'AAAAAAAA'))")


def idle_out(page: Page) -> None:
    """As if nobody had done anything for long: the server takes neither token any longer."""
    spoil_access_token(page)
    page.evaluate(
        "localStorage.setItem('refresh_token', localStorage.getItem('refresh_token').replace(/.{8}$/, 'AAAAAAAA'))"
    )


def overview_of(page: Page) -> None:
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()


def loaded(page: Page) -> None:
    """The overview, with nothing on its way any more."""
    overview_of(page)
    expect(page.get_by_role("listitem").filter(has_text="Available")).to_contain_text(re.compile(r"\d\.\d\d"))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def sign_in_page_of(page: Page) -> None:
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def watched(page: Page, path: str) -> list[Response]:
    """The answers to POSTs of this path, as they come."""
    seen = list[Response]()

    def note(response: Response) -> None:
        if response.request.method == "POST" and response.url.endswith(path):
            seen.append(response)

    page.context.on("response", note)
    return seen


def test_two_tabs_come_in_and_leave_together(open_as: OpenAs) -> None:
    one = open_as(None)
    two = one.context.new_page()
    two.goto("/")
    sign_in_page_of(two)

    sign_in(one, ANA)
    two.wait_for_url("**/dashboard")
    overview_of(two)
    assert stored(two, "token") is not None

    sign_out(one)
    sign_in_page_of(two)
    assert [stored(two, name) for name in ("token", "refresh_token", "accountVisualize", "permissions")] == [None] * 4
    two.goto("/dashboard")
    sign_in_page_of(two)


def test_a_charge_goes_through_once_although_the_access_token_has_run_out(open_as: OpenAs, app: RunningHouse) -> None:
    page = open_as(None, may_say=OVER)
    sign_in(page, newcomer(app))
    page.goto(LIST)
    expect(total(page)).to_be_visible()
    dialog = open_new_charge(page)
    reference = a_reference()
    fill_charge(dialog, "55.00", reference)
    page.evaluate("window.neverLeft = true")
    before = stored(page, "refresh_token")
    charges, refreshes = watched(page, "/v1/payin/charges"), watched(page, "/auth/refresh")

    spoil_access_token(page)
    create(dialog)
    expect(status(page, "Pending")).to_be_visible()
    assert page.evaluate("window.neverLeft"), "the person was sent away"
    assert [response.status for response in charges] == [401, 201]
    assert len({response.request.headers["idempotency-key"] for response in charges}) == 1
    assert [response.status for response in refreshes] == [200]
    assert stored(page, "refresh_token") not in (before, None)

    # As a browser that was closed between forgetting the old token and storing the new one.
    page.evaluate("localStorage.removeItem('token')")
    page.goto(f"{LIST}?search={reference}")
    expect(total(page)).to_contain_text("1 in the last 30 days")
    expect(page.get_by_role("row")).to_have_count(2)


def test_two_tabs_whose_access_token_has_run_out_refresh_it_once(open_as: OpenAs, app: RunningHouse) -> None:
    one = open_as(None, may_say=OVER)
    sign_in(one, newcomer(app))
    overview_of(one)
    two = one.context.new_page()
    two.goto("/dashboard")
    for tab in (one, two):
        loaded(tab)
    refreshes = watched(one, "/auth/refresh")
    for times in (1, 2):
        spoil_access_token(one)
        for tab in (one, two):
            tab.evaluate("window.before = true; location.reload()")
        for tab in (one, two):
            tab.wait_for_function("() => !window.before")
            loaded(tab)
        assert [response.status for response in refreshes] == [200] * times


def test_a_session_ended_from_another_browser_leads_to_sign_in_and_says_so(open_as: OpenAs, app: RunningHouse) -> None:
    email = newcomer(app)
    ended = open_as(None, may_say=OVER)
    sign_in(ended, email)
    ended.goto(LIST)
    dialog = open_new_charge(ended)
    reference = a_reference()
    fill_charge(dialog, "66.00", reference)

    other = open_as(None)
    sign_in(other, email)
    other.goto(SECURITY)
    device = re.compile("Chrome · Linux")
    rows = other.get_by_role("listitem").filter(has_text=device)
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="This session")).to_have_count(1)
    expect(rows.first).to_contain_text("This session")
    expect(rows.first.get_by_role("button")).to_have_count(0)
    expect(rows.nth(1)).to_contain_text(re.compile(r"(127\.0\.0\.1|::1) · last seen"))
    rows.nth(1).get_by_role("button", name="End the session on Chrome · Linux").click()
    expect(other.get_by_text("Session ended")).to_be_visible()
    expect(rows).to_have_count(1)

    create(dialog)
    sign_in_page_of(ended)
    expect(ended.get_by_text("Your session has ended. Sign in again.")).to_be_visible()
    assert [stored(ended, name) for name in ("token", "refresh_token")] == [None] * 2
    expect(rows).to_have_count(1)

    give_password(ended, email)
    ended.wait_for_url(f"**{LIST}*")
    again = ended.get_by_role("dialog", name="New charge")
    expect(again.get_by_label("Your reference")).to_have_value(reference)
    again.get_by_role("button", name="Back").click()
    ended.goto(f"{LIST}?search={reference}")
    expect(ended.get_by_text("No result in this period")).to_be_visible()
    sign_out(ended)
    expect(ended.get_by_text("Your session has ended")).to_have_count(0)


def test_a_form_that_stood_open_when_the_session_idled_out_stands_there_again_after_signing_in(
    open_as: OpenAs, app: RunningHouse
) -> None:
    email = newcomer(app)
    page = open_as(None, may_say=OVER)
    sign_in(page, email)
    page.goto(f"{LIST}?status=paid")
    reference = a_reference()
    fill_charge(open_new_charge(page), "77.00", reference)
    charges = watched(page, "/v1/payin/charges")

    # Another tab is the first to find that the time is up.
    other = page.context.new_page()
    other.goto("/dashboard")
    loaded(other)
    idle_out(other)
    other.reload()
    sign_in_page_of(page)
    kept = page.evaluate("JSON.stringify({ ...sessionStorage })")
    assert reference in kept
    assert reference not in page.evaluate("JSON.stringify({ ...localStorage })")

    give_password(page, email)
    page.wait_for_url(f"**{LIST}?status=paid")
    again = page.get_by_role("dialog", name="New charge")
    expect(again.get_by_text("Your session had ended")).to_be_visible()
    expect(again.get_by_label("Amount")).to_have_value("77.00")
    expect(again.get_by_label("Payer's name")).to_have_value("Maria Exemplo")
    expect(again.get_by_label("Your reference")).to_have_value(reference)
    assert reference not in page.evaluate("JSON.stringify({ ...sessionStorage })")
    assert charges == []
    create(again)
    expect(status(page, "Pending")).to_be_visible()
    assert [response.status for response in charges] == [201]


def test_refreshing_permissions_opens_the_dashboard_once_they_allow_it(open_as: OpenAs, app: RunningHouse) -> None:
    email = newcomer(app, "without_companies")
    page = open_as(None)
    sign_in(page, email)
    expect(page.get_by_role("heading", name="You are not authorised for this dashboard")).to_be_visible()
    page.goto(LIST)
    refresh = page.get_by_role("button", name="Refresh permissions")
    expect(refresh).to_be_visible()
    before = stored(page, "token")
    give_role(app, email, "operator")
    refresh.click()
    page.wait_for_url("**/dashboard")
    overview_of(page)
    expect(page.get_by_role("navigation", name="Menu")).to_be_visible()
    assert stored(page, "token") not in (before, None)


@pytest.mark.parametrize(("principal", "start"), [(ANA, overview_of), (None, sign_in_page_of)], ids=["ana", "nobody"])
def test_pages_that_are_nobodys_lead_to_the_start(
    open_as: OpenAs, principal: str | None, start: Callable[[Page], None]
) -> None:
    page = open_as(principal, may_say=r"404 \(Not Found\) \(")
    for path, text in NOBODYS.items():
        page.goto(path)
        expect(page.get_by_role("heading", name=text)).to_be_visible()
        expect(page.get_by_text("404")).to_have_count(1 if "nowhere" in path else 0)
        expect(page.get_by_role("navigation", name="Menu")).to_have_count(0)
        page.get_by_role("button", name="Go to the start").click()
        start(page)

    page.goto("/dashboard/nowhere")
    if principal is None:
        # Nobody learns which pages there are.
        start(page)
        return
    expect(page.get_by_role("heading", name=NOBODYS["/nowhere"])).to_be_visible()
    expect(page.get_by_role("navigation", name="Menu")).to_be_visible()
    page.get_by_role("button", name="Go to the start").click()
    start(page)


def test_a_page_that_is_a_form_stands_as_it_was_written_after_the_session_idled_out_and_asks_before_it_is_left(
    open_as: OpenAs, app: RunningHouse
) -> None:
    email = newcomer(app)
    page = open_as(None, may_say=OVER)
    sign_in(page, email)
    page.goto(NEW_BATCH)
    reference = a_reference()
    table = page.get_by_label("Or paste the table")
    table.fill(reference)

    page.get_by_role("link", name="Overview", exact=True).click()
    page.get_by_role("dialog", name="Leave without saving?").get_by_role("button", name="Stay here").click()
    expect(table).to_have_value(reference)

    # Nothing could be saved there any more, so the browser does not ask whether to stay.
    idle_out(page)
    page.get_by_role("button", name="Check the lines").click()
    sign_in_page_of(page)
    assert reference not in page.evaluate("JSON.stringify({ ...localStorage })")
    give_password(page, email)
    page.wait_for_url(f"**{NEW_BATCH}")
    expect(page.get_by_text("Your session had ended")).to_be_visible()
    expect(table).to_have_value(reference)
    assert reference not in page.evaluate("JSON.stringify({ ...sessionStorage })")
    page.get_by_role("link", name="Overview", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Leave without saving").click()
    overview_of(page)
