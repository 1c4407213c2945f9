"""What was approved of a batch is what leaves, whoever edits the database in between."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from people import AURORA, Person
from retaguarda.foundation.merkle import leaf_hash, levels_of, root_by
from retaguarda.payouts.batches import run_batch
from support.batches import BATCHES, lines, planned, read, read_lines, settle, submit
from support.charges import Counter, offenders

Sql = Callable[..., list[tuple[Any, ...]]]


def edit(sql: Sql, table: str, statement: str, *values: Any) -> None:
    """What an owner of the database does who turns its triggers off."""
    sql(f"alter table {table} disable trigger user")
    sql(statement, *values)
    sql(f"alter table {table} enable trigger user")


async def authorised(bruno: Person, ana: Person, counter: Counter, count: int = 5) -> dict[str, Any]:
    """A batch that is authorised, before the worker has come by."""
    await counter.paid(ana, 100_000)
    batch = await planned(bruno, counter, lines(count))
    said = await submit(bruno, batch)
    assert said.status_code == 200, said.text
    return said.json()


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("payout_line", "update payout_line set amount = 2000 where number = 3"),
        ("payout_line", "update payout_line set pix_key = 'thief@example.com' where number = 3"),
        ("payout_line", "update payout_line set fee = 1 where number = 3"),
        ("payout_line", "update payout_line set leaf_no = null, leaf = null where number = 3"),
        ("payout_batch", "update payout_batch set amount = amount + 1"),
        ("payout_batch", "update payout_batch set mac = sha256('guessed')"),
    ],
)
async def test_an_approved_batch_that_the_owner_of_the_database_edits_does_not_leave(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, table: str, statement: str
) -> None:
    batch = await authorised(bruno, ana, counter)
    before = sql("select amount, pix_key, fee, leaf_no, leaf from payout_line where number = 3")[0]
    first = sql("select amount, mac from payout_batch")[0]
    edit(sql, table, statement)
    await settle(counter, sql)
    stopped = await read(bruno, batch["id"])
    assert (stopped["status"], stopped["error"]["code"]) == ("paused", "seal_broken")
    assert sql("select count(*) from payout") == [(0,)]
    assert stopped["timeline"][-1]["kind"] == "payouts:payout_batch:seal_broken"
    # Back as it was, it goes.
    edit(
        sql,
        "payout_line",
        "update payout_line set amount = %s, pix_key = %s, fee = %s, leaf_no = %s, leaf = %s where number = 3",
        *before,
    )
    edit(sql, "payout_batch", "update payout_batch set amount = %s, mac = %s", *first)
    assert (await bruno.post(f"{BATCHES}/{batch['id']}/resume", key=None)).status_code == 200
    await settle(counter, sql)
    assert (await read(bruno, batch["id"]))["status"] == "done"


async def test_a_whole_tree_that_the_owner_of_the_database_makes_anew_is_not_what_was_approved(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    batch = await authorised(bruno, ana, counter)
    for table in ("payout_line", "payout_batch", "payout_batch_level"):
        sql(f"alter table {table} disable trigger user")
    sql("update payout_line set pix_key = 'thief@example.com' where number = 3")
    sql(
        "update payout_line l set leaf = payout_leaf(number, name, document, kind, ispb, branch, account, account_type, pix_key,"
        " amount, currency, fee, scheduled_for, description, external_id, destination, replaces)"
    )
    leaves = [bytes(row[0]) for row in sql("select leaf from payout_line order by leaf_no")]
    for number, level in enumerate(levels_of(leaves)):
        sql("update payout_batch_level set hashes = %s where level = %s", b"".join(level), number)
    sql("update payout_batch set root = %s", levels_of(leaves)[-1][0])
    await settle(counter, sql)
    assert (await read(bruno, batch["id"]))["status"] == "paused"
    assert sql("select count(*) from payout") == [(0,)]


async def test_a_payout_of_a_batch_that_the_owner_of_the_database_edits_is_not_sent(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    batch = await authorised(bruno, ana, counter)
    await counter.run_job("payouts.run_batch", AURORA, batch["id"])
    for table in ("payout", "payout_order"):
        sql(f"alter table {table} disable trigger user")
    sql("update payout set pix_key = 'thief@example.com' where batch_line = 3")
    sql("update payout set seal = null where batch_line = 4")
    await settle(counter, sql)
    assert sql("select batch_line, status, blocked_reason from payout order by batch_line")[1:3] == [
        (3, "blocked", "seal_broken"),
        (4, "blocked", "seal_broken"),
    ]
    assert sql("select count(*) from payout where status = 'done'") == [(3,)]
    assert offenders(counter.url) == {"batch_payout_is_its_line": 1}
    sql("update payout set pix_key = 'payee1@example.com' where batch_line = 3")


async def test_the_database_by_itself_refuses_what_nobody_approved(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await authorised(bruno, ana, counter)
    sql("alter table payout_line disable trigger user")
    sql("update payout_line set amount = 2000 where number = 3")
    take = (
        "insert into payout (company_id, id, origin, batch_id, batch_line, status, amount, currency, fee, kind, pix_key,"
        " holder_name, holder_document, description, destination, actor) select company_id, gen_random_uuid(), 'batch', batch_id, number, 'pending',"
        " amount, currency, fee, kind, pix_key, name, document, description, destination, 'a thief' from payout_line where number = %s"
    )
    with pytest.raises(psycopg.DatabaseError, match="was not approved"):
        sql(take, 3)
    for refused in (
        "update payout_batch set amount = amount + 1",
        "update payout_batch set status = 'planned'",
        "update payout_line set excluded_by = 'x'",
        "delete from payout_line",
    ):
        sql("alter table payout_line enable trigger user")
        with pytest.raises(psycopg.DatabaseError):
            sql(refused)
    sql("alter table payout_line disable trigger user")
    sql("update payout_line set amount = 1000 where number = 3")


async def test_every_line_is_proved_under_the_root_by_an_independent_verifier(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    batch = await authorised(bruno, ana, counter, 11)
    levels = {level: bytes(hashes) for level, hashes in sql("select level, hashes from payout_batch_level")}
    leaves = [bytes(row[0]) for row in sql("select leaf from payout_line order by leaf_no")]
    for place, leaf in enumerate(leaves):
        # By the recursive definition of RFC 6962, which knows no levels.
        assert root_by(place, len(leaves), leaf, proof(leaves, place)).hex() == batch["root"]
        assert sql("select payout_leaf_stands(2, %s, %s, %s)", batch["id"], place, leaf) == [(True,)]
        assert sql("select payout_leaf_stands(2, %s, %s, %s)", batch["id"], place, leaf_hash(leaf)) == [(False,)]
        assert sql("select payout_leaf_stands(2, %s, %s, %s)", batch["id"], (place + 1) % 11, leaf) == [(False,)]
    assert len(levels[0]) == 11 * 32


@pytest.mark.parametrize("count", [1, 2, 7, 11])
async def test_lines_proved_together_stand_only_where_each_of_them_stands_by_itself(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, count: int
) -> None:
    batch = await authorised(bruno, ana, counter, count)
    leaves = [bytes(row[0]) for row in sql("select leaf from payout_line order by leaf_no")]

    def stand(places: list[int], said: list[bytes]) -> bool | None:
        return sql("select payout_leaves_stand(2, %s, %s::int[], %s::bytea[])", batch["id"], places, said)[0][0]

    every = list(range(count))
    sets = [every[first:last] for first in every for last in range(first + 1, count + 1)]
    sets += [every[::2], every[::-1], every[1::3][::-1] or every, [0, count - 1][: min(count, 2)]]
    for places in sets:
        said = [leaves[place] for place in places]
        assert stand(places, said) is True, places
        for wrong in range(len(places)):
            assert stand(places, [*said[:wrong], leaf_hash(b"another"), *said[wrong + 1 :]]) is False
    assert stand([*every, 0], [*leaves, leaf_hash(b"another")]) is False
    assert stand([*every, 0], [*leaves, leaves[0]]) is True
    for beyond in (-1, count, 2 * count):
        assert stand([beyond], [leaves[0]]) is False
        assert stand([*every, beyond], [*leaves, leaves[0]]) is False
    assert stand([], []) is False
    if count > 1:
        assert stand(every, [*leaves[1:], leaves[0]]) is False
        # A hash of a higher level is no leaf, though the root comes of it.
        assert stand([0], [levels_of(leaves)[1][0]]) is False


async def test_an_order_of_what_was_not_approved_is_refused_though_it_stands_among_others(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    batch = await authorised(bruno, ana, counter, 5)
    await counter.run_job("payouts.run_batch", AURORA, batch["id"])
    order = (
        "insert into payout_order (company_id, id, payout_id, attempt, provider_id, end_to_end_id, amount, currency)"
        " select company_id, gen_random_uuid(), id, 1, md5(id::text), 'E12345678202601010000' || substr(md5(id::text), 1, 11), {amount}, 'BRL'"
        " from payout"
    )
    with pytest.raises(psycopg.DatabaseError, match="not what was approved"):
        sql(order.format(amount="case batch_line when 4 then amount + 1 else amount end"))
    sql("set session_replication_role = replica")
    sql("update payout set pix_key = 'thief@example.com' where batch_line = 4")
    sql("set session_replication_role = origin")
    with pytest.raises(psycopg.DatabaseError, match="not what was approved"):
        sql(order.format(amount="amount"))
    assert sql("select count(*) from payout_order") == [(0,)]
    sql("set session_replication_role = replica")
    sql("update payout set pix_key = 'payee2@example.com' where batch_line = 4")
    sql("set session_replication_role = origin")


def proof(leaves: list[bytes], place: int) -> list[bytes]:
    """PATH(m, D[n]) of RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if place < half:
        return [*proof(leaves[:half], place), tree_head(leaves[half:])]
    return [*proof(leaves[half:], place - half), tree_head(leaves[:half])]


def tree_head(leaves: list[bytes]) -> bytes:
    return levels_of(leaves)[-1][0]


async def test_a_worker_that_dies_between_chunks_goes_on_and_pays_nothing_twice(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_batch, "CHUNK", 3)
    batch = await authorised(bruno, ana, counter, 11)
    turn, turned = run_batch.Running._turn, []

    class Killed(BaseException):
        pass

    async def dies(self: run_batch.Running, *given: Any) -> Any:
        done = await turn(self, *given)
        turned.append(done.turned)
        if len(turned) in (2, 4):
            # After the work and before its commit.
            raise Killed
        return done

    monkeypatch.setattr(run_batch.Running, "_turn", dies)
    for _ in range(2):
        with pytest.raises(Killed):
            await counter.run_job("payouts.run_batch", AURORA, batch["id"])
        assert offenders(counter.url) == {}
    await counter.run_job("payouts.run_batch", AURORA, batch["id"])
    await counter.run_job("payouts.run_batch", AURORA, batch["id"])
    assert turned == [3, 6, 6, 9, 9, 11]
    assert (await counter.balances(ana))["on_hold"] == 11_000
    await settle(counter, sql)
    done = await read(bruno, batch["id"])
    assert (done["status"], done["progress"]["done"]) == ("done", 11)
    assert sql("select count(*), count(distinct batch_line) from payout") == [(11, 11)]
    assert {each["status"] for each in await read_lines(bruno, batch["id"])} == {"done"}
