"""DICT's directory of keys: getEntry and checkKeys (DICT API 1.8.0, XML), and the owners that are put in by hand.

A key that nobody put in has an owner that is invented from it, always the same; at NOBODY there is none.
"""

import re
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Literal
from urllib.parse import unquote

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath
from psycopg.types.json import Jsonb

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.providers.dict import wire
from retaguarda.providers.dict.directory import MOST_KEYS
from retaguarda.providers.pix import ids
from retaguarda.providers.pix.keys import is_key, kind_of
from retaguarda_sandbox.bodies import Ispb, Shape, read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import sandbox_of
from retaguarda_sandbox.dict_calls import BASE, OTHER, Call, DictRefusal, answer, flag, given_as, not_found
from retaguarda_sandbox.receivers import invented_entry
from retaguarda_sandbox.store import Connection, Row, all_rows, one

#: Keys at this address belong to nobody.
NOBODY = "@ninguem.example"
#: Look-ups of a payer that is a company, and of a person.
_BUCKETS = {14: 1_000, 11: 100}
_MISS, _PER_MINUTE = 20, 2
_PAYER = re.compile(r"[0-9]{11}|[0-9A-Z]{12}[0-9]{2}")


@get(f"{BASE}/entries/{{key:str}}")
async def read_entry(request: Call, key: FromPath[str]) -> Response[bytes]:
    sandbox = sandbox_of(request)
    key, payer = unquote(key), request.headers.get("pi-payerid", "")
    if request.headers.get("pi-requestingparticipant") != sandbox.settings.ispb:
        raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
    if not _PAYER.fullmatch(payer) or not ids.is_end_to_end_id(request.headers.get("pi-endtoendid", "")):
        raise DictRefusal("BadRequest", 400, "PI-PayerId and PI-EndToEndId are required")
    if not is_key(key):
        raise DictRefusal("BadRequest", 400, "no key is written like that")
    async with sandbox.store.transaction() as connection:
        left = await _tokens(connection, payer, sandbox.now())
        if left < 1:
            raise DictRefusal("RateLimited", 429, "The payer has no look-ups left")
        row = await _found(connection, key)
        cost = 1 if row is not None else _MISS
        await connection.execute(
            "update sandbox.directory_bucket set tokens = greatest(tokens - %(cost)s, 0) where payer = %(payer)s",
            {"cost": cost, "payer": payer},
        )
    if row is None:
        raise not_found()
    return answer(request, "GetEntry", _entry(row, sandbox.now()))


@post(f"{BASE}/keys/check", status_code=200)
async def check_keys(request: Call) -> Response[bytes]:
    content = await request.body()
    root = given_as(lambda: wire.parsed(content, "CheckKeysRequest"))
    found = wire.child(root, "Keys")
    keys = [(each.text or "").strip() for each in (() if found is None else found)]
    if not 1 <= len(keys) <= MOST_KEYS:
        raise DictRefusal("BadRequest", 400, f"1 to {MOST_KEYS} keys are checked at once")
    async with sandbox_of(request).store.transaction() as connection:
        there = {key: is_key(key) and await _found(connection, key) is not None for key in keys}
    return answer(request, "CheckKeys", {"Keys": [("Key", (key, {"hasEntry": flag(there[key])})) for key in keys]})


class _Put(Shape):
    """``createdDays``, ``ownedDays``: how long ago. ``counters``: as SETTLEMENTS.m6, told by owner."""

    key: str
    name: str
    document: str
    kind: Literal["NATURAL_PERSON", "LEGAL_PERSON"] = "NATURAL_PERSON"
    participant: Ispb = OTHER
    createdDays: int = 900
    ownedDays: int = 900
    counters: dict[str, int] = msgspec.field(default_factory=dict[str, int])


@post("/sandbox/dict/entries", status_code=201)
async def put_entry(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The owner of a key, from now on: a bank registers it, or it passes to somebody else."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Put, "RequisicaoInvalida", "dict")
    now = sandbox.now()
    async with sandbox.store.transaction() as connection:
        await connection.execute(
            PUT_ENTRY,
            {
                "key": body.key,
                "participant": body.participant,
                "kind": body.kind,
                "document": body.document,
                "name": body.name,
                "created": now - timedelta(days=body.createdDays),
                "owned": now - timedelta(days=body.ownedDays),
                "counters": Jsonb(body.counters),
            },
        )
    return msgspec.to_builtins(body)


PUT_ENTRY = """
    insert into sandbox.directory_entry (key, participant, branch, account, account_type, owner_kind, owner_document,
                                         owner_name, created_at, owned_since, counters)
    values (%(key)s, %(participant)s, '0001', '7654321', 'TRAN', %(kind)s, %(document)s, %(name)s, %(created)s, %(owned)s,
            %(counters)s)
    on conflict (key) do update set participant = excluded.participant, owner_kind = excluded.owner_kind,
      owner_document = excluded.owner_document, owner_name = excluded.owner_name, owned_since = excluded.owned_since,
      counters = excluded.counters
"""


@get("/sandbox/dict/entries")
async def list_entries(request: Request[Any, Any, Any]) -> list[dict[str, Any]]:
    """The owners that were put in by hand, and no other."""
    async with sandbox_of(request).store.transaction() as connection:
        rows = await all_rows(
            connection, "select key, owner_name, owner_document from sandbox.directory_entry limit 200"
        )
    return [dict(row) for row in rows]


async def _tokens(connection: Connection, payer: str, now: datetime) -> Decimal:
    """What a payer has left, after what came back since."""
    most = _BUCKETS[len(payer)]
    row = await one(
        connection,
        """
        insert into sandbox.directory_bucket as b (payer, tokens, filled_at) values (%(payer)s, %(most)s, %(now)s)
        on conflict (payer) do update set filled_at = excluded.filled_at,
          tokens = least(%(most)s, b.tokens + extract(epoch from excluded.filled_at - b.filled_at) / 60 * %(rate)s)
        returning tokens
        """,
        payer=payer,
        most=most,
        now=now,
        rate=_PER_MINUTE,
    )
    assert row is not None
    return row["tokens"]


async def _found(connection: Connection, key: str) -> Row | None:
    row = await one(connection, "select * from sandbox.directory_entry where key = %(key)s", key=key)
    if row is not None or key.endswith(NOBODY):
        return row
    return invented_entry(key)


def _entry(row: Row, now: datetime) -> dict[str, Any]:
    counters = [
        (
            "Counter",
            (
                "",
                {
                    "type": kind,
                    "by": by,
                    **{period: str(row["counters"].get(f"{kind}.{period}", 0)) for period in _PERIODS},
                },
            ),
        )
        for kind in ("SETTLEMENTS", "REPORTED_FRAUDS", "CONFIRMED_FRAUDS", "REJECTED")
        for by in ("KEY", "OWNER", "ACCOUNT")
    ]
    return {
        "Entry": {
            "Key": row["key"],
            "KeyType": kind_of(row["key"]).upper(),
            "Account": {
                "Participant": row["participant"],
                "Branch": row["branch"],
                "AccountNumber": row["account"],
                "AccountType": row["account_type"],
                "OpeningDate": wire.time_text(row["created_at"]),
            },
            "Owner": {
                "Type": row["owner_kind"],
                "TaxIdNumber": _document(row["owner_document"]),
                "Name": row["owner_name"],
            },
            "CreationDate": wire.time_text(row["created_at"]),
            "KeyOwnershipDate": wire.time_text(row["owned_since"]),
        },
        "Statistics": {"LastUpdated": wire.time_text(now), "Counters": counters},
    }


_PERIODS = ("d3", "d30", "m6")


def _document(text: str) -> str:
    try:
        return parse(text).value
    except DocumentError:
        return text


ROUTES = (read_entry, check_keys)
CONTROL = (put_entry, list_entries)
