"""Change the settings of a merchant's payouts, or take over an earlier version. Of two people who edit at once, the second
gets a 409 and looks again."""

from collections.abc import Mapping
from functools import partial

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, forbidden, invalid_field, not_found
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.percentage import basis_points
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.write_rules import FeeStep, RulesVersion, write_change
from retaguarda.payouts.settings.model import (
    FeeTierInput,
    PayoutSettings,
    PayoutSettingsInput,
    PayoutSettingsValues,
    RevertInput,
)
from retaguarda.payouts.settings.queries import (
    VersionRow,
    load_settings,
    load_versions,
    rules_of,
    settings_subject,
    version_in_force,
)
from retaguarda.payouts.settings.try_limits import backtest_limits
from retaguarda.payouts.verify_factor import FACTOR_COMPANY

PATH = "/v1/payouts/settings"


async def _change(tx: Tx, principal: Principal, given: PayoutSettingsInput, path: Mapping[str, str]) -> Done:
    versions = await _locked(tx, principal, given.version)
    return await _write(tx, principal, versions, wanted_of(given))


def wanted_of(given: PayoutSettingsValues) -> RulesVersion:
    """What values ask for.

    Raises:
        ApiError: 400 naming the one that another contradicts.
    """
    wanted = RulesVersion(
        fee=given.fee and given.fee.amount,
        most=given.most and given.most.amount,
        first_most=given.first_most and given.first_most.amount,
        day_most=given.day_most and given.day_most.amount,
        night_most=given.night_most and given.night_most.amount,
        methods=tuple(name for name, on in (("pix", given.pix), ("ted", given.ted), ("slip", given.slip)) if on),
        cooling_off_hours=given.cooling_off_hours,
        queue=given.queue,
        queue_days=given.queue_days,
        queue_skips=given.queue_skips,
        hold_ends=given.hold_ends,
        duplicates=given.duplicates,
        external_id_needed=given.external_id_needed,
        allow_list=given.allow_list,
        day_count_most=given.day_count_most,
        payee_day_most=given.payee_day_most and given.payee_day_most.amount,
        payee_count_most=given.payee_count_most,
        fee_points=basis_points("fee_percent", given.fee_percent),
        fee_least=given.fee_least and given.fee_least.amount,
        fee_top=given.fee_top and given.fee_top.amount,
        fee_back=given.fee_back,
        fee_tiers=_steps(given.fee_tiers),
        ted_may_be_pix=given.ted_may_be_pix,
    )
    if wanted.most is not None and wanted.first_most is not None and wanted.first_most > wanted.most:
        raise invalid_field("first_most", "limits_crossed", "a first payment is at most as large as any payment")
    if wanted.fee_least is not None and wanted.fee_top is not None and wanted.fee_least > wanted.fee_top:
        raise invalid_field("fee_least", "limits_crossed", "the least fee is at most the highest")
    return wanted


def _steps(given: list[FeeTierInput]) -> list[FeeStep] | None:
    """
    Raises:
        ApiError: 400 ``fee_tiers``: two begin with the same payment.
    """
    found = sorted(
        FeeStep(each.from_payment, each.fee.amount, basis_points("fee_tiers", each.fee_percent) or 0) for each in given
    )
    if len({each.from_payment for each in found}) < len(found):
        raise invalid_field("fee_tiers", "tier_twice", "two steps begin with the same payment")
    return found or None


async def _revert(tx: Tx, principal: Principal, given: RevertInput, path: Mapping[str, str]) -> Done:
    versions = await _locked(tx, principal, given.version)
    found = next((each for each in versions if each.version == given.to), None)
    if found is None:
        raise not_found("version")
    return await _write(tx, principal, versions, rules_of(found), reverts=found.version)


async def _locked(tx: Tx, principal: Principal, version: int) -> list[VersionRow]:
    """Lock the company and return its versions.

    Raises:
        ApiError: 403 for everybody but staff with a second factor; 409 ``changed_meanwhile``.
    """
    if not principal.internal:
        raise forbidden(Permission.PAYOUT_SETTINGS_WRITE)
    principal.require(Permission.TWO_FACTOR)
    company = principal.chosen()
    await tx.execute("select from company where id = %(id)s for no key update", {"id": company})
    versions = await load_versions(tx, company)
    if (versions[0].version if versions else 0) != version:
        raise ApiError(409, "changed_meanwhile", "somebody changed these settings since you saw them; look again")
    return versions


async def _write(
    tx: Tx,
    principal: Principal,
    versions: list[VersionRow],
    wanted: RulesVersion,
    *,
    reverts: int | None = None,
) -> Done:
    company = principal.chosen()
    if wanted == rules_of(versions[0] if versions else None):
        raise ApiError(400, "settings_same", "the settings are like that already")
    now = rules_of(version_in_force(versions))
    # Kept with the version: what it would have done is what whoever wrote it could see.
    found = json_text(await backtest_limits(tx, company, wanted))
    await write_change(tx, company, now, wanted, actor=principal.email, reverts=reverts, backtest=found)
    after = await load_settings(tx, company)
    return Done(f"company:{company}", after, {"version": after.version} | ({"to": reverts} if reverts else {}))


_command = partial(
    Command,
    permission=Permission.PAYOUT_SETTINGS_WRITE,
    scope=FACTOR_COMPANY,
    planned=True,
    answers=PayoutSettings,
    keyed=False,
    approvable=True,
    subject=settings_subject,
)

CHANGE = _command(
    name="payouts:settings:change",
    method="PUT",
    path=f"{PATH}/{{id:str}}",
    summary="Change what a merchant may pay out: what is tighter holds at once, what is looser after 24 hours",
    input=PayoutSettingsInput,
    apply=_change,
)
REVERT = _command(
    name="payouts:settings:revert",
    method="POST",
    path=f"{PATH}/{{id:str}}/revert",
    summary="Take over the settings of an earlier version",
    input=RevertInput,
    apply=_revert,
)
