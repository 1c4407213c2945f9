"""Write versions of a merchant's rules for payouts: what is tighter holds at once, what is looser after a day."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY

#: From a change until what it loosens holds (Resolução BCB 142/2021 asks for 24 to 48 hours).
LOOSER_AFTER = timedelta(hours=24)
#: For every merchant without a version of its own.
HOUSE = 1


class FeeStep(msgspec.Struct, frozen=True, order=True):
    """From the so many-th payment of a month on: the fixed part in minor units, and the share in hundredths of a percent."""

    from_payment: int
    fee: int
    points: int


class RulesVersion(msgspec.Struct, frozen=True, kw_only=True):
    """What one version says; sums in minor units, counts in payments. None: as for all, or no such limit."""

    fee: int | None = None
    most: int | None = None
    first_most: int | None = None
    day_most: int | None = None
    night_most: int | None = None
    methods: tuple[str, ...] = ("pix",)
    cooling_off_hours: int | None = None
    queue: bool = False
    queue_days: int = 30
    queue_skips: bool = True
    hold_ends: str = "refuse"
    duplicates: str = "warn"
    external_id_needed: bool = False
    allow_list: str = "off"
    day_count_most: int | None = None
    payee_day_most: int | None = None
    payee_count_most: int | None = None
    fee_points: int | None = None
    fee_least: int | None = None
    fee_top: int | None = None
    fee_back: bool = False
    fee_tiers: list[FeeStep] | None = None
    ted_may_be_pix: bool = False


#: The looser the further to the right.
_DUPLICATES, _HOLD_ENDS, _ALLOW_LIST = ("refuse", "warn", "off"), ("refuse", "release"), ("trusted", "warn", "off")
_LIMITS = ("most", "first_most", "day_most", "night_most", "day_count_most", "payee_day_most", "payee_count_most")


def tighter_of(now: RulesVersion, wanted: RulesVersion) -> RulesVersion:
    """Return what holds at once of a change: what it tightens, and what is neither tighter nor looser."""
    tight = {name: _least(getattr(now, name), getattr(wanted, name)) for name in _LIMITS}
    tight |= {
        "methods": tuple(each for each in now.methods if each in wanted.methods),
        "cooling_off_hours": _most(now.cooling_off_hours, wanted.cooling_off_hours),
        "hold_ends": min(now.hold_ends, wanted.hold_ends, key=_HOLD_ENDS.index),
        "duplicates": min(now.duplicates, wanted.duplicates, key=_DUPLICATES.index),
        "external_id_needed": now.external_id_needed or wanted.external_id_needed,
        "allow_list": min(now.allow_list, wanted.allow_list, key=_ALLOW_LIST.index),
    }
    return msgspec.structs.replace(wanted, **tight)


def _least(one: int | None, other: int | None) -> int | None:
    """None is no limit, the loosest."""
    return one if other is None else other if one is None else min(one, other)


def _most(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else max(one, other)


async def write_change(
    tx: Tx,
    company: int,
    now: RulesVersion,
    wanted: RulesVersion,
    *,
    actor: str,
    reverts: int | None = None,
    backtest: str | None = None,
) -> None:
    """Write what was wanted, in one version, or in two where a part of it holds only after a day. The caller has locked
    the company.

    Args:
        now: what holds at this moment.
        reverts: the version whose values are wanted.
        backtest: what was found of the wanted values, as JSON.
    """
    at: datetime = await tx.value("select now()")
    tight = tighter_of(now, wanted)
    versions = [(wanted, at)] if tight == wanted else [(wanted, at + LOOSER_AFTER)]
    if tight not in (wanted, now):
        versions.insert(0, (tight, at))
    if versions[-1][1] > at and len(versions) == 1:
        # What was to hold later is taken back by what holds now, so that only this change is still to come.
        versions.insert(0, (now, at))
    for each, valid_from in versions:
        found = backtest if each is wanted else None
        await write_version(tx, company, each, valid_from, actor=actor, reverts=reverts, backtest=found)


async def write_version(
    tx: Tx,
    company: int,
    version: RulesVersion,
    valid_from: datetime,
    *,
    actor: str,
    reverts: int | None = None,
    backtest: str | None = None,
) -> None:
    """Write one version, the next of its company."""
    values: dict[str, Any] = msgspec.structs.asdict(version) | {
        "methods": list(version.methods),
        "fee_tiers": json_text(version.fee_tiers) if version.fee_tiers else None,
    }
    more = {"company": company, "currency": PIX_CURRENCY, "from": valid_from, "actor": actor}
    await tx.execute(_INSERT, values | more | {"reverts": reverts, "backtest": backtest})


_INSERT = """
    insert into payout_setting_version (company_id, version, currency, fee, most, first_most, day_most, night_most, methods,
                                        cooling_off_hours, queue, queue_days, queue_skips, hold_ends, duplicates,
                                        external_id_needed, allow_list, day_count_most, payee_day_most, payee_count_most, fee_points, fee_least, fee_top, fee_back, fee_tiers, ted_may_be_pix, valid_from, actor, reverts, backtest)
    select %(company)s, 1 + coalesce(max(version), 0), %(currency)s, %(fee)s, %(most)s, %(first_most)s, %(day_most)s,
           %(night_most)s, %(methods)s, %(cooling_off_hours)s, %(queue)s, %(queue_days)s, %(queue_skips)s, %(hold_ends)s,
           %(duplicates)s, %(external_id_needed)s, %(allow_list)s, %(day_count_most)s, %(payee_day_most)s, %(payee_count_most)s,
           %(fee_points)s, %(fee_least)s, %(fee_top)s, %(fee_back)s, %(fee_tiers)s::jsonb, %(ted_may_be_pix)s,
           %(from)s, %(actor)s, %(reverts)s, %(backtest)s::jsonb
      from payout_setting_version where company_id = %(company)s
"""
