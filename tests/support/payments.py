"""What people do in tests of payments, each in one line."""

from typing import Any
from uuid import uuid4

import httpx

from people import Person

PAYMENTS = "/v1/payouts/payments"
#: Somebody who is paid, by a key of their own.
JOAO: dict[str, Any] = {
    "key": {"kind": "cpf", "value": "12345678909"},
    "holder_name": "João Pedro da Silva",
    "holder_document": "123.456.789-09",
}


async def pay(person: Person, amount: int = 5_000, *, once: str = "", **more: Any) -> httpx.Response:
    """Pay João unless ``more`` says whom."""
    return await person.post(PAYMENTS, {"amount": {"amount": amount}, **JOAO, **more}, key=once or str(uuid4()))


async def read(person: Person, payment: str) -> dict[str, Any]:
    said = await person.get(f"{PAYMENTS}/{payment}")
    assert said.status_code == 200, said.text
    return said.json()
