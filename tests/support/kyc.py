"""KYC for tests: reasons, requests made by ana, and what diego does with them."""

from typing import Any
from uuid import uuid4

import httpx

from people import AURORA, Person
from retaguarda_demo.papers import paper

REQUESTS, LEADS, REASONS, PROPOSALS = "/v1/kyc/requests", "/v1/kyc/leads", "/v1/kyc/reasons", "/v1/kyc/proposals"
CNPJ, CPF = "11222333000181", "52998224725"
#: Loja Aurora's own: a request about a merchant carries it.
OWN = "P3E2Z8IQ9Y7J64"
REASON = {
    "name": "New merchant",
    "time_validate_months": 24,
    "merchants": True,
    "end_users": True,
    "documents": [
        {"name": "CNPJ card", "type_field": "cnpj_card"},
        {"name": "Power of attorney", "type_field": "attorney", "required_field": False},
    ],
    "on_expiry": "stop_payouts",
}


async def said_by(person: Person, method: str, path: str, **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": str(uuid4())}
    if person.email == "ana@merchant.example":
        headers["X-Account"] = str(AURORA)
    return await person.client.request(method, path, headers=headers, **more)


async def did(person: Person, path: str, body: Any = None, status: int = 200, method: str = "POST") -> dict[str, Any]:
    said = await said_by(person, method, path, json=body)
    assert said.status_code == status, (path, said.status_code, said.text)
    return said.json()


async def refused(person: Person, path: str, body: Any, status: int, message: Any, method: str = "POST") -> None:
    said = await said_by(person, method, path, json=body)
    assert (said.status_code, said.json()["message"]) == (status, message), said.text


async def reason(person: Person, **other: Any) -> str:
    return (await did(person, REASONS, REASON | other, 201))["id"]


async def brought(person: Person, request: str, content: bytes | None = None, n: int = 1) -> Any:
    return await said_by(
        person,
        "POST",
        f"{REQUESTS}/{request}/documents/{n}/file",
        params={"name": "card.pdf"},
        content=paper("CNPJ") if content is None else content,
    )


async def opened(ana: Person, why: str, **other: Any) -> str:
    asked = {"reason": why, "subject_type": "merchant", "name": "Loja Aurora", "document": OWN} | other
    return (await did(ana, REQUESTS, asked, 201))["id"]


async def analysed(ana: Person, diego: Person, **other: Any) -> str:
    """A request that diego has taken, with its document approved and its risk said."""
    request = await opened(ana, await reason(diego, **other))
    assert (await brought(ana, request)).status_code == 201
    await did(ana, f"{REQUESTS}/{request}/send", {"act": "submit"})
    await did(diego, f"{REQUESTS}/{request}/take", {})
    await did(diego, f"{REQUESTS}/{request}/documents/1/review", {"decision": "approved"})
    await did(diego, f"{REQUESTS}/{request}/risk", {"risk": "low", "reason": "Nothing found"})
    return request
