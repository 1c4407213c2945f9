"""Reads what merchants have of their own, and the rules of charges in force."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.compliance.merchant_rules.model import MerchantRule
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payin.rules.model import RuleGroup

_OWN = (
    "select o.id, o.merchant_id, o.rule, o.kind,"
    " case when o.least_amount is not null then jsonb_build_object('amount', o.least_amount, 'currency', o.currency) end as least_amount,"
    " o.reason, o.until, case when o.status in ('proposed', 'active') and o.until <= now() then 'over' else o.status end as status, o.asked_at, o.asked_by, o.decided_at, o.decided_by, o.cleared_at, o.cleared_by, o.asked_by_id"
    " from merchant_rule o"
)


class MerchantRuleRow(MerchantRule):
    asked_by_id: UUID


class RulesInForce(msgspec.Struct):
    number: int
    name: str
    groups: list[RuleGroup]


def own_of(row: MerchantRuleRow) -> MerchantRule:
    return struct_of(MerchantRule, row)


async def rules_in_force(tx: Tx) -> RulesInForce | None:
    row = await tx.one("select number, name, groups from payin_rule_version where status = 'active'")
    return None if row is None else msgspec.convert(row, RulesInForce, strict=False)


async def own_rules(tx: Tx, merchant: int) -> list[MerchantRuleRow]:
    """All that a merchant ever had of its own, the newest first."""
    rows = await tx.all(
        f"{_OWN} where o.merchant_id = %(merchant)s order by o.asked_at desc limit 100", {"merchant": merchant}
    )
    return msgspec.convert(rows, list[MerchantRuleRow])


async def find_own(tx: Tx, own: UUID) -> MerchantRuleRow | None:
    row = await tx.one(f"{_OWN} where o.id = %(id)s", {"id": own})
    return None if row is None else msgspec.convert(row, MerchantRuleRow)


async def own_for_update(tx: Tx, path: Mapping[str, str]) -> MerchantRuleRow:
    """
    Raises:
        ApiError: 404.
    """
    row = await tx.one(f"{_OWN} where o.id = %(id)s for update", {"id": path_id(path)})
    if row is None:
        raise not_found("rule of a merchant")
    return msgspec.convert(row, MerchantRuleRow)


async def own_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> MerchantRule | None:
    """The one of the path, as a plan compares it; without times, which would make every plan differ."""
    row = await find_own(tx, path_id(path))
    return None if row is None else msgspec.structs.replace(own_of(row), decided_at=None, cleared_at=None)


async def of_own(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider, for staff; None for everybody else."""
    there = await tx.value(
        "select true from merchant_rule where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return PROVIDER if there and principal.internal else None
