"""The job that brings lots to a bank, and the clock that starts it where nothing else did."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.payouts.lots.run_lots import LotConnections, Lots
from retaguarda.payouts.lots.watch_lots import LOTS


def lot_job(database: Database, connections: LotConnections, queue: Queue) -> Job:
    return Job(LOTS, Lots(database, connections, queue).run)


def lot_clock(database: Database, connections: LotConnections, queue: Queue) -> Cron:
    """A worker that died leaves work without a job."""
    return Cron("payouts.start_lots", "* * * * *", Lots(database, connections, queue).start)
