"""Connection time: whose session it was, from where, how long, what ended it; and staff end one."""

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from conftest import SignIn
from people import Person
from support.charges import Counter, offenders

SESSIONS = "/v1/audit/sessions"


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def of(diego: Person, email: str) -> list[dict[str, Any]]:
    said = await diego.get(SESSIONS, person_email=email)
    assert said.status_code == 200, said.text
    return said.json()


async def test_staff_see_who_is_signed_in_and_a_merchants_person_sees_nothing(
    diego: Person, ana: Person, carla: Person
) -> None:
    (session,) = await of(diego, ana.email)
    assert (session["state"], session["ending"], session["ended_at"]) == ("open", "", None)
    assert (session["company_name"], session["internal"], session["two_factor"]) == ("Loja Aurora", False, False)
    (own,) = await of(diego, diego.email)
    assert (own["internal"], own["two_factor"]) == (True, True)
    record = (await diego.get(f"{SESSIONS}/{session['id']}")).json()
    assert (record["person_email"], len(record["days"])) == (ana.email, 30)
    assert record["days"][-1]["sessions"] == 1
    for stranger in (ana, carla):
        for path in (SESSIONS, f"{SESSIONS}/{session['id']}"):
            assert (await stranger.get(path)).status_code in (403, 404)
        said = await stranger.post(f"{SESSIONS}/{session['id']}/end", {"reason": "Não era eu"})
        assert said.status_code in (403, 404)


async def test_staff_end_a_session_once_and_it_is_over_at_once(diego: Person, ana: Person) -> None:
    (session,) = await of(diego, ana.email)
    ended = await diego.post(f"{SESSIONS}/{session['id']}/end", {"reason": "Notebook perdido"})
    assert ended.status_code == 200, ended.text
    assert (ended.json()["state"], ended.json()["ending"]) == ("forced", "by_staff")
    again = await diego.post(f"{SESSIONS}/{session['id']}/end", {"reason": "Notebook perdido"})
    assert (again.status_code, again.json()["message"]) == (409, "session_over")
    assert (await ana.get("/rbac/me")).status_code == 401
    assert (await diego.get("/rbac/me")).status_code == 200


async def test_all_sessions_of_a_person_end_and_others_go_on(diego: Person, bruno: Person, sign_in: SignIn) -> None:
    second = await sign_in("gil")
    third = await sign_in("gil")
    session = (await of(diego, second.email))[0]
    body = {"reason": "Conta comprometida", "all_of_person": True}
    assert (await diego.post(f"{SESSIONS}/{session['id']}/end", body)).status_code == 200
    assert {each["state"] for each in await of(diego, second.email)} == {"forced"}
    assert [(await each.get("/rbac/me")).status_code for each in (second, third, bruno)] == [401, 401, 200]


async def test_a_session_that_nobody_used_is_idle_and_is_as_long_as_it_was_used(
    diego: Person, ana: Person, sql: Any
) -> None:
    (session,) = await of(diego, ana.email)
    sql(
        "update session set created_at = now() - interval '3 hours', last_seen_at = now() - interval '2 hours',"
        " idle = interval '30 minutes' where id = %s",
        session["id"],
    )
    (idle,) = await of(diego, ana.email)
    assert (idle["state"], idle["seconds"]) == ("idle", 3600)
    (found,) = (await diego.get(SESSIONS, state="idle")).json()
    assert found["id"] == session["id"]


async def test_times_beside_each_other_count_once_and_another_address_is_shown(
    diego: Person, sign_in: SignIn, sql: Any
) -> None:
    gil = await sign_in("gil")
    await sign_in("gil")
    first, second = await of(diego, gil.email)
    day = "(date_trunc('day', now() at time zone 'America/Sao_Paulo') - interval '1 day') at time zone 'America/Sao_Paulo'"
    for session, start, end, ip in ((first, 9, 12, "198.51.100.7"), (second, 10, 13, "203.0.113.9")):
        sql(
            f"update session set created_at = {day} + %s * interval '1 hour', last_seen_at = {day} + %s * interval '1 hour',"
            f" ended_at = {day} + %s * interval '1 hour', end_reason = 'logout', idle = interval '1 day', ip = %s where id = %s",
            start,
            end,
            end,
            ip,
            session["id"],
        )
    record = (await diego.get(f"{SESSIONS}/{first['id']}")).json()
    assert (record["overlaps"], [each["ip"] for each in record["beside"]]) == (True, ["203.0.113.9"])
    assert (record["days"][-2]["sessions"], record["days"][-2]["seconds"]) == (2, 4 * 3600)
    assert len((await diego.get(SESSIONS, overlaps="true")).json()) == 2


async def test_a_persons_days_are_the_union_of_whatever_sessions_and_none_is_shorter_than_nothing(
    diego: Person, sign_in: SignIn, counter: Counter, sql: Any
) -> None:
    gil = await sign_in("gil")
    (session,) = await of(diego, gil.email)
    dice, seen = random.Random(22), set[int]()
    # Minutes after midnight in Brasília three days ago; some sessions last over the next one.
    for _ in range(40):
        start, minutes = dice.randrange(2 * 1_440 - 400), dice.randrange(0, 400)
        seen |= set(range(start, start + minutes))
        sql(
            "insert into session (id, company_id, person_id, two_factor, idle, created_at, last_seen_at, ended_at, end_reason,"
            " expires_at, ip) select gen_random_uuid(), company_id, person_id, false, interval '1 day', b, b + m, b + m, 'logout',"
            " b + interval '1 day', '198.51.100.7' from session, make_interval(mins => %s) m, lateral (select"
            " (date_trunc('day', now() at time zone 'America/Sao_Paulo') - interval '3 days') at time zone 'America/Sao_Paulo'"
            " + make_interval(mins => %s) as b) f where id = %s",
            minutes,
            start,
            session["id"],
        )
    days = (await diego.get(f"{SESSIONS}/{session['id']}")).json()["days"]
    assert [day["seconds"] for day in days[-4:-2]] == [
        60 * sum(1 for minute in seen if minute // 1_440 == day) for day in range(2)
    ]
    assert all(each["seconds"] >= 0 for each in await of(diego, gil.email))
    sql(
        "update session set last_seen_at = created_at - interval '1 hour', ended_at = null where id = %s", session["id"]
    )
    assert set(offenders(counter.url)) == {"sessions_do_not_end_before_they_begin"}
    sql("update session set last_seen_at = created_at where id = %s", session["id"])
