"""What comes of a request of KYC: who decides a refusal, what is told of it, what is started anew, and until when a company is known."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from conftest import Sql
from days import today
from people import AURORA, Person
from support.charges import Counter, offenders
from support.kyc import CPF, OWN, PROPOSALS, REQUESTS, analysed, brought, did, opened, reason, refused


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


REFUSE = {"decision": "reject", "internal_note": "Cannot be confirmed", "public_text": "We could not confirm the data."}
APPROVE = {"decision": "approve", "internal_note": "Good"}


async def told(person: Person, counter: Counter) -> list[tuple[str, str]]:
    await counter.work()
    found = (await person.get("/v1/notifications")).json()["notifications"]
    return [(each["kind"], each["redirect"]) for each in reversed(found) if each["kind"].startswith("kyc")]


def expire(sql: Sql, request: str, days: int) -> None:
    """Only time moves this."""
    sql("set session_replication_role = replica")
    sql("update kyc_request set expires_on = %s where id = %s", today() + timedelta(days=days), UUID(request))
    sql("set session_replication_role = origin")


async def decided(diego: Person, eva: Person, request: str, proposal: dict[str, Any]) -> None:
    made = await did(diego, f"{REQUESTS}/{request}/propose", proposal)
    await did(eva, f"{PROPOSALS}/{made['id']}/decide", {"decision": "confirm"})


async def test_a_refusal_of_high_risk_needs_no_third_person(ana: Person, diego: Person, eva: Person) -> None:
    request = await analysed(ana, diego)
    await did(diego, f"{REQUESTS}/{request}/risk", {"risk": "high", "reason": "Sells abroad"})
    proposal = await did(diego, f"{REQUESTS}/{request}/propose", REFUSE)
    assert proposal["superior"] is False
    decide = f"{PROPOSALS}/{proposal['id']}/decide"
    await refused(eva, decide, {"decision": "agree"}, 409, "kyc_nothing_to_agree")
    assert (await did(eva, decide, {"decision": "confirm"}))["outcome"] == "rejected"


async def test_whoever_a_list_of_sanctions_names_is_never_proposed_for_approval(
    ana: Person, diego: Person, eva: Person, sql: Sql
) -> None:
    request = await analysed(ana, diego)
    sql("update kyc_check set newest = false where subject_id = %s and port = 'sanctions'", UUID(request))
    [(check,)] = sql(
        "insert into kyc_check (id, subject_id, port, state, detail, asked_by) values (gen_random_uuid(), %s, 'sanctions',"
        " 'hit', 'hit', 'x') returning id::text",
        UUID(request),
    )
    await did(
        diego,
        f"{REQUESTS}/{request}/verdict",
        {"check": check, "verdict": "confirmed", "comment": "Name and birth date agree"},
    )
    assert (await did(diego, f"{REQUESTS}/{request}", method="GET"))["review"]["missing"] == ["sanctions"]
    for _ in range(2):
        await refused(diego, f"{REQUESTS}/{request}/propose", APPROVE, 409, "kyc_sanctioned")
    await decided(diego, eva, request, REFUSE)
    assert "sanction" not in (await ana.get(f"{REQUESTS}/{request}")).text


async def test_a_refused_request_is_told_and_the_same_may_be_asked_anew(
    ana: Person, diego: Person, eva: Person, carla: Person, counter: Counter
) -> None:
    request = await analysed(ana, diego)
    await decided(diego, eva, request, REFUSE)
    seen = (await ana.get(f"{REQUESTS}/{request}")).json()
    assert (seen["state"], seen["public_text"], seen["expires_on"]) == ("rejected", REFUSE["public_text"], None)
    await refused(ana, f"{REQUESTS}/{request}/send", {"act": "submit"}, 409, "kyc_not_so")
    again = await opened(ana, seen["reason_id"])
    seen = (await ana.get(f"{REQUESTS}/{again}")).json()
    assert [(each["id"], each["state"]) for each in seen["related"]] == [(request, "rejected")]
    assert await told(ana, counter) == [("kyc_rejected", f"/dashboard/compliance/kyc/{request}")]
    assert await told(carla, counter) == []


async def test_a_merchant_is_told_of_what_is_asked_written_approved_renewed_and_over(
    ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    request = await analysed(ana, diego)
    await did(diego, f"{REQUESTS}/{request}/ask", {"name": "Balance sheet", "public_text": "The one of last year."})
    await did(diego, f"{REQUESTS}/{request}/notes", {"public": "We look at it today.", "internal": "A friend of ours"})
    await brought(ana, request, n=3)
    await did(ana, f"{REQUESTS}/{request}/send", {"act": "submit"})
    await did(diego, f"{REQUESTS}/{request}/documents/3/review", {"decision": "approved"})
    await decided(diego, eva, request, APPROVE)
    expire(sql, request, 90)
    await counter.run_job("kyc.renew")
    [(renewal,)] = sql("select id::text from kyc_request where origin = 'renewal'")
    expire(sql, request, 0)
    await counter.run_job("kyc.renew")
    path = "/dashboard/compliance/kyc/"
    assert await told(ana, counter) == [
        ("kyc_asked", path + request),
        ("kyc_message", path + request),
        ("kyc_approved", path + request),
        ("kyc_renewal", path + renewal),
        ("kyc_expired", path + request),
    ]
    said = (await ana.get("/v1/notifications")).text
    assert "A friend" not in said
    assert (today()).strftime("%-d") in said


async def test_a_request_about_a_merchant_carries_its_own_document(ana: Person, diego: Person) -> None:
    why = await reason(diego)
    asked = {"reason": why, "subject_type": "merchant", "name": "Somebody else", "document": "11444777000161"}
    for _ in range(2):
        await refused(ana, REQUESTS, asked, 400, {"document": ["kyc_other_company"]})
    await opened(ana, why, document="P3.E2Z.8IQ/9Y7J-64")
    await opened(ana, why, document=CPF, subject_type="end_user")


async def test_what_was_renewed_leaves_the_renewals_and_what_was_refused_stands_there_once(
    ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    request = await analysed(ana, diego)
    await decided(diego, eva, request, APPROVE)
    expire(sql, request, 0)
    await counter.run_job("kyc.renew")
    why = (await ana.get(f"{REQUESTS}/{request}")).json()["reason_id"]

    async def answered(renewal: str, proposal: dict[str, Any]) -> None:
        await brought(ana, renewal)
        await did(ana, f"{REQUESTS}/{renewal}/send", {"act": "submit"})
        await did(diego, f"{REQUESTS}/{renewal}/take", {})
        await did(diego, f"{REQUESTS}/{renewal}/documents/1/review", {"decision": "approved"})
        await did(diego, f"{REQUESTS}/{renewal}/risk", {"risk": "low", "reason": "Nothing found"})
        await decided(diego, eva, renewal, proposal)

    [(renewal,)] = sql("select id::text from kyc_request where origin = 'renewal'")
    await answered(renewal, REFUSE)
    anew = await opened(ana, why)
    rows = (await ana.get("/v1/kyc/renewals")).json()
    assert [(row["id"], row["renewal_id"], row["renewal_state"]) for row in rows] == [(request, anew, "draft")]
    assert sql("select status from company where id = %s", AURORA) == [("blocked",)]
    await answered(anew, APPROVE)
    assert (await ana.get("/v1/kyc/renewals")).json() == []
    assert sql("select status, status_reason from company where id = %s", AURORA) == [("active", None)]


async def test_what_depends_on_another_reason_leaves_the_day_until_when_a_company_is_known(
    ana: Person, diego: Person, eva: Person, sql: Sql
) -> None:
    request = await analysed(ana, diego)
    await decided(diego, eva, request, APPROVE)
    first = (await ana.get(f"{REQUESTS}/{request}")).json()
    depends = await analysed(
        ana, diego, name="Higher limit", time_validate_months=12, dependent_reason_id=first["reason_id"]
    )
    made = await did(
        diego,
        f"{REQUESTS}/{depends}/propose",
        APPROVE | {"charge_limit": {"amount": 500_000, "currency": "BRL"}},
    )
    changes = (await did(eva, f"{PROPOSALS}/{made['id']}", method="GET"))["changes"]
    assert [each["field"] for each in changes] == ["charge_limit"]
    await did(eva, f"{PROPOSALS}/{made['id']}/decide", {"decision": "confirm"})
    second = (await ana.get(f"{REQUESTS}/{depends}")).json()
    assert second["expires_on"] < first["expires_on"]
    assert sql("select kyc_expires_on::text from company where id = %s", AURORA) == [(first["expires_on"],)]
    assert sql("select document from company where id = %s", AURORA) == [(OWN,)]


async def test_a_file_of_requests_names_who_of_the_staff_took_it_and_never_a_merchants_person(
    ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await analysed(ana, diego)
    diego.account = "all"
    files = dict[str, list[str]]()
    for person in (diego, ana):
        said = await person.post("/v1/exports", {"list": "kyc.requests", "format": "csv"})
        assert said.status_code == 201, said.text
        await counter.work()
        taken = await person.get(f"/v1/exports/{said.json()['id']}/file")
        files[person.email] = taken.content.decode("utf-8-sig").splitlines()
    (heading, row), (plain, own) = files[diego.email], files[ana.email]
    assert "Risk" in heading
    assert heading.endswith("Exported by")
    assert f"{diego.email} · 20" in row
    for text in (plain, own):
        assert "Exported by" not in text
        assert "Risk" not in text
    stays = sql("select extract(day from expires_at - finished_at)::int from export order by id")
    assert stays[0] == (1,)
    assert stays[1][0] > 1


async def test_files_say_attributes_and_grounds_in_words(diego: Person, counter: Counter) -> None:
    body = {"attribute": "risk_class", "value": "high", "valid_from": today().isoformat(), "evidence": "Reassessed"}
    assert (await diego.post(f"/v1/bacen/merchants/{AURORA}/attributes", body)).status_code == 201
    asked = {"list": "bacen.merchants", "format": "csv", "columns": ["attribute", "value"], "locale": "pt"}
    said = await diego.post("/v1/exports", asked)
    await counter.work()
    taken = await diego.get(f"/v1/exports/{said.json()['id']}/file")
    assert "Classe de risco;Alto;" in taken.content.decode("utf-8-sig")
