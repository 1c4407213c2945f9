"""One-line steps of deciders, for tests of double approval."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from people import Person
from support.identity import add_app, code

REFUND = "payin:refund:create"


def standing_policy(sql: Callable[..., list[tuple[Any, ...]]], command: str, **given: Any) -> str:
    """A policy that stands already, of the provider's unless ``given`` says otherwise; its id."""
    row = {
        "id": str(uuid4()), "company_id": 1, "name": f"{command} {uuid4()}"[:80], "command": command, "condition": "",
        "permission": "approvals::requests:decide", "needed": 1, "distinct_teams": False, "expires_days": 7,
        "emergency": None, "active": True, "alone": False, "updated_by": "a test",
    } | given  # fmt: skip
    sql(
        f"insert into approval_policy ({', '.join(row)}) values ({', '.join(['%s'] * len(row))})",
        *row.values(),
    )
    return row["id"]


@dataclass
class Desk:
    """Gives people a second factor of their own the first time they decide; each code works once."""

    sql: Callable[..., list[tuple[Any, ...]]]
    secrets: dict[str, str] = field(default_factory=dict)

    async def digits(self, person: Person) -> str:
        if person.email not in self.secrets:
            self.sql("update person set totp_secret = null where email = %s", person.email)
            self.secrets[person.email], _ = await add_app(person)
        # Time stands still in a test: every code is the next one.
        self.sql("update person set totp_last_step = 0 where email = %s", person.email)
        return code(self.secrets[person.email])

    async def approve(self, person: Person, request: str, **more: Any) -> httpx.Response:
        body = {"digits": await self.digits(person)} | more
        return await person.post(f"/v1/approvals/{request}/approve", body)

    async def emergency(
        self, person: Person, request: str, reason: str = "o prazo acaba hoje", **more: Any
    ) -> httpx.Response:
        body = {"digits": await self.digits(person), "reason": reason, **more}
        return await person.post(f"/v1/approvals/{request}/emergency", body)


async def refund(person: Person, charge: str, amount: int = 4_000, *, key: str | None = None) -> httpx.Response:
    path = f"/v1/payin/charges/{charge}/refunds"
    return await person.post(path, {"amount": {"amount": amount}}, key=key or str(uuid4()))


async def held(person: Person, charge: str, amount: int = 4_000) -> str:
    """The id of the request that a refund became."""
    said = await refund(person, charge, amount)
    assert said.status_code == 202, said.text
    return said.json()["request"]["id"]


async def read(person: Person, request: str) -> dict[str, Any]:
    said = await person.get(f"/v1/approvals/{request}")
    assert said.status_code == 200, said.text
    return said.json()
