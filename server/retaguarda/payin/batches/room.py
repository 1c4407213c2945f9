"""Batches: many charges that go to their providers together."""

from retaguarda.foundation.jobs import Job
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payin.batches.check_batch import check_route
from retaguarda.payin.batches.commands import CANCEL_BATCH, SEND_BATCH
from retaguarda.payin.batches.jobs import Batches
from retaguarda.payin.batches.queries import of_batch
from retaguarda.payin.batches.records import BATCH_RECORD
from retaguarda.payin.batches.revise_batch import REVISE_BATCH
from retaguarda.payin.batches.tables import BATCHES
from retaguarda.payin.provider_context import ProviderContext


def _routes(services: Services) -> list[Route]:
    return [check_route(services[Access])]


def _jobs(services: Services) -> list[Job]:
    batches = Batches(services[ProviderContext])
    return [Job("payin.send_batch", batches.send), Job("payin.revise_batch", batches.revise)]


ROOM = Room(
    name="payin.batches",
    tables=(BATCHES,),
    records=(BATCH_RECORD,),
    commands=(SEND_BATCH, REVISE_BATCH, CANCEL_BATCH),
    routes=_routes,
    jobs=_jobs,
    trails=(Trail("batches", Permission.PAYIN_PAYMENT_READ, of_subject(of_batch)),),
)
