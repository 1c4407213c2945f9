"""Queue requested backtests."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.payouts.rules.commands import ASKED

WORK, BACKTEST = "payouts.backtests", "payouts.run_backtest"
#: Backtests that this job must answer.
UNANSWERED = StuckWork(
    BACKTEST,
    WORK,
    "select id::text, asked_at as since, jsonb_build_object('backtest', id) as args from payout_rule_backtest"
    " where status = 'asked'",
    lambda **_: WORK,
)


def asked_backtests(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, BACKTEST, [{"backtest": each.data["backtest"]} for each in events], lock=WORK)

    return EventConsumer(WORK, enqueue, frozenset({ASKED}))
