"""Load the settings of a merchant's payouts: what holds, and its versions."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.percentage import percent
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_fields, struct_of
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY, resolve_rules
from retaguarda.payout_engine.write_rules import FeeStep, RulesVersion
from retaguarda.payouts.settings.model import (
    FeeTier,
    LimitsBacktest,
    PayoutLimitUse,
    PayoutRulesShown,
    PayoutSettings,
    PayoutSettingsVersion,
)

#: Versions that the page tells; the audit log has all changes.
MOST_VERSIONS = 50
_SUMS = ("fee", "most", "first_most", "day_most", "night_most", "payee_day_most", "fee_least", "fee_top")
#: Payees whose use is told, those nearest to a limit.
MOST_PAYEES = 3


class VersionRow(RulesVersion, kw_only=True, frozen=True):
    version: int
    valid_from: datetime
    created_at: datetime
    actor: str
    reverts: int | None
    backtest: LimitsBacktest | None


async def load_versions(tx: Tx, company: int) -> list[VersionRow]:
    """Return the newest versions of a merchant, the newest first."""
    rows = await tx.all(
        "select * from payout_setting_version where company_id = %(company)s order by version desc"
        f" limit {MOST_VERSIONS}",
        {"company": company},
    )
    return msgspec.convert(rows, list[VersionRow], strict=False)


def version_in_force(versions: list[VersionRow]) -> VersionRow | None:
    """Return the newest one whose time has come."""
    now = datetime.now(UTC)
    return next((each for each in versions if each.valid_from <= now), None)


def rules_of(row: VersionRow | None) -> RulesVersion:
    """Return what a version says, without what it is."""
    if row is None:
        return RulesVersion()
    return struct_of(RulesVersion, row)


async def load_settings(tx: Tx, company: int) -> PayoutSettings:
    versions = await load_versions(tx, company)
    active, rules = version_in_force(versions), await resolve_rules(tx, company)
    as_pix: bool = await tx.value("select payout_ted_may_be_pix(%(company)s)", {"company": company})
    name: str = await tx.value("select name from company where id = %(id)s", {"id": company})
    return PayoutSettings(
        company_id=company,
        company_name=name,
        version=versions[0].version if versions else 0,
        now=PayoutRulesShown(
            **_shown(
                msgspec.structs.asdict(rules) | {"fee_tiers": await _steps_of(tx, company), "ted_may_be_pix": as_pix}
            )
        ),
        own=PayoutRulesShown(**_shown(msgspec.structs.asdict(active))) if active else None,
        use=await _load_use(tx, company),
        versions=[_version(each, active) for each in versions],
    )


async def _steps_of(tx: Tx, company: int) -> list[FeeStep] | None:
    return msgspec.convert(await tx.value("select payout_fee_tiers(%(id)s)", {"id": company}), list[FeeStep] | None)


class _Use(msgspec.Struct):
    period: Literal["day", "night", "count", "payee", "payee_count"]
    payee: str | None
    used: int
    most: int


async def _load_use(tx: Tx, company: int) -> list[PayoutLimitUse]:
    rows = msgspec.convert(await tx.all(_USE, {"company": company, "most": MOST_PAYEES}), list[_Use])
    return [_shown_use(each) for each in rows]


def _shown_use(row: _Use) -> PayoutLimitUse:
    counts = row.period in ("count", "payee_count")
    return PayoutLimitUse(
        limit=row.period,
        payee=row.payee,
        used=None if counts else Money(row.used, PIX_CURRENCY),
        most=None if counts else Money(row.most, PIX_CURRENCY),
        used_count=row.used if counts else None,
        most_count=row.most if counts else None,
        percent=row.used * 100 // row.most,
    )


def _version(row: VersionRow, active: VersionRow | None) -> PayoutSettingsVersion:
    if active is not None and row.version == active.version:
        state = "active"
    elif row.valid_from > datetime.now(UTC) and (active is None or row.version > active.version):
        state = "scheduled"
    else:
        state = "past"
    return PayoutSettingsVersion(
        **_shown(msgspec.structs.asdict(row)),
        version=row.version,
        state=state,
        valid_from=row.valid_from,
        created_at=row.created_at,
        actor=row.actor,
        reverts=row.reverts,
        backtest=row.backtest,
    )


def _shown(values: Mapping[str, Any]) -> dict[str, Any]:
    sums = {name: None if values[name] is None else Money(values[name], PIX_CURRENCY) for name in _SUMS}
    rest = struct_fields(PayoutRulesShown, values, without=(*_SUMS, "fee_percent", "fee_tiers"))
    points: int | None = values.get("fee_points")
    share = None if points is None else percent(points)
    steps: list[FeeStep] = values.get("fee_tiers") or []
    tiers = [FeeTier(each.from_payment, Money(each.fee, PIX_CURRENCY), percent(each.points)) for each in steps]
    return rest | {"methods": list(values["methods"]), "fee_percent": share, "fee_tiers": tiers} | sums


async def settings_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayoutRulesShown:
    """Load the newest version, in force or still to come, for a plan to compare."""
    versions = await load_versions(tx, principal.chosen())
    newest = rules_of(versions[0] if versions else None)
    return PayoutRulesShown(**_shown(msgspec.structs.asdict(newest)))


#: A limit of all is told even where nothing was paid yet; of payees, those nearest to their limit.
_USE = """
    with now as (select * from payout_counts_on(%(company)s, now(), null)), used as (
      select l.period, u.payee, coalesce(u.used, 0) as used, l.most
        from now n
       cross join payout_limits_of(%(company)s) l
        left join payout_limit_use u on u.company_id = %(company)s and u.period = l.period
         and u.day = case when l.period = 'night' then n.night else n.day end
       where l.most is not null and (l.period <> 'night' or n.night is not null)
    ), ranked as (
      select *, row_number() over (partition by period order by used desc, payee) as place from used
       where period not like 'payee%%' or used > 0
    )
    select r.period, case when r.period like 'payee%%' then (
             select p.holder_name from payout p where p.company_id = %(company)s and p.document_hash = r.payee
              order by p.created_at desc limit 1) end as payee, r.used, r.most
      from ranked r where r.place <= case when r.period like 'payee%%' then %(most)s else 1 end
     order by array_position(array['day', 'night', 'count', 'payee', 'payee_count'], r.period), r.place
"""
