"""Queue the calls to the bank that follow the events of withdrawals and bank accounts."""

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.foundation.typed_rows import fetch_all

CALLS = "account.bank_calls"
SEND, VERIFY, TAKE_BACK = "payouts.send", "bank_accounts.verify", "payouts.take_back"
#: Several payouts of one company: a job each would cost the queue more than sending them.
SEND_MANY, MANY = "payouts.send_many", 100
#: The lane of a processor (run_lane).
WATCH = "payouts.watch"


def lock_of_lane(processor: str) -> str:
    """Return the lock under which the lane of a processor runs one at a time."""
    return f"{WATCH}:{processor}"


#: Withdrawals and verifications that these jobs have not finished.
UNFINISHED = (
    StuckWork(
        SEND,
        CALLS,
        "select id::text, created_at as since, jsonb_build_object('company', company_id, 'payout', id) as args"
        " from payout t where status = 'pending' or status = 'in_bank_processing' and exists (select from payout_order o"
        " where o.company_id = t.company_id and o.payout_id = t.id and o.state in ('sending', 'processing')"
        # Nobody asks about it: its end does not come in a file either.
        " and o.ask_at is null and o.end_to_end_id is not null)",
        many=(SEND_MANY, "payouts"),
    ),
    StuckWork(
        WATCH,
        CALLS,
        "select processor as id, since, jsonb_build_object('processor', processor) as args from (select"
        " coalesce(processor_id, '00000000-0000-0000-0000-000000000000')::text as processor, min(ask_at) as since"
        " from payout_order where ask_at is not null group by 1) lane",
        lock_of_lane,
    ),
    StuckWork(
        VERIFY,
        CALLS,
        "select bank_account_id::text as id, created_at as since,"
        " jsonb_build_object('company', company_id, 'account', bank_account_id) as args"
        " from payout_order where bank_account_id is not null and state in ('sending', 'processing')",
    ),
)

#: A withdrawal or a payment may leave, or shall leave now; a person wants the bank to be asked again.
TO_SEND = frozenset(
    {
        "payouts:payout:pending",
        "payouts:payment:pending",
        "payouts:payment:released",
        "payouts:payment:ask_again",
        "payouts:payment:send_now",
    }
)
TO_VERIFY = frozenset({"account:bank_account:verify"})
#: A provider named Pix by endToEndId; if we sent one of them, it may have ended, or part of it may have been returned.
HINT = "payin:hint:received"


class _NamedPayout(msgspec.Struct):
    """A withdrawal whose order a provider named. ``open``: the end of that order is not known."""

    company_id: int
    payout: str
    open: bool


def bank_calls(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        named = await _named_payouts(tx, [each for each in events if each.name == HINT])
        open_ones = [_payout_args(row) for row in named if row.open]
        single, several = _divided(events)
        await queue.defer(tx, SEND, [*single, *open_ones])
        await queue.defer(tx, SEND_MANY, several)
        await queue.defer(tx, VERIFY, _job_args(events, TO_VERIFY, "account"))
        await queue.defer(tx, TAKE_BACK, [_payout_args(row) for row in named])

    return EventConsumer(CALLS, consume, TO_SEND | TO_VERIFY | {HINT})


def _divided(events: list[Event]) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """Return the payouts that go by themselves, and those of one company together, in their order."""
    by_company = defaultdict[int, dict[str, None]](dict)
    for each in events:
        if each.name in TO_SEND:
            by_company[each.company_id][each.subject_id] = None
    single, several = list[dict[str, object]](), list[dict[str, object]]()
    for company, payouts in by_company.items():
        for part in _pieces(list(payouts)):
            if len(part) == 1:
                single.append({"company": company, "payout": part[0]})
            else:
                several.append({"company": company, "payouts": part})
    return single, several


def _pieces(payouts: list[str]) -> Iterator[list[str]]:
    for begin in range(0, len(payouts), MANY):
        yield payouts[begin : begin + MANY]


async def _named_payouts(tx: Tx, hints: list[Event]) -> list[_NamedPayout]:
    """Return the withdrawals that the hints name, each once."""
    named_ids = {
        number for each in hints for key in ("sent_ids", "end_to_end_ids") for number in each.data.get(key, ())
    }
    if not named_ids:
        return []
    return await fetch_all(
        tx,
        _NamedPayout,
        "select company_id, payout_id::text as payout, bool_or(state in ('sending', 'processing')) as open from payout_order"
        " where end_to_end_id = any(%(told)s) and payout_id is not null group by 1, 2 order by 1, 2",
        {"told": sorted(named_ids)},
    )


def _payout_args(row: _NamedPayout) -> dict[str, object]:
    return {"company": row.company_id, "payout": row.payout}


def _job_args(events: list[Event], names: frozenset[str], subject: str) -> list[dict[str, object]]:
    return [{"company": each.company_id, subject: each.subject_id} for each in events if each.name in names]
