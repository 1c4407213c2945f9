"""Providers of checks for tests, and documents that the sandbox answers in a given way."""

from typing import Any

from conftest import Work
from people import Person
from retaguarda.foundation.documents import check_digits

PROVIDERS = "/v1/compliance/providers"


def document_ending(digit: str, start: int = 123_456_000) -> str:
    """A CPF with this last digit."""
    for base in range(start, start + 2_000):
        found = f"{base:09d}" + check_digits(f"{base:09d}")
        if found[-1] == digit:
            return found
    raise AssertionError(digit)


async def added(person: Person, body: dict[str, Any]) -> str:
    made = await person.post(PROVIDERS, body)
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def activated(writer: Person, other: Person, work: Work, body: dict[str, Any]) -> str:
    """Written down, tested, and activated by another person."""
    provider = await added(writer, body)
    await work()
    said = await other.post(f"{PROVIDERS}/{provider}/decide", {"decision": "activate", "reason": "contrato assinado"})
    assert said.status_code == 200, said.text
    return provider
