"""A day of audit: a complaint goes from customer service to the ombudsman's letter; an outage is found, told and explained."""

import os
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from playwright.sync_api import Page, expect

from api import Api
from house import RunningHouse
from pages import OpenAs
from person import DIEGO
from retaguarda.database_url import owner_url
from retaguarda.settings import load

COMPLAINT = {
    "channel": "phone",
    "matter": "complaint",
    "subject": "refund",
    "product": "pix",
    "requester_name": "Zoraide Quintela",
    "description": "O estorno de ontem não chegou.",
    "merchant": 2,
}
LETTER = "Prezada Zoraide, o estorno foi enviado hoje às 14h02 e já está na sua conta."
OUTAGE = "Cobranças Pix falharam por sete minutos; já voltaram ao normal."
#: Minutes of ours in which every call of this service fails, and good ones before and after, as its processes write them.
PLANT = """
    with minute as (select date_trunc('minute', now(), 'UTC') - make_interval(mins => 20 - n) as at, n between 3 and 9 as bad
                      from generate_series(0, 18) n),
    back as (update incident_watch set looked_since = least(looked_since, (select min(at) from minute)),
                                       looked_until = least(looked_until, (select min(at) from minute))),
    alive as (insert into process_minute (role, at, process)
              select r, at, '00000000-0000-7000-8000-000000000022' from minute cross join unnest(array['api', 'worker']) r
              on conflict do nothing)
    insert into service_minute as m (service, at, answered, refused, failed, buckets)
    select 'checkout', at, case when bad then 0 else 20 end, 0, case when bad then 20 else 0 end, '{20}' from minute
    on conflict (company_id, service, at) do update
       set answered = excluded.answered, refused = 0, failed = excluded.failed, buckets = excluded.buckets
"""


def do(page: Page, act: str, submit: str | None = None, **fields: str) -> None:
    page.get_by_role("button", name=act, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    for label, value in fields.items():
        dialog.get_by_label(label.replace("_", " "), exact=False).first.fill(value)
    dialog.locator("button[type=submit]", has_text=submit or act).click()
    expect(dialog).to_be_hidden()


def choose(page: Page, act: str, field: str, option: str, submit: str, **fields: str) -> None:
    page.get_by_role("button", name=act, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name=field).click()
    page.get_by_role("option", name=option, exact=True).click()
    for label, value in fields.items():
        dialog.get_by_label(label.replace("_", " "), exact=False).first.fill(value)
    dialog.locator("button[type=submit]", has_text=submit).click()
    expect(dialog).to_be_hidden()


@pytest.fixture
def api(app: RunningHouse, signed_in: Callable[[str], Any]) -> Iterator[Api]:
    """With the session of diego's browser."""
    (kept,) = [each for each in signed_in(DIEGO)["origins"] if each["origin"] == app.address]
    token = next(item["value"] for item in kept["localStorage"] if item["name"] == "token")
    with httpx.Client(base_url=app.address, timeout=30) as client:
        yield Api(client, token)


def test_a_complaint_goes_from_customer_service_to_the_letter_of_the_ombudsman(open_as: OpenAs, api: Api) -> None:
    page = open_as(DIEGO)
    opened = api.post("/v1/audit/service-tickets", COMPLAINT, uuid4().hex).raise_for_status().json()
    page.goto(f"/dashboard/audit/customer-service-tickets/{opened['id']}")
    do(page, "Resolve", Text="O banco confirmou o estorno.")
    do(page, "Escalate to the ombudsman", Reason="Não concorda com a resposta")
    # The ombudsman's ticket names the protocol that it comes from, and leads back to it.
    page.locator("a[href*='/dashboard/audit/ombudsman-tickets/']").last.click()
    expect(page.get_by_role("button", name="Take on", exact=True)).to_be_visible()
    expect(page.locator(f"a[href$='{opened['id']}']").first).to_be_visible()
    do(page, "Take on")
    do(page, "Extend deadline", Reason="O banco pediu prazo")
    # A deadline is extended once.
    expect(page.get_by_role("button", name="Answer", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Extend deadline", exact=True)).to_have_count(0)
    choose(page, "Answer", "Outcome", "Upheld and resolved", "Send answer", Letter=LETTER)
    expect(page.get_by_text(LETTER).first).to_be_visible()
    do(page, "Close")
    expect(page.get_by_role("button", name="Reopen", exact=True)).to_be_visible()


def test_an_outage_is_found_by_itself_confirmed_told_explained_and_counted(
    open_as: OpenAs, app: RunningHouse, api: Api
) -> None:
    page = open_as(DIEGO)
    with psycopg.connect(owner_url(load({**os.environ, "RETAGUARDA_DATA": str(app.data)})), autocommit=True) as owner:
        owner.execute(PLANT)
    (task,) = api.get("/v1/tools/cron-tasks", search="audit.find_incidents").raise_for_status().json()
    api.post(f"/v1/tools/cron-tasks/{task['id']}/run", {}, uuid4().hex).raise_for_status()
    page.goto("/dashboard/audit/unavailability?service=checkout&state=detected&period=all")
    row = page.locator("main [data-row]").filter(has_text="7").first
    for _ in range(10):
        if row.is_visible():
            break
        page.wait_for_timeout(500)
        page.reload()
        expect(page.locator("main [aria-busy=true], main [data-first]")).to_have_count(0)
    row.click()
    expect(page.get_by_text("7 minutes")).to_be_visible()
    choose(page, "Decide", "Decision", "It happened", "Decide", Reason="Visto no painel do banco")
    do(page, "Tell merchants", Message=OUTAGE)
    choose(page, "Explain", "Cause", "Provider", "Save", Root_cause=OUTAGE, What_was_done=OUTAGE)
    do(page, "Close")
    expect(page.get_by_text("Closed", exact=True).first).to_be_visible()
    page.goto("/dashboard/audit/unavailability/month")
    expect(page.get_by_role("row").filter(has_text=re.compile("Checkout")).first).to_contain_text("%")
