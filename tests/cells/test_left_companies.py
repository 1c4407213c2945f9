"""A company that has left is told of with its address; one that has come is closed until it is opened."""

import re
from collections.abc import Callable

import psycopg
import pytest

from conftest import SECRET, Sql
from people import AURORA, EMAILS, OUTRA, Person
from retaguarda.cells.model import Refused
from retaguarda.cells.shut_tables import owner_transaction
from retaguarda.cells.write_map import places, set_host, written
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.sealed_columns import counts, reseal
from retaguarda_demo.people import PASSWORD
from support.broken_rows import expect_found
from support.cells import CHARGES, HERE, THERE, Side, charge, refusal
from support.charges import Counter, offenders


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
        await anybody.get(
            f"/v1/checkout/charges/{made['id']}", params={"key": shop}, headers={"Origin": "http://localhost:8000"}
        ),
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


async def test_a_new_secret_seals_what_is_closed_too(counter: Counter, here: Side, there: Side) -> None:
    await counter.work()
    await here.freeze()
    keys = Keys("a secret that comes after it, long enough", SECRET)
    with psycopg.connect(counter.url, autocommit=True) as owner:
        assert sum(done.count for done in reseal(owner, keys) if done.column.table == "person") > 0
        assert [counted.column for counted in counts(owner, keys) if counted.other] == []


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
