"""The acts of a move, each as both installations meet it: what they let pass, what they refuse, and by whose word they end."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql, Work
from people import AURORA, EMAILS, OUTRA, Person
from retaguarda.cells.model import NotQuiet, Refused
from retaguarda.cells.shut_tables import shut_tables
from retaguarda_demo.people import PASSWORD
from support.cells import CHARGES, THERE, Side, charge, refusal
from support.charges import Counter, offenders

PAGE = (Path(__file__).parents[2] / "docs/data-classification.md").read_text()


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
