"""Revises a due charge that is not paid. It changes once the provider agrees: somebody may be paying at this moment."""

from collections.abc import Mapping

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, FieldErrors
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean_or_none
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges import due_terms
from retaguarda.payin.charges.create_due_charge import check_due_date
from retaguarda.payin.charges.model import Charge, RevisionInput
from retaguarda.payin.charges.queries import charge_for_update, charge_of
from retaguarda.payin.charges.revision import Revision, revision_of
from retaguarda.payin.rows import ChargeRow
from retaguarda.payin.settings.charge_terms import refuse_outside_limits
from retaguarda.payin.splits.agree_split import check_amount, split_of


async def _apply(tx: Tx, principal: Principal, given: RevisionInput, path: Mapping[str, str]) -> Done:
    charge = await charge_for_update(tx, principal, path_id(path))
    _refuse(charge)
    wanted = with_changes(charge, given)
    if wanted == revision_of(charge):
        raise ApiError(400, "nothing_changes", "the charge is like that already")
    wrong = FieldErrors()
    with wrong.gathered():
        if wanted.due_date != charge.due_date:
            check_due_date(wanted.due_date)
    with wrong.gathered():
        due_terms.check(wanted.amount, wanted.terms, wanted.due_date)
    with wrong.gathered():
        if split := split_of(charge.split):
            check_amount(split, wanted.amount)
        if wanted.amount != charge.amount:
            await refuse_outside_limits(tx, charge.company_id, "due", wanted.amount)
    wrong.refuse()
    row = await fetch_one(
        tx,
        ChargeRow,
        "update charge set revising = %(revising)s::jsonb, revision_error = null"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        charge.with_columns(revising=json_text(wanted)),
    )
    assert row is not None
    return Done(str(charge.id), charge_of(row), {"before": charge.amount, "amount": wanted.amount})


def _refuse(charge: ChargeRow) -> None:
    if charge.kind != "due":
        raise ApiError(409, "no_due_date", "only a charge with a due date is revised; cancel this one and make another")
    if charge.status != "pending" or charge.cancel_requested_at is not None:
        raise ApiError(409, "charge_not_pending", f"a charge that is {charge.status} cannot be revised")
    if charge.revising is not None:
        raise ApiError(409, "revision_in_flight", "the provider has not answered to the revision before this one")


def with_changes(charge: ChargeRow, given: RevisionInput) -> Revision:
    """Return the charge's values with the given ones replaced."""
    now = revision_of(charge)
    return Revision(
        amount=given.amount.amount if given.amount else now.amount,
        due_date=given.due_date or now.due_date,
        valid_days=now.valid_days if given.valid_days is None else given.valid_days,
        terms=now.terms | due_terms.to_pix(given.terms or due_terms.Terms()),
        description=clean_or_none("description", given.description) or now.description,
    )


REVISE_CHARGE = Command(
    name="payin:charge:revise",
    method="POST",
    path="/v1/payin/charges/{id:str}/revise",
    summary="Change amount, due date or terms of a charge that is not paid",
    permission=Permission.PAYIN_CHARGE_WRITE,
    scope=MERCHANT,
    planned=True,
    input=RevisionInput,
    answers=Charge,
    apply=_apply,
)
