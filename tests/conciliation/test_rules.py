"""Rules of the upper rungs, a line that is split, and what changes of a house account: written by one person, at work by another."""

from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda_sandbox.statements import BankMove
from support.charges import Counter, offenders
from support.statements import (
    ACCOUNTS,
    DAY,
    DAYS,
    FILES,
    LINES,
    MATCHES,
    RUNS,
    applied,
    expect,
    later,
    opened,
    told,
    uploaded,
)

RULES, LEARNED = "/v1/conciliation/rules", "/v1/conciliation/learned"


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


async def ruled(diego: Person, eva: Person, account: str, **more: Any) -> str:
    """A rule that diego wrote and eva let work."""
    body = {"account": account, "rung": "tolerance", "name": "Centavos", "tolerance": 5, "cause": "rounding"} | more
    made = await diego.post(RULES, body)
    assert made.status_code == 201, made.text
    path = f"{RULES}/{made.json()['id']}/decide"
    own = await diego.post(path, {"choice": "live"})
    assert (own.status_code, own.json()["message"]) == (409, "conciliation_own")
    said = await eva.post(path, {"choice": "live"})
    assert said.json()["state"] == "live", said.text
    assert (await eva.post(path, {"choice": "live"})).status_code == 409
    return made.json()["id"]


async def suggestions(person: Person) -> list[dict[str, Any]]:
    (row,) = (await person.get(DAYS, day=str(DAY))).json()
    return (await person.get(f"{DAYS}/{row['id']}")).json()["suggestions"]


async def test_a_tolerance_proposes_what_differs_by_little_and_a_person_says_why(
    diego: Person, eva: Person, carla: Person, work: Work, sql: Sql
) -> None:
    expect(sql, 100_00, "test:1")
    expect(sql, 300_00, "test:2")
    account = await opened(diego, eva)
    moves = (BankMove(100_03, DAY, "TED A", "1"), BankMove(300_06, DAY, "TED B", "2"))
    await applied(diego, work, told(*moves))
    rule = await ruled(diego, eva, account["id"])
    made = [(await diego.post(RUNS, {})).json()["rungs"] for _ in range(2)]
    assert made == [[0, 0, 0, 0, 0, 0, 1, 0], [0] * 8]
    (found,) = await suggestions(diego)
    assert (found["rung"], found["difference"]["amount"], found["description"]) == (7, 3, "TED A")
    path = f"{MATCHES}/{found['id']}/decide"
    bare = await diego.post(path, {"choice": "confirm"})
    assert (bare.status_code, bare.json()["message"]) == (422, "match_differs")
    done = await diego.post(path, {"choice": "confirm", "reason": "arredondamento do banco"})
    assert (done.json()["state"], done.json()["cause"]) == ("confirmed", "rounding")
    (row,) = (await diego.get(RULES)).json()
    assert (row["hits"], row["undone"], row["precision"]) == (1, 0, "1.0000")
    undone = await diego.post(path, {"choice": "undo", "reason": "era outro"})
    assert undone.json()["state"] == "undone"
    assert (await diego.get(RULES)).json()[0]["precision"] == "0.0000"
    # What a person undid no rule finds again.
    assert (await diego.post(RUNS, {})).json()["rungs"][6] == 0
    record = (await diego.get(f"{RULES}/{rule}")).json()
    assert (record["gained"], record["agreed"], record["otherwise"]) == (0, 0, 1)
    assert (await carla.get(f"{RULES}/{rule}")).status_code in (403, 404)


async def test_a_draft_and_a_shadow_do_nothing_but_show_what_they_would_do(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    expect(sql, 100_00, "test:1")
    account = await opened(diego, eva)
    await applied(diego, work, told(BankMove(99_98, DAY, "TED A", "1")))
    body = {"account": account["id"], "rung": "tolerance", "name": "Centavos", "tolerance": 2, "cause": "rounding"}
    rule = (await diego.post(RULES, body)).json()["id"]
    for choice in (None, "shadow"):
        if choice is not None:
            said = await diego.post(f"{RULES}/{rule}/decide", {"choice": choice})
            assert said.json()["state"] == "shadow"
        assert (await diego.post(RUNS, {})).json()["rungs"][6] == 0
        record = (await diego.get(f"{RULES}/{rule}")).json()
        (pair,) = record["pairs"]
        assert (record["gained"], pair["amount"]["amount"], pair["expected_amount"]["amount"]) == (1, 99_98, 100_00)
    sql("select set_config('retaguarda.person', id::text, false) from person where email = %s", diego.email)
    with pytest.raises(psycopg.Error, match="whoever made a rule"):
        sql("update conciliation_rule set state = 'live'")
    with pytest.raises(psycopg.Error, match="does not change so"):
        sql("update conciliation_rule set tolerance = 5000")


async def test_the_next_version_of_a_rule_takes_the_place_of_the_one_before(
    diego: Person, eva: Person, sql: Sql
) -> None:
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true)")
    account = await opened(diego, eva)
    first = await ruled(diego, eva, account["id"])
    second = await ruled(diego, eva, account["id"], tolerance=9, replaces=first)
    states = {row["id"]: (row["version"], row["state"]) for row in (await diego.get(RULES)).json()}
    assert states == {first: (1, "retired"), second: (2, "live")}
    other = {"account": account["id"], "rung": "tolerance", "name": "Outra", "cause": "rounding"}
    third = (await diego.post(RULES, other)).json()["id"]
    taken = await eva.post(f"{RULES}/{third}/decide", {"choice": "live"})
    assert (taken.status_code, taken.json()["message"]) == (409, "rule_position_taken")
    for wrong, field in (
        ({"cause": None}, "cause"),
        ({"pattern": "("}, "pattern"),
        ({"rung": "learned"}, "shape"),
        ({"rung": "learned", "shape": "TED", "expected": "x", "tolerance": 1}, "tolerance"),
        ({"replaces": first}, "replaces"),
    ):
        said = await diego.post(RULES, other | wrong)
        assert (said.status_code, list(said.json()["message"])) == (400, [field])


async def test_what_people_decide_teaches_a_rule_that_tells_equal_amounts_apart(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    for number in range(3):
        expect(sql, 10_00 + number, f"test:{number}")
    account = await opened(diego, eva)
    await applied(
        diego, work, told(*(BankMove(10_00 + number, DAY, f"LIQ TITULO {number}", str(number)) for number in range(3)))
    )
    for each in await suggestions(diego):
        await diego.post(f"{MATCHES}/{each['id']}/decide", {"choice": "confirm"})
    (learned,) = (await diego.get(LEARNED)).json()
    assert (learned["shape"], learned["expected"], learned["hits"], learned["ready"]) == (
        "LIQ TITULO #",
        "test.move",
        3,
        False,
    )
    assert learned["lower_bound"] == "0.4385"
    await ruled(
        diego,
        eva,
        account["id"],
        rung="learned",
        name="Títulos",
        tolerance=0,
        cause=None,
        shape="LIQ TITULO #",
        expected="test.move",
    )
    assert (await diego.get(LEARNED)).json() == []
    # Two of one amount: the bank's text says which of them it is.
    expect(sql, 77_00, "test:a", later(0))
    sql(
        "select ledger_post(2, gen_random_uuid(), 'test:b', 'test.other', 'b', %s::date + time '15:00', array[2, 1],"
        " array['test.books', 'pix_clearing'], array['BRL', 'BRL'], array[7700, -7700]::bigint[])",
        DAY,
    )
    moves = [BankMove(77_00, DAY, "LIQ TITULO 9", "9")]
    await applied(diego, work, told(*moves, opening=1_030_03))
    assert [(each["rung"], each["amount"]["amount"]) for each in await suggestions(diego)] == [(8, 77_00)]


async def test_a_line_is_split_into_matches_that_are_undone_alone(
    diego: Person, eva: Person, carla: Person, work: Work, sql: Sql
) -> None:
    for number, amount in enumerate((60_00, 30_00, 500_00)):
        expect(sql, amount, f"test:{number}")
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(110_00, DAY, "TED AGRUPADA", "1"), BankMove(-4_00, DAY, "TAR", "2")))
    line = next(row["id"] for row in (await diego.get(LINES)).json() if row["description"] == "TED AGRUPADA")
    first, second, large = (
        str(sql("select id from expectation where amount = %s", amount)[0][0]) for amount in (60_00, 30_00, 500_00)
    )
    path = f"{LINES}/{line}/split"
    too_much = await diego.post(path, {"parts": [{"expectation": large}]})
    assert (too_much.status_code, too_much.json()["message"]) == (422, "split_too_much")
    twice = await diego.post(path, {"parts": [{"expectation": first}, {"expectation": first}]})
    assert twice.status_code == 400
    assert (await carla.post(path, {"parts": [{"expectation": first}]})).status_code in (403, 404)
    parts = [{"expectation": first}, {"expectation": second}, {"expectation": large, "amount": 15_00}]
    said = (await diego.post(path, {"parts": parts})).json()
    assert (said["state"], said["left"]["amount"], len(said["matches"])) == ("part_matched", 5_00, 3)
    again = await diego.post(path, {"parts": [{"expectation": first}]})
    assert (again.status_code, again.json()["message"]) == (409, "match_not_open")
    undo = await diego.post(f"{MATCHES}/{said['matches'][0]}/decide", {"choice": "undo", "reason": "outro título"})
    assert undo.json()["state"] == "undone"
    assert sql("select amount, state from expectation order by amount") == [
        (30_00, "matched"),
        (60_00, "expected"),
        (500_00, "part_matched"),
    ]


async def test_an_account_is_called_otherwise_and_learns_to_read_its_csv(
    diego: Person, eva: Person, carla: Person, sql: Sql
) -> None:
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true)")
    account = await opened(diego, eva)
    path = f"{ACCOUNTS}/{account['id']}/change"
    assert (await carla.post(path, {"name": "x"})).status_code in (403, 404)
    wrong = await diego.post(path, {"mapping": {"amount": "Valor"}})
    assert (wrong.status_code, list(wrong.json()["message"])) == (400, ["mapping"])
    data = b"Dia;Quantia;Texto\r\n2026-11-16;12.34;TED A\r\n"
    refused = await uploaded(diego, data, "extrato.csv", account=account["id"])
    assert refused["status"] == "rejected"
    mapping = {
        "booked_on": "Dia",
        "amount": "Quantia",
        "description": "Texto",
        "decimal": ".",
        "date_form": "YYYY-MM-DD",
    }
    for _ in range(2):
        said = await diego.post(path, {"name": "Serra", "grace": 3, "tariff": 190, "mapping": mapping})
        assert (said.json()["name"], said.json()["mapping"]) == ("Serra", mapping)
    file = await uploaded(diego, data + b"\r\n", "extrato-2.csv", account=account["id"])
    assert (file["status"], file["new"]) == ("parsed", 1), file
    kept = await diego.post(path, {"grace": 2})
    assert (kept.json()["grace"], kept.json()["mapping"]) == (2, mapping)
    assert (await diego.post(path, {"mapping": {}})).json()["mapping"] is None
    with pytest.raises(psycopg.Error, match="does not change so"):
        sql("update house_account set opening = 5")
    assert FILES
