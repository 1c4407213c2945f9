"""All that the people of one merchant can observe, taken down through the table of routes, so that two worlds can be compared."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import httpx
import psycopg
from psycopg import sql

from people import Person
from retaguarda.app import App, routes
from routeskit import path_of, send

#: A transcript: who asked what → status, headers and body, without clock and random ids.
Transcript = dict[tuple[str, str], tuple[int, Mapping[str, str], str]]

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?")
_STAMP = re.compile(r"\d{8}-\d{6}")
_NONCE = re.compile(r'"(challenge|nonce|token|signature|cursor)":"[^"]*"')
#: Of one answer alone: how long it took, and its own number.
_HEADERS = ("date", "server-timing", "x-request-id", "etag", "last-modified", "content-length", "age", "retry-after",
            "x-ratelimit-remaining", "x-ratelimit-reset")  # fmt: skip
#: What the observing itself changes, or what says that it was observed.
_OWN = ("/auth/sessions", "/v1/account/statement/file", "/metrics", "/health", "/ready", "/auth/bot-check/challenge")
#: They tell of the observing itself: it is in the log, and a key tells when it was used.
_TOLD_OF = ("/v1/audit/activity/export", "/rbac/keys/export")
#: Tables of lanes of which no merchant may know.
CONFIDENTIAL = "^(pld_|coaf_|judicial_|screening_|case_file$|case_step$|check_)"


async def observed(app: App, people: Mapping[str, Person]) -> Transcript:
    """Every list, total, facet, document, record and header that each of these people is answered with."""
    # An export reads what its list reads, and is itself written down.
    asked = [
        route
        for route in routes(app)
        if route.method == "GET" and route.path not in _OWN and not route.path.endswith("/export")
    ]
    found = Transcript()
    for name, person in people.items():
        first = dict[str, str]()
        for route in asked:
            if "{" not in route.path:
                said = await send(person, route)
                found[name, route.path] = plain_answer(said)
                first[route.path] = _first_id(said)
        for route in asked:
            known = first.get(route.path.partition("/{")[0])
            if route.path.count("{") == 1 and known:
                found[name, route.path] = plain_answer(await send(person, route, path_of(route, id=known)))
    return found


async def lists_of(app: App, name: str, person: Person) -> Transcript:
    """Every list as the file that this person takes home; that they did is itself in the log."""
    asked = [
        each for each in routes(app) if each.method == "GET" and each.path.endswith("/export") and "{" not in each.path
    ]
    return {
        (name, each.path): plain_answer(await send(person, each, format="csv"))
        for each in asked
        if each.path not in _TOLD_OF
    }


def sent_out(url: str, mails: Path, company: int) -> Transcript:
    """What goes out unasked: calls to the merchant's programs, mails to its people, and the names in its part of the log."""
    with psycopg.connect(url) as connection:
        calls = connection.execute(
            "select type, body from hook_delivery where company_id = %s order by created_at, id", (company,)
        ).fetchall()
        people = connection.execute("select email from person where company_id = %s", (company,)).fetchall()
        log = connection.execute("select name from event where company_id = %s order by id", (company,)).fetchall()
    files = [path.read_text() for path in sorted(mails.glob("*.eml"))] if mails.is_dir() else []
    own = [text for text in files if any(f"To: {email}" in text for (email,) in people)]
    return {
        ("programs", "webhooks"): (200, {}, _plain("\n".join(f"{kind} {body}" for kind, body in calls))),
        ("people", "mails"): (200, {}, _plain("\n".join(text.partition("\n\n")[2] for text in own))),
        ("people", "log"): (200, {}, "\n".join(name for (name,) in log if not name.startswith("lists:"))),
    }


def _first_id(said: httpx.Response) -> str:
    if said.status_code != 200 or not said.headers.get("content-type", "").startswith("application/json"):
        return ""
    rows = said.json()
    return str(rows[0].get("id", "")) if isinstance(rows, list) and rows and isinstance(rows[0], dict) else ""


def plain_answer(said: httpx.Response) -> tuple[int, Mapping[str, str], str]:
    """Status, headers and body without clock and random ids."""

    told = {name: _plain(value) for name, value in said.headers.items() if name.lower() not in _HEADERS}
    # A printed page says when it was printed, in bytes of its own.
    printed = said.headers.get("content-type", "").startswith("application/pdf")
    return said.status_code, told, "" if printed else _NONCE.sub("", _plain(said.text))


def _plain(text: str) -> str:
    return _STAMP.sub("time", _MOMENT.sub("time", _ID.sub("id", text)))


def differences(one: Transcript, other: Transcript) -> set[tuple[str, str]]:
    """Who was answered otherwise, and where."""
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


def seen_raw(url: str, companies: Iterable[int]) -> set[str]:
    """Confidential tables of which the application's role sees a row in the scope of these companies."""
    found = set[str]()
    with psycopg.connect(url) as connection:
        scope = "{" + ",".join(map(str, companies)) + "}"
        connection.execute("select set_config('retaguarda.companies', %s, true)", (scope,))
        tables = connection.execute(
            "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'"
            " where c.relkind = 'r' and c.relname ~ %s",
            (CONFIDENTIAL,),
        ).fetchall()
        for (table,) in tables:
            rows = connection.execute(sql.SQL("select count(*) from {}").format(sql.Identifier(table))).fetchone()
            if rows != (0,):
                found.add(table)
    return found
