"""Commands on PLD rules: write a version, decide about one, ask for its backtest."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import problems, rule_hash
from retaguarda.compliance.pld_rules.compare_silence import shows_silence
from retaguarda.compliance.pld_rules.condition_facts import FEATURE_HASH
from retaguarda.compliance.pld_rules.model import (
    Backtest,
    BacktestInput,
    RuleChange,
    RuleInput,
    RuleShape,
    VersionDecision,
    VersionRow,
)
from retaguarda.compliance.pld_rules.queries import (
    active_version,
    find_version,
    good_backtest,
    rule_shape,
    typologies,
    version_for_update,
    version_state,
)
from retaguarda.compliance.pld_rules.tables import BACKTESTS, RULES, WRITE
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.currencies import EXPONENT
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.rule_versions import WRITER_ADDED, refuse_other_revision, refuse_own, refuse_unless_in
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

#: What each choice asks of the state before, and the state after.
_MOVES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "approve": (("draft",), "approved"),
    "shadow": (("approved",), "shadow"),
    "activate": (("approved", "shadow"), "active"),
    "retire": (("approved", "shadow", "active"), "retired"),
    "discard": (("draft",), "discarded"),
}
_SETS: Mapping[str, str] = {
    "approve": ", approver = %(person)s, approved_by = %(by)s, approved_at = clock_timestamp()",
    "activate": ", activated_by = %(by)s, activated_at = clock_timestamp()",
    "retire": ", retired_at = clock_timestamp()",
}


async def _create(tx: Tx, principal: Principal, given: RuleInput, path: Mapping[str, str]) -> Done:
    values = _checked(given)
    # Numbers have no gaps: two writers wait for each other.
    await tx.execute("select pg_advisory_xact_lock(hashtext('pld_rule'))")
    rule = uuid7()
    await tx.execute(
        "insert into pld_rule (id, number, created_by) select %(id)s, coalesce(max(number), 0) + 1, %(by)s from pld_rule",
        {"id": rule, "by": principal.email},
    )
    return await _done(tx, await _insert(tx, principal, rule, values))


async def _change(tx: Tx, principal: Principal, given: RuleChange, path: Mapping[str, str]) -> Done:
    """Change the rule's draft, or write a new one; what was approved is never edited."""
    return await _write(tx, principal, given, path_id(path))


async def _replace(tx: Tx, principal: Principal, given: RuleChange, path: Mapping[str, str]) -> Done:
    if given.id is None:
        raise invalid_field("id", "field_required", "say which rule")
    return await _write(tx, principal, given, given.id)


async def _write(tx: Tx, principal: Principal, given: RuleChange, rule: UUID) -> Done:
    if await tx.one("select id from pld_rule where id = %(id)s", {"id": rule}) is None:
        raise not_found("rule")
    values = _checked(given)
    await tx.execute("select pg_advisory_xact_lock(hashtext('pld_rule'))")
    row = await tx.one(
        "select * from pld_rule_version where rule_id = %(id)s and status = 'draft' for update", {"id": rule}
    )
    if row is None:
        if given.revision is not None:
            raise ApiError(409, "changed_meanwhile", "the draft that you saw is none any more; look again")
        return await _done(tx, await _insert(tx, principal, rule, values))
    draft = msgspec.convert(row, VersionRow)
    refuse_other_revision(draft.revision, given.revision or 0)
    sets = ", ".join(f"{name} = %({name})s" for name in values)
    row = await tx.one(
        f"update pld_rule_version set {sets}, revision = revision + 1, updated_at = now(), written_by = %(by)s,"
        f" {WRITER_ADDED} where company_id = 1 and id = %(id)s returning *",
        values | {"id": draft.id, "person": principal.person_id, "by": principal.email},
    )
    return await _done(tx, msgspec.convert(row, VersionRow))


async def _insert(tx: Tx, principal: Principal, rule: UUID, values: Mapping[str, Any]) -> VersionRow:
    row = await tx.one(
        f"insert into pld_rule_version (id, rule_id, version, writers, written_by, {', '.join(values)})"
        " select %(id)s, %(rule)s, coalesce(max(version), 0) + 1, array[%(person)s]::uuid[], %(by)s,"
        f" {', '.join(f'%({name})s' for name in values)} from pld_rule_version where rule_id = %(rule)s returning *",
        {**values, "id": uuid7(), "rule": rule, "person": principal.person_id, "by": principal.email},
    )
    return msgspec.convert(row, VersionRow)


def _checked(given: RuleInput) -> dict[str, Any]:
    """Check a version's fields.

    Raises:
        ApiError: 400 with every invalid field, by its place.
    """
    wrong = problems(given.conditions)
    if wrong:
        named = {f"conditions[{place}]": ["condition_invalid"] for place, _ in wrong}
        raise ApiError(400, named, f"conditions[{wrong[0][0]}]: {wrong[0][1]}")
    unknown = [code for code in given.typologies if code not in typologies()]
    if unknown:
        raise invalid_field("typologies", "not_found", f"Carta Circular 4.001 has no code {unknown[0]} that we know")
    currency = given.currency or BRL
    if currency not in EXPONENT:
        raise invalid_field("currency", "currency_unknown", f"ISO 4217 knows no {currency}")
    conditions = [line.strip() for line in given.conditions]
    return {
        "name": printable("name", given.name),
        "description": given.description.strip() and printable("description", given.description),
        "rule_type": given.rule_type,
        "target": given.target,
        "severity": given.severity,
        "typologies": sorted(set(given.typologies)),
        "currency": currency,
        "conditions": conditions,
        "period_days": given.period_days,
        "hash": rule_hash(given.target, currency, conditions, given.period_days),
    }


async def _decide(tx: Tx, principal: Principal, given: VersionDecision, path: Mapping[str, str]) -> Done:
    version = await version_for_update(tx, path)
    states, to = _MOVES[given.choice]
    refuse_unless_in(version.version, version.status, *states)
    if given.choice == "approve":
        refuse_own(version.writers, principal)
    if given.choice == "retire" and version.status == "active" and given.reason is None:
        raise invalid_field("reason", "field_required", "say why nobody looks for this any more")
    if given.choice == "activate":
        if await good_backtest(tx, version) is None:
            raise ApiError(409, "backtest_missing", "run a backtest of exactly this version first")
        before = await active_version(tx, version.rule_id)
        if before is not None:
            await _move(tx, principal, before.id, "retired", _SETS["retire"])
    row = await _move(tx, principal, version.id, to, _SETS.get(given.choice, ""))
    return await _done(tx, row, choice=given.choice)


async def _move(tx: Tx, principal: Principal, version: UUID, to: str, sets: str) -> VersionRow:
    row = await tx.one(
        f"update pld_rule_version set status = %(to)s, updated_at = now(){sets} where company_id = 1 and id = %(id)s returning *",
        {"id": version, "to": to, "person": principal.person_id, "by": principal.email},
    )
    return msgspec.convert(row, VersionRow)


async def _done(tx: Tx, version: VersionRow, **told: str) -> Done:
    shape = await rule_shape(tx, version)
    name = f"PLD-{shape.number:02d} v{version.version} · {version.name}"
    return Done(str(version.rule_id), shape, {"name": name, "status": version.status, **told})


async def _backtest(tx: Tx, principal: Principal, given: BacktestInput, path: Mapping[str, str]) -> Done:
    version = await find_version(tx, given.version)
    if version is None:
        raise invalid_field("version", "not_found", "no such version")
    now: datetime = await tx.value("select now()")
    from_at, until_at = given.from_at or datetime(2000, 1, 1, tzinfo=UTC), given.until_at or now
    if from_at.tzinfo is None or until_at.tzinfo is None or not from_at < until_at <= now:
        raise invalid_field("until_at", "moment_invalid", "a period with its zone that ends by now")
    active = await active_version(tx, version.rule_id)
    await tx.execute("select pg_advisory_xact_lock(hashtext('pld_backtest'))")
    row = await tx.one(
        "insert into pld_backtest (id, number, rule_id, version_id, against_id, from_at, until_at, rule_hash, feature_hash, asked_by)"
        " select %(id)s, coalesce(max(number), 0) + 1, %(rule)s, %(version)s, %(against)s, %(from)s, %(until)s, %(hash)s,"
        " %(features)s, %(by)s from pld_backtest returning *",
        {
            "id": uuid7(),
            "rule": version.rule_id,
            "version": version.id,
            "against": active.id if active and active.id != version.id else None,
            "from": from_at,
            "until": until_at,
            "hash": version.hash,
            "features": FEATURE_HASH,
            "by": principal.email,
        },
    )
    asked = msgspec.convert(row, Backtest)
    return Done(str(asked.id), asked, {"name": f"BT-{asked.number:05d}", "version": version.version})


def _writes(action: str, method: Any, path: str, summary: str, takes: type[Any], apply: Any) -> Command[Any]:
    return Command(
        name=f"pld:rule:{action}",
        method=method,
        path=path,
        summary=summary,
        permission=WRITE,
        scope=HOUSE,
        input=takes,
        answers=RuleShape,
        apply=apply,
        status=201 if method == "POST" else 200,
        keyed=method == "POST",
    )


COMMANDS: tuple[Command[Any], ...] = (
    _writes("create", "POST", RULES.path, "Write a PLD rule; its first version is a draft", RuleInput, _create),
    _writes("change", "PUT", f"{RULES.path}/{{id:str}}", "Write a draft of a PLD rule", RuleChange, _change),
    _writes("replace", "PUT", RULES.path, "Write a draft of the PLD rule that the body names", RuleChange, _replace),
    Command(
        name="pld:version:decide",
        method="POST",
        path="/v1/pld-engine/versions/{id:str}/decide",
        summary="Approve, shadow, activate, retire or discard a version of a PLD rule",
        permission=WRITE,
        scope=HOUSE,
        input=VersionDecision,
        answers=RuleShape,
        apply=_decide,
        keyed=False,
        subject=version_state,
        approvable=True,
        shows=shows_silence,
    ),
    Command(
        name="pld:backtest:run",
        method="POST",
        path=BACKTESTS.path,
        summary="Ask a version of every movement of the past, exactly",
        permission=WRITE,
        scope=HOUSE,
        input=BacktestInput,
        answers=Backtest,
        apply=_backtest,
        status=201,
    ),
)
