"""Runs of the tasks before the demo began, so that their durations and results can be looked at."""

import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any

import psycopg

from retaguarda.cron_tasks.schedules import runs_after
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import Cron

#: How far back: what runs each minute fills half an hour, what runs each night a fortnight.
SPANS = (timedelta(minutes=30), timedelta(days=1), timedelta(days=14))
ENOUGH, MOST = 10, 40
#: One evening the mail server was away; it is well again.
FAILED = ("notifications.digest", 3, "MailUnavailable: the mail server does not answer")


def load_runs(connection: psycopg.Connection, crons: Iterable[Cron], now: datetime | None = None) -> None:
    """In the caller's transaction, on a database without tasks."""
    chance = random.Random(7)  # noqa: S311  (nothing is kept secret with it)
    until = now or datetime.now(UTC)
    with connection.cursor() as cursor:
        for cron in crons:
            moments = _moments(cron, until)
            task = cursor.execute(
                "insert into cron_task (id, name, schedule, time_zone, grace_seconds, overlap, runs)"
                " values (%s, %s, %s, 'UTC', %s, %s, %s) returning id",
                (uuid7(), cron.name, cron.schedule, cron.grace, cron.overlap, len(moments)),
            ).fetchone()
            assert task is not None
            usual = chance.randint(15, 400)
            cursor.executemany(
                "insert into cron_run (task_id, number, trigger, planned_for, status, attempts, worker, started_at, ended_at,"
                " error) values (%(task)s, %(number)s, 'clock', %(at)s, %(status)s, 1, 'demo:1', %(began)s, %(ended)s, %(error)s)",
                list(_runs(cron, task[0], moments, chance, usual)),
            )


def _moments(cron: Cron, until: datetime) -> list[datetime]:
    """Of the shortest span in which there are enough."""
    found = list[datetime]()
    for span in SPANS:
        found = list(takewhile(lambda at: at < until, runs_after(cron.schedule, "UTC", until - span)))
        if len(found) >= ENOUGH:
            break
    return found[-MOST:]


def _runs(
    cron: Cron, task: Any, moments: list[datetime], chance: random.Random, usual: int
) -> Iterator[dict[str, Any]]:
    name, from_the_end, reason = FAILED
    for number, at in enumerate(moments, 1):
        began = at + timedelta(milliseconds=chance.randint(600, 1_200))
        failed = cron.name == name and len(moments) - number == from_the_end
        yield {
            "task": task,
            "number": number,
            "at": at,
            "status": "failed" if failed else "succeeded",
            "began": began,
            "ended": began + timedelta(milliseconds=usual * chance.uniform(0.6, 1.9)),
            "error": reason if failed else None,
        }
