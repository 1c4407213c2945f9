"""Feature flags: read by whoever is signed in, switched by staff for a merchant, and by a shell."""

import psycopg
import pytest

from people import AURORA, OUTRA, Person
from retaguarda.cli.flags import main, switch

PATH = "/v1/dashboard/feature-flags"


async def has(person: Person, name: str = "ledger") -> list[int]:
    return (await person.get(PATH, flag=name)).json()


async def test_staff_switch_a_flag_for_the_chosen_merchant_and_twice_is_once(diego: Person, ana: Person) -> None:
    diego.account = str(AURORA)
    before = await has(ana)
    assert AURORA in before
    for _ in range(2):
        off = await diego.put(f"{PATH}/ledger", {"on": False})
        assert off.status_code == 200
        assert off.json() == {"name": "ledger", "companies": [number for number in before if number != AURORA]}
    assert AURORA not in await has(ana)
    for _ in range(2):
        assert (await diego.put(f"{PATH}/ledger", {"on": True})).json()["companies"] == sorted(before)
    assert await has(ana) == sorted(before)


async def test_a_switched_flag_leaves_a_trace_at_the_merchant(diego: Person, peopled_url: str) -> None:
    diego.account = str(OUTRA)
    await diego.put(f"{PATH}/ledger", {"on": False})
    with psycopg.connect(peopled_url) as connection:
        rows = connection.execute(
            "select company_id, actor, data->>'flag', data->>'on' from event where name = 'flag:company:switch'"
        ).fetchall()
    assert rows == [(OUTRA, "diego@retaguarda.example", "ledger", "false")]


async def test_a_merchant_switches_nothing(ana: Person) -> None:
    said = await ana.put(f"{PATH}/ledger", {"on": False})
    assert (said.status_code, said.json()["message"]) == (403, "forbidden")
    assert AURORA in await has(ana)


async def test_a_flag_that_nothing_looks_up_is_not_there(diego: Person) -> None:
    diego.account = str(AURORA)
    assert (await diego.put(f"{PATH}/legder", {"on": True})).status_code == 404
    assert await has(diego, "legder") == []


async def test_without_a_chosen_merchant_it_is_asked_for(diego: Person) -> None:
    said = await diego.put(f"{PATH}/ledger", {"on": True})
    assert (said.status_code, said.json()["message"]) == (400, "account_required")


def test_a_shell_shows_and_switches_flags(peopled_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with psycopg.connect(peopled_url) as connection:
        assert switch(connection, ["ledger", "off", str(AURORA), str(OUTRA)]) == 0
        assert switch(connection, ["ledger", "on", str(OUTRA)]) == 0
        assert switch(connection, []) == 0
        shown = capsys.readouterr().out.splitlines()
        assert str(AURORA) not in shown[-1].split()
        assert str(OUTRA) in shown[-1].split()
        assert switch(connection, ["ledger", "on", "999"]) == 1
    assert "999" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [["ledger"], ["ledger", "on"], ["legder", "on", "2"], ["ledger", "maybe", "2"], ["ledger", "on", "two"]],
)
def test_arguments_that_make_no_sense_change_nothing(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(wrong) == 2
    assert capsys.readouterr().err.startswith("usage: python -m retaguarda flags ")
