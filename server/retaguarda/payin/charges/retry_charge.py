"""Retries a failed charge: back to created under the same txid, or a new one for a line of a batch."""

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
from retaguarda.providers.pix.ids import new_txid


async def _apply(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    charge = await charge_for_update(tx, principal, path_id(path))
    if charge.status != "failed":
        raise ApiError(409, "charge_not_failed", f"a charge that is {charge.status} is not tried again")
    row = await fetch_one(
        tx,
        ChargeRow,
        "update charge set status = 'created', last_error = null, txid = %(txid)s"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        # The provider refuses every further try under the txid of a denied line.
        charge.with_columns(txid=new_txid() if charge.batch else charge.txid),
    )
    assert row is not None
    moved = {"from": "failed", "to": "created", "amount": charge.amount, "created_at": charge.created_at}
    return Done(str(charge.id), charge_of(row), moved)


RETRY_CHARGE = Command(
    name="payin:charge:retry",
    method="POST",
    path="/v1/payin/charges/{id:str}/retry",
    summary="Send a failed charge to the provider again",
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
