"""Sets a merchant's own settings. Of two people who edit at once, the second gets a 409 and looks again."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, forbidden, invalid_field
from retaguarda.foundation.money import BRL
from retaguarda.foundation.percentage import basis_points
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.payin.settings.model import METHODS, MethodInput, PayinSettings, PayinSettingsInput
from retaguarda.payin.settings.records import CHANGED, PATH, READ, compared, load_settings, settings_subject, subject_of


async def _apply(tx: Tx, principal: Principal, given: PayinSettingsInput, path: Mapping[str, str]) -> Done:
    if not principal.internal:
        raise forbidden(READ)
    company = principal.chosen()
    # Lock the company's row: it exists before any settings do.
    await tx.execute("select from company where id = %(id)s for no key update", {"id": company})
    before = await load_settings(tx, company)
    if before.version != given.version:
        raise ApiError(409, "changed_meanwhile", "somebody changed these settings since you saw them; look again")
    await _write(tx, principal, company, given)
    after = await load_settings(tx, company)
    if after.minimum and after.maximum and after.minimum.amount > after.maximum.amount:
        field = "minimum" if given.minimum else "maximum"
        raise invalid_field(field, "limits_crossed", "the least that a charge asks for is more than the most")
    if not any(each.accepted for each in after.methods):
        raise ApiError(400, "no_method", "at least one method is accepted; block the company instead")
    return Done(subject_of(company), after, _difference(before, after))


async def _write(tx: Tx, principal: Principal, company: int, given: PayinSettingsInput) -> None:
    key = {"company": company}
    await tx.execute(
        "insert into payin_setting (company_id, basis_points, minimum, currency, expires_in, valid_days, version)"
        " values (%(company)s, %(points)s, %(minimum)s, %(currency)s, %(expires_in)s, %(valid_days)s, 1) on conflict (company_id) do update"
        " set basis_points = excluded.basis_points, minimum = excluded.minimum, currency = excluded.currency, expires_in = excluded.expires_in,"
        " valid_days = excluded.valid_days, version = payin_setting.version + 1",
        key
        | {
            "points": basis_points("percentage", given.percentage),
            "minimum": given.minimum and given.minimum.amount,
            "currency": given.minimum.currency if given.minimum else BRL,
            "expires_in": given.expires_in,
            "valid_days": given.valid_days,
        },
    )
    await tx.execute(
        "select company_limit_set(%(company)s, 'charge', %(amount)s, %(currency)s, %(by)s)",
        key
        | {
            "amount": given.maximum and given.maximum.amount,
            "currency": given.maximum and given.maximum.currency,
            "by": principal.email,
        },
    )
    await tx.execute("delete from payin_method where company_id = %(company)s", key)
    for method in METHODS:
        await _write_method(tx, company, method, getattr(given, method))


async def _write_method(tx: Tx, company: int, method: str, given: MethodInput | None) -> None:
    if given is None or given == MethodInput():
        return
    await tx.execute(
        "insert into payin_method (company_id, method, accepted, basis_points, fixed, currency)"
        " values (%(company)s, %(method)s, %(accepted)s, %(points)s, %(fixed)s, %(currency)s)",
        {
            "company": company,
            "method": method,
            "accepted": None if given.accepted is None else given.accepted == "yes",
            "points": basis_points(f"{method}.percentage", given.percentage),
            "fixed": given.fixed and given.fixed.amount,
            "currency": given.fixed.currency if given.fixed else BRL,
        },
    )


def _difference(before: PayinSettings, after: PayinSettings) -> dict[str, Any]:
    """Return only the changed fields, for the history."""
    was, now = (msgspec.to_builtins(compared(each)) for each in (before, after))
    names = [name for name in now if was[name] != now[name]]
    return {"before": {name: was[name] for name in names}, "after": {name: now[name] for name in names}}


SET_SETTINGS = Command(
    name=CHANGED,
    method="PUT",
    path=f"{PATH}/{{id:str}}",
    summary="Set what a merchant's pay-in has of its own: methods, limits, fees and what is usual",
    permission=READ,
    scope=COMPANY,
    planned=True,
    input=PayinSettingsInput,
    answers=PayinSettings,
    apply=_apply,
    keyed=False,
    subject=settings_subject,
    approvable=True,
    # The maximum of a charge and the fee belong to the company, whichever page sets them.
    also=("companies:limit:set", "companies:fee:set"),
)
