"""Sum the payments of a merchant, or of all, for the administration."""

from datetime import date, datetime

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.percentage import percent_of
from retaguarda.payouts.payments.model import OF_PAYMENTS
from retaguarda.payouts.payments.queries import SHOWN_STATE


class StateSums(msgspec.Struct):
    """Of the payments in one state; ``recent``: those that ended today. Sums in minor units."""

    state: str
    count: int
    amount: int
    gross: int
    since: datetime | None
    until: datetime | None
    recent: int
    recent_amount: int


class MethodSums(msgspec.Struct):
    method: str
    ended: int
    amount: int
    done: int
    median: float | None
    p95: float | None


class FailureSums(msgspec.Struct):
    code: str | None
    count: int
    amount: int


class CaseSums(msgspec.Struct):
    state: str
    count: int
    amount: int
    since: datetime


class Balances(msgspec.Struct):
    available: int
    set_aside: int


class Pace(msgspec.Struct):
    median: float | None
    p95: float | None


async def load_states(tx: Tx, companies: list[int], day: date) -> dict[str, StateSums]:
    """Sum what is open, and what ended today in the merchant's zone."""
    rows = await tx.all(_STATES, {"companies": companies, "day": day})
    return {row["state"]: msgspec.convert(row, StateSums) for row in rows}


async def load_methods(tx: Tx, companies: list[int]) -> list[MethodSums]:
    return msgspec.convert(await tx.all(_METHODS, {"companies": companies}), list[MethodSums])


async def load_failures(tx: Tx, companies: list[int]) -> list[FailureSums]:
    return msgspec.convert(await tx.all(_FAILURES, {"companies": companies}), list[FailureSums])


async def load_balances(tx: Tx, companies: list[int]) -> Balances:
    return msgspec.convert(await tx.one(_BALANCES, {"companies": companies}), Balances)


async def load_pace(tx: Tx, companies: list[int]) -> Pace:
    return msgspec.convert(await tx.one(_PACE, {"companies": companies}), Pace)


async def load_cases(tx: Tx, companies: list[int]) -> dict[str, CaseSums]:
    """Sum the cases that are not settled, by their state."""
    rows = await tx.all(_CASES, {"companies": companies})
    return {each.state: each for each in msgspec.convert(rows, list[CaseSums])}


async def load_evidence(tx: Tx, companies: list[int]) -> CaseSums | None:
    """Sum the payments whose order somebody ended by evidence that a second person has not decided about; None without any."""
    row = await tx.one(_EVIDENCE, {"companies": companies})
    return None if row is None else msgspec.convert(row, CaseSums)


async def count_requests(tx: Tx, companies: list[int]) -> int:
    """Count the payments that wait for a second person: approvals that are still open."""
    return await tx.value(_REQUESTS, {"companies": companies})


def percent_text(part: int, whole: int) -> str | None:
    share = percent_of(part, whole)
    return None if share is None else str(share)


_OPEN = "('created', 'queued', 'on_hold', 'pending', 'in_bank_processing', 'blocked')"


def ended_in(status: str, since: str) -> str:
    """SQL of the payments that ended so since then: one state at a time, for each has an index of its own."""
    return f"""
        select t.* from payout t where t.company_id = any(%(companies)s) and t.{OF_PAYMENTS} and t.status = '{status}'
           and t.ended_at >= now() - interval '{since}'
    """


_STATES = f"""
    select s.state, count(*) as count, sum(s.amount)::bigint as amount, sum(s.amount + s.fee)::bigint as gross,
           min(s.created_at) as since, min(s.hold_until) as until,
           count(*) filter (where s.ended_on = %(day)s) as recent,
           coalesce(sum(s.amount) filter (where s.ended_on = %(day)s), 0)::bigint as recent_amount
      from (select t.*, {SHOWN_STATE} as state, (t.ended_at at time zone k.time_zone)::date as ended_on
              from (select t.* from payout t where t.company_id = any(%(companies)s) and t.{OF_PAYMENTS} and t.status in {_OPEN}
                    union all {ended_in("done", "2 days")}
                    union all {ended_in("failed", "2 days")}) t join company k on k.id = t.company_id) s
     group by s.state
"""
_METHODS = f"""
    select t.method, count(*) as ended, sum(t.amount)::bigint as amount, count(*) filter (where t.status = 'done') as done,
           percentile_cont(0.5) within group (order by extract(epoch from t.ended_at - t.created_at)::float8)
             filter (where t.status = 'done' and t.scheduled_for is null) as median,
           percentile_cont(0.95) within group (order by extract(epoch from t.ended_at - t.created_at)::float8)
             filter (where t.status = 'done' and t.scheduled_for is null) as p95
      from ({ended_in("done", "1 day")} union all {ended_in("failed", "1 day")}) t group by t.method order by t.method
"""
_FAILURES = f"""
    select t.fail_code as code, count(*) as count, sum(t.amount)::bigint as amount from ({ended_in("failed", "7 days")}) t
     group by t.fail_code order by count(*) desc, t.fail_code limit 10
"""
_PACE = f"""
    select percentile_cont(0.5) within group (order by s) as median, percentile_cont(0.95) within group (order by s) as p95
      from (select extract(epoch from t.ended_at - t.created_at)::float8 as s from ({ended_in("done", "1 day")}) t
             where t.scheduled_for is null) paid
"""
_CASES = """
    select status as state, count(*) as count, sum(amount)::bigint as amount, min(opened_at) as since from payout_case
     where company_id = any(%(companies)s) and status <> 'settled' group by status
"""
_EVIDENCE = f"""
    select e.status as state, count(*) as count, sum(t.amount)::bigint as amount, min(e.proposed_at) as since
      from payout_evidence e join payout t on t.company_id = e.company_id and t.id = e.payout_id
     where e.company_id = any(%(companies)s) and e.status = 'proposed' and t.status = 'in_bank_processing' and t.{OF_PAYMENTS}
     group by e.status
"""
_BALANCES = """
    select coalesce(sum(posted - held), 0)::bigint as available, coalesce(sum(held), 0)::bigint as set_aside
      from ledger_account where company_id = any(%(companies)s) and code = 'available' and company_id <> 1
"""
_REQUESTS = """
    select count(*) from published.approval_request where company_id = any(%(companies)s) and state = 'awaiting'
       and expires_at > now() and command in ('payouts:payment:pay', 'payouts:payment:retry', 'payouts:payout_batch:submit')
"""
