"""Static codes: QR codes that anybody pays, as often as they like."""

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payin.charges.draw_qr_code import qr_routes
from retaguarda.payin.static_codes.commands import CREATE_CODE, DISABLE_CODE
from retaguarda.payin.static_codes.queries import of_code
from retaguarda.payin.static_codes.records import CODE_RECORD
from retaguarda.payin.static_codes.tables import STATIC_CODES


def _routes(services: Services) -> list[Route]:
    return qr_routes(services[Access], CODE_RECORD.path, "static_code", "a static code")


ROOM = Room(
    name="payin.static_codes",
    tables=(STATIC_CODES,),
    records=(CODE_RECORD,),
    commands=(CREATE_CODE, DISABLE_CODE),
    routes=_routes,
    trails=(Trail("static-codes", Permission.PAYIN_PAYMENT_READ, of_subject(of_code)),),
)
