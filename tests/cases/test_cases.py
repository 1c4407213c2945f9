"""Cases of the ombudsman and of customer service: a protocol at once, a clock that is kept, and a history that stays."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest

from conftest import Work
from people import Person
from retaguarda.app import App
from retaguarda.audit.sequence_events import sequence
from retaguarda.cases.clock import days_left, due_day, local_day
from retaguarda.cases.jobs import Warnings, warning_of
from retaguarda.cases.open_case import check_digit
from retaguarda.foundation.business_days import add_business_days, is_business_day, previous_business_day
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders
from support.pdf_texts import texts

OMBUDSMAN, SERVICE = "/v1/audit/ombudsman-tickets", "/v1/audit/service-tickets"
REPORTS = "/v1/audit/ombudsman-reports"
COMPLAINT = {
    "channel": "phone",
    "matter": "complaint",
    "subject": "refund",
    "product": "pix",
    "requester_name": "Maria da Silva",
    "requester_document": "529.982.247-25",
    "description": "O estorno de ontem não chegou.",
    "merchant": 2,
}
LETTER = "Prezada Maria, o estorno foi enviado hoje às 14h02 e já está na sua conta."


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def opened(person: Person, path: str = SERVICE, **other: Any) -> dict[str, Any]:
    said = await person.post(path, COMPLAINT | other)
    assert said.status_code == 201, said.text
    return said.json()


async def act(person: Person, path: str, case: dict[str, Any], name: str, body: Any = None) -> dict[str, Any]:
    said = await person.post(f"{path}/{case['id']}/{name}", body)
    assert said.status_code == 200, said.text
    return said.json()


async def test_a_complaint_goes_from_service_to_the_ombudsman_and_to_its_letter(diego: Person) -> None:
    service = await opened(diego)
    assert (len(service["protocol"]), service["state"], service["requester_document"]) == (15, "opened", "52998224725")
    assert service["protocol"][-1] == check_digit(service["protocol"][:-1])
    await act(diego, SERVICE, service, "answer", {"text": "Vamos verificar com o banco."})
    await act(diego, SERVICE, service, "wait", {"text": "Pode nos enviar o comprovante?"})
    await act(diego, SERVICE, service, "work")
    await act(diego, SERVICE, service, "resolve", {"text": "O banco confirmou o estorno."})
    # Twice: the second finds another state.
    again = await diego.post(f"{SERVICE}/{service['id']}/resolve", {"text": "De novo."})
    assert (again.status_code, again.json()["message"]) == (409, "case_not_so")
    await act(diego, SERVICE, service, "escalate", {"reason": "Não concorda com a resposta"})
    (case,) = (await diego.get(OMBUDSMAN)).json()
    assert (case["earlier_protocol"], case["state"]) == (service["protocol"], "opened")
    assert case["requester_document"] == "***.982.247-**"
    await act(diego, OMBUDSMAN, case, "take")
    await act(diego, OMBUDSMAN, case, "ask-area", {"text": "Quando saiu a devolução?"})
    await act(diego, OMBUDSMAN, case, "area-answered", {"text": "Hoje às 14h02."})
    answered = await act(diego, OMBUDSMAN, case, "answer", {"outcome": "upheld_resolved", "text": LETTER})
    assert (answered["state"], answered["outcome"]) == ("answered", "upheld_resolved")
    await act(diego, OMBUDSMAN, case, "rate", {"satisfaction": 4})
    await act(diego, OMBUDSMAN, case, "close")
    record = (await diego.get(f"{OMBUDSMAN}/{case['id']}")).json()
    assert [step["kind"] for step in record["steps"]] == [
        "opened",
        "taken",
        "asked_area",
        "area_answered",
        "answered",
        "rated",
        "closed",
    ]
    assert [each["protocol"] for each in record["related"]] == [service["protocol"]]
    assert (record["owner"], record["days_left"], record["satisfaction"]) == (diego.email, None, 4)


async def test_a_case_is_extended_once_and_before_it_is_overdue(diego: Person, sql: Any) -> None:
    case = await opened(diego, OMBUDSMAN, channel="rdr")
    before = date.fromisoformat(case["due_on"])
    longer = await act(diego, OMBUDSMAN, case, "extend", {"reason": "O banco pediu prazo"})
    assert date.fromisoformat(longer["due_on"]) == due_day(before, "business", 10)
    record = (await diego.get(f"{OMBUDSMAN}/{case['id']}")).json()
    assert (record["may_extend"], record["extended_share"], record["unit"]) == (False, 10_000, "business")
    second = await diego.post(f"{OMBUDSMAN}/{case['id']}/extend", {"reason": "Mais uma vez"})
    assert (second.status_code, second.json()["message"]) == (409, "case_extended_already")
    with pytest.raises(psycopg.DatabaseError, match="extended once"):
        sql("update case_file set due_on = due_on + 1 where id = %s", case["id"])
    late = await opened(diego, OMBUDSMAN, channel="court")
    sql("alter table case_file disable trigger user")
    sql(
        "update case_file set opened_at = opened_at - interval '60 days', due_on = due_on - 60 where id = %s",
        late["id"],
    )
    sql("alter table case_file enable trigger user")
    refused = await diego.post(f"{OMBUDSMAN}/{late['id']}/extend", {"reason": "Passou do prazo"})
    assert refused.json()["message"] == "case_overdue"
    assert [row["id"] for row in (await diego.get(OMBUDSMAN, due="overdue")).json()] == [late["id"]]


async def test_somebody_who_was_not_at_service_is_sent_there_with_a_case_that_carries_on(diego: Person) -> None:
    case = await opened(diego, OMBUDSMAN)
    sent = await act(diego, OMBUDSMAN, case, "redirect", {"reason": "Ainda não falou com o atendimento"})
    assert (sent["state"], sent["closed_at"] is not None) == ("redirected", True)
    (service,) = (await diego.get(SERVICE)).json()
    assert (service["earlier_protocol"], service["state"]) == (case["protocol"], "opened")
    known = await opened(diego, OMBUDSMAN, service_protocol=service["protocol"])
    refused = await diego.post(f"{OMBUDSMAN}/{known['id']}/redirect", {"reason": "Já esteve lá"})
    assert refused.json()["message"] == "case_was_at_service"
    unknown = await diego.post(OMBUDSMAN, COMPLAINT | {"service_protocol": "2" * 15})
    assert unknown.json()["message"] == {"service_protocol": ["not_found"]}


async def test_protocols_have_no_gap_however_many_are_opened_at_once_and_one_key_opens_one(
    diego: Person, sql: Any
) -> None:
    await asyncio.gather(*(opened(diego) for _ in range(8)))
    refused = await diego.post(SERVICE, COMPLAINT | {"merchant": 999})
    assert refused.json()["message"] == {"merchant": ["not_found"]}
    first = await diego.post(SERVICE, COMPLAINT, key="once")
    again = await diego.post(SERVICE, COMPLAINT, key="once")
    assert (first.json(), again.headers["Idempotency-Replayed"]) == (again.json(), "true")
    numbers = sorted(row["protocol"][8:14] for row in (await diego.get(SERVICE)).json())
    assert numbers == [f"{number:06d}" for number in range(1, 10)]


async def test_what_is_wrong_in_a_case_is_named(diego: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"requester_document": "529.982.247-26"}, "requester_document"),
        ({"description": "   "}, "description"),
        ({"requester_name": "a\x07b"}, "requester_name"),
        ({"asked_human_at": "2020-01-01T00:00:00Z"}, "asked_human_at"),
        ({"channel": "procon"}, "channel"),
    ]
    for flaw, field in cases:
        with subtests.test(flaw=flaw, field=field):
            said = await diego.post(SERVICE, COMPLAINT | flaw)
            assert (said.status_code, list(said.json()["message"])) == (400, [field])


async def test_merchants_and_their_people_find_no_case(diego: Person, bruno: Person, carla: Person) -> None:
    service, case = await opened(diego), await opened(diego, OMBUDSMAN)
    for person in (bruno, carla):
        for path, one in ((SERVICE, service), (OMBUDSMAN, case)):
            assert (await person.get(path)).status_code in (403, 404)
            assert (await person.get(f"{path}/{one['id']}")).status_code in (403, 404)
            assert (await person.post(f"{path}/{one['id']}/note", {"text": "Oi"})).status_code in (403, 404)


async def test_a_letter_waits_for_a_second_person_where_a_policy_says_so(diego: Person, eva: Person, sql: Any) -> None:
    standing_policy(sql, "cases:ombudsman:answer")
    case = await opened(diego, OMBUDSMAN, channel="procon")
    await act(diego, OMBUDSMAN, case, "take")
    held = await diego.post(f"{OMBUDSMAN}/{case['id']}/answer", {"outcome": "not_upheld", "text": LETTER})
    assert held.status_code == 202, held.text
    assert (await diego.get(f"{OMBUDSMAN}/{case['id']}")).json()["state"] == "analysing"
    assert (await Desk(sql).approve(eva, held.json()["request"]["id"])).json()["status"] == "executed"
    assert (await diego.get(f"{OMBUDSMAN}/{case['id']}")).json()["answer"] == LETTER


async def test_who_asks_for_the_history_gets_it_within_five_days(diego: Person) -> None:
    case = await opened(diego)
    asked = await act(diego, SERVICE, case, "ask-history")
    day = date.fromisoformat(asked["opened_at"][:10])
    assert timedelta(days=4) <= date.fromisoformat(asked["history_due_on"]) - day <= timedelta(days=6)
    twice = await diego.post(f"{SERVICE}/{case['id']}/ask-history")
    assert twice.json()["message"] == "history_asked_already"
    await act(diego, SERVICE, case, "history-sent")
    assert (await diego.post(f"{SERVICE}/{case['id']}/history-sent")).json()["message"] == "history_not_asked"


async def test_what_was_said_in_a_case_never_changes(diego: Person, sql: Any) -> None:
    case = await opened(diego)
    for statement in (
        "update case_step set body = 'other' where case_id = %s",
        "delete from case_step where case_id = %s",
        "update case_file set description = 'other' where id = %s",
        "update case_file set state = 'closed', closed_at = now() where id = %s",
        "delete from case_file where id = %s",
    ):
        with pytest.raises(psycopg.DatabaseError):
            sql(statement, case["id"])


async def test_the_report_of_a_half_year_stays_as_it_was_frozen(diego: Person, counter: Counter, sql: Any) -> None:
    case = await opened(diego, OMBUDSMAN, channel="rdr")
    sql("alter table case_file disable trigger user")
    sql("update case_file set opened_at = '2025-03-10T12:00Z', due_on = '2025-03-24' where id = %s", case["id"])
    sql("alter table case_file enable trigger user")
    live = (await diego.get(REPORTS, year=2025, half=1)).json()
    assert (live["opened"], live["by_channel"], live["frozen_at"]) == (1, {"rdr": 1}, None)
    frozen = (await diego.post(REPORTS, {"year": 2025, "half": 1})).json()
    assert frozen["sha256"] == live["sha256"]
    twice = await diego.post(REPORTS, {"year": 2025, "half": 1})
    assert (twice.status_code, twice.json()["message"]) == (409, "report_frozen_already")
    await act(diego, OMBUDSMAN, case, "take")
    await act(diego, OMBUDSMAN, case, "answer", {"outcome": "not_upheld", "text": LETTER})
    again = (await diego.get(REPORTS, year=2025, half=1)).json()
    assert (again["answered"], again["sha256"]) == (0, frozen["sha256"])
    sql("alter table case_report disable trigger user")
    sql("update case_report set figures = figures || '{\"opened\": 0}'")
    assert set(offenders(counter.url)) == {"ombudsman_reports_are_as_they_were_frozen"}
    sql("update case_report set figures = figures || '{\"opened\": 1}'")
    sql("alter table case_report enable trigger user")
    early = await diego.post(REPORTS, {"year": 2100, "half": 2})
    assert early.json()["message"] == {"half": ["half_year_not_over"]}


def test_the_clock_agrees_with_a_walk_day_by_day_over_all_years_of_the_calendar() -> None:
    day, last = date(2024, 1, 1), date(2032, 11, 30)
    while day <= last:
        walked, counted = day, 0
        while counted < 10:
            walked += timedelta(days=1)
            counted += is_business_day(walked)
        assert due_day(day, "business", 10) == walked
        assert days_left(day, walked, "business") == 10
        assert days_left(walked, day, "business") == -10 or not is_business_day(day)
        assert due_day(day, "calendar", 7) == day + timedelta(days=7)
        day += timedelta(days=1)


async def test_a_case_without_its_first_step_or_with_a_gap_in_its_protocols_is_found(
    diego: Person, counter: Counter, sql: Any
) -> None:
    case = await opened(diego)
    sql("update case_day set given = given + 1")
    assert set(offenders(counter.url)) == {"case_protocols_have_no_gap"}
    sql("update case_day set given = given - 1")
    sql("alter table case_step disable trigger user")
    sql("update case_step set n = 2 where case_id = %s", case["id"])
    assert set(offenders(counter.url)) == {"case_steps_have_no_gap"}
    sql("update case_step set n = 1 where case_id = %s", case["id"])
    sql("alter table case_step enable trigger user")
    sql("alter table case_file disable trigger user")
    sql("update case_file set due_on = due_on - 1 where id = %s", case["id"])
    assert set(offenders(counter.url)) == {"case_is_due_after_it_was_opened"}
    sql("update case_file set due_on = due_on + 1 where id = %s", case["id"])
    sql("alter table case_file enable trigger user")


async def test_people_are_warned_of_a_deadline_once_at_five_three_and_one_day_and_when_it_has_passed(
    diego: Person, eva: Person, app: App, work: Work, sql: Any
) -> None:
    case = await opened(diego, OMBUDSMAN, channel="rdr")
    sql("alter table case_file disable trigger user")

    async def warned(days: int) -> list[tuple[Any, ...]]:
        today = local_day(datetime.now(UTC))
        due = add_business_days(today, days) if days >= 0 else previous_business_day(today - timedelta(days=1))
        sql("update case_file set opened_at = now() - interval '20 days', due_on = %s where id = %s", due, case["id"])
        await Warnings(app.database).run()
        await Warnings(app.database).run()
        return sql("select name, (data ->> 'days')::int from event where name ~ 'due_soon|overdue' order by id")

    assert await warned(6) == []
    assert await warned(4) == [("cases:ombudsman:due_soon", 4)]
    assert [days for _, days in await warned(3)] == [4, 3]
    assert [days for _, days in await warned(1)] == [4, 3, 1]
    assert (await warned(-1))[-1][0] == "cases:ombudsman:overdue"
    assert [warning_of(left) for left in (6, 5, 3, 2, 1, 0, -1)] == [None, 5, 3, 3, 1, 1, -1]
    sql("alter table case_file enable trigger user")
    await work()
    titles = [each["title"] for each in (await diego.get("/v1/notifications")).json()["notifications"]]
    assert titles.count("An ombudsman ticket is due") == 4


async def test_the_answer_is_printed_as_a_letter_word_for_word(diego: Person, carla: Person) -> None:
    case = await opened(diego, OMBUDSMAN, channel="rdr")
    early = await diego.get(f"{OMBUDSMAN}/{case['id']}/letter")
    assert (early.status_code, early.json()["message"]) == (409, "case_not_answered")
    await act(diego, OMBUDSMAN, case, "take")
    long = "\n".join(f"Parágrafo {number}: a devolução foi concluída." for number in range(90))
    await act(diego, OMBUDSMAN, case, "answer", {"outcome": "upheld_resolved", "text": long})
    letter = await diego.get(f"{OMBUDSMAN}/{case['id']}/letter")
    assert (letter.status_code, letter.headers["content-type"]) == (200, "application/pdf")
    assert letter.content == (await diego.get(f"{OMBUDSMAN}/{case['id']}/letter")).content
    text = " ".join(texts(letter.content))
    assert all(
        words in text for words in ("Maria da Silva", "Procedente, solucionada", "Parágrafo 0:", "Parágrafo 89:")
    )
    assert (await carla.get(f"{OMBUDSMAN}/{case['id']}/letter")).status_code in (403, 404)


async def test_a_complaint_leads_to_its_payment_what_was_booked_and_where_the_log_proves_it(
    diego: Person, ana: Person, counter: Counter, app: App
) -> None:
    charge = await counter.paid(ana)
    await sequence(app.database, app.keys)
    paid, e2e = charge["id"], charge["payments"][0]["end_to_end_id"]
    case = await opened(diego, end_to_end_id=e2e)
    payment = (await diego.get(f"{SERVICE}/{case['id']}")).json()["payment"]
    assert (payment["company_name"], payment["charge_id"], payment["status"]) == ("Loja Aurora", paid, "settled")
    assert (
        sum((leg["credit"] or leg["debit"])["amount"] * (1 if leg["credit"] else -1) for leg in payment["booked"]) == 0
    )
    assert payment["booked"]
    assert all(step["log_index"] is not None for step in payment["steps"])
    unknown = await opened(diego, end_to_end_id="E" + "0" * 31)
    assert (await diego.get(f"{SERVICE}/{unknown['id']}")).json()["payment"] is None


def test_what_was_due_on_friday_is_overdue_on_the_weekend() -> None:
    friday = date(2026, 11, 13)
    assert [days_left(friday + timedelta(days=n), friday, "business") for n in range(4)] == [0, -1, -1, -1]


async def test_terms_of_every_kind_stand_in_one_list_the_nearest_first(diego: Person, ana: Person) -> None:
    service = await opened(diego)
    await act(diego, SERVICE, service, "ask-history")
    late = await opened(diego, OMBUDSMAN, channel="rdr")
    rows = (await diego.get("/v1/audit/deadlines", order_by="due_on", sort="asc", per_page=50)).json()
    assert {"service", "history_service", "ombudsman", "half_year"} <= {row["kind"] for row in rows}
    assert [row["due_on"] for row in rows] == sorted(row["due_on"] for row in rows)
    found = {(row["kind"], row["subject"]): row for row in rows}
    assert found["ombudsman", late["id"]]["due_on"] == late["due_on"]
    assert found["ombudsman", late["id"]]["norm"] == "Resolução BCB 28/2020"
    await act(diego, OMBUDSMAN, late, "withdraw", {"reason": "Resolvido por telefone"})
    kinds = [row["kind"] for row in (await diego.get("/v1/audit/deadlines", per_page=50)).json()]
    assert "ombudsman" not in kinds
    assert (await ana.get("/v1/audit/deadlines")).status_code in (403, 404)
