"""Creates a charge with a due date (cobv) and the terms of paying before and after it."""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import FieldErrors, invalid_field
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.payin.charges import due_terms, examples
from retaguarda.payin.charges.model import Charge, DueChargeInput
from retaguarda.payin.charges.write_charge import address_of, write_charge
from retaguarda.payin.settings.charge_terms import refuse_outside_limits, valid_days_or_default
from retaguarda.providers.pix.due import day_of, payable_until

#: The last valid date (specification 5).
FURTHEST = date(2099, 12, 31)


async def _apply(tx: Tx, principal: Principal, given: DueChargeInput, path: Mapping[str, str]) -> Done:
    found = due_terms.to_pix(given.terms or due_terms.Terms())
    wrong = FieldErrors()
    with wrong.gathered():
        check_due_date(given.due_date)
    with wrong.gathered():
        due_terms.check(given.amount.amount, found, given.due_date)
    if wrong:
        # The statement that writes a charge checks its amount; one that is not written is told of both.
        with wrong.gathered():
            await refuse_outside_limits(tx, principal.chosen(), "due", given.amount.amount)
    wrong.refuse()
    days = await valid_days_or_default(tx, principal.chosen(), given.valid_days)
    due = {
        "due_date": given.due_date,
        "valid_days": days,
        "terms": json_text(found),
        "payer_address": address_of(given.payer),
    }
    return await write_charge(tx, principal, given, until=payable_until(given.due_date, days), due=due)


def check_due_date(due_date: date) -> None:
    """Refuse a due date that is past or too far away.

    Raises:
        ApiError: 400.
    """
    if not day_of(datetime.now(UTC)) <= due_date <= FURTHEST:
        raise invalid_field("due_date", "out_of_range", f"due_date is a day from today (in Brasília) to {FURTHEST}")


CREATE_DUE_CHARGE = Command(
    name="payin:charge:create_due",
    method="POST",
    path="/v1/payin/due-charges",
    summary="Create a Pix charge with a due date",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=DueChargeInput,
    answers=Charge,
    apply=_apply,
    status=201,
    example=examples.DUE_CHARGE,
)
