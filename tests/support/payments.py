"""One-line steps of people, for tests of payments."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx

from people import OUTRA, Person

Sql = Callable[..., list[tuple[Any, ...]]]
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


#: Another merchant of ours.
OUTRA_OWNER = {"holder_name": "Outra Praça Livros e Discos Ltda", "holder_document": "12ABC34501DE35"}


def account_with_us(sql: Sql, company: int) -> dict[str, str]:
    """A merchant's account with us, as somebody types it."""
    ((ispb, number),) = sql("select house_ispb(), merchant_account_number(%s)", company)
    return {"ispb": ispb, "account_type": "TRAN", "branch": "0001", "number": number[:-1], "digit": number[-1]}


async def pay_outra(person: Person, sql: Sql, amount: int = 5_000, **more: Any) -> str:
    """Pay merchant 3, inside; the id of the payment."""
    made = await pay(person, amount, key=None, account=account_with_us(sql, OUTRA), **OUTRA_OWNER, **more)
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def read(person: Person, payment: str) -> dict[str, Any]:
    said = await person.get(f"{PAYMENTS}/{payment}")
    assert said.status_code == 200, said.text
    return said.json()
