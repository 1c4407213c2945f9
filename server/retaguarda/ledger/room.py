"""The ledger: checkpoints, holds that end, and what must always hold of the books."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.ledger.housekeeping import Housekeeping
from retaguarda.ledger.invariants import EXAMPLES, INVARIANTS


def _crons(services: Services) -> list[Cron]:
    ledger = Housekeeping(services[Database])
    return [
        Cron("ledger.checkpoint", "*/5 * * * *", ledger.checkpoint),
        Cron("ledger.expire_holds", "* * * * *", ledger.expire),
    ]


ROOM = Room(name="ledger", crons=_crons, invariants=INVARIANTS, examples=EXAMPLES)
