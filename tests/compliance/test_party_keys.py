"""Documents of KYC are sealed under a key of their request, and with the key they are gone from every copy there is."""

import subprocess
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from compliance.test_retention import moved
from conftest import SECRET, Sql
from people import Person
from retaguarda.app import App
from retaguarda.backup.dump import write_backup
from retaguarda.backup.opened_backup import open_backup
from retaguarda.backup.party_key_copy import FILE, read_copy
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.postgres_programs import program
from support.charges import Counter, offenders
from support.kyc import REQUESTS, analysed, brought, opened, reason, said_by

PNG, PDF = b"\x89PNG", b"%PDF"


async def pages(person: Person, request: str) -> tuple[int, bytes]:
    said = await said_by(person, "GET", f"{REQUESTS}/{request}/documents/1/pages/1")
    return said.status_code, said.content[:4]


async def test_what_is_brought_is_readable_by_who_may_and_by_nobody_who_reads_the_database(
    ana: Person, diego: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    request = await opened(ana, await reason(diego))
    for _ in range(2):
        assert (await brought(ana, request)).status_code in (200, 201)
    assert await pages(ana, request) == (200, PNG)
    assert await pages(diego, request) == (200, PNG)
    assert (await pages(carla, request))[0] in (403, 404)
    stored = sql("select content, sealed_for::text, size from stored_file") + sql(
        "select png, request_id::text, 0 from kyc_page"
    )
    for content, subject, _ in stored:
        assert subject == request
        assert PNG not in bytes(content)
        assert PDF not in bytes(content)
    # The hash is of what was brought, so the same bytes are known again.
    assert sql("select count(*) from stored_file f join kyc_document d on d.sha256 = f.sha256") == [(1,)]
    assert sql("select count(*), min(subject::text) from party_key") == [(1, request)]
    for statement in ("delete from party_key", "update stored_file set sealed_for = null"):
        with pytest.raises(psycopg.DatabaseError):
            sql(statement)
    assert offenders(counter.url) == {}


async def test_what_is_erased_opens_in_no_copy_of_the_database_that_was_made_before(
    ana: Person, diego: Person, app: App, counter: Counter, sql: Sql, peopled_url: str, tmp_path: Path
) -> None:
    request = await analysed(ana, diego)
    kept = await opened(
        ana, await reason(diego, name="Another"), document="52998224725", name="Ana", subject_type="end_user"
    )
    assert (await brought(ana, kept)).status_code == 201
    write_backup(tmp_path / "before.zip", peopled_url, SECRET, keep_secret=True)
    assert keys_of_backup(tmp_path / "before.zip") == 0
    copy = [(bytes(png), UUID(str(of))) for png, of in sql("select png, request_id from kyc_page where sealed")]
    assert await opened_of(app, copy) == {request: True, kept: True}

    moved(
        sql,
        f"update kyc_request set state = 'withdrawn', updated_at = now() - interval '12 years' where id = '{request}'",
    )
    moved(sql, "update company set status = 'offboarded', status_at = now() - interval '12 years' where id = 2")
    await counter.run_job("compliance.erase")
    assert sql("select subject::text from party_key") == [(kept,)]
    write_backup(tmp_path / "after.zip", peopled_url, SECRET, keep_secret=True)
    # The rows of before, with the keys that there are beside every backup: one request opens, the erased one never again.
    assert copies_of_keys(tmp_path) == [FILE]
    moved(sql, "delete from party_key")
    with psycopg.connect(peopled_url) as connection:
        assert read_copy(connection, tmp_path) == 1
    assert await opened_of(app, copy) == {request: False, kept: True}
    assert "kyc_documents_have_their_key" not in offenders(counter.url)
    moved(sql, f"insert into party_key select company_id, '{request}', key from party_key")
    assert "retention_is_neither_early_nor_late" in offenders(counter.url)


async def test_a_page_whose_key_is_gone_is_not_there_and_is_found(
    ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    request = await opened(ana, await reason(diego))
    assert (await brought(ana, request)).status_code == 201
    moved(sql, "delete from party_key")
    assert (await pages(diego, request))[0] == 404
    assert set(offenders(counter.url)) == {"kyc_documents_have_their_key"}


async def test_a_content_that_was_sealed_for_another_or_altered_does_not_open(app: App) -> None:
    keys, mine, other = PartyKeys(app.keys), uuid4(), uuid4()
    async with app.database.transaction(SYSTEM) as tx:
        sealed = await keys.seal(tx, 2, mine, b"secret")
        await keys.seal(tx, 2, other, b"x")
        assert await keys.unseal(tx, 2, mine, sealed) == b"secret"
        for subject, content in ((other, sealed), (mine, sealed[:-1] + bytes([sealed[-1] ^ 1]))):
            with pytest.raises(ValueError, match="does not open"):
                await keys.unseal(tx, 2, subject, content)
        assert await keys.unseal(tx, 2, uuid4(), sealed) is None


async def opened_of(app: App, copy: list[tuple[bytes, UUID]]) -> dict[str, bool]:
    """Of each request in a copy of the rows, whether its pages open with the keys that there are."""
    found = dict[str, Any]()
    async with app.database.transaction(SYSTEM) as tx:
        for content, of in copy:
            plain = await PartyKeys(app.keys).unseal(tx, 2, of, content)
            found[str(of)] = plain is not None and plain.startswith(PNG)
    return found


def copies_of_keys(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(FILE))


def keys_of_backup(file: Path) -> int:
    """Rows of the table of keys in a backup."""
    with open_backup(file) as backup, backup.dump() as dump:
        said = subprocess.run(
            [program("pg_restore"), "--data-only", "--table=party_key", "--file=-"],
            input=dump.read(),
            capture_output=True,
            check=True,
        )
    return sum(1 for line in said.stdout.decode().splitlines() if "\\\\x" in line)
