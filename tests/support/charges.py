"""Charges of ana's shop: registered at the bank, paid there, and reported to us."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx

from bank import Bank
from people import Person
from retaguarda.app import App
from retaguarda.background import jobs
from support.invariants import offenders

__all__ = ["Counter", "offenders"]


@dataclass
class Counter:
    bank: Bank
    app: App
    stranger: httpx.AsyncClient
    work: Callable[[], Awaitable[None]]
    url: str

    async def run_job(self, name: str, *values: Any) -> None:
        """One job by its name, as the queue would call it."""
        work, crons = jobs(self.app)
        await next(job for job in (*work, *crons) if job.name == name).run(*values)

    async def charge(self, person: Person, amount: int = 3700, **more: Any) -> dict[str, Any]:
        """A charge the bank knows."""
        made = await person.post("/v1/payin/charges", {"amount": {"amount": amount}, **more})
        assert made.status_code == 201, made.text
        await self.work()
        return await self.read(person, made.json()["id"])

    async def read(self, person: Person, charge: str) -> dict[str, Any]:
        said = await person.get(f"/v1/payin/charges/{charge}")
        assert said.status_code == 200, said.text
        return said.json()

    async def carry(self, times: int = 1) -> None:
        """Brings the bank's next notice to our door, and lets the worker act on it."""
        path, body = await self.bank.next_notice()
        for _ in range(times):
            assert (await self.stranger.post(path, json=body)).status_code == 200
        await self.work()

    async def paid(self, person: Person, amount: int = 3700, **more: Any) -> dict[str, Any]:
        """A charge that was paid as it was asked for."""
        charge = await self.charge(person, amount, **more)
        await self.bank.pay(charge["br_code"])
        await self.carry()
        return await self.read(person, charge["id"])

    async def balances(self, person: Person) -> dict[str, int]:
        account = person.account
        person.account = person.account or "2"
        said = (await person.get("/v1/overview")).json()
        person.account = account
        return {balance["key"]: balance["amount"]["amount"] for balance in said["balances"]}
