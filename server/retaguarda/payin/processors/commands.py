"""Commands of staff on processors. They seal the credentials; a worker tests them, and nothing uses them before."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.errors import UniqueViolation

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.processors.connections import SEALED, webhook_secret
from retaguarda.payin.processors.model import Processor, ProcessorChange, ProcessorInput
from retaguarda.payin.processors.queries import load_processor, processor_rules
from retaguarda.payin.processors.tables import PROCESSORS
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.provider_accounts.commands import KEY_TAKEN, ProcessorKind, conflict_of, name_of, where_it_goes
from retaguarda.provider_accounts.credentials import Safe
from retaguarda.provider_accounts.model import CredentialsInput

WRITE = Permission.PAYIN_PROCESSORS_WRITE
#: Processors of the installation; each is polled every minute for payments.
MOST = 50


@dataclass(frozen=True, slots=True)
class Secrets:
    """The Commands whose input holds secrets: no policy stores it and no plan shows it."""

    keys: Keys
    reach: AllowedAddresses

    @property
    def _safe(self) -> Safe:
        return Safe(self.keys, SEALED, self.reach)

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
            KIND.rotate(self._safe),
        )

    async def _create(self, tx: Tx, principal: Principal, given: ProcessorInput, path: Mapping[str, str]) -> Done:
        name, new = name_of(given.name), uuid7()
        sealed = self._safe.seal_checked(given)
        await _check_key(tx, given, new)
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


async def _check_key(tx: Tx, given: CredentialsInput, processor: UUID) -> None:
    """Raises 409 ``key_taken``."""
    if await tx.value(
        "select exists (select 1 from pix_connection where base_url = %(base)s and pix_key = %(key)s and id <> %(id)s)",
        {"base": given.base_url.rstrip("/"), "key": given.pix_key, "id": processor},
    ):
        raise KEY_TAKEN


async def _change(tx: Tx, principal: Principal, given: ProcessorChange, path: Mapping[str, str]) -> Done:
    row = await KIND.locked(tx, path)
    if row["version"] != given.version:
        raise ApiError(409, "changed_meanwhile", "somebody changed this processor since you saw it; look again")
    try:
        await tx.execute(
            "update pix_connection set name = %(name)s, priority = %(priority)s, version = version + 1 where id = %(id)s",
            {"id": row["id"], "name": name_of(given.name), "priority": given.priority},
        )
    except UniqueViolation as error:
        raise conflict_of(error) from None
    return await KIND.done(tx, row)


KIND = ProcessorKind(
    table="pix_connection",
    name="payin:processor",
    path=PROCESSORS.path,
    permission=WRITE,
    scope=HOUSE,
    answers=Processor,
    load=load_processor,
    subject=processor_rules,
    check_key=_check_key,
    uses="get new charges",
)

COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="payin:processor:change",
        method="POST",
        path=f"{PROCESSORS.path}/{{id:str}}/change",
        summary="Change a processor's name or priority",
        permission=WRITE,
        scope=HOUSE,
        planned=True,
        input=ProcessorChange,
        answers=Processor,
        apply=_change,
        keyed=False,
        subject=processor_rules,
        approvable=True,
        shows=where_it_goes,
    ),
    *KIND.commands(),
)
