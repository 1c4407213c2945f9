"""Withdrawals: money set aside at once, sent once, and followed until its end is known."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from counter import Counter
from people import Person
from retaguarda.account.transfers import sending
from retaguarda.app import House

BANK_ACCOUNTS, TRANSFERS = "/v1/account/bank-accounts", "/v1/account/transfers"
#: Loja Aurora's own account at Banco do Brasil, with a right check digit.
OWN = {
    "nickname": "Conta principal",
    "holder_name": "Loja Aurora Comércio Ltda",
    "holder_document": "P3E2Z8IQ9Y7J64",
    "account": {"ispb": "00000000", "account_type": "CACC", "branch": "1584", "number": "00210169", "digit": "6"},
}

Sql = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
async def bruno(sign_in: Callable[[str], Awaitable[Person]]) -> Person:
    return await sign_in("bruno")


def elsewhere(branch: str = "1425", nickname: str = "Reserva") -> dict[str, Any]:
    """An account at a bank whose digits nobody checks; the branch decides what the receiving bank says."""
    account = {"ispb": "18236120", "account_type": "TRAN", "branch": branch, "number": "4455667", "digit": "8"}
    return OWN | {"nickname": nickname, "account": account}


async def verified(bruno: Person, counter: Counter, sql: Sql, body: dict[str, Any] = OWN, *, cooled: bool = True) -> str:
    """The id of an account that may be paid to."""
    made = await bruno.post(BANK_ACCOUNTS, body)
    assert made.status_code == 201, made.text
    account = made.json()["id"]
    if cooled:
        sql("alter table bank_account disable trigger user")
        sql("update bank_account set usable_from = now() - interval '1 day', status = 'verified' where id = %s", account)
        sql("alter table bank_account enable trigger user")
    return account


async def withdraw(bruno: Person, account: str, amount: int = 5_000, **more: Any) -> Any:
    key = more.pop("key", None) or str(uuid4())
    return await bruno.post(TRANSFERS, {"amount": {"amount": amount}, "bank_account": account, **more}, key=key)


async def read(bruno: Person, transfer: str) -> dict[str, Any]:
    said = await bruno.get(f"{TRANSFERS}/{transfer}")
    assert said.status_code == 200, said.text
    return said.json()


async def settle(counter: Counter, transfer: str) -> None:
    """The worker comes by until the bank has said how it ended."""
    await counter.work()
    for _ in range(3):
        try:
            await counter.run_job("transfers.send", 2, transfer)
        except Exception as error:  # noqa: BLE001
            assert type(error).__name__ == "TryAgain", error


async def test_a_withdrawal_holds_the_money_then_moves_it_with_its_fee(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql("insert into payout_setting values (1, 150, 1500000, 24) on conflict (company_id) do update set fee = 150")
    await counter.paid(ana, 10_000)
    account = await verified(bruno, counter, sql)
    plan = (await bruno.post(f"{TRANSFERS}/plan", {"amount": {"amount": 5_000}, "bank_account": account})).json()
    (balance,) = plan["balances"]
    assert (balance["account"], balance["held_after"]["amount"]) == ("available", 5_150)
    key = str(uuid4())
    first, second = [await withdraw(bruno, account, key=key) for _ in range(2)]
    assert (first.status_code, first.content) == (second.status_code, second.content) == (201, first.content)
    made = first.json()
    assert (made["status"], made["gross"]["amount"], made["fee"]["amount"]) == ("pending", 5_150, 150)
    assert await counter.balances(ana) == {"available": 9_901 - 5_150, "on_hold": 5_150, "in_review": 0}
    await settle(counter, made["id"])
    done = await read(bruno, made["id"])
    assert (done["status"], [order["state"] for order in done["orders"]]) == ("done", ["done"])
    assert done["end_to_end_id"] == done["orders"][0]["end_to_end_id"]
    assert {entry["account"] for entry in done["entries"]} == {"available", "pix_clearing", "pix_fees"}
    assert [moment["kind"].rpartition(":")[2] for moment in done["timeline"]] == [
        "pending", "create", "in_bank_processing", "done",
    ]  # fmt: skip
    assert await counter.balances(ana) == {"available": 9_901 - 5_150, "on_hold": 0, "in_review": 0}
