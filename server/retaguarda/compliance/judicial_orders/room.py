"""Courts' orders: kept by staff, held by the statement that credits an account."""

from retaguarda.compliance.judicial_orders.commands import COMMANDS
from retaguarda.compliance.judicial_orders.invariants import INVARIANTS
from retaguarda.compliance.judicial_orders.jobs import Repetition
from retaguarda.compliance.judicial_orders.queries import of_order
from retaguarda.compliance.judicial_orders.receive_orders import (
    ANSWER,
    UNFINISHED,
    CourtAnswers,
    CourtIntake,
    order_answered,
)
from retaguarda.compliance.judicial_orders.records import ORDER_RECORD
from retaguarda.compliance.judicial_orders.tables import MESSAGES, ORDERS, READ
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.room import HOUR, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.providers.courts import CourtOrders
from retaguarda.settings import Settings


def _crons(services: Services) -> list[Cron]:
    database = services[Database]
    intake = CourtIntake(database, services[CourtOrders], services[Settings].courts.viewers)
    return [
        Cron("compliance.expire_orders", "10 * * * *", Repetition(database).run, grace=HOUR),
        Cron("compliance.take_orders", "*/5 * * * *", intake.run),
    ]


def _jobs(services: Services) -> list[Job]:
    return [Job(ANSWER, CourtAnswers(services[Database], services[CourtOrders]).answer)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [order_answered(services[Queue])]


ROOM = Room(
    name="compliance.judicial_orders",
    tables=(ORDERS, MESSAGES),
    records=(ORDER_RECORD,),
    commands=COMMANDS,
    crons=_crons,
    jobs=_jobs,
    consumers=_consumers,
    stuck_work=(UNFINISHED,),
    invariants=INVARIANTS,
    group="compliance",
    trails=(Trail("judicial-orders", READ, of_subject(of_order, any_account=True), "compliance:judicial_order:%"),),
)
