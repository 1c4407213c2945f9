"""Commands of staff on processors. They seal the credentials; a worker tests them, and nothing uses them before."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.processors.allowed_addresses import AllowedAddresses
from retaguarda.payin.processors.certificates import read_certificate
from retaguarda.payin.processors.connections import SEALED, webhook_secret
from retaguarda.payin.processors.model import CredentialsInput, Processor, ProcessorChange, ProcessorInput
from retaguarda.payin.processors.queries import load_processor, processor_for_update, processor_rules
from retaguarda.payin.processors.tables import PROCESSORS

WRITE = Permission.PAYIN_PROCESSORS_WRITE
_PATH = f"{PROCESSORS.path}/{{id:str}}"
#: Processors of the installation; each is polled every minute for payments.
MOST = 50


@dataclass(frozen=True, slots=True)
class Secrets:
    """The Commands whose input holds secrets: no policy stores it and no plan shows it."""

    keys: Keys
    reach: AllowedAddresses

    def commands(self) -> tuple[Command[Any], ...]:
        return (
            Command(
                name="payin:processor:create",
                method="POST",
                path=PROCESSORS.path,
                summary="Write a processor down; a worker tests it, and then it can be enabled",
                permission=WRITE,
                scope=HOUSE,
                input=ProcessorInput,
                answers=Processor,
                apply=self._create,
                status=201,
            ),
            Command(
                name="payin:processor:rotate",
                method="POST",
                path=f"{_PATH}/rotate",
                summary="Give a processor other credentials; those before hold until the new ones are tested",
                permission=WRITE,
                scope=HOUSE,
                input=CredentialsInput,
                answers=Processor,
                apply=self._rotate,
                subject=processor_rules,
            ),
        )

    async def _create(self, tx: Tx, principal: Principal, given: ProcessorInput, path: Mapping[str, str]) -> Done:
        name, new = _name(given.name), uuid7()
        sealed = await self._sealed(tx, given, new)
        await tx.execute("select pg_advisory_xact_lock(hashtext('pix_connection'))")
        if await tx.value("select count(*) from pix_connection") >= MOST:
            raise ApiError(409, "too_many_processors", f"there are at most {MOST} processors")
        try:
            await tx.execute(
                "insert into pix_connection (id, company_id, name, priority, base_url, token_url, client_id, client_secret, pix_key,"
                " webhook_secret, ready, enabled, believed, pending, pending_by, pending_at) values (%(id)s, %(company)s, %(name)s,"
                " %(priority)s, %(base)s, %(token)s, %(client)s, %(nothing)s, %(key)s, %(hash)s, false, false, false, %(pending)s, %(by)s, now())",
                {
                    "id": new,
                    "company": PROVIDER,
                    "name": name,
                    "priority": given.priority,
                    "base": given.base_url.rstrip("/"),
                    "token": given.token_url,
                    "client": given.client_id,
                    # Empty until the worker has tested the pending ones.
                    "nothing": self.keys.seal(SEALED, b""),
                    "key": given.pix_key,
                    "hash": hashlib.sha256((await webhook_secret(tx, self.keys, new)).encode()).digest(),
                    "pending": sealed,
                    "by": principal.email,
                },
            )
        except UniqueViolation as error:
            raise conflict_of(error) from None
        return Done(str(new), await load_processor(tx, new), {"name": name, "base_url": given.base_url})

    async def _rotate(self, tx: Tx, principal: Principal, given: CredentialsInput, path: Mapping[str, str]) -> Done:
        row = await processor_for_update(tx, path)
        sealed = await self._sealed(tx, given, row["id"])
        await tx.execute(
            "update pix_connection set pending = %(pending)s, pending_by = %(by)s, pending_at = now(), pending_error = null,"
            " version = version + 1 where id = %(id)s",
            {"id": row["id"], "pending": sealed, "by": principal.email},
        )
        return Done(
            str(row["id"]), await load_processor(tx, row["id"]), {"name": row["name"], "base_url": given.base_url}
        )

    async def _sealed(self, tx: Tx, given: CredentialsInput, processor: UUID) -> bytes:
        """Check the credentials and seal them.

        Raises:
            ApiError: 400 for an invalid field; 409 ``key_taken``.
        """
        for field in ("base_url", "token_url"):
            self.reach.check(field, getattr(given, field))
        for field in ("client_id", "client_secret", "pix_key"):
            if not getattr(given, field).isprintable() or not getattr(given, field).strip():
                raise invalid_field(field, "invalid", f"{field} has printable characters only")
        if (given.certificate is None) != (given.certificate_key is None):
            missing = "certificate" if given.certificate is None else "certificate_key"
            raise invalid_field(missing, "field_required", "a certificate and its key come together")
        if given.certificate and given.certificate_key:
            read_certificate(given.certificate, given.certificate_key)
        if await tx.value(
            "select exists (select 1 from pix_connection where base_url = %(base)s and pix_key = %(key)s and id <> %(id)s)",
            {"base": given.base_url.rstrip("/"), "key": given.pix_key, "id": processor},
        ):
            raise _KEY_TAKEN
        values = {name: getattr(given, name) for name in CredentialsInput.__struct_fields__}
        values["base_url"] = given.base_url.rstrip("/")
        return self.keys.seal(SEALED, msgspec.json.encode(values))


_KEY_TAKEN = ApiError(409, "key_taken", "another processor receives for this key at this address")


def conflict_of(error: UniqueViolation) -> ApiError:
    if error.diag.constraint_name == "pix_connection_key":
        return _KEY_TAKEN
    return ApiError(409, "name_taken", "a processor has this name")


def _name(text: str) -> str:
    name = text.strip()
    if not name or not name.isprintable():
        raise invalid_field("name", "invalid", "name has 1 to 100 printable characters")
    return name


async def _change(tx: Tx, principal: Principal, given: ProcessorChange, path: Mapping[str, str]) -> Done:
    row = await processor_for_update(tx, path)
    if row["version"] != given.version:
        raise ApiError(409, "changed_meanwhile", "somebody changed this processor since you saw it; look again")
    try:
        await tx.execute(
            "update pix_connection set name = %(name)s, priority = %(priority)s, version = version + 1 where id = %(id)s",
            {"id": row["id"], "name": _name(given.name), "priority": given.priority},
        )
    except UniqueViolation as error:
        raise conflict_of(error) from None
    return await _done(tx, row)


async def _enable(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await processor_for_update(tx, path)
    if not row["ready"]:
        raise ApiError(409, "processor_untested", "its credentials were never accepted; test them first")
    if row["enabled"]:
        raise ApiError(409, "processor_enabled", "this processor is enabled already")
    await tx.execute(_SET_ENABLED, {"id": row["id"], "enabled": True})
    return await _done(tx, row)


async def _disable(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Disable a processor: it gets no new charges, and its open ones continue."""
    row = await processor_for_update(tx, path)
    if not row["enabled"]:
        raise ApiError(409, "processor_disabled", "this processor is disabled already")
    await tx.execute(_SET_ENABLED, {"id": row["id"], "enabled": False})
    return await _done(tx, row)


#: The person who enables it approves its address.
_SET_ENABLED = (
    "update pix_connection set enabled = %(enabled)s, believed = believed or %(enabled)s, version = version + 1"
    " where id = %(id)s"
)


async def _test(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Ask a worker to test it; the response does not wait for the result."""
    row = await processor_for_update(tx, path)
    await tx.execute("update pix_connection set test_asked_at = clock_timestamp() where id = %(id)s", row)
    return await _done(tx, row)


async def _done(tx: Tx, row: Row) -> Done:
    return Done(str(row["id"]), await load_processor(tx, row["id"]), {"name": row["name"]})


async def _where(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: where its requests go, and the Pix key its charges are paid to."""
    processor: Processor = done.result
    return plan_summary(processor.name, {"base_url": processor.base_url, "pix_key": processor.pix_key})


def _on_processor(action: str, summary: str, shape: type[Any], apply: Any, *, approvable: bool) -> Command[Any]:
    return Command(
        name=f"payin:processor:{action}",
        method="POST",
        path=f"{_PATH}/{action}",
        summary=summary,
        permission=WRITE,
        scope=HOUSE,
        planned=True,
        input=shape,
        answers=Processor,
        apply=apply,
        keyed=False,
        subject=processor_rules,
        approvable=approvable,
        shows=_where,
    )


COMMANDS = (
    _on_processor("change", "Change a processor's name or priority", ProcessorChange, _change, approvable=True),
    _on_processor("enable", "Let a processor get new charges", Nothing, _enable, approvable=True),
    _on_processor("disable", "Let a processor get no new charges", Nothing, _disable, approvable=True),
    _on_processor("test", "Ask a processor whether it knows us", Nothing, _test, approvable=False),
)
