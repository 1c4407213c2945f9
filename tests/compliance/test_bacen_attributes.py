"""BACEN attributes: what was known on a day stays answerable, a lower risk takes two people and time, a duty is done once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

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


async def test_a_duty_of_the_year_is_frozen_once(diego: Person) -> None:
    duty = (await diego.get("/v1/bacen/duties")).json()[0]
    path = f"/v1/bacen/duties/{duty['id']}/done"
    first, again = [await diego.post(path, {"note": "Enviado à diretoria"}, key="once") for _ in range(2)]
    assert (first.status_code, again.content) == (200, first.content)
    assert len(first.json()["sha256"]) == 64
    assert (await diego.post(path, {"note": "Outra vez"})).json()["message"] == "bacen_duty_done"
