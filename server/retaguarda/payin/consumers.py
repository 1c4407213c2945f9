"""Consumes pay-in's events: enqueues the requests to providers, and rolls up counts and sums by day."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.money import BRL
from retaguarda.foundation.pg_arrays import of_plain, of_texts
from retaguarda.payin.archive.commands import AGREED
from retaguarda.payin.archive.jobs import DROP
from retaguarda.payin.locations.jobs import LOCATION_EVENTS, WORK
from retaguarda.payin.payments.jobs import READ_BACK, READ_BACK_MANY
from retaguarda.payin.payments.settle_batch import BATCH_SIZE
from retaguarda.payin.processors.try_credentials import JOB, TEST_EVENTS

#: Event → the job it enqueues.
JOBS = {
    "payin:charge:create": "payin.register_charge",
    "payin:charge:create_due": "payin.register_charge",
    "payin:charge:retry": "payin.register_charge",
    "payin:charge:revise": "payin.revise_charge",
    "payin:charge:cancel": "payin.cancel_charge",
    "payin:batch:send": "payin.send_batch",
    "payin:batch:revise": "payin.revise_batch",
    "payin:refund:create": "payin.send_refund",
    "pix:refund:create": "payin.send_refund",
    "payin:review:refund": "payin.send_refund",
    "account:deposit:return": "payin.send_refund",
    AGREED: DROP,
    **dict.fromkeys(TEST_EVENTS, JOB),
    **dict.fromkeys(LOCATION_EVENTS, WORK),
}
#: A provider's webhook reported payments.
HINT = "payin:hint:received"
#: Up to this many payments are read back one by one.
READ_SINGLY = 3


def provider_calls(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        jobs = defaultdict[str, list[dict[str, Any]]](list)
        for event in events:
            if event.name in JOBS:
                jobs[JOBS[event.name]].append(_job_args(event))
        for name, values in _read_back_jobs([event.data for event in events if event.name == HINT]):
            jobs[name].append(values)
        for name, values in jobs.items():
            await queue.defer(tx, name, values)

    return EventConsumer("payin.provider_calls", enqueue, frozenset({*JOBS, HINT}))


def _read_back_jobs(hints: Sequence[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the jobs that read back the hinted payments: many at one provider in a single list request over the time
    span it reported.
    """
    by_connection = defaultdict[str, list[dict[str, Any]]](list)
    for hint in hints:
        # Hints written before a hint could carry several payments have one end_to_end_id.
        numbers = hint["end_to_end_ids"] if "end_to_end_ids" in hint else [hint["end_to_end_id"]]
        if "since" in hint:
            by_connection[hint["connection"]] += [hint | {"end_to_end_id": number} for number in numbers]
        else:
            for number in numbers:
                yield READ_BACK, {"connection": hint["connection"], "end_to_end_id": number}
    for connection, payments in by_connection.items():
        # Sort by time, so that each part spans a short period.
        payments.sort(key=lambda each: each["since"])
        for start in range(0, len(payments), BATCH_SIZE):
            part = payments[start : start + BATCH_SIZE]
            numbers = list(dict.fromkeys(each["end_to_end_id"] for each in part))
            if len(numbers) > READ_SINGLY:
                span = {"since": min(each["since"] for each in part), "until": max(each["until"] for each in part)}
                yield READ_BACK_MANY, {"connection": connection, "end_to_end_ids": numbers, **span}
            else:
                for number in numbers:
                    yield READ_BACK, {"connection": connection, "end_to_end_id": number}


def _job_args(event: Event) -> dict[str, Any]:
    data = event.data
    match JOBS[event.name]:
        case "payin.send_refund":
            return {"company": event.company_id, "refund": data["refund"]}
        case "payin.test_processor":
            return {"processor": event.subject_id}
        case "payin.work_location":
            return {"company": event.company_id, "location": event.subject_id}
        case "payin.drop_archived_month":
            return {"month": event.subject_id}
        case "payin.send_batch" | "payin.revise_batch":
            return {"company": event.company_id, "batch": event.subject_id}
        case _:
            return {"company": event.company_id, "charge": event.subject_id}


def _deltas(event: Event) -> list[tuple[str, str, int, int]]:
    """Return what one event adds: (moment it counts for, measure, count, amount)."""
    data, name = event.data, event.name
    if name.startswith("payin:charge:") and "to" in data:
        deltas = [(data["created_at"], f"charge_{data['to']}", 1, data["amount"])]
        if "from" in data:
            deltas.append((data["created_at"], f"charge_{data['from']}", -1, -data["amount"]))
        return deltas
    if name == "payin:charge:revised":
        return [(data["created_at"], f"charge_{data['status']}", 0, data["more"])]
    if name == "payin:payment:settled":
        return [(data["paid_at"], "received", 1, data["received"]), (data["paid_at"], "fee", 1, data["fee"])]
    if name == "payin:refund:settled" and not data["returned"]:
        # Events from before 0066 carry no settled_at.
        return [(data.get("settled_at") or event.at.isoformat(), "refunded", 1, data["amount"])]
    return []


async def _roll_up(tx: Tx, events: list[Event]) -> None:
    zones = {row["id"]: row["time_zone"] for row in await tx.all("select id, time_zone from company")}
    sums = defaultdict[tuple[int, str, str], list[int]](lambda: [0, 0])
    for event in events:
        for moment, measure, count, amount in _deltas(event):
            day = _day(moment, zones[event.company_id])
            cell = sums[(event.company_id, day, measure)]
            cell[0] += count
            cell[1] += amount
    if sums:
        keys = sorted(sums)
        await tx.execute(
            "insert into payin_day (company_id, day, measure, currency, count, amount)"
            " select company, day, measure, %(currency)s, count, amount from unnest(%(companies)s::int[], %(days)s::date[], %(measures)s::text[], %(counts)s::bigint[], %(amounts)s::bigint[])"
            " told (company, day, measure, count, amount) on conflict (company_id, day, measure, currency) do update"
            " set count = payin_day.count + excluded.count, amount = payin_day.amount + excluded.amount",
            {
                "companies": of_plain(key[0] for key in keys),
                "days": of_plain(key[1] for key in keys),
                "measures": of_texts(key[2] for key in keys),
                "counts": of_plain(sums[key][0] for key in keys),
                "amounts": of_plain(sums[key][1] for key in keys),
                "currency": BRL,
            },
        )


@lru_cache(4_096)
def _day(moment: str, zone: str) -> str:
    """Cached: one event adds several deltas, all for the same moment."""
    return datetime.fromisoformat(moment).astimezone(ZoneInfo(zone)).date().isoformat()


ROLL_UP = EventConsumer("payin.roll_up", _roll_up)
