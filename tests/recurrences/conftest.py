"""Recurrences as a merchant has them: agreed to at the bank, charged, paid; and books in which every invariant holds."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from days import today
from people import Person
from support.charges import Counter, offenders


@dataclass
class Desk:
    """Where ana keeps her subscriptions."""

    counter: Counter

    async def told(self, times: int = 1) -> None:
        for _ in range(times):
            await self.counter.carry()

    def body(self, **more: Any) -> dict[str, Any]:
        """What is asked for a recurrence."""
        return {
            "contract": "Plano 42",
            "payer": {"name": "Beto Ramos", "document": "529.982.247-25"},
            "starts_on": (today() + timedelta(days=3)).isoformat(),
            "periodicity": "MENSAL",
            "amount": {"amount": 3500},
            "retry_policy": "PERMITE_3R_7D",
        } | more

    async def asked(self, person: Person, **more: Any) -> dict[str, Any]:
        """A recurrence the bank knows."""
        made = await person.post("/v1/payin/recurrences", self.body(**more))
        assert made.status_code == 201, made.text
        await self.counter.work()
        return await self.read(person, made.json()["id"])

    async def agreed(self, person: Person, **more: Any) -> dict[str, Any]:
        """A recurrence the payer agreed to."""
        recurrence = await self.asked(person, **more)
        await self.payer(f"rec/{recurrence['id_rec']}/approve")
        await self.told()
        return await self.read(person, recurrence["id"])

    async def charged(self, person: Person, recurrence: dict[str, Any], **more: Any) -> dict[str, Any]:
        """The charge of its first cycle, scheduled at the payer's bank."""
        body = {"due_on": recurrence["starts_on"]}
        made = await person.post(f"/v1/payin/recurrences/{recurrence['id']}/charges", body | more)
        assert made.status_code == 201, made.text
        await self.counter.work()
        await self.told()
        return await self.read_charge(person, made.json()["id"])

    async def payer(self, what: str, **body: Any) -> httpx.Response:
        """Something the payer or their bank does; tells what came of it."""
        said = await self.counter.bank.client.post(f"/sandbox/{what}", json=body)
        assert said.status_code == 200, said.text
        return said

    async def read(self, person: Person, recurrence: str) -> dict[str, Any]:
        said = await person.get(f"/v1/payin/recurrences/{recurrence}")
        assert said.status_code == 200, said.text
        return said.json()

    async def read_charge(self, person: Person, charge: str) -> dict[str, Any]:
        said = await person.get(f"/v1/pix/charges/{charge}")
        assert said.status_code == 200, said.text
        return said.json()


@pytest.fixture
async def desk(counter: Counter) -> AsyncIterator[Desk]:
    yield Desk(counter)
    await counter.work()
    assert offenders(counter.url) == {}


@pytest.fixture
def on_day(monkeypatch: pytest.MonkeyPatch) -> Callable[[date], None]:
    """``on_day(day)``: it is this day here; the bank has its own clock."""

    def move(day: date) -> None:
        for module in (
            "charge_cycle",
            "provider_sync",
            "calendar",
            "commands.charges",
            "commands.create_recurrence",
            "jobs.charges",
        ):
            monkeypatch.setattr(f"retaguarda.recurrences.{module}.today", lambda zone: day)

    return move
