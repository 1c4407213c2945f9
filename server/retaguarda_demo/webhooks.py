"""Webhooks of the demo's merchant with deliveries in every state, sent to the sandbox's own receiver; and its publishable key."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import DictRow, dict_row

from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.webhook_signature import NewSecret
from retaguarda.settings import Settings
from retaguarda.webhooks.event_catalogue import BY_EVENT
from retaguarda.webhooks.fanout import message

COMPANY = 2
_BY = "gil@merchant.example"
_KEY = "pk_demo_LojaAurora_0000000000000000"
_CHARGES = 40
_TOLD = {"paid": "charge.paid", "expired": "charge.expired", "cancelled": "charge.cancelled", "failed": "charge.failed"}


def load_hooks(owner_url: str, settings: Settings) -> None:
    """Nothing happens where there are webhooks already, or no merchant of the demo."""
    with psycopg.connect(owner_url) as connection, connection.cursor(row_factory=dict_row) as cursor:
        there = cursor.execute(
            "select exists (select 1 from hook_endpoint) or not exists (select 1 from company where id = %s) as there",
            (COMPANY,),
        ).fetchone()
        if there is None or there["there"]:
            return
        keys = Keys(settings.secret)
        on = _endpoint(
            cursor,
            keys,
            f"{settings.sandbox_address}/sandbox/hooks/aurora",
            "Pedidos",
            sorted(_TOLD.values()),
            "enabled",
        )
        off = _endpoint(
            cursor, keys, "https://antigo.loja-aurora.example/pix", "Loja antiga", ["charge.paid"], "suspended"
        )
        cursor.execute(
            "insert into checkout_key (company_id, key, origins, created_by) values (%s, %s, %s, %s)",
            (COMPANY, _KEY, ["https://loja-aurora.example"], _BY),
        )
        charges = _charges(cursor)
        for place, charge in enumerate(charges):
            kind = _TOLD.get(charge["status"], "charge.paid")
            _deliver(cursor, on, charge, kind, place, settings.hook_delays)
        for charge in [each for each in charges if each["status"] == "paid"][:4]:
            _held(cursor, off, charge)


def _endpoint(
    cursor: psycopg.Cursor[DictRow], keys: Keys, url: str, description: str, events: Sequence[str], status: str
) -> UUID:
    number = uuid7()
    off = status == "suspended"
    cursor.execute(
        "insert into hook_endpoint (company_id, id, url, description, events, status, secret, created_by, created_at,"
        " failing_since, last_success_at) values (%s, %s, %s, %s, %s, %s, %s, %s, now() - interval '60 days',"
        " case when %s then now() - interval '5 days' end, now() - case when %s then interval '6 days' else interval '9 minutes' end)",
        (COMPANY, number, url, description, list(events), status, NewSecret.of(keys).sealed, _BY, off, off),
    )
    return number


def _charges(cursor: psycopg.Cursor[DictRow]) -> list[dict[str, Any]]:
    ended = cursor.execute(
        "select id, status, coalesce(paid_at, created_at) as at from charge where company_id = %s and status = any(%s)"
        " order by created_at desc limit %s",
        (COMPANY, list(_TOLD), _CHARGES),
    ).fetchall()
    read = BY_EVENT["payin:charge:paid"].thing.read
    asked = {"companies": [COMPANY] * len(ended), "ids": [each["id"] for each in ended]}
    objects = {row["id"]: row["object"] for row in cursor.execute(read.encode(), asked).fetchall()}
    return [each | {"object": objects[str(each["id"])]} for each in ended]


def _deliver(
    cursor: psycopg.Cursor[DictRow],
    endpoint: UUID,
    charge: dict[str, Any],
    kind: str,
    place: int,
    delays: Sequence[int],
) -> None:
    """Most are taken at once, some at the second try; one was given up, and one is still being tried."""
    statuses = (
        [500] * (len(delays) + 1) if place == 6 else [503] if place == 1 else [503, 200] if place % 9 == 4 else [200]
    )
    status = "waiting" if place == 1 else "failed" if place == 6 else "delivered"
    at = charge["at"] - timedelta(seconds=sum(delays)) if status == "failed" else charge["at"]
    number = _write(cursor, endpoint, charge, kind, at, status, statuses)
    for tried, answered in enumerate(statuses):
        cursor.execute(
            "insert into hook_attempt (company_id, delivery_id, number, at, duration_ms, status, answer)"
            " values (%s, %s, %s, %s, %s, %s, %s)",
            (
                COMPANY, number, tried + 1, at + timedelta(seconds=1 + sum(delays[:tried])), 40 + 37 * (place % 5), answered,
                "ok" if answered == 200 else "upstream unavailable",
            ),
        )  # fmt: skip


def _held(cursor: psycopg.Cursor[DictRow], endpoint: UUID, charge: dict[str, Any]) -> None:
    _write(cursor, endpoint, charge, "charge.paid", charge["at"], "held", [])


def _write(
    cursor: psycopg.Cursor[DictRow],
    endpoint: UUID,
    charge: dict[str, Any],
    kind: str,
    at: datetime,
    status: str,
    statuses: Sequence[int],
) -> UUID:
    number, event = uuid7(), uuid7()
    cursor.execute(
        "insert into hook_delivery (company_id, id, endpoint_id, event_id, type, subject_id, body, status, attempts, tries,"
        " next_at, last_status, created_at, ended_at) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s,"
        " case when %s then now() + interval '5 minutes' end, %s, %s, case when %s then %s::timestamptz end)",
        (
            COMPANY, number, endpoint, event, kind, str(charge["id"]),
            message(event, kind, at, COMPANY, {"object": "charge", **charge["object"]}), status, len(statuses), len(statuses),
            status == "waiting", statuses[-1] if statuses else None, at, status in ("delivered", "failed"),
            at + timedelta(seconds=2),
        ),
    )  # fmt: skip
    return number
