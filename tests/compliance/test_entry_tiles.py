"""The tiles above lists of compliance: what ends soon, and what staff look at first."""

from datetime import timedelta
from typing import Any

from compliance.test_block_list import LIST, added
from compliance.test_retention import moved
from conftest import Sql
from days import today
from people import Person
from support.kyc import LEADS, did, said_by


async def counted(person: Person, path: str, key: str, *values: str) -> dict[str, int]:
    found = dict[str, int]()
    for value in values:
        said = await person.get(path, **{key: value})
        assert said.status_code == 200, said.text
        found[value] = len(said.json())
    return found


async def test_an_entry_that_ends_within_a_week_stands_apart_from_those_in_force(diego: Person, sql: Sql) -> None:
    await added(diego)
    await added(diego, value="39053344705", until=str(today() + timedelta(days=5)))
    await added(diego, value="52998224725", until=str(today() + timedelta(days=30)))
    ended = await added(diego, value="11144477735", until=str(today() + timedelta(days=5)))
    moved(
        sql,
        f"update block_entry set starts_at = now() - interval '2 days', until = now() - interval '1 day' where id = '{ended['id']}'",
    )
    values = ("unconfirmed", "active", "expiring", "expired", "lifted")
    assert await counted(diego, LIST, "standing", *values) == dict(zip(values, (0, 2, 1, 1, 0), strict=True))
    # The status is as it was: what ends soon is in force.
    assert await counted(diego, LIST, "status", "active") == {"active": 3}


async def test_staff_see_first_who_was_hit_and_whose_time_is_nearly_over_and_merchants_see_neither(
    diego: Person, ana: Person, sql: Sql
) -> None:
    people = {
        "open": "11222333000181",
        "expiring": "52998224725",
        "with_hits": "39053344705",
        "converted": "11144477735",
    }
    made = dict[str, Any]()
    for name, document in people.items():
        kind = "merchant" if len(document) == 14 else "partner"
        made[name] = (await did(diego, LEADS, {"kind": kind, "name": name, "document": document}, 201))["id"]
    for name in ("expiring", "with_hits"):
        moved(
            sql,
            f"update kyc_lead set expires_on = (now() at time zone 'America/Sao_Paulo')::date + 7 where id = '{made[name]}'",
        )
    moved(
        sql,
        f"update kyc_lead set expires_on = (now() at time zone 'America/Sao_Paulo')::date + 8 where id = '{made['open']}'",
    )
    hit = f"insert into kyc_check (id, subject_id, port, state, detail, asked_by) select gen_random_uuid(), '{made['with_hits']}', 'pep', 'hit', 'x', 'x'"
    moved(sql, hit)
    moved(
        sql,
        f"update kyc_lead set state = 'converted', request_id = gen_random_uuid(), ended_at = now() - interval '29 days' where id = '{made['converted']}'",
    )
    assert await counted(diego, LEADS, "attention", *people, "over") == {**dict.fromkeys(people, 1), "over": 0}
    moved(sql, f"update kyc_lead set ended_at = now() - interval '31 days' where id = '{made['converted']}'")
    assert await counted(diego, LEADS, "attention", "converted", "over") == {"converted": 0, "over": 1}
    asked = await said_by(ana, "GET", LEADS, params={"attention": "with_hits"})
    assert asked.status_code == 400
    assert "attention" not in (await said_by(ana, "GET", LEADS)).text
