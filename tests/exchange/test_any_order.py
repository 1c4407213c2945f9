"""Whatever a merchant and staff do with operations and closings, in whatever order and in currencies of none, two and three decimals:
V1 to V9 hold after every Command."""

from random import Random
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import Person
from retaguarda.exchange.operations.invariants import INVARIANTS
from support.charges import Counter, offenders
from support.exchange import CLOSINGS, OPERATIONS, ExchangeDesk

RATES = {"USD": ("5.4000", "5.4080"), "JPY": ("0.0361", "0.0363"), "TND": ("1.7420", "1.7501")}
REFUSED = {400, 409, 422}
STEPS = 30
KINDS = ("new", "new", "new", "end", "draft", "draft", "agree", "agree", "close", "close", "settle", "give up")


def broken(sql: Sql) -> list[str]:
    return [each.name for each in INVARIANTS if sql(each.offenders_sql)[0][0]]


class Walk:
    """What one seed's people do next is chosen from what is there."""

    def __init__(self, seed: int, sql: Sql, bank: str, bruno: Person, diego: Person, eva: Person) -> None:
        self.random = Random(seed)
        self.sql = sql
        self.bank = bank
        self.bruno, self.staff = bruno, (diego, eva)
        self.done = dict[str, int]()

    async def send(self, name: str, person: Person, path: str, body: dict[str, Any]) -> None:
        """Sends a Command and once more with its key: what was done stays done once."""
        key = str(uuid4())
        said = await person.post(path, body, key=key)
        assert said.status_code < 300 or said.status_code in REFUSED, (name, said.text)
        if said.status_code < 300:
            self.done[name] = self.done.get(name, 0) + 1
        again = await person.post(path, body, key=key)
        assert again.status_code == said.status_code, (name, again.text)

    def one(self, table: str, *states: str) -> str | None:
        rows = self.sql(f"select id from {table} where state = any (%s) order by id", list(states))
        return str(self.random.choice(rows)[0]) if rows else None

    async def step(self) -> None:
        currency = self.random.choice(tuple(RATES))
        operation = self.one("exchange_operation", "quoted", "funded", "closed", "awaiting_funds")
        closing = self.one("exchange_closing", "draft", "agreed", "closed")
        staff = self.random.choice(self.staff)
        reason = {"reason": "porque sim"}
        choice = self.random.choice(KINDS)
        if choice == "new":
            amount = {"amount": self.random.randint(1_000, 90_000), "currency": currency}
            client = {"client_name": "Ana Lima", "client_document": "52998224725"} if self.random.random() < 0.8 else {}
            body = {"currency": currency, "direction": "out", "amount": amount} | client
            await self.send("quote", self.bruno, OPERATIONS, body)
            if quoted := self.one("exchange_operation", "quoted"):
                await self.send("book", self.bruno, f"{OPERATIONS}/{quoted}/book", {})
            # The worker compares the client with the lists a moment later.
            self.sql("update screened_party set waiting = false where waiting")
        elif choice == "end" and operation:
            act = self.random.choice(("cancel", "return"))
            person = self.bruno if act == "cancel" else staff
            await self.send(act, person, f"{OPERATIONS}/{operation}/{act}", reason)
        elif choice == "draft":
            funded = self.sql("select currency::text from exchange_operation where state = 'funded' order by id")
            body = {"bank": self.bank, "currency": funded[-1][0] if funded else currency, "direction": "out"}
            await self.send(choice, staff, CLOSINGS, body)
        elif choice == "agree" and closing:
            rate = str(self.sql("select currency from exchange_closing where id = %s", closing)[0][0])
            await self.send(choice, staff, f"{CLOSINGS}/{closing}/agree", {"rate": RATES[rate][1]})
        elif choice == "close" and closing:
            plan = (await staff.get(f"{CLOSINGS}/{closing}")).json()["plan"]
            await self.send(choice, staff, f"{CLOSINGS}/{closing}/close", {"plan": plan})
        elif choice == "settle" and closing:
            side = self.random.choice(("home", "foreign"))
            await self.send(choice, staff, f"{CLOSINGS}/{closing}/settle", {"side": side} | reason)
        elif choice == "give up" and closing:
            await self.send(choice, staff, f"{CLOSINGS}/{closing}/end", {"outcome": "cancelled"} | reason)


async def prepared(desk: ExchangeDesk, counter: Counter, bruno: Person) -> str:
    bank = await desk.ready()
    for currency in ("JPY", "TND"):
        await desk.rate(currency, *RATES[currency])
        await desk.agree(currency=currency)
        body = {"currency": currency, "cut_off": "23:59", "home_days": 0, "foreign_days": 2}
        await desk.made(f"/v1/exchange/banks/{bank}/set-currency", body, 200)
    await counter.paid(bruno, 50_000_000)
    return bank


@pytest.mark.parametrize("seed", range(2))
async def test_exchange_holds_after_every_command_in_any_order_and_currency(
    seed: int, desk: ExchangeDesk, counter: Counter, bruno: Person, diego: Person, eva: Person, sql: Sql
) -> None:
    walk = Walk(seed, sql, await prepared(desk, counter, bruno), bruno, diego, eva)
    assert broken(sql) == []
    for _ in range(STEPS):
        await walk.step()
        assert broken(sql) == [], walk.done
    assert walk.done.keys() >= {"quote", "book", "draft"}, walk.done
    await counter.work()
    assert offenders(counter.url) == {}


#: Kills the server process of whoever posts a closing, as kill -9 would: between its first row and its last.
DEADLY = """
    create function die() returns trigger language plpgsql security definer as $$
    begin
      if new.key like 'exchange:closing:%%' then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger die after insert on ledger_journal for each row execute function die()
"""


async def test_a_closing_that_is_killed_while_it_posts_leaves_nothing_and_is_closed_afterwards(
    desk: ExchangeDesk, counter: Counter, bruno: Person, eva: Person, sql: Sql
) -> None:
    bank = await prepared(desk, counter, bruno)
    await desk.booked(bruno, 12_345, "JPY", client_name="Ana Lima", client_document="52998224725")
    closing = (await desk.agreed(bank, "0.0363", "JPY"))["id"]
    plan = (await eva.get(f"{CLOSINGS}/{closing}")).json()["plan"]
    sql(DEADLY.replace("%%", "%"))
    key = str(uuid4())
    killed = await eva.post(f"{CLOSINGS}/{closing}/close", {"plan": plan}, key=key)
    assert killed.status_code >= 500
    sql("drop trigger die on ledger_journal")
    assert sql("select state from exchange_closing") == [("agreed",)]
    assert sql("select count(*) from ledger_journal where key like 'exchange:closing:%'") == [(0,)]
    assert broken(sql) == []
    # The same intent, sent again, is done once.
    for _ in range(2):
        said = await eva.post(f"{CLOSINGS}/{closing}/close", {"plan": plan}, key=key)
        assert (said.status_code, said.json()["state"]) == (200, "closed"), said.text
    assert broken(sql) == []
