"""Retention: what is kept of people, until when, and that it is erased then."""

from retaguarda.compliance.retention.invariants import INVARIANTS
from retaguarda.compliance.retention.jobs import Retention
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.room import NIGHT, Room
from retaguarda.foundation.services import Services


def _crons(services: Services) -> list[Cron]:
    return [Cron("compliance.erase", "20 4 * * *", Retention(services[Database]).run, grace=NIGHT)]


ROOM = Room(name="compliance.retention", crons=_crons, invariants=INVARIANTS, group="compliance")
