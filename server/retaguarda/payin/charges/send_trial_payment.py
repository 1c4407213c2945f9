"""Lets the sandbox bank pay a pending charge, in development alone: the test payment beside the list of charges."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.providers.trial_payer import TrialNotPaid, TrialPayer


class TrialPaid(msgspec.Struct):
    """The sandbox has paid; the notice of it comes as any other."""

    id: UUID


class _Coded(msgspec.Struct):
    status: str
    br_code: str | None


async def _code_of(tx: Tx, principal: Principal, charge: UUID) -> str:
    """
    Raises:
        ApiError: 404; 409 ``charge_not_pending`` also while the charge has no code yet.
    """
    found = await fetch_one(
        tx,
        _Coded,
        "select status, br_code from charge where id = %(id)s and company_id = any(%(seen)s)",
        {"id": charge, "seen": list(principal.companies)},
    )
    if found is None:
        raise not_found("charge")
    if found.status != "pending" or found.br_code is None:
        raise ApiError(409, "charge_not_pending", "only a charge that waits for its payer can be paid")
    return found.br_code


def trial_routes(access: Access, payer: TrialPayer) -> list[Route]:
    """None where no sandbox pays."""

    async def handler(request: Request) -> Response:
        charge = uuid_of(request.path_params["id"])
        async with MERCHANT.over(access).open(request, Permission.PAYIN_CHARGE_WRITE) as (tx, principal):
            code = await _code_of(tx, principal, charge)
        # Outside of the transaction: the sandbox tells us of the payment before it answers.
        try:
            await payer.pay(code)
        except TrialNotPaid as refused:
            raise ApiError(409, "trial_not_paid", str(refused)) from refused
        return json_response(TrialPaid(charge))

    if not payer.connected:
        return []
    return [
        Route(
            "POST",
            "/v1/payin/charges/{id:str}/trial-payment",
            "Let the sandbox bank pay a charge; in development alone",
            handler,
            permission=Permission.PAYIN_CHARGE_WRITE,
            scope=MERCHANT,
            answers=TrialPaid,
        )
    ]
