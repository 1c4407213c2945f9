"""Whose a lot is."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request


async def of_lot(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payout_lot where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
