"""Static codes: QR codes that anybody pays, as often as they like."""

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.payin.static_codes.commands import CREATE_CODE, DISABLE_CODE
from retaguarda.payin.static_codes.queries import of_code
from retaguarda.payin.static_codes.records import CODE_RECORD
from retaguarda.payin.static_codes.tables import STATIC_CODES

ROOM = Room(
    name="payin.static_codes",
    tables=(STATIC_CODES,),
    records=(CODE_RECORD,),
    commands=(CREATE_CODE, DISABLE_CODE),
    trails=(Trail("static-codes", Permission.PAYIN_PAYMENT_READ, of_subject(of_code)),),
)
