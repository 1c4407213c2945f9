"""The block list: kept by staff, bound by every statement that writes a charge or a payout."""

from retaguarda.compliance.block_list.commands import COMMANDS
from retaguarda.compliance.block_list.invariants import INVARIANTS
from retaguarda.compliance.block_list.jobs import (
    READ_UPLOAD,
    UNFINISHED,
    UploadReading,
    uploads_to_read,
)
from retaguarda.compliance.block_list.queries import of_entry
from retaguarda.compliance.block_list.records import ENTRY_RECORD, UPLOAD_RECORD
from retaguarda.compliance.block_list.tables import ENTRIES, READ, REFUSALS, UPLOADS
from retaguarda.compliance.block_list.try_value import try_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [try_route(services[Access])]


def _consumers(services: Services) -> list[EventConsumer]:
    return [uploads_to_read(services[Queue])]


def _jobs(services: Services) -> list[Job]:
    return [Job(READ_UPLOAD, UploadReading(services[Database]).read)]


ROOM = Room(
    name="compliance.block_list",
    tables=(ENTRIES, REFUSALS, UPLOADS),
    records=(ENTRY_RECORD, UPLOAD_RECORD),
    commands=COMMANDS,
    routes=_routes,
    consumers=_consumers,
    jobs=_jobs,
    invariants=INVARIANTS,
    group="compliance",
    stuck_work=(UNFINISHED,),
    trails=(Trail("block-list", READ, of_subject(of_entry, any_account=True), "compliance:block_entry:%"),),
)
