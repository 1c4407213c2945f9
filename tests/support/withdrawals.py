"""One-line steps of people, for tests of withdrawals."""

import contextlib
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx

from people import AURORA, Person
from retaguarda.foundation.jobs import TryAgain
from support.charges import Counter

BANK_ACCOUNTS, TRANSFERS = "/v1/account/bank-accounts", "/v1/account/withdrawals"
#: Loja Aurora's own account at Banco do Brasil, with a right check digit.
OWN: dict[str, Any] = {
    "nickname": "Conta principal",
    "holder_name": "Loja Aurora Comércio Ltda",
    "holder_document": "P3E2Z8IQ9Y7J64",
    "account": {"ispb": "00000000", "account_type": "CACC", "branch": "1584", "number": "00210169", "digit": "6"},
}

Sql = Callable[..., list[tuple[Any, ...]]]


def elsewhere(branch: str = "1425") -> dict[str, Any]:
    """An account whose digits nobody checks; its branch decides what the receiving bank says."""
    account = {"ispb": "18236120", "account_type": "TRAN", "branch": branch, "number": "4455667", "digit": "8"}
    return OWN | {"nickname": f"Agência {branch}", "account": account}


async def usable(bruno: Person, sql: Sql, body: dict[str, Any] = OWN) -> str:
    """The id of an account that is verified and past its cooling-off."""
    made = await bruno.post(BANK_ACCOUNTS, body)
    assert made.status_code == 201, made.text
    account = made.json()["id"]
    sql("alter table bank_account disable trigger user")
    sql("update bank_account set usable_from = now() - interval '1 day', status = 'verified' where id = %s", account)
    sql("alter table bank_account enable trigger user")
    return account


async def withdraw(person: Person, account: str, amount: int = 5_000, *, key: str = "", **more: Any) -> httpx.Response:
    body = {"amount": {"amount": amount}, "bank_account": account, **more}
    return await person.post(TRANSFERS, body, key=key or str(uuid4()))


async def read(person: Person, transfer: str) -> dict[str, Any]:
    said = await person.get(f"{TRANSFERS}/{transfer}")
    assert said.status_code == 200, said.text
    return said.json()


async def settle(counter: Counter, subject: str, job: str = "payouts.send", rounds: int = 3) -> None:
    """The worker comes by until the bank has said how it ended."""
    await counter.work()
    for _ in range(rounds):
        with contextlib.suppress(TryAgain):
            await counter.run_job(job, AURORA, subject)
