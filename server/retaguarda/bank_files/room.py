"""Return files of banks, which pay boletos."""

from retaguarda.bank_files.commands import COLLECTION, COMMANDS
from retaguarda.bank_files.invariants import INVARIANTS
from retaguarda.bank_files.jobs import APPLY, READ, UNFINISHED, Files, asked_files
from retaguarda.bank_files.kinds import Families
from retaguarda.bank_files.queries import OF_FILE
from retaguarda.bank_files.raw_lines import lens_route
from retaguarda.bank_files.records import FILE_RECORD
from retaguarda.bank_files.tables import FILES, LINES
from retaguarda.bank_files.upload_pieces import piece_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [piece_route(COLLECTION, access, services[Scanning]), lens_route(COLLECTION, access)]


def _jobs(services: Services) -> list[Job]:
    files = Files(services[Database], services[Families].by_name)
    return [Job(READ, files.read), Job(APPLY, files.apply)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_files(services[Queue])]


ROOM = Room(
    name="returns",
    tables=(FILES, LINES),
    records=(FILE_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    consumers=_consumers,
    invariants=INVARIANTS,
    stuck_work=UNFINISHED,
    trails=(Trail("return-files", Permission.PAYIN_RETURN_FILE_PREVIEW, OF_FILE),),
)
