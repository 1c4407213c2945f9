"""What was said with a provider leaves the database once its month is archived and two of staff agree, and is read from the archive."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import SECRET, Sql, as_app
from people import Person
from retaguarda.app import App
from retaguarda.backup.archive_month import MANIFEST, archive_month
from retaguarda.backup.record_month import record_month
from retaguarda.cli import archive as command
from retaguarda.payin.archive import jobs
from support.charges import Counter, offenders

PATH = "/v1/tools/archived-months"
pytest.importorskip("duckdb", reason="DuckDB is not installed here: pip install 'retaguarda[archive]'")


def in_one_month(sql: Sql) -> None:
    """Brings every message into the month of the first one, as if none had ended while the test made them.

    The time is in the id, too: its first 48 bits, 13 characters with the hyphen."""
    sql("alter table provider_message disable trigger append_only")
    sql(
        "update provider_message m set at = f.at, id = overlay(m.id::text placing left(f.id::text, 13) from 1)::uuid"
        " from (select at, id from provider_message order by id limit 1) f"
        " where date_trunc('month', m.at, 'UTC') > date_trunc('month', f.at, 'UTC')"
    )
    sql("alter table provider_message enable trigger append_only")


@pytest.fixture
def archived(app: App, peopled_url: str, sql: Sql) -> Callable[[], tuple[str, Path]]:
    """Archives the month of the last message as the command does with one that is over; gives its id and its folder."""

    def write() -> tuple[str, Path]:
        in_one_month(sql)
        ((month,),) = sql("select to_char(max(at) at time zone 'UTC', 'YYYY-MM') from provider_message")
        folder = Path(app.settings.archive, month)
        folder.parent.mkdir(exist_ok=True)
        record_month(peopled_url, folder, archive_month(peopled_url, month, folder))
        return str(sql("select id from archived_month")[0][0]), folder

    return write


@pytest.fixture
def archived_part(app: App, peopled_url: str, sql: Sql) -> Callable[[], tuple[str, str]]:
    """Archives every message as if all were of a month that has a part of its own; gives the month's id and its part."""

    def write() -> tuple[str, str]:
        (part,) = sql(
            "select part::text, to_char(begins, 'YYYY-MM') from month_parts() where begins = month_from_now(3)"
        )
        sql("alter table provider_message disable trigger append_only")
        sql(
            "update provider_message set at = month_from_now(3),"
            " id = overlay(id::text placing left(first_id_of(month_from_now(3))::text, 13) from 1)::uuid"
        )
        sql("alter table provider_message enable trigger append_only")
        folder = Path(app.settings.archive, part[1])
        folder.parent.mkdir(exist_ok=True)
        record_month(peopled_url, folder, archive_month(peopled_url, part[1], folder))
        return str(sql("select id from archived_month")[0][0]), part[0]

    return write


async def status_of(person: Person) -> dict[str, Any]:
    (month,) = (await person.get(PATH)).raise_for_status().json()["months"]
    return month


async def test_two_of_staff_drop_the_messages_of_an_archived_month_and_a_charge_reads_them_from_there(
    counter: Counter, ana: Person, carla: Person, diego: Person, eva: Person, sql: Sql, archived: Any, peopled_url: str
) -> None:
    charge = await counter.charge(ana)
    other = await counter.charge(carla)
    said = charge["messages"]
    assert len(said) == 1
    assert charge["archived_months"] == []
    month, _ = archived()
    key = str(uuid4())
    first, second = [await diego.post(f"{PATH}/{month}/ask", key=key) for _ in range(2)]
    assert (first.status_code, first.json()["status"], second.content) == (200, "asked", first.content)
    own = await diego.post(f"{PATH}/{month}/drop")
    assert (own.status_code, own.json()["message"]) == (409, "own_archived_month")
    agreed = await eva.post(f"{PATH}/{month}/drop")
    assert (agreed.status_code, agreed.json()["status"]) == (200, "dropping")
    await counter.work()
    assert sql("select count(*) from provider_message") == [(0,)]
    dropped = await status_of(diego)
    assert (dropped["status"], dropped["asked_by"], dropped["agreed_by"], dropped["last_error"]) == (
        "dropped",
        diego.email,
        eva.email,
        None,
    )
    now = await counter.read(ana, charge["id"])
    assert (now["messages"], now["archived_months"]) == ([], [dropped["month"]])
    read = (await ana.get(f"/v1/payin/charges/{charge['id']}/archived-messages")).raise_for_status().json()
    assert read == {"months": [dropped["month"]], "messages": said, "more": False}
    for person, stranger in ((carla, charge["id"]), (ana, other["id"])):
        assert (await person.get(f"/v1/payin/charges/{stranger}/archived-messages")).status_code == 404
    again = await eva.post(f"{PATH}/{month}/drop")
    assert (again.status_code, again.json()["message"]) == (409, "archived_month_not_so")
    assert offenders(peopled_url) == {}


async def test_an_archive_that_is_not_what_was_written_keeps_the_month_in_the_database(
    counter: Counter, ana: Person, diego: Person, eva: Person, sql: Sql, archived: Any
) -> None:
    charge = await counter.charge(ana)
    month, folder = archived()
    (file,) = folder.glob("message/*/company=2/*.parquet")
    whole = file.read_bytes()
    for break_it, why in (
        (lambda: file.write_bytes(whole[:-1]), "cut in the middle, or changed"),
        (lambda: (folder / MANIFEST).write_text("{}"), "is not the manifest that was written"),
        (lambda: shutil.rmtree(folder), "is no folder"),
    ):
        break_it()
        assert (await diego.post(f"{PATH}/{month}/ask")).status_code == 200
        assert (await eva.post(f"{PATH}/{month}/drop")).status_code == 200
        await counter.work()
        kept = await status_of(diego)
        assert (kept["status"], kept["asked_by"]) == ("kept", None)
        assert why in kept["last_error"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(whole)
    assert (await counter.read(ana, charge["id"]))["messages"] == charge["messages"]


async def test_a_message_that_is_not_in_the_archive_keeps_the_month(
    counter: Counter, ana: Person, diego: Person, eva: Person, sql: Sql, archived: Any
) -> None:
    await counter.charge(ana)
    month, _ = archived()
    await counter.charge(ana)
    in_one_month(sql)
    assert (await diego.post(f"{PATH}/{month}/ask")).status_code == 200
    assert (await eva.post(f"{PATH}/{month}/drop")).status_code == 200
    await counter.work()
    kept = await status_of(diego)
    assert kept["status"] == "kept"
    assert "archive the month again" in kept["last_error"]


async def test_a_job_that_was_cut_goes_on_where_it_stopped(
    counter: Counter,
    ana: Person,
    diego: Person,
    eva: Person,
    sql: Sql,
    archived: Any,
    peopled_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 1)
    for _ in range(3):
        await counter.charge(ana)
    month, folder = archived()
    await diego.post(f"{PATH}/{month}/ask")
    await eva.post(f"{PATH}/{month}/drop")
    ((before,),) = sql("select count(*) from provider_message")
    with psycopg.connect(as_app(peopled_url)) as connection:
        # As the job left it when its worker died between two pieces.
        connection.execute("select set_config('retaguarda.companies', '*', true)")
        assert connection.execute("select provider_message_drop(%s, 1)", (month,)).fetchone() == (1,)
    assert sql("select count(*) from provider_message") == [(before - 1,)]
    # Part of the month is in the archive alone: while that is away it is not kept, or nobody would look for it there.
    folder.rename(folder.with_name("away"))
    await counter.work()
    waiting = await status_of(diego)
    assert (waiting["status"], "is no folder" in waiting["last_error"]) == ("dropping", True)
    folder.with_name("away").rename(folder)
    sql("update procrastinate_jobs set scheduled_at = now() where task_name = 'payin.drop_archived_month'")
    await counter.work()
    assert sql("select count(*) from provider_message") == [(0,)]
    dropped = await status_of(diego)
    assert (dropped["status"], dropped["last_error"]) == ("dropped", None)


async def test_a_month_with_a_part_of_its_own_is_taken_away_whole(
    counter: Counter,
    ana: Person,
    carla: Person,
    diego: Person,
    eva: Person,
    sql: Sql,
    archived_part: Any,
    peopled_url: str,
) -> None:
    charge = await counter.charge(ana)
    await counter.charge(carla)
    month, part = archived_part()
    said = (await counter.read(ana, charge["id"]))["messages"]
    assert len(said) == 1
    # Another month's messages stay.
    await counter.charge(ana)
    await diego.post(f"{PATH}/{month}/ask")
    await eva.post(f"{PATH}/{month}/drop")
    # Somebody writes into it: whoever waits for them would hold up everybody else.
    sql("alter function provider_message_drop_month set lock_timeout = '50ms'")
    with psycopg.connect(peopled_url) as writer:
        writer.execute(f"lock table {part} in row exclusive mode".encode())
        await counter.work()
        assert ((await status_of(diego))["status"], sql("select count(*) from provider_message")) == (
            "dropping",
            [(3,)],
        )
    for _ in range(2):
        sql("update procrastinate_jobs set scheduled_at = now() where task_name = 'payin.drop_archived_month'")
        await counter.work()
        assert (await status_of(diego))["status"] == "dropped"
    assert sql("select to_regclass(%s), (select count(*) from provider_message)", part) == [(None, 1)]
    assert sql("select dropped from archived_month") == [(2,)]
    read = (await ana.get(f"/v1/payin/charges/{charge['id']}/archived-messages")).raise_for_status().json()
    assert (read["messages"], read["more"]) == (said, False)
    assert offenders(peopled_url) == {}


async def test_a_part_is_taken_away_by_two_people_alone_and_never_with_more_than_the_archive_has(
    counter: Counter, ana: Person, diego: Person, eva: Person, sql: Sql, archived_part: Any, peopled_url: str
) -> None:
    await counter.charge(ana)
    month, part = archived_part()
    with psycopg.connect(as_app(peopled_url), autocommit=True) as connection:
        connection.execute("select set_config('retaguarda.companies', '*', false)")
        for path, person in (("ask", diego), ("drop", eva)):
            with pytest.raises(psycopg.Error, match="nobody has decided"):
                connection.execute("select provider_message_drop_month(%s)", (month,))
            assert (await person.post(f"{PATH}/{month}/{path}")).status_code == 200
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("select drop_month('provider_message', month_from_now(3), 10)")
        # One came after the archive was compared.
        connection.execute(
            "insert into provider_message (company_id, id, connection_id, direction, method, url)"
            " select 2, first_id_of(month_from_now(3)), id, 'out', 'GET', 'https://bank.example' from pix_connection limit 1"
        )
        with pytest.raises(psycopg.Error, match="has 2 rows, and 1 are in the archive"):
            connection.execute("select provider_message_drop_month(%s)", (month,))
    await counter.work()
    assert ((await status_of(diego))["status"], sql(f"select count(*) from {part}")) == ("kept", [(2,)])


async def test_nobody_drops_messages_alone_not_even_in_the_database(
    counter: Counter, ana: Person, diego: Person, sql: Sql, archived: Any, peopled_url: str
) -> None:
    await counter.charge(ana)
    month, _ = archived()
    with psycopg.connect(as_app(peopled_url), autocommit=True) as connection:
        connection.execute("select set_config('retaguarda.companies', '*', false)")
        for status in ("kept", "asked"):
            with pytest.raises(psycopg.Error, match="nobody has decided"):
                connection.execute("select provider_message_drop(%s, 10)", (month,))
            if status == "kept":
                assert (await diego.post(f"{PATH}/{month}/ask")).status_code == 200
        connection.execute("select set_config('retaguarda.dropping', 'on', false)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("delete from provider_message")
        with pytest.raises(psycopg.errors.CheckViolation, match="two_people"):
            connection.execute(
                "update archived_month set status = 'dropping', agreed_at = now(), agreed_by = asked_by, agreed_by_id = asked_by_id"
            )
    with pytest.raises(psycopg.DatabaseError, match="append-only"):
        sql("delete from provider_message")
    kept = await diego.post(f"{PATH}/{month}/keep")
    assert (kept.status_code, kept.json()["status"], kept.json()["asked_by"]) == (200, "kept", None)


async def test_merchants_and_whoever_may_only_look_decide_nothing(
    counter: Counter, ana: Person, gil: Person, diego: Person, sql: Sql, archived: Any
) -> None:
    await counter.charge(ana)
    month, _ = archived()
    sql(
        "update role set permissions = permissions || '{scheduler::task:read,scheduler::task:write}' where name = 'administrator'"
    )
    assert (await gil.get(PATH)).status_code == 404
    for act in ("ask", "drop", "keep"):
        assert (await gil.post(f"{PATH}/{month}/{act}")).status_code == 404
        assert (await ana.post(f"{PATH}/{month}/{act}")).status_code == 403
        assert (await diego.post(f"{PATH}/{uuid4()}/{act}")).status_code == 404
    assert (await status_of(diego))["status"] == "kept"


async def test_an_archive_that_is_away_is_said_and_nothing_else_of_the_charge_is_missing(
    counter: Counter, ana: Person, diego: Person, eva: Person, archived: Any
) -> None:
    charge = await counter.charge(ana)
    month, folder = archived()
    await diego.post(f"{PATH}/{month}/ask")
    await eva.post(f"{PATH}/{month}/drop")
    await counter.work()
    folder.rename(folder.with_name("away"))
    away = await ana.get(f"/v1/payin/charges/{charge['id']}/archived-messages")
    assert (away.status_code, away.json().get("message")) == (503, "archive_unreadable")
    assert (await counter.read(ana, charge["id"]))["status"] == "pending"
    folder.with_name("away").rename(folder)
    (file,) = folder.glob("message/*/company=2/*.parquet")
    file.write_bytes(file.read_bytes()[:-1])
    changed = await ana.get(f"/v1/payin/charges/{charge['id']}/archived-messages")
    assert (changed.status_code, changed.json()["message"]) == (503, "archive_unreadable")


def test_the_command_writes_into_the_archive_of_the_installation_and_never_again_once_a_month_was_dropped(
    peopled_url: str, sql: Sql, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", peopled_url)
    monkeypatch.setenv("RETAGUARDA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("RETAGUARDA_SECRET", SECRET)
    assert command.main(["2001-02"]) == 1
    assert "RETAGUARDA_ARCHIVE" in capsys.readouterr().err
    monkeypatch.setenv("RETAGUARDA_ARCHIVE", str(tmp_path / "kept"))
    assert command.main(["2001-01", "--out", str(tmp_path / "elsewhere")]) == 0
    assert sql("select count(*) from archived_month") == [(0,)]
    assert command.main(["2001-02"]) == 0
    assert command.main(["--check", str(tmp_path / "kept" / "2001-02")]) == 0
    assert sql("select month::text, messages, status from archived_month") == [("2001-02-01", 0, "kept")]
    assert command.main(["2001-02"]) == 1
    # A run that was cut after it had written all left an archive that nobody knows: the next one records it.
    sql("delete from archived_month")
    assert command.main(["2001-02"]) == 0
    assert "already, whole" in capsys.readouterr().out
    assert sql("select month::text, messages, status from archived_month") == [("2001-02-01", 0, "kept")]
    sql("update archived_month set status = 'asked', asked_at = now(), asked_by = 'a', asked_by_id = gen_random_uuid()")
    shutil.rmtree(tmp_path / "kept" / "2001-02")
    capsys.readouterr()
    assert command.main(["2001-02"]) == 1
    assert "a new one would not be whole" in capsys.readouterr().err
    assert not (tmp_path / "kept" / "2001-02").exists()
