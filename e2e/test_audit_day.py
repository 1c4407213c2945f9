"""A day of the audit: a complaint goes up to the ombudsman and gets its letter; outages show themselves and are explained."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from playwright.sync_api import Page, expect

from house import RunningHouse
from pages import OpenAs
from person import ANA, DIEGO
from retaguarda.database_url import DATABASE
from retaguarda.foundation.embedded import EmbeddedPostgres

TICKETS = "/dashboard/audit/customer-service-tickets"
OMBUDSMAN = "/dashboard/audit/ombudsman-tickets"
INCIDENTS = "/dashboard/audit/unavailability"
SESSIONS = "/dashboard/audit/connectiontime"
#: Incidents are looked for once a minute.
A_TURN_MS = 150_000
WORDS = "The bank confirms that its link was down; nothing was lost."


@pytest.fixture
def owner(app: RunningHouse) -> Iterator[psycopg.Connection]:
    """What only the owner of the database can do."""
    with psycopg.connect(EmbeddedPostgres(app.data / "postgres").url(DATABASE), autocommit=True) as connection:
        yield connection


@pytest.fixture
def outages(owner: psycopg.Connection) -> None:
    """An hour ago payouts failed for seven minutes, and fifteen minutes later the server was dead for four."""
    began = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(hours=1)
    owner.execute("delete from process_minute")
    owner.execute(
        "insert into process_minute (role, at, process)"
        " select r.role, %(began)s + n * interval '1 minute', gen_random_uuid()"
        " from unnest(array['api', 'worker']) r (role), generate_series(-30, 75) n"
        " where not (r.role = 'api' and n between 15 and 18)",
        {"began": began},
    )
    owner.execute(
        "delete from service_minute where service = 'payouts' and at >= %(began)s - interval '30 minutes'",
        {"began": began},
    )
    owner.execute(
        "insert into service_minute (service, at, answered, refused, failed, buckets)"
        " select 'payouts', %(began)s + n * interval '1 minute', case when n between 0 and 6 then 1 else 20 end, 0,"
        " case when n between 0 and 6 then 19 else 0 end, array[20] from generate_series(-20, 40) n",
        {"began": began},
    )
    owner.execute(
        "update incident_watch set looked_since = %(since)s, looked_until = %(since)s",
        {"since": began - timedelta(minutes=30)},
    )


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def in_dialog(page: Page, submit: str, **fields: str) -> None:
    """Fills a dialog and sends it; a field is named by its label, with spaces for underscores."""
    dialog = page.get_by_role("dialog")
    for label, value in fields.items():
        dialog.get_by_label(label.replace("_", " "), exact=True).fill(value)
    dialog.get_by_role("button", name=submit, exact=True).click()
    expect(dialog).to_have_count(0)


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("dialog").get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def test_a_complaint_goes_from_customer_service_to_the_ombudsmans_letter(open_as: OpenAs) -> None:
    page = open_as(DIEGO)
    page.goto(TICKETS)
    press(page, "New ticket")
    choose(page, "Subject", "Refund")
    choose(page, "Product", "Pix")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Requester’s name").fill("Tereza Campos")
    dialog.get_by_label("What happened").fill("The refund has not come.")
    dialog.get_by_role("button", name="Open ticket", exact=True).click()
    expect(page.get_by_role("heading", name="Tereza Campos")).to_be_visible()
    press(page, "Escalate to the ombudsman")
    in_dialog(page, "Escalate to the ombudsman", Reason="Does not agree with the answer")
    page.get_by_role("main").get_by_role("link", name=re.compile(r"^\d{8}-\d{6}-\d$")).first.click()
    expect(page).to_have_url(re.compile(f"{OMBUDSMAN}/"))
    press(page, "Take on")
    in_dialog(page, "Take on")
    press(page, "Extend deadline")
    in_dialog(page, "Extend deadline", Reason="The bank asked for time")
    # Once: the act is gone.
    expect(page.get_by_role("button", name="Extend deadline")).to_have_count(0)
    press(page, "Answer")
    choose(page, "Outcome", "Upheld, resolved")
    in_dialog(page, "Send answer", Letter="Dear Tereza, the refund was sent today and is in your account now.")
    with page.expect_download() as letter:
        press(page, "Letter as PDF")
    assert letter.value.path().read_bytes().startswith(b"%PDF")
    page.goto(f"{OMBUDSMAN}/deadlines")
    expect(page.get_by_role("heading", name="Regulatory deadlines")).to_be_visible()
    expect(page.get_by_text("Ombudsman’s half-year report").first).to_be_visible()


def test_outages_show_themselves_and_are_decided_told_explained_and_counted(
    open_as: OpenAs, owner: psycopg.Connection, outages: None
) -> None:
    page = open_as(DIEGO)
    page.goto(f"{INCIDENTS}?state=detected")
    for _ in range(A_TURN_MS // 5_000):
        if page.get_by_role("row").filter(has_text="Payout API").count():
            break
        page.wait_for_timeout(5_000)
        page.reload()
    # The dead server is told of by its missing heartbeat, the failing service by its calls.
    expect(page.get_by_role("row").filter(has_text="Server").filter(has_text="Missing heartbeat")).to_have_count(1)
    row = page.get_by_role("row").filter(has_text="Payout API").filter(has_text="Failing calls")
    expect(row).to_have_count(1)
    row.click()
    expect(page.get_by_text("7 minutes").first).to_be_visible()
    expect(page.get_by_text("Minute by minute")).to_be_visible()
    press(page, "Decide")
    choose(page, "Decision", "It happened")
    in_dialog(page, "Decide", Reason="Seen at the bank too")
    press(page, "Tell merchants")
    in_dialog(page, "Tell merchants", What_merchants_read="Payouts failed for seven minutes. All is well again.")
    press(page, "Explain")
    choose(page, "Cause", "Provider")
    in_dialog(page, "Save", Root_cause=WORDS, What_was_done=WORDS)
    press(page, "Close")
    in_dialog(page, "Close")
    expect(page.get_by_text("Closed").first).to_be_visible()
    found = owner.execute("select minutes, state from incident where service = 'payouts' and not planned").fetchall()
    assert found == [(7, "closed")]
    page.goto(f"{INCIDENTS}/month")
    expect(page.get_by_role("row").filter(has_text="Payout API")).to_have_count(1)
    merchant = open_as(ANA)
    merchant.goto("/dashboard/notifications")
    expect(merchant.get_by_text("Payouts failed for seven minutes. All is well again.").first).to_be_visible()


def test_a_session_is_seen_and_ended_and_a_merchant_sees_none(open_as: OpenAs, owner: psycopg.Connection) -> None:
    page = open_as(DIEGO)
    page.goto(f"{SESSIONS}?state=forced")
    expect(page.get_by_role("row").filter(has_text="Gil Nunes")).to_have_count(1)
    page.get_by_role("row").filter(has_text="Gil Nunes").click()
    expect(page.get_by_text("The same person was signed in from another address at the same time.")).to_be_visible()
    expect(page.get_by_text("Signed in, last 30 days")).to_be_visible()
    merchant = open_as(ANA, may_say="403")
    merchant.goto(SESSIONS)
    expect(merchant.get_by_text("not authorised").first).to_be_visible()
