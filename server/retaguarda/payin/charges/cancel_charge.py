"""Cancels a charge. One that the provider knows is cancelled once the provider confirms: it may be paid at this moment."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.model import Charge
from retaguarda.payin.charges.queries import charge_for_update, charge_of, charge_subject
from retaguarda.payin.charges.tables import CHARGES
from retaguarda.payin.rows import ChargeRow


async def _apply(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    charge = await charge_for_update(tx, principal, path_id(path))
    if charge.status not in ("created", "pending"):
        raise ApiError(409, "charge_not_open", f"a charge that is {charge.status} cannot be cancelled")
    row = await fetch_one(
        tx,
        ChargeRow,
        "update charge set cancel_requested_at = coalesce(cancel_requested_at, now())"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        charge,
    )
    assert row is not None
    return Done(str(charge.id), charge_of(row))


CANCEL_CHARGE = Command(
    name="payin:charge:cancel",
    method="POST",
    path="/v1/payin/charges/{id:str}/cancel",
    summary="Cancel an unpaid charge",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Charge,
    apply=_apply,
    keyed=False,
    subject=charge_subject,
    bulk=CHARGES,
)
