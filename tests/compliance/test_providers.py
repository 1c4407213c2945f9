"""Providers of checks: tested by a worker, activated by another person, asked once a day about a subject, each call on record."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import psycopg
import pytest

from bank import Bank
from conftest import Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.compliance.providers.check_subject import Checks, CheckSubject, CheckUnavailable
from retaguarda.providers.checks.http_client import HttpChecks
from retaguarda.providers.checks.port import CheckFailed, CheckQuestion
from retaguarda.settings import SANDBOX_SECRET
from support.charges import Counter, offenders
from support.checks import PROVIDERS, activated, added, document_ending

PROVIDER: dict[str, Any] = {
    "name": "Sandbox A",
    "port": "registry",
    "mode": "sandbox",
    "base_url": "http://psp/checks/v1",
    "secret": SANDBOX_SECRET,
    "cost": {"amount": 35, "currency": "BRL"},
}
CLEAR = CheckSubject(document_ending("1"), "Maria da Silva")


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


@pytest.fixture
def checks(app: App) -> Checks:
    return Checks(app.database, app.keys, app.check_connections)


async def test_a_provider_is_tested_by_a_worker_and_activated_by_somebody_else(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    first, second = [await diego.post(PROVIDERS, PROVIDER, key="once") for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content)
    assert (first.json()["status"], first.json()["testing"]) == ("draft", True)
    assert SANDBOX_SECRET not in first.text
    one = f"{PROVIDERS}/{first.json()['id']}"
    early = await eva.post(f"{one}/decide", {"decision": "activate", "reason": "contrato assinado"})
    assert (early.status_code, early.json()["message"]) == (409, "provider_not_so")
    await work()
    tested = (await diego.get(one)).json()
    assert (tested["status"], tested["test_error"], tested["may_activate"]) == ("tested", None, False)
    own = await diego.post(f"{one}/decide", {"decision": "activate", "reason": "contrato assinado"})
    assert (own.status_code, own.json()["message"]) == (409, "own_provider")
    with pytest.raises(psycopg.errors.CheckViolation):
        sql("update check_provider set activated_by = 'x', activated_by_id = written_by_id")
    active = await eva.post(f"{one}/decide", {"decision": "activate", "reason": "contrato assinado"})
    assert (active.json()["status"], active.json()["activated_by"]) == ("active", eva.email)
    for decision, status in (("pause", "paused"), ("resume", "active"), ("retire", "retired")):
        said = await eva.post(f"{one}/decide", {"decision": decision, "reason": "revisão do contrato"})
        assert said.json()["status"] == status
    again = await eva.post(f"{one}/decide", {"decision": "resume", "reason": "de volta"})
    assert again.status_code == 409
    with pytest.raises(psycopg.DatabaseError, match="does not go from"):
        sql("update check_provider set status = 'active'")


async def test_a_test_that_fails_leaves_a_draft_and_another_secret_makes_one_again(
    diego: Person, eva: Person, work: Work
) -> None:
    one = f"{PROVIDERS}/{await added(diego, PROVIDER | {'secret': 'wrong'})}"
    await work()
    failed = (await diego.get(one)).json()
    assert (failed["status"], failed["test_error"]) == ("draft", "error: HTTP 401")
    await diego.post(f"{one}/rotate", {"base_url": PROVIDER["base_url"], "secret": SANDBOX_SECRET})
    await work()
    await eva.post(f"{one}/decide", {"decision": "activate", "reason": "contrato assinado"})
    rotated = await diego.post(f"{one}/rotate", {"base_url": PROVIDER["base_url"], "secret": "other"})
    assert (rotated.json()["status"], rotated.json()["activated_by"]) == ("draft", None)


async def test_a_change_of_what_somebody_else_changed_is_refused(diego: Person) -> None:
    one = f"{PROVIDERS}/{await added(diego, PROVIDER)}"
    change = {"name": "Receita", "priority": 5, "quota": 100, "version": 1}
    assert (await diego.post(f"{one}/change", change)).json()["quota"] == 100
    stale = await diego.post(f"{one}/change", change)
    assert (stale.status_code, stale.json()["message"]) == (409, "changed_meanwhile")
    taken = await diego.post(PROVIDERS, PROVIDER | {"name": "RECEITA"})
    assert (taken.status_code, taken.json()["message"]) == (409, "name_taken")


async def test_the_same_question_of_a_day_is_asked_once_and_paid_for_once(
    diego: Person, eva: Person, work: Work, checks: Checks, sql: Sql
) -> None:
    await activated(diego, eva, work, PROVIDER)
    first = await checks.ask("registry", CLEAR, "kyc", actor="kyc")
    again = await checks.ask("registry", CLEAR, "document_check", actor="other")
    assert (first.result.outcome, first.cost, first.reused) == ("clear", 35, False)
    assert (again.call, again.reused) == (first.call, True)
    forced = await checks.ask("registry", CLEAR, "kyc", actor="kyc", forced=True)
    assert forced.call != first.call
    rows = (await diego.get("/v1/compliance/provider-calls", order_by="asked_at", sort="asc")).json()
    assert [(row["outcome"], row["forced"], row["cost"]["amount"]) for row in rows] == [
        ("clear", False, 35),
        ("clear", True, 35),
    ]
    assert str(CLEAR.document) not in str(rows)
    (month,) = (await diego.get("/v1/compliance/provider-costs")).json()
    assert (month["calls"], month["answered"], month["cost"]["amount"]) == (2, 2, 70)
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update provider_call set cost = 0")


async def test_two_who_ask_at_once_call_once(diego: Person, eva: Person, work: Work, checks: Checks, sql: Sql) -> None:
    await activated(diego, eva, work, PROVIDER)
    subject = CheckSubject(document_ending("7"))
    asked = await asyncio.gather(
        *(checks.ask("registry", subject, "kyc", actor="kyc") for _ in range(4)), return_exceptions=True
    )
    answered = [each for each in asked if not isinstance(each, BaseException)]
    busy = [each for each in asked if isinstance(each, CheckUnavailable)]
    assert {each.reason for each in busy} <= {"busy"}
    assert {each.reused for each in answered} >= {False}
    assert sql("select count(*) from provider_call") == [(1,)]


@pytest.mark.parametrize(
    ("digit", "outcome"),
    [("1", "clear"), ("4", "hit"), ("6", "mismatch"), ("7", "clear"), ("8", "error"), ("9", "quota")],
)
async def test_the_sandbox_answers_by_the_last_digit(
    diego: Person, eva: Person, work: Work, checks: Checks, digit: str, outcome: str
) -> None:
    await activated(diego, eva, work, PROVIDER)
    try:
        found = (await checks.ask("registry", CheckSubject(document_ending(digit)), "kyc", actor="kyc")).result.outcome
    except CheckUnavailable as unavailable:
        found = unavailable.reason
    assert found == outcome


async def test_without_an_active_provider_nothing_is_answered(checks: Checks) -> None:
    with pytest.raises(CheckUnavailable, match="none"):
        await checks.ask("registry", CLEAR, "kyc", actor="kyc")


async def test_a_provider_that_fails_is_followed_by_the_next_and_then_left_alone(
    diego: Person, eva: Person, work: Work, checks: Checks, sql: Sql
) -> None:
    first = await activated(diego, eva, work, PROVIDER)
    await activated(diego, eva, work, PROVIDER | {"name": "Sandbox B", "priority": 200})
    sql("update check_provider set base_url = 'http://psp/nowhere' where id = %s", first)
    for number in range(6):
        done = await checks.ask("registry", CheckSubject(None, f"Pessoa {number}"), "kyc", actor="kyc")
        assert done.provider == "Sandbox B"
    # Five failures open the circuit; the sixth question goes past it.
    assert sql("select count(*) from provider_call where provider_id = %s", first) == [(5,)]
    assert (await diego.get(f"{PROVIDERS}/{first}")).json()["circuit"] == "open"
    sql(
        "update check_provider set opened_at = now() - interval '2 minutes', base_url = 'http://psp/checks/v1' where id = %s",
        first,
    )
    assert (await checks.ask("registry", CheckSubject(None, "Outra"), "kyc", actor="kyc")).provider == "Sandbox A"
    assert (await diego.get(f"{PROVIDERS}/{first}")).json()["circuit"] == "closed"


async def test_a_quota_of_the_month_is_kept(diego: Person, eva: Person, work: Work, checks: Checks) -> None:
    await activated(diego, eva, work, PROVIDER | {"quota": 1})
    await checks.ask("registry", CLEAR, "kyc", actor="kyc")
    with pytest.raises(CheckUnavailable, match="none"):
        await checks.ask("registry", CheckSubject(None, "Outra"), "kyc", actor="kyc")


async def test_an_answer_that_is_not_signed_for_its_call_counts_for_nothing(bank: Bank) -> None:
    """A replayed answer: the right secret, of another call."""
    kept = dict[str, httpx.Response]()

    class Replaying(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if "first" not in kept:
                said = await bank.client._transport.handle_async_request(request)
                kept["first"] = httpx.Response(said.status_code, headers=said.headers, content=await said.aread())
            return kept["first"]

    client = HttpChecks("http://psp/checks/v1", SANDBOX_SECRET, Replaying())
    document = document_ending("1")
    assert (await client.check("registry", CheckQuestion("call-1", document, None))).result.outcome == "clear"
    with pytest.raises(CheckFailed) as failed:
        await client.check("registry", CheckQuestion("call-2", document, None))
    assert failed.value.outcome == "forged"


async def test_merchants_and_strangers_find_no_provider_and_no_call(
    diego: Person, carla: Person, gil: Person, sql: Sql
) -> None:
    provider = await added(diego, PROVIDER)
    sql(
        "update role set permissions = permissions || '{compliance::providers:read,compliance::providers:write}'"
        " where name in ('administrator', 'operator')"
    )
    for person in (carla, gil):
        for path in (
            PROVIDERS,
            f"{PROVIDERS}/{provider}",
            "/v1/compliance/provider-calls",
            "/v1/compliance/provider-costs",
        ):
            assert (await person.get(path)).status_code == 404
        for path, body in (
            (PROVIDERS, PROVIDER),
            (f"{PROVIDERS}/{provider}/test", {}),
            (f"{PROVIDERS}/{provider}/decide", {"decision": "retire", "reason": "porque sim"}),
            (f"{PROVIDERS}/{provider}/rotate", {"base_url": "http://psp/x", "secret": "s"}),
            (f"{PROVIDERS}/{provider}/change", {"name": "x", "priority": 1, "version": 1}),
        ):
            assert (await person.post(path, body)).status_code == 404
    assert sql("select name, status from check_provider") == [("Sandbox A", "draft")]


async def test_old_answers_are_forgotten_and_what_they_came_to_stays(
    diego: Person, eva: Person, work: Work, checks: Checks, counter: Counter, sql: Sql
) -> None:
    await activated(diego, eva, work, PROVIDER)
    await checks.ask("registry", CLEAR, "kyc", actor="kyc")
    sql("alter table provider_call disable trigger user")
    sql("update provider_call set answer_expires_at = now() - interval '1 day'")
    sql("alter table provider_call enable trigger user")
    await counter.run_job("compliance.forget_answers")
    assert sql("select answer is null, result is not null from provider_call") == [(True, True)]
