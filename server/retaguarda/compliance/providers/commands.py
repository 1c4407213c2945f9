"""Commands on providers of checks. A secret is sealed at once; a worker tests it; another person lets the provider be asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.errors import UniqueViolation

from retaguarda.compliance.providers.model import (
    CheckProvider,
    CheckProviderChange,
    CheckProviderDecision,
    CheckProviderInput,
    CheckProviderSecret,
    Status,
)
from retaguarda.compliance.providers.queries import load_provider, provider_for_update, provider_rules
from retaguarda.compliance.providers.tables import PROVIDERS, WRITE
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses

#: Purpose of the key that seals secrets and answers.
SEALED = "check_provider"
MOST = 100
_ONE = f"{PROVIDERS.path}/{{id:str}}"

#: Decision → states from which, and to which.
_DECISIONS: Mapping[str, tuple[tuple[str, ...], Status]] = {
    "activate": (("tested",), "active"),
    "pause": (("active",), "paused"),
    "resume": (("paused",), "active"),
    "retire": (("draft", "tested", "active", "paused"), "retired"),
}


@dataclass(frozen=True, slots=True)
class Secrets:
    """The Commands whose input holds a secret: no policy stores it and no plan shows it."""

    keys: Keys
    reach: AllowedAddresses

    def commands(self) -> tuple[Command[Any], ...]:
        return (
            Command(
                name="compliance:provider:create",
                method="POST",
                path=PROVIDERS.path,
                summary="Write a provider of checks down; a worker tests it, and another person lets it be asked",
                permission=WRITE,
                scope=HOUSE,
                input=CheckProviderInput,
                answers=CheckProvider,
                apply=self._create,
                status=201,
            ),
            Command(
                name="compliance:provider:rotate",
                method="POST",
                path=f"{_ONE}/rotate",
                summary="Give a provider of checks another address and secret: it is a draft again until it is tested and activated",
                permission=WRITE,
                scope=HOUSE,
                input=CheckProviderSecret,
                answers=CheckProvider,
                apply=self._rotate,
                keyed=False,
            ),
        )

    async def _create(self, tx: Tx, principal: Principal, given: CheckProviderInput, path: Mapping[str, str]) -> Done:
        self.reach.check("base_url", given.base_url)
        await tx.execute("select pg_advisory_xact_lock(hashtext('check_provider'))")
        if await tx.value("select count(*) from check_provider") >= MOST:
            raise ApiError(409, "too_many_providers", f"there are at most {MOST} providers of checks")
        new = uuid7()
        cost, currency = (given.cost.amount, given.cost.currency) if given.cost else (0, BRL)
        values = {
            "id": new,
            "name": printable("name", given.name),
            "port": given.port,
            "mode": given.mode,
            "url": given.base_url.rstrip("/"),
            "secret": self.keys.seal(SEALED, given.secret.encode()),
            "priority": given.priority,
            "quota": given.quota,
            "cost": cost,
            "currency": currency,
            "by": principal.email,
            "person": principal.person_id,
        }
        await _write(tx, _INSERT, values)
        return await _done(tx, new)

    async def _rotate(self, tx: Tx, principal: Principal, given: CheckProviderSecret, path: Mapping[str, str]) -> Done:
        row = await provider_for_update(tx, path)
        if row.status == "retired":
            raise _refused("retired")
        self.reach.check("base_url", given.base_url)
        await tx.execute(
            "update check_provider set base_url = %(url)s, secret = %(secret)s, status = 'draft', version = version + 1,"
            " written_by = %(by)s, written_by_id = %(person)s, activated_by = null, activated_by_id = null, tested_at = null,"
            " tested_ms = null, test_error = null, test_asked_at = now(), failures = 0, opened_at = null where id = %(id)s",
            {
                "id": row.id,
                "url": given.base_url.rstrip("/"),
                "secret": self.keys.seal(SEALED, given.secret.encode()),
                "by": principal.email,
                "person": principal.person_id,
            },
        )
        return await _done(tx, row.id)


async def _change(tx: Tx, principal: Principal, given: CheckProviderChange, path: Mapping[str, str]) -> Done:
    row = await provider_for_update(tx, path)
    if row.status == "retired":
        raise _refused("retired")
    if row.version != given.version:
        raise ApiError(409, "changed_meanwhile", "somebody changed this provider since you saw it; look again")
    cost, currency = (given.cost.amount, given.cost.currency) if given.cost else (0, row.currency)
    values = {
        "id": row.id,
        "name": printable("name", given.name),
        "priority": given.priority,
        "quota": given.quota,
        "cost": cost,
        "currency": currency,
    }
    await _write(tx, _UPDATE, values)
    return await _done(tx, row.id)


async def _test(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await provider_for_update(tx, path)
    if row.status == "retired":
        raise _refused("retired")
    await tx.execute("update check_provider set test_asked_at = now() where id = %(id)s", {"id": row.id})
    return await _done(tx, row.id)


async def _decide(tx: Tx, principal: Principal, given: CheckProviderDecision, path: Mapping[str, str]) -> Done:
    row = await provider_for_update(tx, path)
    before, after = _DECISIONS[given.decision]
    if row.status not in before:
        raise _refused(row.status)
    if given.decision == "activate" and row.written_by_id == principal.person_id:
        raise ApiError(409, "own_provider", "you wrote this provider down; somebody else activates it")
    await tx.execute(
        "update check_provider set status = %(status)s, status_reason = %(reason)s, version = version + 1,"
        " activated_by = case when %(activates)s then %(by)s else activated_by end,"
        " activated_by_id = case when %(activates)s then %(person)s else activated_by_id end where id = %(id)s",
        {
            "id": row.id,
            "status": after,
            "reason": printable("reason", given.reason),
            "activates": given.decision == "activate",
            "by": principal.email,
            "person": principal.person_id,
        },
    )
    return await _done(tx, row.id, decision=given.decision)


async def _write(tx: Tx, statement: str, values: Mapping[str, Any]) -> None:
    try:
        await tx.execute(statement, values)
    except UniqueViolation:
        raise ApiError(409, "name_taken", "another provider has this name") from None


async def _done(tx: Tx, provider: UUID, **data: Any) -> Done:
    found = await load_provider(tx, provider)
    return Done(str(provider), found, {"name": found.name, "port": found.port, **data})


def _refused(status: str) -> ApiError:
    return ApiError(409, "provider_not_so", f"this provider is {status}")


_INSERT = """
    insert into check_provider (id, name, port, mode, base_url, secret, priority, quota, cost, currency, written_by, written_by_id,
                                test_asked_at)
    values (%(id)s, %(name)s, %(port)s, %(mode)s, %(url)s, %(secret)s, %(priority)s, %(quota)s, %(cost)s, %(currency)s, %(by)s,
            %(person)s, now())
"""
_UPDATE = """
    update check_provider set name = %(name)s, priority = %(priority)s, quota = %(quota)s, cost = %(cost)s, currency = %(currency)s,
           version = version + 1
     where id = %(id)s
"""

COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="compliance:provider:change",
        method="POST",
        path=f"{_ONE}/change",
        summary="Change the name, order, quota or cost of a provider of checks",
        permission=WRITE,
        scope=HOUSE,
        input=CheckProviderChange,
        answers=CheckProvider,
        apply=_change,
        keyed=False,
        subject=provider_rules,
    ),
    Command(
        name="compliance:provider:test",
        method="POST",
        path=f"{_ONE}/test",
        summary="Ask a provider of checks about a test document",
        permission=WRITE,
        scope=HOUSE,
        input=Nothing,
        answers=CheckProvider,
        apply=_test,
        keyed=False,
    ),
    Command(
        name="compliance:provider:decide",
        method="POST",
        path=f"{_ONE}/decide",
        summary="Activate, pause, resume or retire a provider of checks; who wrote it down does not activate it",
        permission=WRITE,
        scope=HOUSE,
        input=CheckProviderDecision,
        answers=CheckProvider,
        apply=_decide,
        keyed=False,
        subject=provider_rules,
        approvable=True,
        shows=named_by("name"),
    ),
)
