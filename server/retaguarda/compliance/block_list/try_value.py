"""Tells what would happen to a payment with a value. It writes nothing."""

from typing import Literal

import msgspec

from retaguarda.compliance.block_list.identify_value import Value, loose_email, read_value
from retaguarda.compliance.block_list.model import TriedEntry, TriedValue, TryValueInput
from retaguarda.compliance.block_list.tables import ENTRIES, READ, SCOPE, STATUS
from retaguarda.foundation.database import Tx
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.typed_rows import fetch_one


class _Verdict(msgspec.Struct):
    effect: Literal["refuse", "hold"]
    code: str


async def _try(tx: Tx, given: TryValueInput) -> TriedValue:
    value = read_value("value", given.kind, given.value)
    key_kind = _key_kind(value.text) if value.kind == "pix_key" else value.kind
    ispb, branch, number = value.text.split("/") if value.kind == "account" else (None, None, None)
    key = {
        "document": value.text if value.kind == "document" else None,
        "key": value.text if value.kind in ("pix_key", "email", "phone") else None,
        "key_kind": key_kind,
        "ispb": ispb,
        "branch": branch,
        "number": number,
        "extra": await _networks(tx, value) if value.kind == "ip" else [f"{value.kind}:{value.text}"],
        "company": given.merchant or 0,
        "direction": given.direction,
        "loose": loose_email(value.text) if "@" in value.text else None,
        "value": value.text,
    }
    verdict = await fetch_one(
        tx,
        _Verdict,
        f"select v.effect, v.code from block_verdict(%(company)s, %(direction)s, {_PROBES}) v",
        key,
    )
    return TriedValue(
        value.text,
        verdict and verdict.effect,
        verdict and verdict.code,
        msgspec.convert(await tx.all(_ENTRIES, key), list[TriedEntry]),
        await tx.value(_NEAR, key) if "@" in value.text else 0,
    )


async def _networks(tx: Tx, value: Value) -> list[str]:
    return await tx.value("select block_probes_of_address(%(address)s::inet)", {"address": value.text})


def _key_kind(key: str) -> str:
    if "@" in key:
        return "email"
    if key.startswith("+"):
        return "phone"
    return "evp" if "-" in key else "cpf" if len(key) == 11 else "cnpj"


_PROBES = "block_probes(%(document)s, %(key)s, %(key_kind)s, %(ispb)s, %(branch)s, %(number)s) || %(extra)s::text[]"
_ENTRIES = f"""
    select e.id, e.lane, e.effect, e.shown, e.direction, {STATUS} as status,
           e.ended_at is null and e.effect <> 'alert' and e.direction in (%(direction)s, 'both')
             and (e.merchant_id is null or e.merchant_id = %(company)s) and (e.until is null or e.until > now()) as binds
      from block_entry e where e.probe = any ({_PROBES}) order by e.added_at desc limit 20
"""
_NEAR = """
    select count(*) from block_entry e
     where e.kind in ('email', 'pix_key') and position('@' in e.value) > 0 and e.ended_at is null and e.value <> %(value)s
       and replace(split_part(split_part(e.value, '@', 1), '+', 1), '.', '') || '@' || split_part(e.value, '@', 2) = %(loose)s
"""


def try_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(TryValueInput)
        async with SCOPE.over(access).open(request, READ) as (tx, _):
            return json_response(await _try(tx, given))

    return Route(
        "POST",
        f"{ENTRIES.path}/try",
        "What would happen to a payment with this value; nothing is written",
        handler,
        permission=READ,
        scope=SCOPE,
        body=TryValueInput,
        answers=TriedValue,
    )
