"""One command moves a company: it leads through the acts of both installations, goes on where it was cut short, and leads back."""

import shlex
import sys
from pathlib import Path

import pytest

from people import AURORA, EMAILS, Person
from retaguarda.cli import found, secrets
from retaguarda.worker import drain
from support.cell_shell import House, sequenced, served
from support.cells import THERE, charge, refusal
from support.charges import Counter, offenders

COMPANY = str(AURORA)
CHARGES = "/v1/payin/charges"


@pytest.fixture
async def founded(ana: Person, houses: tuple[House, House], tmp_path: Path) -> tuple[House, House]:
    """The second is founded, and has not run yet."""
    one, two = houses
    assert await one.run("share", str(tmp_path / "kept"), program=secrets.main) == 0
    code = one.out.split()[-1]
    company = ("--company", "B", "--document", "11.444.777/0001-61", "--email", "root@b.example", "--name", "Root")
    ranged = ("--companies", "1000000-1999999", "--kept-keys", str(tmp_path / "kept"))
    assert await two.run(*company, *ranged, program=found.main, typed=code) == 0, two.err
    return one, two


def there(two: House) -> str:
    """What runs retaguarda on the other installation: its own settings, in a process of its own."""
    settings = [f"{name}={value}" for name, value in two.environment.items()]
    return shlex.join(["env", *settings, sys.executable, "-m", "retaguarda"])


def moving(two: House, folder: Path, *more: str) -> tuple[str, ...]:
    return ("move", COMPANY, "--to", THERE, "--there", there(two), "--folder", str(folder), *more)


async def test_one_command_moves_a_company_and_again_says_the_same(
    ana: Person, carla: Person, counter: Counter, founded: tuple[House, House], elsewhere: str, tmp_path: Path
) -> None:
    one, two = founded
    await counter.paid(ana, 50_000)
    await counter.work()
    await sequenced(counter.app)
    before = (await ana.get(CHARGES)).json()
    async with served(elsewhere, counter, tmp_path) as (app, _):
        await drain(app)
    map_file = tmp_path / "retaguarda.map"
    moved = moving(two, tmp_path / "move", "--map", str(map_file))
    await one.act("host", COMPANY, "loja.example")
    said = await one.act(*moved)
    assert [line.split()[0] for line in said.splitlines()] == [
        "frozen",
        "exported",
        "imported",
        "released",
        "open",
        "map",
    ]
    assert "loja.example" in map_file.read_text()
    assert THERE in map_file.read_text()
    assert [line.split()[0] for line in (await one.act(*moved)).splitlines()] == ["released", "open", "map"]
    assert "is released" in await one.refused(*moved, "--back")

    gone = await ana.get(CHARGES)
    assert (gone.status_code, gone.headers["x-moved-to"]) == (421, THERE)
    assert (await charge(carla)).status_code == 201
    async with served(elsewhere, counter, tmp_path) as (app, client):
        ana_there = await Person(client, EMAILS["ana"]).sign_in()
        assert (await ana_there.get(CHARGES)).json() == before
        note = f"{CHARGES}/{before[0]['id']}/notes"
        for _ in range(2):
            assert (await ana_there.post(note, {"text": "after"}, key="after")).status_code == 201
        await drain(app)
        await sequenced(app)
    await counter.work()
    await sequenced(counter.app)
    assert offenders(elsewhere) == {}
    assert offenders(counter.url) == {}


@pytest.mark.parametrize("act", ["key", "import", "open"])
async def test_a_move_that_is_cut_short_goes_on_by_the_same_command(
    act: str, ana: Person, counter: Counter, founded: tuple[House, House], elsewhere: str, tmp_path: Path
) -> None:
    one, two = founded
    async with served(elsewhere, counter, tmp_path) as (app, _):
        await drain(app)
    await counter.work()
    await sequenced(counter.app)
    # The way there breaks once the act is done, before anything of it is heard.
    broken = tmp_path / "broken"
    broken.write_text(
        f'#!/bin/sh\nif [ "$2" = {act} ]; then {there(two)} "$@" > /dev/null; exit 255; fi\nexec {there(two)} "$@"\n'
    )
    broken.chmod(0o700)
    cut = moving(two, tmp_path / "move")
    cut = (*cut[:5], str(broken), *cut[6:])
    assert f"`cell {act}` on the other installation ended with 255" in await one.refused(*cut)
    assert "open there" in await one.act(*moving(two, tmp_path / "move"))
    assert (await ana.get(CHARGES)).status_code == 421
    assert f"{AURORA:>10}  open" in await two.act("status")
    async with served(elsewhere, counter, tmp_path) as (app, _):
        await drain(app)
        await sequenced(app)
    assert offenders(elsewhere) == {}


async def test_a_move_that_the_other_side_refuses_leads_back(
    ana: Person, carla: Person, counter: Counter, founded: tuple[House, House], tmp_path: Path
) -> None:
    one, two = founded
    await counter.work()
    await sequenced(counter.app)
    # It has never run.
    assert "`cell import` on the other installation ended with 1" in await one.refused(*moving(two, tmp_path / "move"))
    assert refusal(await charge(ana)) == (503, "company_moving")
    back = moving(two, tmp_path / "move", "--back")
    assert "is open here again" in await one.act(*back)
    assert "not frozen" in await one.refused(*back)
    assert (await charge(ana)).status_code == 201
    assert (await charge(carla)).status_code == 201
    await counter.work()
    assert offenders(counter.url) == {}


async def test_what_is_no_installation_moves_nothing(
    ana: Person, counter: Counter, founded: tuple[House, House], tmp_path: Path
) -> None:
    one, two = founded
    await counter.work()
    for wrong, told in (("/nonexistent/retaguarda", "could not be run"), ("echo hello", "did not say its keys"), ("false", "ended with 1")):  # fmt: skip
        given = moving(two, tmp_path / "move")
        assert told in await one.refused(*given[:5], wrong, *given[6:])
    assert (await charge(ana)).status_code == 201
    assert "no company was moved" in await one.act("status")
