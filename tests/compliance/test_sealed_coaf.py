"""What is told to COAF is sealed: who may reads it, nobody who reads the database does, and with its key it is gone for good."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pytest
from psycopg.rows import dict_row

from compliance.test_coaf import COMMUNICATIONS, FILES, exported, reais, receipt, written
from compliance.test_retention import moved
from conftest import Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.cli import verify
from retaguarda.compliance.coaf.seal_texts import SELECT_COMMUNICATIONS, CommunicationTexts, ToldTexts, texts_of
from retaguarda.cron_tasks.housekeeping import Broken
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.sealed_columns import reseal
from support.charges import Counter
from support.movements import Mover
from support.pld_cases import ALERTS, CASES, broken, decided_case, decided_on, done, raised
from support.secret import SECRET

DETAIL = "Créditos de muitas origens repassados no mesmo dia a uma só pessoa."
NAME, REASON, REFUSED = "Fulana Exemplo de Souza", "Valor corrigido pela nota", "O valor da comunicação não confere"
PEOPLE = [{"document": "529.982.247-25", "name": NAME}]
TABLES = ("coaf_communication", "coaf_file", "coaf_file_case")
WRITTEN_AGAIN, ANOTHER = "coaf_files_are_written_again", "coaf_files_are_what_was_sealed"
NEW_SECRET = "the secret that comes after it, long enough"


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert broken(counter.url) == {}


def refusal(origin: str) -> str:
    return (
        '<?xml version="1.0" encoding="ISO-8859-1"?><RESPOSTA><STATUS><MENSAGENS><MENSAGEM>'
        f"<COMUNICACAOORIGEM>{origin}</COMUNICACAOORIGEM><ERRO>41</ERRO><DESCRICAO>{REFUSED}</DESCRICAO>"
        "</MENSAGEM></MENSAGENS></STATUS></RESPOSTA>"
    )


def found_in(told: str) -> list[str]:
    """Those of the words that stand in a dump, as they are or as bytes of either encoding."""
    words = (DETAIL, DETAIL[20:45], NAME, NAME.upper(), "52998224725", "529.982.247-25", REASON, REFUSED, "OCORRENCIA")
    forms = {word: (word, word.encode().hex(), word.encode("iso-8859-1").hex()) for word in words}
    return [word for word in words if any(form in told for form in forms[word])]


def dump(sql: Sql, *tables: str) -> str:
    """All rows as the database shows them, of both tables or of these."""
    told = [sql(f"select coalesce(string_agg(t::text, ' '), '') from {table} t") for table in tables or TABLES]
    return " ".join(text for ((text,),) in told)


async def test_what_coaf_is_told_is_read_by_who_may_and_stands_in_the_open_in_neither_table(
    diego: Person, eva: Person, carla: Person, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    communication, again = [await written(diego, case, detail=DETAIL, people=PEOPLE) for _ in range(2)]
    assert again["id"] == communication["id"]
    path, number = f"{COMMUNICATIONS}/{communication['id']}", f"{communication['number']:06d}"
    assert found_in(dump(sql)) == []
    file = await exported(diego, eva, communication)
    await done(eva, f"{FILES}/{file['id']}/send", {"by_hand": True})
    for _ in range(2):
        await done(eva, f"{FILES}/{file['id']}/answer", {"xml": refusal(number)})
    assert found_in(dump(sql)) == []
    told = (await diego.get(path)).json()
    assert (told["communication"]["detail"], told["communication"]["refusal"]) == (DETAIL, REFUSED)
    assert told["communication"]["people"][0]["name"] == NAME
    assert DETAIL in told["preview"]
    content = await eva.get(f"{FILES}/{file['id']}/content")
    assert DETAIL.encode("iso-8859-1") in content.content
    assert sql("select sha256 = sha256(%s), size from coaf_file", content.content) == [(True, len(content.content))]
    (listed,) = (await eva.get(COMMUNICATIONS)).json()
    assert listed["people"] == 1
    assert [each["size"] for each in (await eva.get(FILES)).json()] == [len(content.content)]
    assert {(await carla.get(each)).status_code for each in (path, f"{FILES}/{file['id']}/content")} <= {403, 404}
    # Rewritten it is no longer refused; what it was rectified for is sealed with it.
    assert (await done(diego, f"{path}/move", {"choice": "rewrite"}))["refusal"] is None
    file = await exported(diego, eva, await written(diego, case, credit=reais(100_000)))
    await done(eva, f"{FILES}/{file['id']}/send", {"by_hand": True})
    await done(eva, f"{FILES}/{file['id']}/answer", {"xml": receipt(number)})
    rectified = await done(diego, f"{path}/move", {"choice": "rectify", "reason": REASON})
    assert (rectified["reason"], rectified["detail"]) == (REASON, DETAIL)
    assert found_in(dump(sql)) == []
    # Nor in any other table but one, which forgets the answers of Commands within a week.
    tables = [
        name
        for (name,) in sql(
            "select relname::text from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
        )
    ]
    assert {name for name in tables if found_in(dump(sql, name))} <= {"idempotency", "pix_payment"}
    assert sql("select count(*) from coaf_file") == [(2,)]
    keyed = {str(subject) for (subject,) in sql("select subject from party_key")}
    assert keyed == {case, *(str(each) for (each,) in sql("select id from coaf_file"))}


async def two_in_one_file(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> tuple[list[str], list[dict[str, Any]], dict[str, Any]]:
    """Two closed cases that one file told of: their ids, their communications, and the file."""
    alerts = [await raised(diego, eva, work, mover, counter)]
    for number in range(3):
        mover.book(datetime.now(UTC) - timedelta(minutes=20), 120_000, document=f"{52998224725 + number}", company=3)
    await counter.run_job("pld.watch")
    alerts += [each for each in (await diego.get(ALERTS)).json() if each["id"] != alerts[0]["id"]]
    cases = [await decided_on(diego, eva, each, "communicate") for each in alerts]
    written_ones = [await written(diego, case, detail=f"{DETAIL} {case}", people=PEOPLE) for case in cases]
    for each in written_ones:
        await done(diego, f"{COMMUNICATIONS}/{each['id']}/move", {"choice": "check"})
        await done(eva, f"{COMMUNICATIONS}/{each['id']}/approve")
    (file,) = (await eva.post(FILES, {})).json()["files"]
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    for case in cases:
        await done(diego, f"{CASES}/{case}/move", {"choice": "close"})
    return cases, written_ones, file


async def test_a_file_is_kept_until_the_last_of_its_cases_is_erased_and_opens_in_no_copy_afterwards(
    diego: Person, eva: Person, work: Work, mover: Mover, app: App, counter: Counter, sql: Sql
) -> None:
    cases, told, file = await two_in_one_file(diego, eva, work, mover, counter)
    assert file["communications"] == len(cases) == 2
    ((copy,),) = sql("select bytes from coaf_file")
    texts = {str(case): bytes(sealed) for case, sealed in sql("select case_id, sealed from coaf_communication")}
    keys = ToldTexts(PartyKeys(app.keys))

    async def opens(subject: str, content: bytes) -> bool:
        async with app.database.transaction(SYSTEM) as tx:
            return await keys.of_file(tx, UUID(subject), content, sealed=True) is not None

    moved(
        sql,
        "update coaf_file set created_at = created_at - interval '12 years', answered_at = answered_at - interval '12 years'",
    )
    for number, case in enumerate(cases):
        assert await opens(case, texts[case])
        assert await opens(file["id"], bytes(copy))
        content = await eva.get(f"{FILES}/{file['id']}/content")
        assert f"{DETAIL} {cases[-1]}".encode("iso-8859-1") in content.content
        moved(
            sql,
            "update pld_case set decided_at = decided_at - interval '12 years', communicate_due = communicate_due - 4383"
            f" where case_id = '{case}'",
        )
        moved(sql, f"update case_file set closed_at = closed_at - interval '12 years' where id = '{case}'")
        moved(sql, f"update pld_case_seal set sha256 = pld_case_hash(case_id) where case_id = '{case}'")
        for _ in range(2):
            await counter.run_job("compliance.erase")
        assert sql("select count(*) from retention_erasure where kind = 'case'") == [(number + 1,)]
        assert not await opens(case, texts[case])
        # The screens say so: the communication is not there, and its case says nothing of it.
        assert (await eva.get(f"{COMMUNICATIONS}/{told[number]['id']}")).status_code == 404
        assert (await diego.get(f"{CASES}/{case}")).status_code == 200
        assert len((await eva.get(COMMUNICATIONS)).json()) == len(cases) - number - 1
        assert broken(counter.url) == {}
    assert not await opens(file["id"], bytes(copy))
    assert (await eva.get(f"{FILES}/{file['id']}/content")).status_code == 404
    assert (await eva.get(FILES)).json() == []
    assert sql(
        "select (select count(*) from coaf_file) + (select count(*) from coaf_file_case) + (select count(*) from party_key)"
    ) == [(0,)]
    assert sql("select count(*) from retention_erasure where kind = 'coaf_file'") == [(1,)]


async def test_a_case_is_kept_until_what_coaf_was_told_last_of_it_is_old_enough(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    file = await exported(diego, eva, await written(diego, case))
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    await done(diego, f"{CASES}/{case}/move", {"choice": "close"})
    moved(
        sql,
        "update pld_case set decided_at = decided_at - interval '12 years', communicate_due = communicate_due - 4383",
    )
    moved(sql, "update case_file set closed_at = closed_at - interval '12 years' where kind = 'pld'")
    moved(sql, "update pld_case_seal set sha256 = pld_case_hash(case_id)")
    await counter.run_job("compliance.erase")
    assert sql("select count(*) from retention_erasure") == [(0,)]
    assert (await eva.get(f"{FILES}/{file['id']}/content")).status_code == 200


async def test_a_key_that_is_lost_is_said_by_verify_and_the_screens_show_what_is_left(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    communication = await written(diego, case, detail=DETAIL)
    path = f"{COMMUNICATIONS}/{communication['id']}"
    file = await exported(diego, eva, communication)
    keys = sql("select company_id, subject, key, created_at from party_key")
    moved(sql, "delete from party_key")
    assert broken(counter.url) == {"coaf_contents_have_their_key": 2, "pld_dossiers_have_their_key": 1}
    shown = (await eva.get(path)).json()
    assert (shown["communication"]["detail"], shown["communication"]["people"], shown["preview"]) == ("", [], "")
    assert (shown["communication"]["status"], shown["problems"]) == ("exported", [])
    assert (await eva.get(f"{FILES}/{file['id']}/content")).status_code == 404
    assert [each["status"] for each in (await eva.get(FILES)).json()] == ["exported"]
    refused = await diego.post(f"{path}/move", {"choice": "rewrite"})
    assert (refused.status_code, refused.json()["message"]) == (409, "communication_unreadable")
    # A file that cannot be read is not sent, and waits for its key.
    await done(eva, f"{FILES}/{file['id']}/send")
    await work()
    assert [each["status"] for each in (await eva.get(FILES)).json()] == ["sent"]
    # A receipt needs no text; a refusal is written beside it.
    number = f"{communication['number']:06d}"
    refused = await eva.post(f"{FILES}/{file['id']}/answer", {"xml": refusal(number)})
    assert (refused.status_code, refused.json()["message"]) == (409, "communication_unreadable")
    sql("set session_replication_role = replica")
    for row in keys:
        sql("insert into party_key (company_id, subject, key, created_at) values (%s, %s, %s, %s)", *row)
    sql("set session_replication_role = origin")
    assert (await eva.get(path)).json()["communication"]["detail"] == DETAIL


async def test_what_changed_under_its_seal_is_found(
    diego: Person, eva: Person, work: Work, mover: Mover, app: App, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    communication = await written(diego, case, detail=DETAIL)
    file = UUID((await exported(diego, eva, communication))["id"])
    keys = ToldTexts(PartyKeys(app.keys))
    assert broken(counter.url) == {}

    async with app.database.transaction(SYSTEM) as tx:
        (row,) = await tx.all(SELECT_COMMUNICATIONS)
        said: CommunicationTexts = texts_of(keys.opened(row))
        said.detail += "."
        other_text = (await keys.columns(tx, UUID(case), said))["sealed"]
        stored = await tx.one("select bytes, carried from coaf_file") or {}
        content, carried = [await keys.of_file(tx, file, bytes(stored[each]), sealed=True) or b"" for each in stored]
        other_bytes = await keys.seal_of_file(tx, file, content.replace(b"MATRIZ", b"FILIAL"))
        told = msgspec.json.decode(carried)
        told["rows"][0]["credit"] += 1
        other_carried = await keys.seal_of_file(tx, file, msgspec.json.encode(told))
    for table, column, value, names in (
        ("coaf_communication", "sealed", other_text, {WRITTEN_AGAIN}),
        ("coaf_communication", "credit", communication["credit"]["amount"] + 1, {WRITTEN_AGAIN}),
        ("coaf_file", "carried", other_carried, {WRITTEN_AGAIN}),
        ("coaf_file", "bytes", other_bytes, {WRITTEN_AGAIN, ANOTHER}),
        ("coaf_file", "bytes", bytes(stored["bytes"])[:-1] + b"x", {WRITTEN_AGAIN, ANOTHER}),
        ("coaf_file", "size", 1, {ANOTHER}),
    ):
        ((before,),) = sql(f"select {column} from {table}")
        sql(f"update {table} set {column} = %s", value)
        assert set(broken(counter.url)) == names, (table, column)
        sql(f"update {table} set {column} = %s", before)
    assert broken(counter.url) == {}


async def test_a_file_that_is_another_is_named_by_the_page_by_the_night_and_by_verify(
    diego: Person,
    eva: Person,
    work: Work,
    mover: Mover,
    counter: Counter,
    sql: Sql,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    file = await exported(diego, eva, await written(diego, case))
    monkeypatch.setattr("retaguarda.audit.self_check.KEPT_SECONDS", 0)
    monkeypatch.setenv("DATABASE_URL", counter.url)
    monkeypatch.setenv("RETAGUARDA_SECRET", SECRET)

    async def checked() -> tuple[str, int | None, list[dict[str, str]]]:
        said = (await diego.get("/v1/audit/self-check")).json()
        (found,) = (each for each in said["checks"] if each["name"] == ANOTHER)
        assert found["group"] == "compliance"
        return found["state"], found["count"], found["examples"]

    def verified() -> list[str]:
        # What a test books by hand is in no ledger, which verify says too.
        verify.main([])
        lines = capsys.readouterr().out.splitlines()
        (place,) = (number for number, line in enumerate(lines) if f"  {ANOTHER}: " in line)
        return [line.split(":")[0].strip() for line in lines[place : place + 2]]

    assert await checked() == ("holds", 0, [])
    assert verified()[0] == f"ok         0  {ANOTHER}"
    sql("update coaf_file set size = 1")
    assert await checked() == ("broken", 1, [{"id": file["id"]}])
    assert verified() == [f"BAD        1  {ANOTHER}", f"id {file['id']}"]
    with pytest.raises(Broken, match=rf"{ANOTHER} \(1\)"):
        await counter.run_job("ledger.verify")
    monkeypatch.setattr("retaguarda.audit.self_check.ALL_SECONDS", 0)
    assert await checked() == ("unknown", None, [])
    sql("update coaf_file set size = %s", file["size"])


async def test_a_communication_and_a_file_open_under_the_secret_that_comes_after(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    file = await exported(diego, eva, await written(diego, case, detail=DETAIL))
    stored = sql("select sealed from coaf_communication union all select bytes from coaf_file")
    with psycopg.connect(counter.url, autocommit=True) as connection:
        told = {str(each.column): (each.count, each.closed) for each in reseal(connection, Keys(NEW_SECRET, SECRET))}
    assert told["party_key.key"] == (2, 0)
    # Only the keys are sealed anew; what they seal stays as it is, and opens under the new secret alone.
    assert sql("select sealed from coaf_communication union all select bytes from coaf_file") == stored
    opened = ToldTexts(PartyKeys(Keys(NEW_SECRET)))
    with psycopg.connect(counter.url) as connection, connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(SELECT_COMMUNICATIONS).fetchone()
        assert row is not None
        assert opened.opened(row).detail == DETAIL
        (key, content) = sql("select k.key, x.bytes from coaf_file x join party_key k on k.subject = x.id")[0]
        plain = opened.keys.unseal_with(bytes(key), UUID(file["id"]), bytes(content))
        assert plain is not None
        assert DETAIL.encode("iso-8859-1") in plain
        with pytest.raises(ValueError, match="does not open"):
            ToldTexts(PartyKeys(Keys(SECRET))).opened(row)
    # The house of the test still has the old one.
    with psycopg.connect(counter.url, autocommit=True) as connection:
        assert all(each.closed == 0 for each in reseal(connection, Keys(SECRET, NEW_SECRET)))


async def test_what_was_told_before_it_was_sealed_is_read_and_sealed_once_it_is_written_anew(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Sql
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "communicate")
    communication = await written(diego, case, people=PEOPLE)
    people = msgspec.json.encode([{"document": "52998224725", "name": NAME}]).decode()
    sql("update coaf_communication set sealed = null, detail = %s, people = %s::jsonb", DETAIL, people)
    shown = (await diego.get(f"{COMMUNICATIONS}/{communication['id']}")).json()["communication"]
    assert (shown["detail"], shown["people"][0]["name"]) == (DETAIL, NAME)
    again = await written(diego, case)
    assert (again["detail"], again["people"][0]["name"]) == (DETAIL, NAME)
    assert found_in(dump(sql)) == []
    with pytest.raises(psycopg.errors.CheckViolation, match="coaf_communication_said"):
        sql("update coaf_communication set detail = 'x'")
