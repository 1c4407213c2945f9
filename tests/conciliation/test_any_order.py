"""Whatever people do to lines, matches, days and rules, in whatever order: R1 to R4 and the identity hold after every Command."""

from random import Random
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql, Work
from people import Person
from retaguarda.conciliation.days.invariants import INVARIANTS as OF_DAYS
from retaguarda.conciliation.matching.invariants import INVARIANTS as OF_MATCHES
from retaguarda.conciliation.statements.invariants import INVARIANTS as OF_STATEMENTS
from retaguarda_sandbox.statements import BankMove, ofx
from support.charges import Counter, offenders
from support.statements import DAYS, FILES, LINES, MATCHES, RUNS, end_to_end, expect, later, opened, told, uploaded

#: What a refusal of a Command that came too late, or is of no use, may be.
REFUSED = {400, 409, 422}
STEPS = 24
LAST = 3


def broken(sql: Sql) -> list[str]:
    return [each.name for each in (*OF_DAYS, *OF_MATCHES, *OF_STATEMENTS) if sql(each.offenders_sql)[0][0]]


class Walk:
    """One seed's people: what they do next is chosen from what is there."""

    def __init__(self, seed: int, sql: Sql, diego: Person, eva: Person) -> None:
        self.random = Random(seed)
        self.sql = sql
        self.people = (diego, eva)
        self.done = dict[str, int]()

    def one(self, query: str) -> str | None:
        rows = self.sql(query)
        return str(self.random.choice(rows)[0]) if rows else None

    async def send(self, name: str, path: str, body: dict[str, Any]) -> None:
        """Sends a Command, and once more: what was done stays done once."""
        person = self.random.choice(self.people)
        key = str(uuid4())
        said = await person.post(path, body, key=key)
        assert said.status_code < 300 or said.status_code in REFUSED, (name, said.text)
        if said.status_code < 300:
            self.done[name] = self.done.get(name, 0) + 1
        again = await person.post(path, body, key=key)
        assert again.status_code == said.status_code, (name, again.text)
        assert said.status_code >= 300 or again.content == said.content

    async def step(self) -> None:
        reason = {"reason": "porque sim"}
        line = self.one(
            "select id from bank_line where applied_at is not null and effect = 'new' and state not in ('matched', 'booked') order by booked_on, amount, number"
        )
        expectation = self.one(
            "select id from expectation where state not in ('matched', 'void') order by day, amount, reference"
        )
        choice = self.random.choice(("match", "split", "line", "undo", "proposed", "run", "day", "day", "day"))
        if choice == "match" and line and expectation:
            difference = self.random.choice(("none", "rounding", "bank_cost", "accepted"))
            items = {"lines": [line], "expectations": [expectation]}
            await self.send(choice, MATCHES, {"items": items, "difference": difference} | reason)
        elif choice == "split" and line and expectation:
            part = {"expectation": expectation, "amount": self.random.choice((1, 5_00, None))}
            await self.send(choice, f"{LINES}/{line}/split", {"parts": [part]})
        elif choice == "line" and line:
            act = self.random.choice(("ignore", "book_cost", "restore"))
            await self.send(act, f"{LINES}/{line}/decide", {"choice": act} | reason)
        elif choice in ("undo", "proposed"):
            state, acts = ("confirmed", ("undo",)) if choice == "undo" else ("proposed", ("confirm", "reject"))
            group = self.one(f"select id from match_group where state = '{state}'")
            if group:
                act = self.random.choice(acts)
                await self.send(act, f"{MATCHES}/{group}/decide", {"choice": act} | reason)
        elif choice == "run":
            await self.send(choice, RUNS, {})
        elif choice == "day":
            day = self.one(
                "select id from house_day where day <= (select min(day) from house_day where state <> 'closed')"
            )
            if day:
                act = self.random.choice(("ask_close", "close", "close", "ask_reopen", "reopen", "keep"))
                await self.send(act, f"{DAYS}/{day}/decide", {"choice": act} | reason)


async def month(diego: Person, eva: Person, work: Work, sql: Sql, random: Random) -> None:
    """Books and a bank that agree in most things."""
    moves = list[BankMove]()
    for number in range(1, 17):
        amount, day = random.randint(1_00, 90_00), random.randint(0, LAST - 1)
        with_id = random.random() < 0.6
        fault = random.choice(("", "", "", "lost", "less", "late", "twice"))
        expect(sql, amount, f"test:{end_to_end(number)}" if with_id else f"plain:{number}", later(day))
        text = f"PIX {end_to_end(number)}" if with_id else f"TED {number}"
        if fault != "lost":
            told_amount = amount - 7 if fault == "less" else amount
            moves.append(BankMove(told_amount, later(day + (fault == "late")), text, f"R{number}"))
        if fault == "twice":
            moves.append(BankMove(amount, later(day), text, f"R{number}B"))
    moves += [BankMove(-random.randint(1, 20_00), later(day), "TARIFA", f"T{day}") for day in range(LAST)]
    moves.sort(key=lambda move: move.booked_on)
    await opened(diego, eva)
    file = await uploaded(diego, ofx(told(*moves, last=later(LAST))))
    await diego.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    await work()


@pytest.mark.parametrize("seed", range(3))
async def test_conciliation_holds_after_every_command_in_any_order(
    seed: int, diego: Person, eva: Person, work: Work, sql: Sql, counter: Counter
) -> None:
    walk = Walk(seed, sql, diego, eva)
    await month(diego, eva, work, sql, walk.random)
    assert broken(sql) == []
    for _ in range(STEPS):
        await walk.step()
        assert broken(sql) == [], walk.done
    assert len(walk.done) >= 2, walk.done
    assert offenders(counter.url) == {}


#: Kills the server process of whoever writes the days of an account, after all its matches, as kill -9 would.
DEADLY = """
    create function die() returns trigger language plpgsql security definer as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      return new;
    end $$;
    create trigger die before update on house_day for each row execute function die()
"""


async def test_a_run_that_is_killed_leaves_nothing_and_the_next_one_does_all(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    await month(diego, eva, work, sql, Random(7))
    groups = sql("select id, state from match_group order by id")
    late = [end_to_end(100 + number) for number in range(3)]
    for number, id in enumerate(late):
        expect(sql, 100_00 + number, f"test:{id}", later(1))
    sql(DEADLY)
    assert (await diego.post(RUNS, {})).status_code >= 500
    sql("drop trigger die on house_day")
    assert sql("select id, state from match_group order by id") == groups
    assert broken(sql) == []
    for _ in range(2):
        assert (await diego.post(RUNS, {})).status_code < 300
    assert broken(sql) == []
    assert sql("select count(*) from expectation where end_to_end_id = any (%s)", late) == [(3,)]


def deadly(sql: Sql, table: str) -> None:
    """From now on the server process of whoever writes into this table is killed, as kill -9 would."""
    sql(DEADLY.replace("update on house_day", f"insert on {table}"))


async def test_a_worker_that_is_killed_while_it_matches_a_file_goes_on_with_it_and_matches_once(
    diego: Person, eva: Person, sql: Sql, counter: Counter
) -> None:
    await opened(diego, eva)
    for number in range(3):
        expect(sql, 100_00 + number, f"test:{end_to_end(number)}")
    moves = [BankMove(100_00 + number, later(0), f"PIX {end_to_end(number)}", f"R{number}") for number in range(3)]
    file = await uploaded(diego, ofx(told(*moves)))
    deadly(sql, "match_member")
    assert (await diego.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})).status_code == 200
    with pytest.raises(psycopg.OperationalError):
        await counter.run_job("returns.apply", 1, file["id"])
    sql("drop trigger die on match_member")
    assert (await diego.get(f"{FILES}/{file['id']}")).json()["status"] == "applying"
    assert sql("select count(*) from match_group") == [(0,)]
    assert broken(sql) == []
    for _ in range(2):
        await counter.run_job("returns.apply", 1, file["id"])
    assert (await diego.get(f"{FILES}/{file['id']}")).json()["status"] == "applied"
    assert sql("select state, count(*) from bank_line group by 1") == [("matched", 3)]
    assert sql("select count(*) from match_group where state = 'confirmed'") == [(3,)]
    assert offenders(counter.url) == {}


async def test_a_closing_that_is_killed_leaves_the_day_as_it_was_and_is_done_by_the_same_request_sent_again(
    diego: Person, eva: Person, work: Work, sql: Sql, counter: Counter
) -> None:
    await opened(diego, eva)
    expect(sql, 100_00, f"test:{end_to_end(1)}")
    file = await uploaded(diego, ofx(told(BankMove(100_00, later(0), f"PIX {end_to_end(1)}", "R1"))))
    await diego.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    await work()
    (day,) = (await diego.get(DAYS)).json()
    decide = f"{DAYS}/{day['id']}/decide"
    assert (await diego.post(decide, {"choice": "ask_close", "reason": None})).status_code == 200
    deadly(sql, "day_seal")
    key, close = str(uuid4()), {"choice": "close", "reason": None}
    assert (await eva.post(decide, close, key=key)).status_code >= 500
    sql("drop trigger die on day_seal")
    assert sql("select state, seals from house_day") == [("closing", 0)]
    assert sql("select count(*) from day_seal") == [(0,)]
    first, again = [await eva.post(decide, close, key=key) for _ in range(2)]
    assert (first.status_code, again.content) == (200, first.content)
    assert sql("select state, seals from house_day") == [("closed", 1)]
    assert offenders(counter.url) == {}
