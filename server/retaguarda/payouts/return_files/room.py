"""Return files of payments."""

from retaguarda.bank_files.raw_lines import lens_route
from retaguarda.bank_files.upload_pieces import piece_route
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.payouts.return_files.commands import APPLY_FILE, CHOOSE, CREATE_FILE, FINISH_FILE, PAYMENT
from retaguarda.payouts.return_files.invariants import INVARIANTS
from retaguarda.payouts.return_files.queries import ONE, PREVIEW
from retaguarda.payouts.return_files.records import FILE_RECORD
from retaguarda.payouts.return_files.tables import FILES, LINES


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [piece_route(PAYMENT, access, services[Scanning]), lens_route(PAYMENT, access)]


ROOM = Room(
    name="payouts.return_files",
    tables=(FILES, LINES),
    records=(FILE_RECORD,),
    commands=(CREATE_FILE, FINISH_FILE, APPLY_FILE, CHOOSE),
    routes=_routes,
    invariants=INVARIANTS,
    group="payout_files",
    trails=(Trail("payment-files", PREVIEW, ONE),),
)
