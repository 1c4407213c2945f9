"""Commands on rules: write a version, approve another person's, activate one; an older one too."""

from collections.abc import Mapping, Sequence
from typing import Any

from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.rule_versions import WRITER_ADDED, refuse_other_revision, refuse_own, refuse_unless_in
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.rules.evaluate_charge import problems
from retaguarda.payin.rules.model import RuleGroup, Rules, RulesChange, RulesInput
from retaguarda.payin.rules.queries import processors_of, rules_for_update, rules_of, rules_state
from retaguarda.payin.rules.tables import RULES

WRITE = Permission.PAYIN_RULE_WRITE


async def _create(tx: Tx, principal: Principal, given: RulesInput, path: Mapping[str, str]) -> Done:
    values = await _checked(tx, given.name, given.groups)
    # Version numbers have no gaps: two writers wait for each other.
    await tx.execute("select pg_advisory_xact_lock(hashtext('payin_rule_version'))")
    row = await tx.one(
        "insert into payin_rule_version (id, number, name, groups, writers, written_by)"
        " select %(id)s, coalesce(max(number), 0) + 1, %(name)s, %(groups)s::jsonb, array[%(person)s]::uuid[], %(by)s"
        " from payin_rule_version returning *",
        values | {"id": uuid7(), "person": principal.person_id, "by": principal.email},
    )
    assert row is not None
    return _done(row, principal)


async def _change(tx: Tx, principal: Principal, given: RulesChange, path: Mapping[str, str]) -> Done:
    before = await _in_state(tx, path, "draft")
    refuse_other_revision(before["revision"], given.revision)
    values = await _checked(tx, given.name, given.groups)
    row = await tx.one(
        "update payin_rule_version set name = %(name)s, groups = %(groups)s::jsonb, revision = revision + 1, updated_at = now(),"
        f" written_by = %(by)s, {WRITER_ADDED}"
        " where id = %(id)s returning *",
        values | {"id": before["id"], "person": principal.person_id, "by": principal.email},
    )
    assert row is not None
    return _done(row, principal)


async def _approve(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    before = await _in_state(tx, path, "draft")
    refuse_own(before["writers"], principal)
    row = await tx.one(
        "update payin_rule_version set status = 'approved', approver = %(person)s, approved_by = %(by)s, approved_at = now()"
        " where id = %(id)s returning *",
        {"id": before["id"], "person": principal.person_id, "by": principal.email},
    )
    assert row is not None
    return _done(row, principal)


async def _activate(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Activate a version; the one before retires and can be activated again."""
    await tx.execute("select pg_advisory_xact_lock(hashtext('payin_rule_version'))")
    before = await _in_state(tx, path, "approved", "retired")
    last = await tx.one("update payin_rule_version set status = 'retired' where status = 'active' returning number")
    row = await tx.one(
        "update payin_rule_version set status = 'active', activated_by = %(by)s, activated_at = now() where id = %(id)s returning *",
        {"id": before["id"], "by": principal.email},
    )
    assert row is not None
    return _done(row, principal, last=last["number"] if last else None)


async def _discard(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    before = await _in_state(tx, path, "draft")
    row = await tx.one(
        "update payin_rule_version set status = 'discarded', updated_at = now() where id = %(id)s returning *", before
    )
    assert row is not None
    return _done(row, principal)


async def _in_state(tx: Tx, path: Mapping[str, str], *states: str) -> Row:
    row = await rules_for_update(tx, path)
    refuse_unless_in(row["number"], row["status"], *states)
    return row


async def _checked(tx: Tx, name: str, groups: Sequence[RuleGroup]) -> dict[str, Any]:
    """Check name and groups.

    Raises:
        ApiError: 400 with every invalid field, by its place.
    """
    if not name.strip() or not name.isprintable():
        raise invalid_field("name", "invalid", "name has 1 to 80 printable characters")
    wrong = problems(groups, {each.id: each.usable for each in await processors_of(tx)})
    if wrong:
        named = dict[str, list[str]]()
        for each in wrong:
            named.setdefault(f"groups[{each.group}].{each.field}", []).append(each.key)
        raise ApiError(400, named, f"groups[{wrong[0].group}].{wrong[0].field}: {wrong[0].error}")
    return {"name": name.strip(), "groups": json_text(list(groups))}


def _done(row: Row, principal: Principal, **extra: Any) -> Done:
    data = {"number": row["number"], "name": f"{row['number']} · {row['name']}", "groups": len(row["groups"]), **extra}
    return Done(str(row["id"]), rules_of(row, principal), data)


def _on_rules(action: str, summary: str, apply: Any, *, shape: type[Any] = Nothing, approvable: bool) -> Command[Any]:
    return Command(
        name=f"payin:rules:{action}",
        method="POST",
        path=f"{RULES.path}/{{id:str}}/{action}",
        summary=summary,
        permission=WRITE,
        scope=HOUSE,
        planned=True,
        input=shape,
        answers=Rules,
        apply=apply,
        keyed=False,
        subject=rules_state,
        approvable=approvable,
        shows=named_by("name"),
    )


COMMANDS = (
    Command(
        name="payin:rules:create",
        method="POST",
        path=RULES.path,
        summary="Write a draft of rules",
        permission=WRITE,
        scope=HOUSE,
        planned=True,
        input=RulesInput,
        answers=Rules,
        apply=_create,
        status=201,
    ),
    _on_rules("change", "Change a draft of rules", _change, shape=RulesChange, approvable=False),
    _on_rules("approve", "Agree to rules that somebody else wrote", _approve, approvable=True),
    _on_rules("activate", "Put a version of the rules into force", _activate, approvable=True),
    _on_rules("discard", "Drop a draft of rules", _discard, approvable=False),
)
