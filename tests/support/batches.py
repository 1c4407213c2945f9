"""One-line steps of people, for tests of batches."""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import httpx

from people import AURORA, Person
from retaguarda.foundation.jobs import TryAgain
from support.charges import Counter

BATCHES, LINES = "/v1/payouts/batches", "/v1/payouts/batch-lines"
HEADINGS = "Nome;Documento;Chave Pix;Valor;Descrição;Referência"
#: Keys of people; the sandbox pays each.
PEOPLE = (
    ("Iara Pontes", "52998224725", "iara@example.com"),
    ("Otávio Brandt", "11144477735", "otavio@example.com"),
    ("Nilo Prestes", "39053344705", "nilo@example.com"),
)

Sql = Callable[..., list[tuple[Any, ...]]]


def table(*lines: str, headings: str = HEADINGS) -> str:
    return "\n".join((headings, *lines)) + "\n"


def line(number: int, amount: str = "10,00", reference: str = "") -> str:
    name, document, _ = PEOPLE[number % len(PEOPLE)]
    return f"{name};{document};payee{number}@example.com;{amount};Folha;{reference}"


def lines(count: int, amount: str = "10,00") -> str:
    return table(*(line(number, amount) for number in range(count)))


async def paste(person: Person, text: str, name: str = "Folha", key: str = "") -> httpx.Response:
    return await person.post("/v1/payouts/batch-tables", {"name": name, "text": text}, key=key or str(uuid4()))


async def planned(person: Person, counter: Counter, text: str, name: str = "Folha") -> dict[str, Any]:
    """A batch that was read and planned."""
    made = await paste(person, text, name)
    assert made.status_code == 201, made.text
    await counter.work()
    return await read(person, made.json()["id"])


async def read(person: Person, batch: str) -> dict[str, Any]:
    said = await person.get(f"{BATCHES}/{batch}")
    assert said.status_code == 200, said.text
    return said.json()


async def read_lines(person: Person, batch: str, **filters: str) -> list[dict[str, Any]]:
    said = await person.get(LINES, batch_id=batch, per_page="200", sort="asc", **filters)
    assert said.status_code == 200, said.text
    return said.json()


async def submit(person: Person, batch: dict[str, Any], key: str = "", **more: Any) -> httpx.Response:
    body = {"plan": batch["plan_hash"], "total": batch["total"]} | more
    return await person.post(f"{BATCHES}/{batch['id']}/submit", body, key=key or str(uuid4()))


async def open_exceptions(person: Person, batch: dict[str, Any], *categories: str) -> None:
    """The person opens these groups of exceptions, or all that there are."""
    before, person.account = person.account, str(AURORA)
    for category in categories or [each["category"] for each in batch["categories"]]:
        body = {"plan": batch["plan_hash"], "category": category}
        said = await person.post(f"{BATCHES}/{batch['id']}/look", body, key=None)
        assert said.status_code == 200, said.text
    person.account = before


async def settle(counter: Counter, sql: Sql, rounds: int = 3) -> None:
    """The worker comes by until the bank has said how each payout ended."""
    await counter.work()
    for _ in range(rounds):
        for (payout,) in sql("select id::text from payout where status in ('pending', 'in_bank_processing')"):
            with contextlib.suppress(TryAgain):
                await counter.run_job("payouts.send", AURORA, payout)
    await counter.work()


def whys(problems: Sequence[dict[str, Any]]) -> list[tuple[str | None, str]]:
    return [(each["column"], each["why"]) for each in problems]
