"""The QR code that a payer agrees with, as SVG."""

from retaguarda.foundation.call import Answer, Call, Door, Route
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.payin.qr import draw


def qr_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, Permission.PAYIN_PAYMENT_READ) as (tx, who):
            code = await tx.value(
                "select br_code from recurrence where id = %(id)s and company_id = any(%(seen)s)",
                {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
            )
        if not code:
            raise not_found("code")
        return Answer(draw(code), media_type="image/svg+xml")

    return Route(
        "GET",
        "/v1/payin/recurrences/{id:str}/qr.svg",
        "QR code of a recurrence (image/svg+xml)",
        handler,
        permission=Permission.PAYIN_PAYMENT_READ,
    )
