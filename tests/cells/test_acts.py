"""The acts of a move, each as both installations meet it: what they let pass, what they refuse, and by whose word they end."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from conftest import SECRET, Sql, Work
from people import AURORA, EMAILS, OUTRA, Person
from retaguarda.app import App
from retaguarda.cells.model import NotQuiet, Refused
from retaguarda.cells.shut_tables import owner_transaction, shut_tables
from retaguarda.cells.sign_words import Word, read_key, read_word, signed_word
from retaguarda.cells.write_map import places, set_host, written
from retaguarda.foundation.database import SYSTEM, sweeping
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.sealed_columns import counts, reseal
from retaguarda_demo.people import PASSWORD
from support.broken_rows import expect_found
from support.cells import FILE, HERE, OTHER_FILE, THERE, Side, read_events, some_move
from support.charges import Counter, offenders

CHARGES = "/v1/payin/charges"
PAGE = (Path(__file__).parents[2] / "docs/data-classification.md").read_text()


def refusal(said: httpx.Response) -> tuple[int, Any]:
    return said.status_code, said.json()["message"]


async def charge(person: Person, amount: int = 100, *, key: str = "") -> httpx.Response:
    return await person.post(CHARGES, {"amount": {"amount": amount}}, key=key)


async def test_a_frozen_company_is_read_and_not_written_and_others_go_on(
    ana: Person, carla: Person, diego: Person, counter: Counter, here: Side, there: Side
) -> None:
    made = await charge(ana, key="the first")
    await counter.work()
    move = await here.freeze()
    assert (move.state, move.company_id, move.other_address) == ("frozen", AURORA, THERE)
    assert (await here.freeze()).id == move.id
    said = await charge(ana)
    assert refusal(said) == (503, "company_moving")
    assert said.headers["retry-after"] == "60"
    # What was told once is told again; and everything is read.
    again = await charge(ana, key="the first")
    assert (again.status_code, again.json(), again.headers["idempotency-replayed"]) == (201, made.json(), "true")
    assert [row["id"] for row in (await ana.get(CHARGES)).json()] == [made.json()["id"]]
    diego.account = str(AURORA)
    assert (await diego.get(CHARGES)).status_code == 200
    assert (await charge(carla)).status_code == 201
    await counter.work()
    assert offenders(counter.url) == {}


async def test_a_program_and_a_payer_still_read(
    ana: Person, gil: Person, role: Callable[[str, int], int], counter: Counter, here: Side, there: Side, sql: Sql
) -> None:
    made = await counter.charge(ana)
    url = (await ana.get(f"{CHARGES}/{made['id']}/link")).json()["url"]
    key = (await gil.post("/rbac/keys", {"name": "Loja", "role_id": role("operator", AURORA)})).json()["secret"]
    await counter.work()
    await here.freeze()
    headers = {"Authorization": f"Bearer {key}"}
    assert (await gil.client.get(CHARGES, headers=headers)).status_code == 200
    said = await gil.client.post(
        CHARGES, json={"amount": {"amount": 1}}, headers=headers | {"Idempotency-Key": str(uuid4())}
    )
    assert refusal(said) == (503, "company_moving")
    link = await counter.stranger.get(f"/v1/checkout/links/{url.rpartition('/')[2]}")
    assert link.json()["status"] == "pending"
    # Sessions go on, and none begins: its event would be the company's.
    assert (
        await ana.client.post("/auth/refresh", headers={"Authorization": f"Bearer {ana.refresh_token}"})
    ).status_code == 200
    body = {"email": EMAILS["ana"], "password": PASSWORD}
    assert refusal(await counter.stranger.post("/auth/login", json=body)) == (503, "company_moving")


async def test_no_table_of_a_company_takes_a_row_of_a_frozen_one(counter: Counter, here: Side, there: Side) -> None:
    await counter.work()
    await here.freeze()
    with psycopg.connect(counter.url, autocommit=True) as owner:
        tables = owner.execute("select target::text, key::text from cell_tables()").fetchall()
        assert len(tables) > 150
        taken = list[str]()
        for table, key in tables:
            for statement in (f"insert into {table} ({key}) values ({AURORA})", f"update {table} set {key} = {key} where {key} = {AURORA}"):  # fmt: skip
                try:
                    changed = owner.execute(statement.encode()).rowcount
                except psycopg.Error as error:
                    if error.sqlstate == "RF560":
                        continue
                    taken.append(f"{statement}: {error}")
                else:
                    if changed:
                        taken.append(statement)
    assert taken == []


def test_each_table_is_a_company_s_or_named_as_open(sql: Sql) -> None:
    """What no move closes is what the page calls local, sessions, and the leaves of the log."""
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| local |")]
    sessions = {"session", "refresh_token", "mailed_token", "passkey_challenge"}
    assert set(sql("select cell_open_tables()")[0][0]) == set(re.findall(r"`(\w+)`", row)) | sessions | {"audit_leaf"}


async def test_a_table_that_is_made_later_is_guarded_when_the_program_starts(
    counter: Counter, here: Side, there: Side, sql: Sql
) -> None:
    await counter.work()
    await here.freeze()
    sql("create table novelty (company_id int not null)")
    assert offenders(counter.url) == {"cell_guarded": 1}
    sql("call cell_guard_new()")
    assert offenders(counter.url) == {}
    with pytest.raises(psycopg.Error, match="is being moved"):
        sql("insert into novelty values (2)")
    sql("insert into novelty values (3)")
    sql("drop table novelty")


async def test_freezing_waits_for_whoever_writes_the_company_and_for_nobody_else(
    ana: Person, counter: Counter, here: Side, there: Side
) -> None:
    await charge(ana)
    await counter.work()
    await shut_tables(here.connection, AURORA)
    connect = psycopg.AsyncConnection.connect
    async with await connect(counter.url) as writer, await connect(counter.url) as other:
        write = "insert into company_note (company_id, id, text, created_by) values (%s, gen_random_uuid(), 'x', 'y')"
        await other.execute(write, (OUTRA,))
        await writer.execute(write, (AURORA,))
        freezing = asyncio.create_task(here.freeze())
        waiting = "select exists (select from pg_locks where locktype = 'advisory' and not granted)"
        async with asyncio.timeout(10):
            while (await (await other.execute(waiting)).fetchone()) != (True,):
                pass
        late = asyncio.create_task(charge(ana))
        await asyncio.sleep(0)
        await writer.commit()
        assert (await freezing).state == "frozen"
        assert (await late).status_code == 503
        await other.rollback()
    found = await (await here.connection.execute("select count(*) from company_note where company_id = 2")).fetchone()
    assert found == (1,)


async def test_no_company_is_frozen_while_an_order_of_it_is_on_its_way(
    counter: Counter, here: Side, there: Side, sql: Sql
) -> None:
    await counter.work()
    sql("set session_replication_role = replica")
    sql(
        "insert into payout_order (company_id, id, payout_id, attempt, provider_id, end_to_end_id, amount, currency, processor_id)"
        " select 2, gen_random_uuid(), gen_random_uuid(), 1, 'ORDER7', 'E' || repeat('0', 31), 5, 'BRL', id from payout_processor limit 1"
    )
    for _ in range(2):
        with pytest.raises(Refused, match="order ORDER7") as refused:
            await here.freeze()
        assert refused.value.code == "order_on_its_way"
    sql("update payout_order set state = 'done', ended_at = now()")
    sql(
        "insert into payout_batch (company_id, id, name, source, currency, size, status, actor)"
        " values (2, gen_random_uuid(), 'Folha', 'file', 'BRL', 1, 'paused', 'x')"
    )
    with pytest.raises(Refused, match="let batch Folha end"):
        await here.freeze()
    sql("update payout_batch set status = 'done', ended_at = now()")
    sql("set session_replication_role = origin")
    assert (await here.freeze()).state == "frozen"


async def test_a_company_is_not_frozen_before_its_events_are_read(
    ana: Person, counter: Counter, here: Side, there: Side
) -> None:
    await counter.work()
    await charge(ana)
    with pytest.raises(NotQuiet, match="to be read by"):
        await here.freeze()
    await counter.work()
    assert (await here.freeze()).state == "frozen"


async def test_only_a_merchant_that_is_here_is_frozen_and_to_one_place(here: Side, there: Side, work: Work) -> None:
    await work()
    for company in (1, 999):
        with pytest.raises(Refused, match="no company"):
            await here.freeze(company)
    await here.freeze()
    with pytest.raises(Refused, match="is frozen in the move"):
        await here.freeze(to="https://pay-c.example")
    here.their_key = "no key"
    with pytest.raises(Refused, match="no public key"):
        await here.freeze(OUTRA)


async def test_jobs_are_put_off_and_done_once_the_company_is_open_again(
    ana: Person, app: App, counter: Counter, here: Side, there: Side, sql: Sql
) -> None:
    made = (await charge(ana)).json()
    await read_events(app)
    move = await here.freeze()
    await app.queue.work(forever=False)
    assert sql("select status from charge where id = %s", made["id"]) == [("created",)]
    waiting = "select count(*) from procrastinate_jobs where status = 'todo' and attempts = 1"
    assert sql(waiting) == [(1,)]
    assert (await here.abort(await there.refuse(move.id))).state == "aborted"
    sql("update procrastinate_jobs set scheduled_at = now()")
    await counter.work()
    assert sql("select status from charge where id = %s", made["id"]) == [("pending",)]
    assert sql("select count(*) from pg_trigger where tgname ~ '^a_refuse_moving'") == [(0,)]
    assert (await charge(ana)).status_code == 201


async def test_what_goes_over_all_companies_by_the_clock_leaves_the_frozen_one_out(
    ana: Person, carla: Person, app: App, counter: Counter, here: Side, there: Side
) -> None:
    for person in (ana, carla):
        await charge(person)
    await counter.work()
    await here.freeze()

    async def seen() -> list[int]:
        async with app.database.transaction(SYSTEM) as tx:
            rows = await tx.all("select distinct company_id from charge order by 1")
        return [row["company_id"] for row in rows]

    assert await seen() == [AURORA, OUTRA]
    with sweeping():
        assert await seen() == [OUTRA]


async def move_away(counter: Counter, here: Side, there: Side) -> str:
    """Loja Aurora leaves; the word that opens it there."""
    await counter.work()
    move = await here.freeze()
    await here.exported()
    return await here.release(await there.imported(move.id))


async def test_who_asks_for_a_company_that_has_left_is_told_where_it_is(
    ana: Person,
    gil: Person,
    carla: Person,
    diego: Person,
    role: Callable[[str, int], int],
    counter: Counter,
    here: Side,
    there: Side,
    sql: Sql,
) -> None:
    made = await counter.charge(ana)
    await counter.charge(carla)
    url = (await ana.get(f"{CHARGES}/{made['id']}/link")).json()["url"]
    key = (await gil.post("/rbac/keys", {"name": "Loja", "role_id": role("operator", AURORA)})).json()["secret"]
    shop = (await gil.post("/v1/payin/checkout-key")).json()["key"]
    sql("set session_replication_role = replica")
    sql("update pix_connection set company_id = 2, webhook_secret = sha256('known')")
    sql("set session_replication_role = origin")
    (connection,) = sql("select id::text from pix_connection limit 1")[0]
    await move_away(counter, here, there)
    anybody, program = counter.stranger, {"Authorization": f"Bearer {key}"}
    diego.account = str(AURORA)
    asked = [
        await ana.get(CHARGES),
        await charge(ana),
        await diego.get(CHARGES),
        await charge(diego),
        await anybody.get(CHARGES, headers=program),
        await anybody.get(f"/v1/checkout/links/{url.rpartition('/')[2]}"),
        await anybody.get(f"/v1/checkout/charges/{made['id']}", params={"key": shop}),
        await anybody.post(f"/webhooks/pix/{connection}/known/pix", json={"pix": []}),
        await anybody.post(f"/webhooks/pix/{connection}/known/rec", json={"recs": []}),
        await anybody.post("/auth/login", json={"email": EMAILS["ana"], "password": PASSWORD}),
    ]
    for said in asked:
        assert refusal(said) == (421, "company_moved"), said.request.url
        assert THERE in said.json()["error"]
        assert said.headers["x-moved-to"] == THERE
    # Whoever knows nothing learns nothing, and others go on.
    wrong = await anybody.post(f"/webhooks/pix/{connection}/guessed/pix", json={"pix": []})
    assert wrong.status_code == 404
    carla.account = str(AURORA)
    assert (await carla.get(CHARGES)).status_code == 404
    carla.account = ""
    assert len((await carla.get(CHARGES)).json()) == 1
    diego.account = "all"
    assert {row["company_id"] for row in (await diego.get(CHARGES)).json()} == {OUTRA}
    await counter.work()
    assert offenders(counter.url) == {}


async def test_a_company_that_has_come_is_closed_until_it_is_opened(
    counter: Counter, here: Side, there: Side, other_url: str
) -> None:
    await counter.work()
    move = await here.freeze()
    await here.exported()
    receipt = await there.imported(move.id)
    note = "insert into company_note (company_id, id, text, created_by) values (2, gen_random_uuid(), 'x', 'y')"
    with psycopg.connect(other_url, autocommit=True) as other:
        with pytest.raises(psycopg.Error, match="is being moved"):
            other.execute(note)
        release = await here.release(receipt)
        assert await here.release(receipt) == release
        for _ in range(2):
            assert (await there.open(release)).state == "open"
        other.execute(note)
        assert other.execute("select count(*) from pg_trigger where tgname ~ '^a_refuse_moving'").fetchone() == (0,)
    assert offenders(other_url) == {}
    with pytest.raises(Refused, match="is open here"):
        await there.refuse(move.id)


async def test_an_act_that_is_cut_short_leaves_nothing_and_is_done_again(
    counter: Counter, here: Side, there: Side, monkeypatch: pytest.MonkeyPatch, sql: Sql
) -> None:
    await counter.work()

    async def cut(module: str, act: Callable[[], Awaitable[Any]]) -> Any:
        """The act dies where it would end; then it is done."""

        async def dies(*_: Any) -> None:
            raise ConnectionAbortedError

        with monkeypatch.context() as patch:
            patch.setattr(f"retaguarda.cells.{module}.tell", dies)
            with pytest.raises(ConnectionAbortedError):
                await act()
        return await act()

    def states() -> list[tuple[Any, ...]]:
        return sql("select state from cell_move order by started_at")

    move = await cut("freeze_company", here.freeze)
    assert states() == [("frozen",)]
    assert (
        await cut("abort_move", partial(here.abort, await cut("refuse_move", partial(there.refuse, move.id))))
    ).id == move.id
    await counter.work()
    move = await here.freeze()
    await here.exported()
    receipt = await cut("import_move", partial(there.imported, move.id))
    release = await cut("release_company", partial(here.release, receipt))
    assert states() == [("aborted",), ("released",)]
    assert (await cut("open_company", partial(there.open, release))).state == "open"


async def test_a_new_secret_seals_what_is_closed_too(counter: Counter, here: Side, there: Side) -> None:
    await counter.work()
    await here.freeze()
    keys = Keys("a secret that comes after it, long enough", SECRET)
    with psycopg.connect(counter.url, autocommit=True) as owner:
        assert sum(done.count for done in reseal(owner, keys) if done.column.table == "person") > 0
        assert [counted.column for counted in counts(owner, keys) if counted.other] == []


async def test_words_of_another_key_move_file_or_kind_count_for_nothing(
    counter: Counter, here: Side, there: Side
) -> None:
    await counter.work()
    move = await here.freeze()
    with pytest.raises(Refused, match="company 2 is frozen"):
        await here.release("anything")
    await here.exported(OTHER_FILE)
    await here.exported()
    receipt = await there.imported(move.id)

    async def signed(by: Side, **said: Any) -> str:
        word = {"kind": "receipt", "move": move.id, "company": AURORA, "file": FILE} | said
        async with owner_transaction(by.connection) as tx:
            return (await signed_word(tx, by.keys, Word(**word))).note

    line = receipt.splitlines()[1]
    for text, why in (
        (receipt.replace(FILE, OTHER_FILE), "not signed by the key"),
        (receipt.replace(line, line + " "), "not signed by the key"),
        (receipt + "\n", "not signed by the key"),
        (await signed(here), "not signed by the key"),
        ("", "not signed by the key"),
        (await signed(there, kind="refusal"), "this is a refusal"),
        (await signed(there, move=some_move()), "another move or file"),
        (await signed(there, file="00" * 32), "another move or file"),
        (await signed(there, company=OUTRA), "another move or file"),
    ):
        with pytest.raises(Refused, match=why):
            await here.release(text)
    # Of a move every file that was written is its file: all hold the same rows.
    release = await here.release(await signed(there, file=OTHER_FILE))
    for text, why in (
        (release, "another move or file"),
        (receipt, "not signed by the key"),
        (await signed(here, kind="receipt"), "this is a receipt"),
        (await signed(here, kind="release", move=some_move()), "another move or file"),
    ):
        with pytest.raises(Refused, match=why):
            await there.open(text)
    with pytest.raises(Refused, match="is released"):
        await here.abort(await there.refuse(move.id))


async def test_a_checkpoint_is_no_word_and_a_key_says_whose_it_is(here: Side, there: Side) -> None:
    key = await here.key()
    assert read_key(f" {key}\n").origin == key.split("+")[0]
    for wrong in ("", "a+b", key[:-4], key.replace("+", "-"), f"x{key}", key[:-1] + "?"):
        with pytest.raises(Refused, match="no public key"):
            read_key(wrong)
    with pytest.raises(Refused, match="not signed"):
        read_word("a\nb\n", key, "release")


async def test_a_move_ends_by_the_other_side_s_refusal_alone_and_never_comes_back(
    ana: Person, counter: Counter, here: Side, there: Side, other_url: str
) -> None:
    await counter.work()
    move = await here.freeze()
    await here.exported()
    with pytest.raises(Refused, match="not signed by the key"):
        await here.abort("gone")
    refused = await there.refuse(move.id)
    assert await there.refuse(move.id) == refused
    assert refusal(await charge(ana)) == (503, "company_moving")
    for _ in range(2):
        assert (await here.abort(refused)).state == "aborted"
    assert (await charge(ana)).status_code == 201
    # The number is free there: nothing of it had come.
    with psycopg.connect(other_url, autocommit=True) as other:
        assert other.execute("select cell_shut(2)").fetchone() == (False,)
    with pytest.raises(Refused, match="is aborted"):
        await here.release(refused)
    await counter.work()
    again = await here.freeze()
    assert again.id != move.id
    with pytest.raises(Refused, match="another move"):
        await here.abort(refused)


async def test_what_came_and_was_refused_stays_closed(
    counter: Counter, here: Side, there: Side, other_url: str
) -> None:
    await counter.work()
    move = await here.freeze()
    await here.exported()
    receipt = await there.imported(move.id)
    await here.abort(await there.refuse(move.id))
    with psycopg.connect(other_url, autocommit=True) as other, pytest.raises(psycopg.Error, match="is being moved"):
        other.execute("update company set name = 'x' where id = 2")
    with pytest.raises(Refused, match="is aborted"):
        await here.release(receipt)
    assert offenders(other_url) == {}


async def test_the_map_names_the_hosts_and_webhooks_of_companies_that_have_left(
    counter: Counter, here: Side, there: Side, sql: Sql
) -> None:
    sql("set session_replication_role = replica")
    sql("update pix_connection set company_id = 2")
    sql("set session_replication_role = origin")
    (connection,) = sql("select id::text from pix_connection limit 1")[0]
    async with owner_transaction(here.connection) as tx:
        for _ in range(2):
            await set_host(tx, AURORA, "aurora.pay.example", here=True)
        await set_host(tx, OUTRA, "outra.pay.example", here=True)
        await set_host(tx, AURORA, "old.pay.example", here=True)
        await set_host(tx, AURORA, "old.pay.example", here=False)
        for company, host in ((OUTRA, "aurora.pay.example"), (AURORA, "x y"), (AURORA, '"; }')):
            with pytest.raises(Refused):
                await set_host(tx, company, host, here=True)
        before = written(await places(tx, HERE), "nginx")
    assert "aurora" not in before
    await move_away(counter, here, there)
    async with owner_transaction(here.connection) as tx:
        found = await places(tx, HERE)
    assert written(found, "nginx") == (
        f"map $host $retaguarda_host_cell {{\n    default {HERE};\n    \"aurora.pay.example\" {THERE};\n}}\n"
        f"map $uri $retaguarda_cell {{\n    default $retaguarda_host_cell;\n"
        f"    \"~^/webhooks/pix/{re.escape(connection)}/\" {THERE};\n}}\n"
    )  # fmt: skip
    assert written(found, "caddy") == (
        f"map {{host}} {{retaguarda_host_cell}} {{\n\taurora.pay.example {THERE}\n\tdefault {HERE}\n}}\n"
        f"map {{path}} {{retaguarda_cell}} {{\n\t~^/webhooks/pix/{re.escape(connection)}/ {THERE}\n\tdefault {{retaguarda_host_cell}}\n}}\n"
    )


async def test_the_other_invariants_find_what_breaks_them(counter: Counter, here: Side, there: Side, sql: Sql) -> None:
    await counter.work()
    await here.freeze()
    expect_found(
        counter.url,
        {
            "cell_one_state": [
                "insert into cell_move (id, company_id, role, state, other_address, other_key, receipt, refusal, ended_at)"
                " values (gen_random_uuid(), 2, 'to', 'refused', 'https://x', 'k', '{}', '{}', now())"
            ],
            "cell_still": ["insert into event (company_id, name, subject_id, actor) values (2, 'a:b:c', 'x', 'y')"],
        },
    )
