"""Approval policies: which Commands need approval, under which condition, and by whom."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.approvals.condition_facts import NAMES
from retaguarda.approvals.gate import POLICY_COMMANDS, has_other_approver
from retaguarda.approvals.model import Policy, PolicyInput, PolicyOptions, PolicyRules
from retaguarda.approvals.queries import OF_POLICY, policy_for_update, policy_of, rules_fields
from retaguarda.approvals.tables import POLICIES
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.conditions import Rule, RuleError
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import EARNED, Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import NEW, VISIBLE

#: Permissions that a policy can require of an approver.
_HOLDABLE = frozenset(str(permission) for permission in Permission if permission not in EARNED)


@dataclass(frozen=True, slots=True)
class Policies:
    """``approvable``: names of the Commands that a policy may cover."""

    approvable: frozenset[str]

    def commands(self) -> tuple[Command[PolicyInput], Command[PolicyInput], Command[Nothing]]:
        create, change, delete = POLICY_COMMANDS
        path = f"{POLICIES.path}/{{id:str}}"
        write = Permission.APPROVAL_POLICIES_WRITE
        return (
            Command(
                name=create,
                method="POST",
                path=POLICIES.path,
                summary="Make a policy",
                permission=write,
                scope=NEW,
                input=PolicyInput,
                answers=Policy,
                apply=self._create,
                status=201,
                approvable=True,
                shows=named_by("name"),
            ),
            Command(
                name=change,
                method="PUT",
                path=path,
                summary="Change a policy; what waits already goes by the policy of its time",
                permission=write,
                scope=OF_POLICY,
                input=PolicyInput,
                answers=Policy,
                apply=self._change,
                keyed=False,
                subject=_rules,
                approvable=True,
                shows=named_by("name"),
            ),
            Command(
                name=delete,
                method="DELETE",
                path=path,
                summary="Delete a policy",
                permission=write,
                scope=OF_POLICY,
                input=Nothing,
                answers=Policy,
                apply=_delete,
                keyed=False,
                subject=_rules,
                approvable=True,
                shows=named_by("name"),
            ),
        )

    def options_route(self, access: Access) -> Route:
        options = PolicyOptions(sorted(self.approvable), sorted(NAMES))

        async def handler(request: Request) -> Response:
            async with VISIBLE.over(access).open(request, Permission.APPROVAL_POLICIES_READ):
                return json_response(options)

        return Route(
            "GET",
            f"{POLICIES.path}/options",
            "What a policy can be made of",
            handler,
            permission=Permission.APPROVAL_POLICIES_READ,
            scope=VISIBLE,
            answers=PolicyOptions,
        )

    async def _create(self, tx: Tx, principal: Principal, given: PolicyInput, path: Mapping[str, str]) -> Done:
        values = await self._checked(tx, principal, given)
        row = await _write_row(
            tx,
            "insert into approval_policy (id, company_id, name, command, condition, permission, needed, distinct_teams,"
            " expires_days, emergency, active, alone, updated_by) values (%(id)s, %(company)s, %(name)s, %(command)s,"
            " %(condition)s, %(permission)s, %(needed)s, %(distinct_teams)s, %(expires_days)s, %(emergency)s, %(active)s,"
            " %(alone)s, %(by)s) returning *",
            values | {"id": uuid7()},
        )
        return Done(
            str(row["id"]), policy_of(row), {"name": row["name"], "after": rules_fields(row), "alone": row["alone"]}
        )

    async def _change(self, tx: Tx, principal: Principal, given: PolicyInput, path: Mapping[str, str]) -> Done:
        before = await policy_for_update(tx, principal, path_id(path))
        values = await self._checked(tx, principal, given)
        row = await _write_row(
            tx,
            "update approval_policy set name = %(name)s, command = %(command)s, condition = %(condition)s,"
            " permission = %(permission)s, needed = %(needed)s, distinct_teams = %(distinct_teams)s,"
            " expires_days = %(expires_days)s, emergency = %(emergency)s, active = %(active)s, alone = %(alone)s,"
            " version = version + 1, updated_at = now(), updated_by = %(by)s where id = %(id)s returning *",
            values | {"id": before["id"]},
        )
        data = {
            "name": row["name"],
            "before": rules_fields(before),
            "after": rules_fields(row),
            "alone": row["alone"],
        }
        return Done(str(row["id"]), policy_of(row), data)

    def check(self, given: PolicyInput) -> None:
        """Validate the input without the database.

        Raises:
            ApiError: 400 naming the field.
        """
        condition = given.condition.strip()
        if given.command not in self.approvable:
            raise invalid_field("command", "not_allowed", f"no policy is about {given.command[:100]!r}")
        for field, permission in (("permission", given.permission), ("emergency", given.emergency)):
            if permission is not None and permission not in _HOLDABLE:
                raise invalid_field(field, "not_allowed", f"{permission[:100]!r} is no permission of a role")
        if condition:
            try:
                Rule(condition, NAMES)
            except RuleError as error:
                raise invalid_field("condition", "condition_invalid", str(error)) from None

    async def _checked(self, tx: Tx, principal: Principal, given: PolicyInput) -> dict[str, object]:
        """Validate the input and return the columns.

        Raises:
            ApiError: 400 naming the field; 409 ``too_few_approvers`` for a policy nobody could satisfy.
        """
        name = given.name.strip()
        if not name or not name.isprintable():
            raise invalid_field("name", "invalid", "name has 1 to 80 printable characters")
        self.check(given)
        await _refuse_unsatisfiable(tx, principal, given)
        return msgspec.structs.asdict(given) | {
            "name": name,
            "condition": given.condition.strip(),
            "company": principal.chosen(),
            "by": principal.email,
            "alone": not await has_other_approver(tx, principal),
        }


async def _refuse_unsatisfiable(tx: Tx, principal: Principal, given: PolicyInput) -> None:
    """Refuse a policy that too few people could satisfy. The maker never approves their own request; with no spare
    approver, others must request."""
    approvers = await tx.value(
        "select count(*) from approval_deciders(%(company)s, '{}', 'infinity') d where permission_held(d, %(permission)s, 'infinity')",
        {"company": principal.chosen(), "permission": given.permission},
    )
    if given.active and approvers < given.needed:
        raise ApiError(
            409,
            "too_few_approvers",
            f"{approvers} could approve what needs {given.needed}: give more people {given.permission}",
        )


async def _delete(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await policy_for_update(tx, principal, path_id(path))
    await tx.execute("delete from approval_policy where id = %(id)s", row)
    return Done(str(row["id"]), policy_of(row), {"name": row["name"], "before": rules_fields(row)})


async def _rules(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PolicyRules | None:
    row = await tx.one(
        "select * from approval_policy where id = %(id)s and company_id = %(company)s",
        {"id": path_id(path), "company": principal.chosen()},
    )
    return None if row is None else PolicyRules(**rules_fields(row))


async def _write_row(tx: Tx, statement: str, values: Mapping[str, object]) -> Row:
    try:
        row = await tx.one(statement, dict(values))
    except UniqueViolation:
        raise ApiError(409, "name_taken", "a policy of this company has this name") from None
    assert row is not None
    return row
