"""Rules of the upper rungs: one person writes a rule, another lets it work; a new version takes the place of the one before."""

from collections.abc import Mapping

import psycopg

from retaguarda.conciliation.matching.model import ConciliationRule, DecideMatchingRuleInput, MatchingRuleInput
from retaguarda.conciliation.matching.queries import RuleRow, find_rule, load_rule
from retaguarda.conciliation.statements.queries import find_account, refuse_maker
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable, printable_or_none

WRITE = Permission.CONCILIATION_BANK_STATEMENT_WRITE


_INSERT = """
    insert into conciliation_rule (id, account_id, rung, name, version, replaces, position, currency, tolerance, days, pattern, shape,
      expected, cause, created_by)
    values (%(id)s, %(account)s, %(rung)s, %(name)s, %(version)s, %(replaces)s, %(position)s, %(currency)s, %(tolerance)s, %(days)s,
      %(pattern)s, %(shape)s, %(expected)s, %(cause)s, %(by)s)
"""


async def _write(tx: Tx, principal: Principal, given: MatchingRuleInput, path: Mapping[str, str]) -> Done:
    account = await find_account(tx, given.account)
    if account is None or account.state != "open":
        raise invalid_field("account", "not_found", "no such house account is open")
    before = await _before(tx, given)
    learned = given.rung == "learned"
    if learned and (not given.shape or not given.expected):
        raise invalid_field("shape", "field_required", "what is learned is a text and what it stands for")
    if learned and given.tolerance:
        raise invalid_field("tolerance", "out_of_range", "what is learned has the same amount")
    if not learned and given.cause is None:
        raise invalid_field("cause", "field_required", "say what a difference is")
    pattern = printable_or_none("pattern", given.pattern)
    if pattern is not None and not await _is_pattern(tx, pattern):
        raise invalid_field("pattern", "field_invalid", "this is no regular expression")
    rule = uuid7()
    await tx.execute(
        _INSERT,
        {
            "id": rule,
            "account": account.id,
            "rung": 8 if learned else 7,
            "name": printable("name", given.name),
            "version": 1 if before is None else before.version + 1,
            "replaces": given.replaces,
            "position": given.position,
            "currency": account.currency,
            "tolerance": given.tolerance,
            "days": given.days,
            "pattern": pattern,
            "shape": printable_or_none("shape", given.shape) if learned else None,
            "expected": printable_or_none("expected", given.expected),
            "cause": None if learned else given.cause,
            "by": principal.email,
        },
    )
    made = await load_rule(tx, rule)
    return Done(str(rule), made, {"name": made.name, "version": made.version})


async def _before(tx: Tx, given: MatchingRuleInput) -> RuleRow | None:
    if given.replaces is None:
        return None
    before = await find_rule(tx, given.replaces)
    if before is None or before.account_id != given.account or before.state == "retired":
        raise invalid_field("replaces", "not_found", "no such rule of this account is at work")
    return before


async def _is_pattern(tx: Tx, pattern: str) -> bool:
    await tx.execute("savepoint reading")
    try:
        await tx.value("select '' ~ %(pattern)s", {"pattern": pattern})
    except psycopg.errors.InvalidRegularExpression:
        await tx.execute("rollback to savepoint reading")
        return False
    return True


_AFTER = {"shadow": "shadow", "live": "live", "retire": "retired"}
_FROM = {"shadow": ("draft",), "live": ("draft", "shadow"), "retire": ("draft", "shadow", "live")}
_DECIDE = """
    update conciliation_rule set state = %(state)s, decided_at = clock_timestamp(), decided_by = %(by)s
     where company_id = 1 and id = %(id)s
"""


async def _decide(tx: Tx, principal: Principal, given: DecideMatchingRuleInput, path: Mapping[str, str]) -> Done:
    rule = await find_rule(tx, path_id(path), " for no key update of r")
    if rule is None:
        raise not_found("rule")
    if rule.state not in _FROM[given.choice]:
        raise ApiError(409, "rule_not_so", f"rule {rule.name} is {rule.state}")
    if given.choice == "live":
        await refuse_maker(tx, principal, "conciliation_rule", rule.id)
        if rule.replaces is not None:
            before = await find_rule(tx, rule.replaces)
            if before is not None and before.state != "retired":
                await tx.execute(_DECIDE, {"state": "retired", "by": principal.email, "id": before.id})
    await tx.execute("savepoint deciding")
    try:
        await tx.execute(_DECIDE, {"state": _AFTER[given.choice], "by": principal.email, "id": rule.id})
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint deciding")
        raise ApiError(409, "rule_position_taken", "another live rule of this account has this place") from None
    after = await load_rule(tx, rule.id)
    return Done(str(rule.id), after, {"name": rule.name, "from": rule.state, "to": after.state})


WRITE_RULE: Command[MatchingRuleInput] = Command(
    name="conciliation:rule:write",
    method="POST",
    path="/v1/conciliation/rules",
    summary="Write a rule of matching, or the next version of one; it does nothing before somebody else lets it work",
    permission=WRITE,
    scope=HOUSE,
    input=MatchingRuleInput,
    answers=ConciliationRule,
    apply=_write,
    status=201,
)
DECIDE_RULE: Command[DecideMatchingRuleInput] = Command(
    name="conciliation:rule:decide",
    method="POST",
    path="/v1/conciliation/rules/{id:str}/decide",
    summary="Watch a rule, let it work, or retire it",
    permission=WRITE,
    scope=HOUSE,
    input=DecideMatchingRuleInput,
    answers=ConciliationRule,
    apply=_decide,
    keyed=False,
)
