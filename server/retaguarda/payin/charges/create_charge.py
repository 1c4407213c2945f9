"""Creates a charge in status created; a job registers it at the provider (readings 33)."""

from collections.abc import Mapping
from datetime import timedelta

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.charges import examples
from retaguarda.payin.charges.model import Charge, ChargeInput
from retaguarda.payin.charges.write_charge import write_charge


async def _apply(tx: Tx, principal: Principal, given: ChargeInput, path: Mapping[str, str]) -> Done:
    until = None if given.expires_in is None else timedelta(seconds=given.expires_in)
    return await write_charge(tx, principal, given, until=until, due=None)


CREATE_CHARGE = Command(
    name="payin:charge:create",
    method="POST",
    path="/v1/payin/charges",
    summary="Create a Pix charge",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=ChargeInput,
    answers=Charge,
    apply=_apply,
    status=201,
    example=examples.CHARGE,
)
