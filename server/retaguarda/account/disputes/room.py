"""What is asked back of Pix that were sent."""

from retaguarda.account.disputes.commands import CANCEL_CLAIM, OPEN_CLAIM
from retaguarda.account.disputes.consumers import FOLLOW, claim_calls
from retaguarda.account.disputes.invariants import INVARIANTS
from retaguarda.account.disputes.jobs import OpenedDisputeJobs
from retaguarda.account.disputes.queries import of_claim
from retaguarda.account.disputes.records import CLAIM_RECORD
from retaguarda.account.disputes.tables import CLAIMS
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.providers.dict import Dict


def _jobs(services: Services) -> list[Job]:
    return [Job(FOLLOW, OpenedDisputeJobs(services[PayoutClient], services[Dict]).follow)]


def _crons(services: Services) -> list[Cron]:
    return [Cron("claims.poll", "* * * * *", OpenedDisputeJobs(services[PayoutClient], services[Dict]).poll)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [claim_calls(services[Queue])]


ROOM = Room(
    name="claims",
    tables=(CLAIMS,),
    records=(CLAIM_RECORD,),
    commands=(OPEN_CLAIM, CANCEL_CLAIM),
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="med",
    trails=(Trail("claims", Permission.PAYIN_WITHDRAWALS_READ, of_subject(of_claim)),),
)
