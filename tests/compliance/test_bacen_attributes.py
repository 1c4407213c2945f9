"""BACEN attributes: what was known on a day stays answerable, a lower risk takes two people and time, a duty is done once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest

from conftest import Sql
from days import today
from people import AURORA, Person
from support.charges import Counter, offenders

MERCHANT = f"/v1/bacen/merchants/{AURORA}"


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def said(person: Person, value: str, attribute: str = "risk_class", **more: Any) -> Any:
    body = {"attribute": attribute, "value": value, "valid_from": today().isoformat(), "evidence": "Reavaliação"}
    return await person.post(f"{MERCHANT}/attributes", body | more)


async def known(person: Person, attribute: str = "risk_class") -> list[tuple[str, str, bool]]:
    rows = (await person.get(MERCHANT)).json()["attributes"]
    return [(each["value"], each["state"], each["known_to"] is None) for each in rows if each["attribute"] == attribute]


async def test_a_risk_is_raised_at_once_and_lowered_by_two_people_after_a_while(
    diego: Person, eva: Person, sql: Sql
) -> None:
    begun = (today() - timedelta(days=200)).isoformat()
    assert (await said(diego, "medium", valid_from=begun)).json()["state"] == "known"
    assert (await said(diego, "high")).json()["state"] == "known"
    hasty = await said(diego, "low")
    assert (hasty.status_code, hasty.json()["message"]) == (409, "bacen_cooldown")
    sql("set session_replication_role = replica")
    sql(
        "update bacen_attribute set known_from = known_from - interval '31 days', known_to = known_to - interval '31 days'"
    )
    sql("set session_replication_role = origin")
    proposed = (await said(diego, "low")).json()
    assert proposed["state"] == "proposed"
    assert (await said(eva, "low")).json()["message"] == "bacen_proposed_already"
    confirm = f"/v1/bacen/attributes/{proposed['id']}/confirm"
    own = await diego.post(confirm, {"decision": "confirm"})
    assert (own.status_code, own.json()["message"]) == (409, "kyc_other_person")
    with pytest.raises(psycopg.errors.Error, match="somebody else confirms it"):
        sql("update bacen_attribute set state = 'known', confirmed_id = set_by_id where state = 'proposed'")
    assert (await eva.post(confirm, {"decision": "confirm"})).status_code == 200
    assert (await eva.post(confirm, {"decision": "confirm"})).json()["message"] == "bacen_not_proposed"
    now = [value for value, state, current in await known(diego) if current and state == "known"]
    assert sorted(now) == ["low", "medium"]


async def test_what_was_known_on_a_day_is_told_after_it_changed_and_is_not_rewritten(diego: Person, sql: Sql) -> None:
    first = (today() - timedelta(days=100)).isoformat()
    await said(diego, "no", "pep", valid_from=first)
    [(before,)] = sql("select clock_timestamp()")
    await said(diego, "principal", "pep", valid_from=(today() - timedelta(days=50)).isoformat())
    asked = (
        "select value from bacen_attribute where attribute = 'pep' and known_from <= %s and (known_to is null or known_to > %s)"
        " and valid_from <= %s and (valid_to is null or valid_to > %s)"
    )
    day = today() - timedelta(days=10)
    [(now,)] = sql("select clock_timestamp()")
    assert sql(asked, before, before, day, day) == [("no",)]
    assert sql(asked, now, now, day, day) == [("principal",)]
    with pytest.raises(psycopg.errors.Error, match="does not change"):
        sql("update bacen_attribute set value = 'related' where attribute = 'pep'")


async def test_a_value_that_is_none_and_a_partner_that_is_none_are_refused(diego: Person, ana: Person) -> None:
    for attribute, value, problem in (
        ("risk_class", "tiny", {"value": ["choice_invalid"]}),
        ("pep_until", "soon", {"value": ["day_invalid"]}),
    ):
        refused = await said(diego, value, attribute)
        assert (refused.status_code, refused.json()["message"]) == (400, problem)
    nobody = await said(diego, "low", subject="11144477735")
    assert nobody.json()["message"] == {"subject": ["not_found"]}
    assert (await said(ana, "low")).status_code in (403, 404)
    assert (await ana.get(MERCHANT)).status_code in (403, 404)


@pytest.mark.parametrize(("kind", "ahead"), [("effectiveness_report", 0), ("non_occurrence", 0), ("policy_review", 2)])
async def test_a_duty_is_not_done_before_its_year_is_over_or_begun(
    kind: str, ahead: int, diego: Person, sql: Sql
) -> None:
    [(duty,)] = sql(
        "select id::text from bacen_duty where kind = %s and year >= %s order by year limit 1",
        kind,
        today().year + ahead,
    )
    for _ in range(2):
        early = await diego.post(f"/v1/bacen/duties/{duty}/done", {"note": "Antes da hora"})
        assert (early.status_code, early.json()["message"]) == (409, "bacen_year_runs")
    assert sql("select done_at, figures from bacen_duty where id = %s", UUID(duty)) == [(None, None)]


async def test_a_duty_of_the_year_is_frozen_once(diego: Person, sql: Sql) -> None:
    [(duty,)] = sql("select id::text from bacen_duty where kind = 'effectiveness_report' order by year limit 1")
    path = f"/v1/bacen/duties/{duty}/done"
    first, again = [await diego.post(path, {"note": "Enviado à diretoria"}, key="once") for _ in range(2)]
    assert (first.status_code, again.content) == (200, first.content)
    assert len(first.json()["sha256"]) == 64
    assert (await diego.post(path, {"note": "Outra vez"})).json()["message"] == "bacen_duty_done"


async def test_each_days_file_of_the_register_says_what_changed_and_says_the_same_for_ever(
    diego: Person, ana: Person, carla: Person, sql: Sql
) -> None:
    begun, left = (today() - timedelta(days=40)).isoformat(), (today() - timedelta(days=2)).isoformat()
    assert (await said(diego, begun, "relationship_start", valid_from=begun)).status_code == 201
    # As if it had been told five days ago, and its end two days ago.
    sql("set session_replication_role = replica")
    sql("update bacen_attribute set known_from = known_from - interval '5 days'")
    sql("set session_replication_role = origin")
    assert (await said(diego, begun, "relationship_start", valid_from=begun, valid_to=left)).status_code == 201
    sql("set session_replication_role = replica")
    sql("update bacen_attribute set known_from = known_from - interval '2 days' where known_to is null")
    sql("update bacen_attribute set known_to = known_to - interval '2 days'")
    sql("set session_replication_role = origin")
    (row,) = (await diego.get("/v1/bacen/ccs")).json()
    assert (row["kind"], row["started_on"], row["ended_on"], row["state"]) == ("holder", begun, left, "ended")
    [(document, name)] = sql("select document, legal_name from company where id = %s", AURORA)
    files = {}
    for days in (1, 2, 3, 5, 6):
        path = f"/v1/bacen/ccs/files/{(today() - timedelta(days=days)).isoformat()}"
        said_twice = [await diego.get(path) for _ in range(2)]
        assert [each.status_code for each in said_twice] == [200, 200]
        assert said_twice[0].content == said_twice[1].content
        files[days] = said_twice[0].text.splitlines()[1:]
    line = f"{document};{name};holder;payment_account;{begun};"
    assert files == {1: [], 2: [f"change;{line}{left}"], 3: [], 5: [f"inclusion;{line}"], 6: []}
    assert (await diego.get("/v1/bacen/ccs/files/latest")).text.splitlines()[1:] == []
    running = await diego.get(f"/v1/bacen/ccs/files/{today().isoformat()}")
    assert (running.status_code, running.json()["message"]) == (409, "ccs_day_runs")
    assert (await diego.get("/v1/bacen/ccs/files/yesterday")).status_code == 404
    for person in (ana, carla):
        assert (await person.get("/v1/bacen/ccs/files/latest")).status_code in (403, 404)
        assert (await person.get("/v1/bacen/ccs")).status_code in (403, 404)
    assert sql("select count(*) from event where company_id = 1 and name = 'bacen:ccs:downloaded'") == [(11,)]


async def test_a_correction_of_some_days_of_the_past_leaves_what_holds_before_and_after(
    diego: Person, sql: Sql
) -> None:
    def day(ago: int) -> str:
        return (today() - timedelta(days=ago)).isoformat()

    await said(diego, "medium", valid_from=day(200))
    await said(diego, "high", valid_from=day(50))
    [(before,)] = sql("select clock_timestamp()")
    # Found out later: for a month of it the risk was very high.
    assert (await said(diego, "very_high", valid_from=day(100), valid_to=day(70))).status_code == 201
    asked = (
        "select value, valid_from::text, valid_to::text from bacen_attribute where attribute = 'risk_class'"
        " and known_from <= %s and coalesce(known_to, 'infinity') > %s order by valid_from"
    )
    [(now,)] = sql("select clock_timestamp()")
    assert sql(asked, before, before) == [("medium", day(200), day(50)), ("high", day(50), None)]
    assert sql(asked, now, now) == [
        ("medium", day(200), day(100)),
        ("very_high", day(100), day(70)),
        ("medium", day(70), day(50)),
        ("high", day(50), None),
    ]
    # What ends before something holds leaves it as it is, whatever goes on in between.
    assert (await said(diego, "very_high", valid_from=day(60), valid_to=day(50))).status_code == 201
    assert [each for each in await known(diego) if each[1:] == ("known", True)].count(("high", "known", True)) == 1


async def test_figures_of_the_effectiveness_report_count_who_is_exposed_at_its_day_and_what_was_answered(
    diego: Person, sql: Sql
) -> None:
    def day(ago: int) -> str:
        return (today() - timedelta(days=ago)).isoformat()

    [(report,)] = sql("select id::text from bacen_duty where kind = 'effectiveness_report' and year = %s", today().year)

    async def figures() -> dict[str, int]:
        return (await diego.get(f"/v1/bacen/duties/{report}")).json()["figures"]

    before = await figures()
    await said(diego, "principal", "pep", valid_from=day(300))
    assert (await figures())["pep_known"] == before["pep_known"] + 1
    await said(diego, "no", "pep", valid_from=day(1))
    assert (await figures())["pep_known"] == before["pep_known"]
    for state in ("clean", "not_checked"):
        sql(
            "insert into kyc_check (id, subject_id, port, state, detail, asked_by) values (gen_random_uuid(), gen_random_uuid(),"
            " 'pep', %s, 'clear', 'x')",
            state,
        )
    assert (await figures())["checks_made"] == before["checks_made"] + 1
