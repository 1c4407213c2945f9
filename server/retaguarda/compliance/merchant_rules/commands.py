"""Commands on merchants' rules: ask for one of a merchant's own, decide one that is to be off, clear one."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import msgspec
import psycopg

from retaguarda.compliance.block_list.write_entry import end_of
from retaguarda.compliance.merchant_rules.model import (
    LONGEST_OFF,
    MerchantRule,
    MerchantRuleDecision,
    MerchantRuleInput,
)
from retaguarda.compliance.merchant_rules.queries import (
    find_own,
    own_for_update,
    own_of,
    own_subject,
    rules_in_force,
)
from retaguarda.compliance.merchant_rules.tables import MATRIX, SCOPE, WRITE
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.payin.rules.model import RuleGroup

_ONE = f"{MATRIX.path}/own/{{id:str}}"


async def _set(tx: Tx, principal: Principal, given: MerchantRuleInput, path: Mapping[str, str]) -> Done:
    if not await tx.value("select block_merchant_exists(%(id)s)", {"id": given.merchant}):
        raise invalid_field("merchant", "merchant_unknown", "there is no such merchant")
    rules = await rules_in_force(tx)
    group = next((each for each in (rules.groups if rules else []) if each.name == given.rule), None)
    if group is None:
        raise invalid_field("rule", "rule_unknown", "no rule in force has this name")
    _check(given, group)
    own, off = uuid7(), given.kind == "off"
    await tx.execute(_END, {"merchant": given.merchant, "rule": given.rule})
    await tx.execute("savepoint asking")
    try:
        await tx.execute(
            _INSERT,
            {
                "id": own,
                "merchant": given.merchant,
                "rule": given.rule,
                "kind": given.kind,
                "least": given.least_amount and given.least_amount.amount,
                "currency": given.least_amount.currency if given.least_amount else BRL,
                "reason": printable("reason", given.reason),
                "until": given.until and end_of(given.until),
                "status": "proposed" if off else "active",
                "by": principal.email,
                "person": principal.person_id,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint asking")
        raise ApiError(409, "merchant_rule_known", "this merchant has something of its own for this rule") from None
    found = await find_own(tx, own)
    assert found is not None
    return Done(str(own), own_of(found), {"name": given.rule, "merchant": given.merchant, "kind": given.kind})


def _check(given: MerchantRuleInput, group: RuleGroup) -> None:
    if given.kind == "off":
        if group.action == "share":
            raise invalid_field("kind", "rule_not_offable", "a rule that chooses a processor is not switched off")
        if given.until is None:
            raise invalid_field("until", "field_required", "a rule is off for a time only")
        if given.least_amount is not None:
            raise invalid_field("least_amount", "not_stricter", "a rule is off whatever the amount")
        if end_of(given.until) > datetime.now(UTC) + timedelta(days=LONGEST_OFF + 1):
            raise invalid_field("until", "day_too_far", f"at most {LONGEST_OFF} days ahead")
    elif group.action == "block" or group.action == given.kind:
        raise invalid_field("kind", "not_stricter", "a merchant's own rule is stricter than the rule it inherits")
    if given.until is not None and end_of(given.until) <= datetime.now(UTC):
        raise invalid_field("until", "day_in_past", "until is in the past")


async def _decide(tx: Tx, principal: Principal, given: MerchantRuleDecision, path: Mapping[str, str]) -> Done:
    row = await own_for_update(tx, path)
    if row.status != "proposed":
        raise ApiError(409, "merchant_rule_decided", f"this is {row.status}")
    if row.asked_by_id == principal.person_id:
        raise ApiError(409, "own_merchant_rule", "you asked for this; somebody else decides")
    await tx.execute(
        "update merchant_rule set status = %(status)s, decided_at = now(), decided_by = %(by)s, decided_by_id = %(person)s"
        " where id = %(id)s",
        {
            "id": row.id,
            "status": "active" if given.choice == "approve" else "rejected",
            "by": principal.email,
            "person": principal.person_id,
        },
    )
    printable("reason", given.reason)
    return await _done(tx, row)


async def _clear(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    """To inherit again: after a stricter rule that is looser, so somebody else than who asked for it decides."""
    row = await own_for_update(tx, path)
    if row.status != "active":
        raise ApiError(409, "merchant_rule_decided", f"this is {row.status}")
    if row.kind != "off" and row.asked_by_id == principal.person_id:
        raise ApiError(409, "own_merchant_rule", "you asked for this; somebody else decides")
    await tx.execute(
        "update merchant_rule set status = 'cleared', cleared_at = now(), cleared_by = %(by)s, cleared_by_id = %(person)s,"
        " clear_reason = %(reason)s where id = %(id)s",
        {
            "id": row.id,
            "by": principal.email,
            "person": principal.person_id,
            "reason": printable("reason", given.reason),
        },
    )
    return await _done(tx, row)


async def _done(tx: Tx, row: MerchantRule) -> Done:
    found = await find_own(tx, row.id)
    assert found is not None
    return Done(str(row.id), own_of(found), {"name": row.rule, "merchant": row.merchant_id, "kind": row.kind})


#: What was for a time that is over stands in the way of nothing.
_END = (
    "update merchant_rule set status = 'over' where merchant_id = %(merchant)s and rule = %(rule)s"
    " and status in ('proposed', 'active') and until <= now()"
)
_INSERT = """
    insert into merchant_rule (id, merchant_id, rule, kind, least_amount, currency, reason, until, status, asked_by, asked_by_id)
    values (%(id)s, %(merchant)s, %(rule)s, %(kind)s, %(least)s, %(currency)s, %(reason)s, %(until)s, %(status)s, %(by)s, %(person)s)
"""


def _on_own(action: str, summary: str, shape: type[msgspec.Struct], apply: object) -> Command:
    return Command(
        name=f"compliance:merchant_rule:{action}",
        method="POST",
        path=f"{_ONE}/{action}",
        summary=summary,
        permission=WRITE,
        scope=SCOPE,
        input=shape,
        answers=MerchantRule,
        apply=apply,  # pyright: ignore[reportArgumentType]
        keyed=False,
        subject=own_subject,
        approvable=True,
        shows=named_by("name"),
    )


COMMANDS = (
    Command(
        name="compliance:merchant_rule:set",
        method="POST",
        path=MATRIX.path,
        summary="Make a rule stricter for one merchant, or ask that it be off for a time",
        permission=WRITE,
        scope=SCOPE,
        input=MerchantRuleInput,
        answers=MerchantRule,
        apply=_set,
        status=201,
        approvable=True,
        shows=named_by("name"),
    ),
    _on_own("decide", "Decide whether a rule is off for a merchant", MerchantRuleDecision, _decide),
    _on_own("clear", "Let a merchant inherit a rule again", ReasonInput, _clear),
)
