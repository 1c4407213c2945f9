"""Whatever the contract lets a call carry, and what it does not: the answer is one of the contract, and no fault of ours."""

import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from contracted import Reader
from people import AURORA, Person
from retaguarda.app import App, routes
from retaguarda.foundation import refusals
from retaguarda.foundation.contract import openapi
from support.charges import Counter
from support.identity import refresh

#: Of each kind; there are over a thousand operations.
EACH = 3
#: Tests that share the operations, so that every core has some.
PARTS = 6
#: How long a case takes to draw says nothing of the server.
SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
#: They end the session that asks.
LEAVING = {("POST", "/auth/logout"), ("DELETE", "/auth/sessions"), ("DELETE", "/auth/sessions/{id}")}

#: Calls; a token lasts ten minutes, and all calls of a part may last longer on a busy machine.
RENEWED_AFTER = 100

#: Answers 400 without a body, whatever is asked.
NOTHING = "/v1/dashboard/tables"


def requests(document: dict[str, Any], part: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """For each operation some calls that keep to the contract and some that break it, the same in each run."""
    for operations in sorted(alike(document), key=len)[part::PARTS]:
        cases = [*drawn(operations[0], GenerationMode.POSITIVE), *drawn(operations[0], GenerationMode.NEGATIVE)]
        for operation in operations:
            if (operation.method.upper(), operation.path) not in LEAVING:
                for case in cases:
                    yield operation.method.upper(), operation.path, sent_to(operation, case)


def alike(document: dict[str, Any]) -> list[list[Any]]:
    """Operations that take the same: whatever is drawn for one of them is what would be drawn for each."""
    groups = dict[str, list[Any]]()
    for found in schemathesis.openapi.from_dict(document).get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        described = document["paths"][operation.path][operation.method]
        taken = {name: described.get(name) for name in ("parameters", "requestBody", "security")}
        groups.setdefault(f"{operation.method} {json.dumps(taken, sort_keys=True)}", []).append(operation)
    return list(groups.values())


def sent_to(operation: Any, case: Any) -> dict[str, Any]:
    """The call of a case that was drawn for an operation that takes the same."""
    case.operation, case.path = operation, operation.path
    return case.as_transport_kwargs(base_url="http://localhost:8000")


def drawn(operation: Any, mode: GenerationMode) -> list[Any]:
    made = list[Any]()

    @settings(
        max_examples=EACH,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=SLOW_TO_DRAW,
    )
    @given(operation.as_strategy(generation_mode=mode))
    def collect(case: Any) -> None:
        made.append(case)

    # Where a call takes nothing, nothing of it can be wrong.
    with contextlib.suppress(Unsatisfiable):
        collect()
    return made


@pytest.mark.parametrize("part", range(PARTS))
async def test_no_call_of_the_contract_or_beside_it_makes_the_server_fail(
    sign_in: Callable[[str], Awaitable[Person]], app: App, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    monkeypatch.setattr(refusals, "LIMIT", 1_000_000)
    diego = await sign_in("diego")
    seen = set[int]()
    document = openapi(routes(app), "0")
    reader = Reader(document)
    for number, (method, path, made) in enumerate(requests(document, part)):
        if number % RENEWED_AFTER == 0:
            await renew(diego)
        headers = {"Authorization": f"Bearer {diego.token}", "X-Account": str(AURORA)}
        said = await send(diego.client, made, headers)
        if said is None:
            continue
        seen.add(said.status_code)
        assert said.status_code < 500, (method, path, made, said.text)
        # Some that were drawn have another method than the operation, which no contract knows.
        if said.status_code != 405:
            assert reader.wrong(method, path, said) == [], made
        if said.status_code >= 400 and path != NOTHING:
            assert said.json().keys() == {"status", "statusCode", "message", "error", "request_id"}, (path, said.text)
    # Each part has calls that are answered, that make no sense, and that name what is not there.
    assert {200, 400, 404} <= seen
    assert (await diego.get("/rbac/me")).status_code == 200


async def test_a_zero_character_is_refused_wherever_it_stands(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 1_000)
    body = {"amount": {"amount": 1}, "reason": "a\x00b"}
    for path, sent in (
        (f"/v1/payin/charges/{charge['id']}/refunds", body),
        ("/v1/bulk", {"command": "payin:refund:create", "ids": [charge["id"]], "input": body}),
        ("/v1/payin/reviews/%00/accept", {}),
    ):
        said = await ana.post(path, sent)
        assert (said.status_code, said.json()["message"]) == (400, "field_invalid"), (path, said.text)


async def renew(person: Person) -> None:
    said = (await refresh(person.client, person.refresh_token)).json()
    person.token, person.refresh_token = said["token"], said["refreshToken"]


async def send(client: httpx.AsyncClient, made: dict[str, Any], headers: dict[str, str]) -> httpx.Response | None:
    """None: no client could send that (a header of characters that HTTP does not have)."""
    body = {"content": json.dumps(made["json"])} if "json" in made else {"content": made.get("data")}
    try:
        request = client.build_request(
            made["method"],
            made["url"],
            params=made.get("params"),
            headers={**{name: str(value) for name, value in (made.get("headers") or {}).items()}, **headers},
            **body,
        )
    except (UnicodeEncodeError, httpx.InvalidURL, TypeError):
        return None
    return await client.send(request)
