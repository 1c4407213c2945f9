"""Cases of the MED: what payers contest."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.payin.disputes.commands.answer_dispute import ACCEPT_CASE, ANSWER_CASE
from retaguarda.payin.disputes.commands.decide_dispute import DECIDE_CASE
from retaguarda.payin.disputes.consumers import TELL, UNFINISHED, med_calls
from retaguarda.payin.disputes.files import FILES, REMOVE_FILE
from retaguarda.payin.disputes.invariants import INVARIANTS
from retaguarda.payin.disputes.jobs import DisputeJobs
from retaguarda.payin.disputes.queries import OF_CASE
from retaguarda.payin.disputes.records import CASE_RECORD
from retaguarda.payin.disputes.tables import CASES
from retaguarda.payin.disputes.tell_dict import DisputeTeller
from retaguarda.providers.dict import Dict


def _routes(services: Services) -> list[Route]:
    return FILES.routes(services[Access], services[Scanning])


def _jobs(services: Services) -> list[Job]:
    return [Job(TELL, DisputeTeller(services[Database], services[Dict]).tell)]


def _crons(services: Services) -> list[Cron]:
    cases = DisputeJobs(services[Database], services[Dict])
    return [Cron("med.poll", "* * * * *", cases.poll), Cron("med.sweep", "*/5 * * * *", cases.sweep)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [med_calls(services[Queue])]


ROOM = Room(
    name="med",
    tables=(CASES,),
    records=(CASE_RECORD,),
    commands=(ANSWER_CASE, ACCEPT_CASE, DECIDE_CASE, REMOVE_FILE),
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    stuck_work=(UNFINISHED,),
    trails=(Trail("med", Permission.PAYIN_PAYMENT_READ, OF_CASE),),
)
