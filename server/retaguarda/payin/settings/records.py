"""The Record of a merchant's settings, in effect and with their history."""

from collections.abc import Mapping
from typing import Any, Literal, cast

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import Change
from retaguarda.foundation.money import BRL, Money, money_or_none
from retaguarda.foundation.percentage import percent
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.payin.settings.model import METHODS, ComparedSettings, MethodSettings, PayinSettings, SettingsChange

READ = Permission.GATEWAY_ALL
CHANGED = "payin:settings:set"
PATH = "/v1/payin/settings"
#: Changes in the record; the audit log has all of them.
MOST_CHANGES = 50

_OWN = ("minimum", "maximum", "expires_in", "valid_days", "percentage")
_OF_METHOD = ("accepted", "percentage", "fixed")


def subject_of(company: int) -> str:
    """Return the subject of the company's events."""
    return f"company:{company}"


async def load_settings(tx: Tx, company: int) -> PayinSettings:
    rows = await tx.all(_METHODS, {"company": company, "methods": list(METHODS)})
    row = await tx.one(_SETTINGS, {"company": company})
    assert row is not None
    own = {
        "minimum": row["own_minimum"],
        "maximum": row["own_maximum"],
        "expires_in": row["own_expires_in"],
        "valid_days": row["own_valid_days"],
        "percentage": row["own_basis_points"],
    }
    return PayinSettings(
        company_id=company,
        company_name=row["name"],
        version=row["version"],
        minimum=money_or_none(rows[0]["minimum"], BRL),
        maximum=money_or_none(rows[0]["maximum"], BRL),
        expires_in=rows[0]["expires_in"],
        valid_days=rows[0]["valid_days"],
        percentage=percent(row["basis_points"]),
        methods=[_method(each) for each in rows],
        own=[cast(Any, name) for name in _OWN if own[name] is not None],
        history=await _history(tx, company),
    )


_METHODS = """
select m.method, t.*, o.accepted as own_accepted, o.basis_points as own_percentage, o.fixed as own_fixed
  from unnest(%(methods)s::text[]) with ordinality m (method, place)
 cross join lateral payin_terms(%(company)s, m.method) t
  left join payin_method o on o.company_id = %(company)s and o.method = m.method
 order by m.place
"""
#: The percentage of methods that have none of their own.
_SETTINGS = """
select k.name, coalesce(o.version, 0) as version, payin_basis_points(k.id) as basis_points, o.minimum as own_minimum,
       l.amount as own_maximum, o.expires_in as own_expires_in, o.valid_days as own_valid_days,
       o.basis_points as own_basis_points
  from company k left join payin_setting o on o.company_id = k.id
  left join published.company_limit l on l.company_id = k.id and l.kind = 'charge'
 where k.id = %(company)s
"""


def _method(row: Row) -> MethodSettings:
    return MethodSettings(
        method=row["method"],
        accepted=row["accepted"],
        percentage=percent(row["basis_points"]),
        fixed=Money(row["fixed"], BRL),
        own=[cast(Literal["accepted"], name) for name in _OF_METHOD if row[f"own_{name}"] is not None],
    )


async def _history(tx: Tx, company: int) -> list[SettingsChange]:
    rows = await tx.all(
        "select at, actor, data from event where company_id = %(company)s and subject_id = %(subject)s and name = %(name)s"
        f" order by id desc limit {MOST_CHANGES}",
        {"company": company, "subject": subject_of(company), "name": CHANGED},
    )
    return [SettingsChange(row["at"], row["actor"], _changes(row["data"])) for row in rows]


def _changes(data: Mapping[str, Any]) -> list[Change]:
    return [
        msgspec.convert({"field": name, "before": data["before"][name], "after": value}, Change)
        for name, value in data["after"].items()
    ]


def compared(settings: PayinSettings) -> ComparedSettings:
    of_methods = {f"{each.method}_{name}": getattr(each, name) for each in settings.methods for name in _OF_METHOD}
    return ComparedSettings(**{name: getattr(settings, name) for name in _OWN}, **of_methods)


async def settings_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ComparedSettings:
    return compared(await load_settings(tx, principal.chosen()))


async def _load(tx: Tx, principal: Principal, company: int) -> PayinSettings | None:
    return await load_settings(tx, company) if principal.internal else None


SETTINGS_RECORD = Record(
    path=f"{PATH}/{{id:str}}",
    summary="The settings of a merchant's pay-in",
    permission=READ,
    scope=COMPANY,
    answers=PayinSettings,
    load=_load,
    key=number_of,
)
