"""Change a processor's limits, its tariffs, and the source of what it charges."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any
from uuid import UUID

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import Price
from retaguarda.foundation.percentage import Percentage, basis_points, percent
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.processors.create_processors import KIND, WRITE
from retaguarda.payouts.processors.model import (
    PayoutProcessor,
    ProcessorTariff,
)
from retaguarda.payouts.processors.queries import processor_rules
from retaguarda.payouts.processors.tables import PROCESSORS, SCOPE
from retaguarda.provider_accounts.commands import where_it_goes

#: A way to pay; which there are says the processor's own list.
Method = Annotated[str, msgspec.Meta(pattern="^[a-z_]{2,20}$")]


class ProcessorLimits(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a processor takes at most: of one payment, and in a day (Brasília) in money and in orders; null: no such limit. What the day has
    taken already counts. ``version``: of the processor the person saw."""

    payment_most: Price | None
    day_most: Price | None
    day_count_most: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] | None
    version: int


class TariffInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a processor charges for an order by a method, from a day on: a fixed part and a percentage of the amount. ``valid_from``: today or
    later (Brasília); what was carried out before keeps its cost. ``version``: of the processor the person saw."""

    method: Method
    fixed: Price
    percent: Percentage
    valid_from: date
    version: int


class StatementInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Where it is told what a processor charges. ``account``: the house account whose statement says so, and nothing is booked by the tariff;
    null: there is none, and the tariff is booked. ``version``: of the processor the person saw."""

    account: UUID | None
    version: int


class _Share(msgspec.Struct):
    points: int


async def load_tariffs(tx: Tx, processor: UUID) -> list[ProcessorTariff]:
    """Load the versions of what a processor charges, the newest of each method first."""
    rows = await tx.all(_TARIFFS, {"id": processor, "day": today(BRASILIA)})
    return [struct_of(ProcessorTariff, row, percent=percent(struct_of(_Share, row).points)) for row in rows]


async def _limit(tx: Tx, principal: Principal, given: ProcessorLimits, path: Mapping[str, str]) -> Done:
    row, seen = await _seen(tx, path, given.version)
    sums = [each.currency for each in (given.payment_most, given.day_most) if each is not None]
    limited = bool(sums) or given.day_count_most is not None
    await tx.execute(
        "update payout_processor set payment_most = %(payment)s, day_most = %(day)s, day_count_most = %(count)s,"
        " limits_currency = %(currency)s, version = version + 1 where id = %(id)s",
        {
            "id": seen.id,
            "payment": given.payment_most and given.payment_most.amount,
            "day": given.day_most and given.day_most.amount,
            "count": given.day_count_most,
            # A number of orders is counted beside their sum, in what payments are settled in.
            "currency": (sums or [PIX_CURRENCY])[0] if limited else None,
        },
    )
    return await KIND.done(tx, row)


async def _charge(tx: Tx, principal: Principal, given: TariffInput, path: Mapping[str, str]) -> Done:
    row, seen = await _seen(tx, path, given.version)
    if given.method not in seen.methods:
        raise invalid_field("method", "method_not_of_processor", "this processor does not pay by that method")
    if given.valid_from < today(BRASILIA):
        raise invalid_field("valid_from", "past_day", "a tariff is of today or of a later day")
    values = {
        "id": seen.id,
        "method": given.method,
        "fixed": given.fixed.amount,
        "points": basis_points("percent", given.percent),
        "currency": given.fixed.currency,
        "from": given.valid_from,
        "actor": principal.email,
    }
    await tx.execute(_INSERT, values)
    await tx.execute("update payout_processor set version = version + 1 where id = %(id)s", values)
    return await KIND.done(tx, row)


async def _tell_by(tx: Tx, principal: Principal, given: StatementInput, path: Mapping[str, str]) -> Done:
    row, seen = await _seen(tx, path, given.version)
    account = given.account
    if account and not await tx.value(
        "select exists (select from published.house_account where company_id = 1 and id = %(id)s)", {"id": account}
    ):
        raise not_found("house account")
    try:
        await tx.execute(
            "update payout_processor set statement_account_id = %(account)s, version = version + 1 where id = %(id)s",
            {"id": seen.id, "account": account},
        )
    except UniqueViolation as error:
        raise ApiError(409, "statement_taken", "this statement tells what another processor charges") from error
    return await KIND.done(tx, row)


class _Seen(msgspec.Struct):
    id: UUID
    version: int
    methods: list[str]


async def _seen(tx: Tx, path: Mapping[str, str], version: int) -> tuple[Row, _Seen]:
    """The processor's row, locked.

    Raises:
        ApiError: 404; 409 ``changed_meanwhile``.
    """
    row = await KIND.locked(tx, path)
    seen = struct_of(_Seen, row)
    if seen.version != version:
        raise ApiError(409, "changed_meanwhile", "somebody changed this processor since you saw it; look again")
    return row, seen


_INSERT = """
    insert into payout_tariff (processor_id, method, version, fixed, points, currency, valid_from, actor)
    select %(id)s, %(method)s, 1 + coalesce(max(version), 0), %(fixed)s, %(points)s, %(currency)s, %(from)s, %(actor)s
      from payout_tariff where processor_id = %(id)s and method = %(method)s
"""
_TARIFFS = """
    select t.method, t.version, t.fixed, t.points, t.currency, t.valid_from, t.actor,
           t.valid_from <= %(day)s and t.version = (
             select n.version from payout_tariff n
              where n.processor_id = t.processor_id and n.method = t.method and n.valid_from <= %(day)s
              order by n.valid_from desc, n.version desc limit 1) as in_force
      from payout_tariff t where t.processor_id = %(id)s order by t.method, t.version desc
"""


def _on_terms(action: str, summary: str, shape: type[Any], apply: Any) -> Command[Any]:
    return Command(
        name=f"payouts:processor:{action}",
        method="POST",
        path=f"{PROCESSORS.path}/{{id:str}}/{action}",
        summary=summary,
        permission=WRITE,
        scope=SCOPE,
        planned=True,
        input=shape,
        answers=PayoutProcessor,
        apply=apply,
        keyed=False,
        subject=processor_rules,
        approvable=True,
        shows=where_it_goes,
    )


TERMS = (
    _on_terms("limit", "Say what a processor takes at most of a payment and in a day", ProcessorLimits, _limit),
    _on_terms("charge", "Say what a processor charges by a method, from a day on", TariffInput, _charge),
    _on_terms("tell_cost", "Say whether a statement tells what a processor charges", StatementInput, _tell_by),
)
