"""The drill: what was backed up stands again in an empty place, and adds up; and what a restore refuses."""

import json
import os
import zipfile
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from conftest import SECRET, as_app
from people import EMAILS, Person, asgi
from retaguarda.app import build, web
from retaguarda.background import timed
from retaguarda.backup import count_rows
from retaguarda.cli import backup, restore
from retaguarda.database_url import app_url, embedded, owner_url
from retaguarda.foundation.migrate import APP_ROLE
from retaguarda.settings import Settings
from retaguarda.worker import drain
from support.charges import Counter


@pytest.fixture
def saved(peopled_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a backup goes; the data folder of the house that is backed up lies beside it."""
    old = tmp_path / "old"
    old.mkdir()
    (old / "secret").write_text(SECRET)
    monkeypatch.setenv("RETAGUARDA_DATA", str(old))
    monkeypatch.setenv("DATABASE_URL", peopled_url)
    monkeypatch.delenv("RETAGUARDA_SECRET", raising=False)
    return tmp_path / "saved.zip"


def empty_database(server_url: str, name: str) -> str:
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(SQL("drop database if exists {} with (force)").format(Identifier(name)))
        connection.execute(SQL("create database {}").format(Identifier(name)))
    return server_url.replace("/postgres?", f"/{name}?")


async def totals(person: Person) -> tuple[dict[str, object], object]:
    listed = await person.get("/v1/payin/charges", per_page=200, order_by="created_at")
    overview = await person.get("/v1/overview")
    assert (listed.status_code, overview.status_code) == (200, 200), overview.text
    return {row["id"]: row for row in listed.json()}, overview.json()


#: More than a pipe takes in before somebody reads, and hashes hardly get smaller.
MANY_HASHES = 10_000


async def test_the_drill_what_was_backed_up_stands_again_on_another_machine(
    counter: Counter,
    ana: Person,
    peopled_url: str,
    saved: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with psycopg.connect(peopled_url) as connection:
        connection.execute(
            "insert into recovery_code (person_id, company_id, hash)"
            " select id, company_id, sha256(n::text::bytea) from person, generate_series(1, %s) n where email = %s",
            (MANY_HASHES, EMAILS["ana"]),
        )
    charges = [await counter.charge(ana, amount) for amount in (100, 2_500, 37_00)]
    for charge in charges[:2]:
        await counter.bank.pay(charge["br_code"])
        path, body = await counter.bank.next_notice()
        await counter.stranger.post(path, json=body)
    await counter.work()
    refunded = await ana.post(f"/v1/payin/charges/{charges[1]['id']}/refunds", {"amount": {"amount": 500}})
    assert refunded.status_code == 201, refunded.text
    before = await totals(ana)

    assert backup.main([str(saved)]) == 0

    # Another machine: an empty folder, no settings, no secret.
    new = saved.parent / "new"
    monkeypatch.setenv("RETAGUARDA_DATA", str(new))
    monkeypatch.delenv("DATABASE_URL")
    assert restore.main([str(saved)]) == 0, capsys.readouterr()
    said = capsys.readouterr().out
    assert "rows of" in said
    assert "BAD" not in said
    assert "payment_has_one_journal" in said

    settings = Settings(secret=(new / "secret").read_text(), data=new, bot_check="none", web_dist=Path("/nonexistent"))
    server = embedded(settings)
    server.start()
    try:
        app = build(settings, app_url(settings), counter.bank.client._transport)
        async with app.opened(), httpx.AsyncClient(transport=asgi(web(app)), base_url="http://x") as client:
            again = await Person(client, EMAILS["ana"]).sign_in()
            assert await totals(again) == before
            # The second factor is sealed with the secret; the refund that waited is sent, once.
            await Person(client, EMAILS["eva"]).sign_in()
            app.queue.add(*timed(app))
            await drain(app)
        with psycopg.connect(owner_url(settings)) as connection:
            # The bank settles it when it likes.
            assert connection.execute("select status from refund").fetchall() in ([("processing",)], [("settled",)])
            assert connection.execute("select count(*) from event where name = 'payin:refund:create'").fetchone() == (
                1,
            )
    finally:
        server.stop()


def counts(url: str) -> dict[str, int]:
    with psycopg.connect(url) as connection:
        return count_rows(connection)


@pytest.fixture
def archive(saved: Path, peopled_url: str, server_url: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup, and an empty database of the server to restore it into."""
    assert backup.main([str(saved)]) == 0
    monkeypatch.setenv("RETAGUARDA_DATA", str(saved.parent / "new"))
    monkeypatch.setenv("DATABASE_URL", empty_database(server_url, "restored"))
    return saved


def rewritten(archive: Path, **changes: bytes) -> None:
    with zipfile.ZipFile(archive) as old:
        members = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(archive, "w") as new:
        for name, content in (members | {name.replace("_", "."): value for name, value in changes.items()}).items():
            new.writestr(name, content)


def manifest(archive: Path, **changes: object) -> bytes:
    with zipfile.ZipFile(archive) as file:
        return json.dumps(json.loads(file.read("manifest.json")) | changes).encode()


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert restore.main(arguments) == 1
    return capsys.readouterr().err


def test_a_restore_never_destroys_without_being_told(
    archive: Path, peopled_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restore.main([str(archive)]) == 0
    assert "is not empty" in refused([str(archive)], capsys)
    with psycopg.connect(os.environ["DATABASE_URL"]):
        assert "is in use" in refused([str(archive), "--replace"], capsys)
    assert restore.main([str(archive), "--replace"]) == 0
    assert counts(os.environ["DATABASE_URL"])["public.person"] == counts(peopled_url)["public.person"]
    kept = archive.parent / "new" / "secret"
    kept.write_text("another secret, as long as it has to be")
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        connection.execute("drop schema public cascade; drop schema if exists sandbox cascade; create schema public")
    assert "holds another secret" in refused([str(archive)], capsys)
    assert kept.read_text() != SECRET
    monkeypatch.setenv("RETAGUARDA_SECRET", "another secret, as long as it has to be")
    assert "is not the secret of this backup" in refused([str(archive), "--replace"], capsys)


def test_what_is_no_backup_or_not_whole_changes_nothing(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = archive.read_bytes()
    assert "is not there" in refused(["/no/such/file"], capsys)
    archive.write_bytes(whole[: len(whole) // 2])
    assert "damaged" in refused([str(archive)], capsys)
    middle = bytearray(whole)
    middle[len(whole) // 2] ^= 0xFF
    archive.write_bytes(middle)
    assert restore.main([str(archive)]) == 1
    for told, change in (
        ("of a newer program", {"schema": "9999"}),
        ("reads 1", {"format": 2}),
        ("this server is", {"postgres": 99}),
    ):
        archive.write_bytes(whole)
        rewritten(archive, manifest_json=manifest(archive, **change))
        assert told in refused([str(archive)], capsys)
    assert counts(os.environ["DATABASE_URL"]) == {}
    rows = json.loads(manifest(archive))["rows"]
    archive.write_bytes(whole)
    rewritten(archive, manifest_json=manifest(archive, rows=rows | {"public.person": rows["public.person"] + 1}))
    assert "rows are missing in public.person" in refused([str(archive)], capsys)


def test_an_owner_of_another_name_who_may_not_bypass_row_security_backs_up_and_restores(
    archive: Path, peopled_url: str, server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("drop database restored with (force)")
        connection.execute("drop role if exists keeper")
        connection.execute("create role keeper login createrole nosuperuser nobypassrls")
        # As if it had made that role itself.
        connection.execute(f"grant {APP_ROLE} to keeper with admin option")
        connection.execute("create database restored owner keeper")
    kept = os.environ["DATABASE_URL"].replace("//postgres@", "//keeper@")
    monkeypatch.setenv("DATABASE_URL", kept)
    assert restore.main([str(archive)]) == 0
    before = counts(peopled_url)
    assert counts(kept) == before
    # And what such an owner saves is everything.
    second = archive.parent / "second.zip"
    assert backup.main([str(second)]) == 0
    monkeypatch.setenv("DATABASE_URL", empty_database(server_url, "restored_again"))
    assert restore.main([str(second)]) == 0
    assert counts(os.environ["DATABASE_URL"]) == before


def test_months_of_a_table_are_restored_guarded_and_go_on_being_made(
    saved: Path, peopled_url: str, server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(peopled_url) as connection:
        connection.execute(
            "insert into provider_message (company_id, id, connection_id, direction, method, url)"
            " select 2, first_id_of(case when beyond then month_from_now(40) else coalesce(begins, now()) end), gen_random_uuid(), 'out', 'GET', '' from month_parts()"
        )
    assert backup.main([str(saved)]) == 0
    before = counts(peopled_url)
    assert {rows for table, rows in before.items() if table.startswith("months.")} == {1}
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("drop database if exists restored with (force)")
        connection.execute("drop role if exists warden")
        connection.execute("create role warden login createrole nosuperuser nobypassrls")
        connection.execute(f"grant {APP_ROLE} to warden with admin option")
        connection.execute("create database restored owner warden")
    kept = server_url.replace("/postgres?", "/restored?").replace("//postgres@", "//warden@")
    monkeypatch.setenv("RETAGUARDA_DATA", str(saved.parent / "new"))
    monkeypatch.setenv("DATABASE_URL", kept)
    # Rows beyond all months are told, wherever they came from.
    restore.main([str(saved)])
    assert counts(kept) == before
    guards = (
        "select relname::text, relrowsecurity and relforcerowsecurity, relowner = (select oid from pg_roles where rolname = current_user),"
        " (select count(*) from pg_policy where polrelid = c.oid), (select count(*) from pg_trigger where tgrelid = c.oid)"
        " from pg_class c where relnamespace = 'months'::regnamespace and relkind = 'r' order by 1"
    )
    with psycopg.connect(peopled_url) as old, psycopg.connect(kept) as new:
        assert new.execute(guards.encode()).fetchall() == old.execute(guards.encode()).fetchall()
        row = new.execute("select max(part::text) from month_parts() where begins is not null").fetchone()
        assert row is not None
        new.execute(f"drop table {row[0]}".encode())
    with psycopg.connect(as_app(kept)) as connection:
        assert connection.execute("select make_next_month()").fetchone() == row


def test_a_backup_is_never_written_over_another_and_leaves_no_half_of_one(
    saved: Path, server_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert backup.main([str(saved)]) == 0
    assert saved.stat().st_mode & 0o077 == 0, "it holds everything, the secret too"
    first = saved.read_bytes()
    assert backup.main([str(saved)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert saved.read_bytes() == first
    monkeypatch.setenv("DATABASE_URL", empty_database(server_url, "never_migrated"))
    assert backup.main([str(saved.with_name("empty.zip"))]) == 1
    assert "nothing to back up" in capsys.readouterr().err
    assert backup.main(["/no/such/folder/file.zip"]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert sorted(file.name for file in saved.parent.iterdir()) == ["old", "party-keys", "saved.zip"]


NEW_SECRET = "the secret that comes after it, long enough"


def test_a_backup_made_while_the_secret_is_replaced_brings_both_along(
    saved: Path, server_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = saved.parent / "old"
    (old / "secret.previous").write_text(SECRET)
    (old / "secret").write_text(NEW_SECRET)
    assert backup.main([str(saved)]) == 0
    new = saved.parent / "new"
    monkeypatch.setenv("RETAGUARDA_DATA", str(new))
    monkeypatch.setenv("DATABASE_URL", empty_database(server_url, "restored"))
    assert restore.main([str(saved)]) == 0
    assert ((new / "secret").read_text(), (new / "secret.previous").read_text()) == (NEW_SECRET, SECRET)
    assert (new / "secret.previous").stat().st_mode & 0o077 == 0
    monkeypatch.setenv("DATABASE_URL", empty_database(server_url, "restored"))
    monkeypatch.setenv("RETAGUARDA_SECRET", NEW_SECRET)
    assert "RETAGUARDA_SECRET_PREVIOUS is missing" in refused([str(saved)], capsys)
    monkeypatch.setenv("RETAGUARDA_SECRET_PREVIOUS", SECRET)
    assert restore.main([str(saved)]) == 0


def test_a_backup_from_before_the_secret_was_replaced_is_restored_where_both_are_known(
    archive: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RETAGUARDA_SECRET", NEW_SECRET)
    assert "is not the secret of this backup" in refused([str(archive)], capsys)
    monkeypatch.setenv("RETAGUARDA_SECRET_PREVIOUS", SECRET)
    assert restore.main([str(archive)]) == 0


def test_a_secret_of_the_environment_is_not_in_the_backup(
    saved: Path, server_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RETAGUARDA_SECRET", SECRET)
    assert backup.main([str(saved)]) == 0
    assert SECRET.encode() not in saved.read_bytes()
    with zipfile.ZipFile(saved) as file:
        assert sorted(file.namelist()) == ["database.dump", "manifest.json"]
    monkeypatch.delenv("RETAGUARDA_SECRET")
    monkeypatch.setenv("DATABASE_URL", empty_database(server_url, "restored"))
    assert "the secret is not in this backup" in refused([str(saved)], capsys)
