"""What came back of payments, what is asked back, and the files that tell of it."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.payouts.refunds.commands import ASK_BACK
from retaguarda.payouts.refunds.notices.apply_notice import NoticeApplying
from retaguarda.payouts.refunds.notices.book_suspense import BOOK_SUSPENSE
from retaguarda.payouts.refunds.notices.commands import COMMANDS
from retaguarda.payouts.refunds.notices.invariants import INVARIANTS
from retaguarda.payouts.refunds.notices.jobs import APPLY, READ, UNFINISHED, NoticeReading, asked_notices
from retaguarda.payouts.refunds.notices.queries import ONE, UPLOAD
from retaguarda.payouts.refunds.notices.records import NOTICE_RECORD
from retaguarda.payouts.refunds.notices.tables import NOTICE_LINES, NOTICES
from retaguarda.payouts.refunds.notices.upload_pieces import piece_route
from retaguarda.payouts.refunds.records import RETURN_RECORD
from retaguarda.payouts.refunds.tables import CLAIMED, RETURNS


def _routes(services: Services) -> list[Route]:
    return [piece_route(services[Access], services[Scanning])]


def _jobs(services: Services) -> list[Job]:
    database = services[Database]
    return [Job(READ, NoticeReading(database).read), Job(APPLY, NoticeApplying(database, services[Queue]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_notices(services[Queue])]


ROOM = Room(
    name="payouts.refunds",
    tables=(RETURNS, CLAIMED, NOTICES, NOTICE_LINES),
    records=(RETURN_RECORD, NOTICE_RECORD),
    commands=(ASK_BACK, *COMMANDS, BOOK_SUSPENSE),
    routes=_routes,
    jobs=_jobs,
    consumers=_consumers,
    invariants=INVARIANTS,
    stuck_work=UNFINISHED,
    group="payouts",
    trails=(Trail("return-notices", UPLOAD, ONE, "payouts:return_notice:%"),),
)
