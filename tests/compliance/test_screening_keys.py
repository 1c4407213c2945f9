"""Screening finds by the keys of names, and by the wide ones where these do not suffice: a lower threshold, or keys not made yet."""

from conftest import Sql, Work
from people import Person
from support.charges import Counter
from support.lists import CHECKS, HITS, LISTS, list_of, plain, uploaded


async def listed(diego: Person, work: Work, *names: str) -> None:
    assert (await uploaded(diego, "house", plain(*names))).status_code == 201
    await work()


async def checked(diego: Person, work: Work, name: str) -> None:
    made = await diego.post(CHECKS, {"name": name, "purpose": "onboarding"}, key=name)
    again = await diego.post(CHECKS, {"name": name, "purpose": "onboarding"}, key=name)
    assert (made.status_code, again.content) == (201, made.content), made.text
    await work()


async def found(diego: Person) -> list[tuple[str, int]]:
    return sorted((hit["listed"], hit["score"]) for hit in (await diego.get(HITS)).json() if hit["status"] == "pending")


async def test_a_list_with_a_lower_threshold_is_searched_by_the_wide_keys(diego: Person, work: Work) -> None:
    await listed(diego, work, "Maria Silva")
    await checked(diego, work, "Maria Silva Santos Lima")
    assert await found(diego) == []
    house = await list_of(diego, "house")
    change = {"name": house["name"], "max_age_days": 366, "threshold": 75, "source_url": ""}
    assert (await diego.post(f"{LISTS}/{house['id']}/change", change)).status_code == 200
    assert await found(diego) == [("Maria Silva", 79)]
    # The other way round: the party is there, and the entry is new.
    await listed(diego, work, "Maria Silva", "Maria Lima")
    assert await found(diego) == [("Maria Lima", 79), ("Maria Silva", 79)]


async def test_who_was_there_before_is_found_until_the_keys_are_made_and_afterwards(
    diego: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    await listed(diego, work, "Zenilda Torquato Rios")
    await checked(diego, work, "Quiteria Bandeira Lopes")
    sql("alter table list_entry disable trigger list_entry_keeps")
    sql("update list_entry set name_keys = null")
    sql("alter table list_entry enable trigger list_entry_keeps")
    sql("update screened_party set name_keys = null")
    await checked(diego, work, "Zenilda Torcuato Rios")
    assert [name for name, _ in await found(diego)] == ["Zenilda Torquato Rios"]
    await listed(diego, work, "Zenilda Torquato Rios", "Quiteria Bandera Lopes")
    assert [name for name, _ in await found(diego)] == ["Quiteria Bandera Lopes", "Zenilda Torquato Rios"]
    await counter.run_job("compliance.gather_parties")
    missing = "select (select count(*) from list_entry where to_version is null and name_keys is null), (select count(*) from screened_party where name_keys is null)"
    assert sql(missing) == [(0, 0)]
    await checked(diego, work, "Zenilda Torquato Ryos")
    assert [name for name, _ in await found(diego)].count("Zenilda Torquato Rios") == 2
