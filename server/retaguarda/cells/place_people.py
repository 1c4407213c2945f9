"""Finds out who of a file is here already: people by their e-mail, connections to banks by the account that they open."""

import secrets
from dataclasses import dataclass

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.typed_rows import fetch_all

#: The hash of no password.
_NOBODY_S = "!"


@dataclass(frozen=True, slots=True)
class Placed:
    """``other_ids``: the id that they have in the file → the one they have here; ``kept``: e-mails of who was here already."""

    other_ids: dict[bytes, bytes]
    kept: list[str]


class _Same(msgspec.Struct):
    theirs: str
    ours: str
    name: str = ""


class _Column(msgspec.Struct):
    name: str


async def place_people(tx: Tx, company: int) -> Placed:
    """Add who is new. Who is here stays as this installation knows them; the staff of the other provider come as a name only.

    Reads ``incoming_person``, and leaves ``new_person`` with the ids of those whom it added.
    """
    same = await fetch_all(
        tx,
        _Same,
        "select i.id::text as theirs, p.id::text as ours, p.email as name from incoming_person i"
        " join person p on lower(p.email) = lower(i.email) or p.id = i.id",
    )
    await tx.execute(
        "create temp table new_person on commit drop as select i.id from incoming_person i"
        " where i.id::text <> all (%(known)s) and not i.internal",
        {"known": [each.theirs for each in same]},
    )
    await tx.execute(
        "update incoming_person set company_id = case when internal then 1 else %(company)s end,"
        " password_hash = case when internal then %(none)s else password_hash end,"
        " totp_secret = case when internal then null else totp_secret end, totp_pending = null, totp_pending_at = null,"
        " pending_email = null, disabled_at = case when internal then coalesce(disabled_at, now()) else disabled_at end",
        {"company": company, "none": _NOBODY_S},
    )
    return Placed(_ids(same), sorted({each.name for each in same}))


async def add_people(tx: Tx) -> None:
    """Add them: the company is here by now."""
    await tx.execute(
        "insert into person select i.* from incoming_person i where not exists"
        " (select from person p where lower(p.email) = lower(i.email) or p.id = i.id)"
    )


async def place_references(tx: Tx, keys: Keys) -> dict[bytes, bytes]:
    """Add what the provider has not here: banks and reasons as they are, connections closed and without any secret.

    Returns the ids of those that are here under another one.
    """
    await tx.execute("insert into bank select i.* from incoming_bank i on conflict do nothing")
    await tx.execute("insert into kyc_reason select i.* from incoming_kyc_reason i on conflict do nothing")
    await tx.execute(
        "insert into kyc_reason_version select i.* from incoming_kyc_reason_version i on conflict do nothing"
    )
    same = [
        *await fetch_all(tx, _Same, _SAME_CONNECTIONS),
        *await fetch_all(tx, _Same, _SAME_PROCESSORS),
    ]
    known = [each.theirs for each in same]
    nobody_s = {
        "connection_secret": keys.seal("pix_connection", secrets.token_bytes(32)),
        "processor_secret": keys.seal("payout_processor", secrets.token_bytes(32)),
        "webhook_secret": secrets.token_bytes(32),
        "known": known,
    }
    for table, closed in _CLOSED.items():
        columns = [column.name for column in await fetch_all(tx, _Column, _COLUMNS, {"table": f"incoming_{table}"})]
        values = ["false" if name in ("enabled", "ready", "believed") else f"i.{name}" for name in columns]
        await tx.execute(
            f"insert into {table} ({', '.join([*columns, *closed])}) select {', '.join([*values, *closed.values()])}"
            f" from incoming_{table} i where i.id::text <> all (%(known)s) and not exists (select from {table} x where x.id = i.id)",
            nobody_s,
        )
    return _ids(same)


def _ids(same: list[_Same]) -> dict[bytes, bytes]:
    return {each.theirs.encode(): each.ours.encode() for each in same if each.theirs != each.ours}


#: Table → what stands in the columns that never left, for it has to stand there: secrets that nobody knows.
_CLOSED = {
    "pix_connection": {"client_secret": "%(connection_secret)s", "webhook_secret": "%(webhook_secret)s"},
    "payout_processor": {
        "client_secret": "case when i.adapter in ('envio', 'lots') then %(processor_secret)s::bytea end",
        "app_key": "case when i.adapter = 'lots' then %(processor_secret)s::bytea end",
    },
}
_COLUMNS = """
select a.attname::text as name from pg_attribute a where a.attrelid = %(table)s::regclass and a.attnum > 0 and not a.attisdropped
"""
_SAME_CONNECTIONS = """
select distinct on (i.id) i.id::text as theirs, c.id::text as ours from incoming_pix_connection i
  join pix_connection c on (c.token_url, c.client_id, c.pix_key) = (i.token_url, i.client_id, i.pix_key)
 where not exists (select from pix_connection x where x.id = i.id) order by i.id, c.created_at
"""
_SAME_PROCESSORS = """
select distinct on (i.id) i.id::text as theirs, c.id::text as ours from incoming_payout_processor i
  join payout_processor c on (c.adapter, c.token_url, c.client_id) = (i.adapter, i.token_url, i.client_id)
 where not exists (select from payout_processor x where x.id = i.id) order by i.id, c.created_at
"""
