"""A strict program that reads the demo meets nothing that the contract does not say."""

import re
from collections.abc import Awaitable, Callable

import pytest

from contracted import Reader
from people import AURORA, Person
from retaguarda.app import App, routes
from retaguarda.foundation.contract import openapi
from retaguarda.foundation.request import Route
from routeskit import query_of

MOST_ROWS = 100


def plain(path: str) -> str:
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


@pytest.mark.parametrize(("name", "account"), [("ana", ""), ("diego", str(AURORA)), ("diego", "")])
async def test_every_list_and_its_records_are_as_the_contract_says(
    sign_in: Callable[[str], Awaitable[Person]],
    app: App,
    name: str,
    account: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 1_000_000)
    person = await sign_in(name)
    person.account = account
    known = [route for route in routes(app) if route.method == "GET"]
    reader = Reader(openapi(routes(app), "0"))
    records = {plain(route.path): route for route in known}
    read, wrong = 0, list[str]()
    for route in known:
        if "{" in route.path:
            continue
        said = await person.get(route.path, **asked(route))
        wrong += reader.wrong("GET", route.path, said)
        if said.status_code != 200 or not isinstance(rows := said.json() if is_json(said) else None, list):
            continue
        read += len(rows)
        if f"{route.path}/{{id}}" in records:
            for row in rows[:: max(len(rows) // 5, 1)]:
                if isinstance(row, dict) and "id" in row:
                    one = await person.get(f"{route.path}/{row['id']}")
                    wrong += reader.wrong("GET", f"{route.path}/{{id}}", one)
    assert wrong == []
    assert read > 200


def asked(route: Route) -> dict[str, str]:
    lists = any(parameter.name == "per_page" for parameter in route.parameters)
    return query_of(route) | ({"per_page": str(MOST_ROWS)} if lists and not route.path.endswith("/export") else {})


def is_json(said: object) -> bool:
    return getattr(said, "headers", {}).get("content-type", "") == "application/json"
