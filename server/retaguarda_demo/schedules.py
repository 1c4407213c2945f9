"""Four schedules of the demo's merchant, with the runs they have behind them: some of its withdrawals were asked for by them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg

from retaguarda.account.scheduling.run_dates import Frequency, Rhythm, next_runs
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.money import BRL
from retaguarda_demo.withdrawals import COMPANY, Withdrawal

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Plan:
    """``asked``: which of the withdrawals that were carried out, the newest first, were its runs; ``other``: what became
    of the run so many days before the newest of them, and why. ``whole``: all but ``keep`` (centavos), else as much as
    the newest of them."""

    name: str
    account: str
    frequency: Frequency
    status: str
    asked: tuple[int, ...]
    whole: bool = False
    keep: int = 0
    other: tuple[tuple[int, str, str | None], ...] = ()


PLANS = (
    _Plan(
        "Retirada semanal", "Conta principal", "weekly", "active", (0,),
        other=((7, "failed", "insufficient_balance"), (14, "skipped", None)),
    ),
    _Plan("Reserva de impostos", "Reserva", "monthly", "active", (5,), other=((31, "missed", None),)),
    _Plan(
        "Sobras do dia", "Chave CNPJ", "daily", "paused", (1, 2, 3), whole=True, keep=500_000,
        other=((1, "failed", "nothing_to_transfer"), (5, "skipped", None)),
    ),
    _Plan("Mudança de banco", "Conta principal", "once", "ended", (9,)),
)  # fmt: skip


Claimed = list[tuple[_Plan, UUID, list[Withdrawal]]]


def claim(made: Sequence[Withdrawal]) -> Claimed:
    """Give withdrawals that were carried out to the schedules that asked for them, before they are written; none, where
    a small demo has too few."""
    done = [each for each in reversed(made) if each.status == "done"]
    if len(done) <= max(place for plan in PLANS for place in plan.asked):
        return []
    claimed = [(plan, uuid7(), [done[place] for place in plan.asked]) for plan in PLANS]
    for _, schedule, asked in claimed:
        for each in asked:
            each.origin, each.origin_id = "schedule", schedule
    return claimed


def write(connection: psycopg.Connection, claimed: Claimed, end: datetime) -> None:
    for plan, schedule, asked in claimed:
        _write(connection, plan, schedule, asked, end)


def _write(
    connection: psycopg.Connection, plan: _Plan, schedule: UUID, asked: Sequence[Withdrawal], end: datetime
) -> None:
    runs = [_hour(each.asked_at) for each in asked]
    last = runs[0]
    others = [(last - days * _DAY, state, reason) for days, state, reason in plan.other]
    there = last.astimezone(BRASILIA)
    first = min(runs + [at for at, _, _ in others]).astimezone(BRASILIA).date()
    rhythm = Rhythm(
        plan.frequency,
        first,
        BRASILIA.key,
        there.hour,
        weekday=there.isoweekday() if plan.frequency == "weekly" else None,
        day=there.day if plan.frequency == "monthly" else None,
    )
    newest = max([(last, "requested", None), *others], key=lambda run: run[0])
    connection.execute(
        "insert into payment_schedule (id, company_id, name, bank_account_id, amount, keep, currency, frequency, starts_on, weekday, day,"
        " rule, time_zone, hour, status, next_run, last_run, last_result, created_at)"
        " select %s, %s, %s, b.id, %s, %s, %s, %s, %s, %s, %s, 'none', %s, %s, %s, %s, %s, %s, %s from bank_account b"
        " where b.company_id = %s and b.nickname = %s",
        (
            schedule, COMPANY, plan.name, None if plan.whole else asked[0].amount, plan.keep, BRL, plan.frequency, first, rhythm.weekday, rhythm.day, BRASILIA.key,
            there.hour, plan.status, next_runs(rhythm, end, 1)[0] if plan.status == "active" else None, *newest[:2],
            min(runs) - 2 * _DAY, COMPANY, plan.account,
        ),
    )  # fmt: skip
    for each, at in zip(asked, runs, strict=True):
        _run(connection, schedule, at, "requested", None, each)
    for at, state, reason in others:
        _run(connection, schedule, at, state, reason, None)


def _run(
    connection: psycopg.Connection,
    schedule: object,
    at: datetime,
    state: str,
    reason: str | None,
    made: Withdrawal | None,
) -> None:
    connection.execute(
        "insert into payment_schedule_run (id, company_id, schedule_id, planned_for, by_hand, state, reason, amount,"
        " currency, payout_id, at) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        (
            uuid7(), COMPANY, schedule, at, state == "skipped", state, reason, made.amount if made else None, BRL,
            made.id if made else None, at,
        ),
    )  # fmt: skip


def _hour(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1_000, UTC).replace(minute=0, second=0)
