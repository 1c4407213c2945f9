"""What a page asks for by itself does not keep a session alive; what a person asks for does."""

from collections.abc import Awaitable, Callable

import pytest

from conftest import Sql
from people import Person

SignIn = Callable[[str], Awaitable[Person]]
POLL = {"X-Poll": "1"}


async def polled(name: str, ana: Person) -> str:
    """The path that a page of this kind asks for again and again."""
    if name == "record":
        made = await ana.post("/v1/payin/charges", {"amount": {"amount": 1_000, "currency": "BRL"}})
        assert made.status_code == 201, made.text
        return f"/v1/payin/charges/{made.json()['id']}"
    if name == "export":
        made = await ana.post("/v1/exports", {"list": "payin.payments", "format": "csv", "columns": ["id", "amount"]})
        assert made.status_code in (201, 202), made.text
        return f"/v1/exports/{made.json()['id']}"
    return {"administration": "/v1/payin/administration?from=2026-01-01&to=2026-01-31", "list": "/v1/payin/charges"}[
        name
    ]


@pytest.mark.parametrize("name", ["record", "export", "list", "administration"])
async def test_what_a_page_asks_for_by_itself_does_not_keep_a_session_alive(
    name: str, ana: Person, diego: Person, sql: Sql
) -> None:
    principal = diego if name == "administration" else ana
    path = await polled(name, ana)

    def in_use() -> list[tuple[bool]]:
        return sql("select last_seen_at > now() - interval '1 minute' from session where id = %s", own)

    ((own,),) = sql(
        "select s.id from session s join person p on p.id = s.person_id where p.email = %s", principal.email
    )
    sql("update session set last_seen_at = now() - interval '20 minutes'")
    for _ in range(2):
        said = await principal.client.get(path, headers=principal._headers(POLL))
        assert said.status_code == 200, said.text
        assert in_use() == [(False,)]
    assert (await principal.client.get(path, headers=principal._headers())).status_code == 200
    assert in_use() == [(True,)]


async def test_a_session_that_is_only_polled_ends(ana: Person, sql: Sql) -> None:
    sql("update session set last_seen_at = now() - idle + interval '1 minute'")
    marked = ana._headers(POLL)
    assert (await ana.client.get("/v1/payin/charges", headers=marked)).status_code == 200
    sql("update session set last_seen_at = last_seen_at - interval '1 minute'")
    assert (await ana.client.get("/v1/payin/charges", headers=marked)).status_code == 401


async def test_a_page_of_ours_on_another_host_may_send_the_mark(ana: Person) -> None:
    said = await ana.client.options(
        "/v1/payin/charges", headers={"Origin": "http://localhost:8000", "Access-Control-Request-Method": "GET"}
    )
    assert "X-Poll" in said.headers.get("Access-Control-Allow-Headers", "")
