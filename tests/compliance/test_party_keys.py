"""Documents of KYC are sealed under a key of their request, and with the key they are gone from every copy there is."""

import subprocess
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from compliance.test_evidence import exported, unpacked
from compliance.test_retention import moved
from conftest import SECRET, Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.audit.sequence_events import sequence
from retaguarda.backup.dump import write_backup
from retaguarda.backup.opened_backup import open_backup
from retaguarda.backup.party_key_copy import FILE, read_copy
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.postgres_programs import program
from support.charges import Counter, offenders
from support.kyc import REQUESTS, analysed, brought, did, opened, reason, said_by
from support.movements import Mover
from support.pld_cases import ALERTS, CASES, DOSSIER, decided_case, done, raised

PNG, PDF = b"\x89PNG", b"%PDF"
SECRET_WORDS = "Sócio oculto, segundo a denúncia."


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


async def test_a_dossier_and_a_pack_and_a_note_are_readable_by_who_may_and_in_no_copy_once_their_term_is_over(
    ana: Person, diego: Person, eva: Person, carla: Person, work: Work, app: App, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, Mover(counter.url), counter, "archive")
    request = await analysed(ana, diego)
    for _ in range(2):
        await did(diego, f"{REQUESTS}/{request}/notes", {"internal": SECRET_WORDS})
    await done(diego, f"{CASES}/{case}/move", {"choice": "note", "text": SECRET_WORDS})
    await sequence(app.database, app.keys)
    pack = await exported(diego, case)
    assert DOSSIER["grounds"] in unpacked(pack)["case.json"].decode()
    # Whoever may reads it; in the database there is none of it.
    shown = (await diego.get(f"{CASES}/{case}")).json()["case"]
    assert {name: shown[name] for name in DOSSIER} == DOSSIER
    notes = (await did(diego, f"{REQUESTS}/{request}", method="GET"))["review"]["notes"]
    assert [note["body"] for note in notes] == [SECRET_WORDS] * 2
    assert (await said_by(carla, "GET", f"{REQUESTS}/{request}")).status_code in (400, 403, 404)
    assert sql("select facts || capacity || origin || grounds, dossier_parts from pld_case") == [
        ("", ["facts", "capacity", "origin", "grounds"])
    ]
    stored = sql(
        "select dossier from pld_case union all select content from pld_evidence union all select sealed from kyc_note"
    )
    assert len(stored) == 4
    for (content,) in stored:
        assert not any(
            words in bytes(content) for words in (SECRET_WORDS.encode(), DOSSIER["facts"].encode(), b"PK\x03\x04")
        )
    assert sql("select count(*) from kyc_note where body is not null") == [(0,)]
    # What two people wrote in the case is read by who may, and stands nowhere in the open.
    said = [(step["kind"], step["body"]) for step in (await diego.get(f"{CASES}/{case}")).json()["steps"]]
    assert ("decided_archive", "De acordo") in said
    assert ("note", SECRET_WORDS) in said
    assert SECRET_WORDS in unpacked(pack)["case.json"].decode()
    assert sql("select kind, body from case_step where kind in ('note', 'decided_archive') order by n") == [
        ("decided_archive", None),
        ("note", None),
    ]
    assert {str(subject) for (subject,) in sql("select subject from party_key")} == {case, request}
    await done(diego, f"{CASES}/{case}/move", {"choice": "close"})
    broken = ("pld_dossiers_have_their_key", "kyc_documents_have_their_key")
    assert not {*broken, "pld_closed_cases_are_as_they_were_closed"} & set(offenders(counter.url))

    copy = [(bytes(content), UUID(case)) for (content,) in sql("select dossier from pld_case")]
    steps = [(bytes(content), UUID(case)) for (content,) in sql("select sealed from case_step where kind = 'note'")]
    assert await opened_of(app, copy, b"{") == {case: True}
    assert await opened_of(app, steps, SECRET_WORDS.encode()) == {case: True}
    moved(sql, "update pld_case set decided_at = decided_at - interval '12 years', communicate_due = null")
    moved(sql, "update case_file set closed_at = closed_at - interval '12 years' where kind = 'pld'")
    await counter.run_job("compliance.erase")
    assert sql("select subject::text from party_key") == [(request,)]
    assert await opened_of(app, copy, b"{") == {case: False}
    assert await opened_of(app, steps, SECRET_WORDS.encode()) == {case: False}
    assert sql("select count(*) from case_step where body is not null or sealed is not null") == [(0,)]
    assert sql("select dossier, dossier_parts from pld_case") == [(None, [])]
    assert "retention_is_neither_early_nor_late" not in offenders(counter.url)
    moved(sql, f"insert into party_key select 1, '{case}', key from party_key")
    assert "retention_is_neither_early_nor_late" in offenders(counter.url)


async def test_a_dossier_of_before_is_read_until_it_is_written_anew_and_sealed(
    diego: Person, eva: Person, work: Work, counter: Counter, sql: Sql
) -> None:
    alert = await raised(diego, eva, work, Mover(counter.url), counter)
    case = (await done(diego, f"{ALERTS}/{alert['id']}/escalate"))["case_id"]
    await done(diego, f"{CASES}/{case}/move", {"choice": "investigate"})
    moved(sql, "update pld_case set facts = 'Antes', grounds = 'Também'")
    shown = (await diego.get(f"{CASES}/{case}")).json()
    assert (shown["case"]["facts"], shown["missing"]) == ("Antes", ["typologies"])
    await done(diego, f"{CASES}/{case}/dossier", DOSSIER)
    written = await done(diego, f"{CASES}/{case}/dossier", DOSSIER | {"grounds": ""})
    assert (written["facts"], written["grounds"]) == (DOSSIER["facts"], "")
    assert sql("select facts, dossier_parts from pld_case") == [("", ["facts", "capacity", "origin"])]
    assert (await diego.get(f"{CASES}/{case}")).json()["missing"] == ["grounds"]
    # Without its key it says nothing, and is found.
    moved(sql, "delete from party_key")
    assert (await diego.get(f"{CASES}/{case}")).json()["case"]["facts"] == ""
    assert "pld_dossiers_have_their_key" in offenders(counter.url)


async def opened_of(app: App, copy: list[tuple[bytes, UUID]], begin: bytes = PNG) -> dict[str, bool]:
    """Of each subject in a copy of the rows, whether what is sealed of it opens with the keys that there are."""
    found = dict[str, Any]()
    async with app.database.transaction(SYSTEM) as tx:
        for content, of in copy:
            plain = await PartyKeys(app.keys).unseal(tx, 2 if begin == PNG else 1, of, content)
            found[str(of)] = plain is not None and plain.startswith(begin)
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
