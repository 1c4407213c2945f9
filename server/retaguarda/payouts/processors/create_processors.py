"""Write processors down that pay. Credentials are sealed; a worker tests them, and nothing uses them before."""

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
from retaguarda.payouts.processors.connections import SEALED
from retaguarda.payouts.processors.model import (
    FileProcessorInput,
    LotCredentialsInput,
    LotProcessorInput,
    PayoutProcessor,
    PayoutProcessorInput,
)
from retaguarda.payouts.processors.queries import load_processor, processor_rules
from retaguarda.payouts.processors.tables import PROCESSORS, SCOPE
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.provider_accounts.commands import KEY_TAKEN, ProcessorKind, conflict_of, name_of
from retaguarda.provider_accounts.credentials import Safe
from retaguarda.provider_accounts.model import CredentialsInput

WRITE = Permission.PAYOUT_PROCESSORS_WRITE
#: Processors of the installation.
MOST = 50


async def _check_key(tx: Tx, given: CredentialsInput | LotCredentialsInput, processor: UUID) -> None:
    """Raises 409 ``key_taken``, ``processor_by_file`` or ``processor_of_another_kind``."""
    adapter = await tx.value("select adapter from payout_processor where id = %(id)s", {"id": processor})
    if adapter == "cnab240":
        raise ApiError(409, "processor_by_file", "a processor that gets files has no credentials")
    if adapter is not None and (adapter == "lots") != isinstance(given, LotCredentialsInput):
        raise ApiError(409, "processor_of_another_kind", "a processor of this kind has other credentials")
    if isinstance(given, LotCredentialsInput):
        return
    if await tx.value(
        "select exists (select 1 from payout_processor where base_url = %(base)s and pix_key = %(key)s and id <> %(id)s)",
        {"base": given.base_url.rstrip("/"), "key": given.pix_key, "id": processor},
    ):
        raise KEY_TAKEN


KIND = ProcessorKind(
    table="payout_processor",
    name="payouts:processor",
    path=PROCESSORS.path,
    permission=WRITE,
    scope=SCOPE,
    answers=PayoutProcessor,
    load=load_processor,
    subject=processor_rules,
    check_key=_check_key,
    uses="get new orders",
)


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
                name="payouts:processor:create",
                method="POST",
                path=PROCESSORS.path,
                summary="Write a processor down that is called; a worker tests it, and then it can be enabled",
                permission=WRITE,
                scope=SCOPE,
                input=PayoutProcessorInput,
                answers=PayoutProcessor,
                apply=self._create,
                status=201,
            ),
            KIND.rotate(self._safe),
            Command(
                name="payouts:processor:create_lots",
                method="POST",
                path=f"{PROCESSORS.path}/lots",
                summary="Write a processor down that takes orders in lots by API; a worker tests it, and then it can be enabled",
                permission=WRITE,
                scope=SCOPE,
                input=LotProcessorInput,
                answers=PayoutProcessor,
                apply=self._create_lots,
                status=201,
            ),
            KIND.rotate(self._lots, action="rotate_lots", at="rotate/lots"),
        )

    @property
    def _lots(self) -> Safe:
        return Safe(self.keys, SEALED, self.reach, LotCredentialsInput)

    async def _create(self, tx: Tx, principal: Principal, given: PayoutProcessorInput, path: Mapping[str, str]) -> Done:
        new = uuid7()
        sealed = self._safe.seal_checked(given)
        await _check_key(tx, given, new)
        values: dict[str, Any] = {
            "adapter": "envio",
            "methods": ["pix"],
            "base_url": given.base_url.rstrip("/"),
            "token_url": given.token_url,
            "client_id": given.client_id,
            # Empty until the worker has tested the pending ones.
            "client_secret": self.keys.seal(SEALED, b""),
            "pix_key": given.pix_key,
            "pending": sealed,
            "pending_by": principal.email,
        }
        await insert_processor(tx, new, given, values)
        return Done(str(new), await load_processor(tx, new), {"name": given.name, "base_url": given.base_url})

    async def _create_lots(
        self, tx: Tx, principal: Principal, given: LotProcessorInput, path: Mapping[str, str]
    ) -> Done:
        new = uuid7()
        # Empty until the worker has tested the pending ones.
        empty = self.keys.seal(SEALED, b"")
        plain = ("token_url", "client_id", "branch", "number", "number_digit", "most_lines", "last_sequence")
        values: dict[str, Any] = {
            "adapter": "lots",
            "methods": sorted(set(given.methods)),
            "base_url": given.base_url.rstrip("/"),
            "client_secret": empty,
            "app_key": empty,
            "pending": self._lots.seal_checked(given),
            "pending_by": principal.email,
            **{name: getattr(given, name) for name in plain},
        }
        await insert_processor(tx, new, given, values)
        return Done(str(new), await load_processor(tx, new), {"name": given.name, "base_url": given.base_url})


async def insert_processor(
    tx: Tx, new: UUID, given: PayoutProcessorInput | FileProcessorInput | LotProcessorInput, values: Mapping[str, Any]
) -> None:
    """Insert a processor that is neither tested nor enabled.

    Raises:
        ApiError: 409 ``too_many_processors``, ``name_taken`` or ``key_taken``.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtext('payout_processor'))")
    if await tx.value("select count(*) from payout_processor") >= MOST:
        raise ApiError(409, "too_many_processors", f"there are at most {MOST} processors")
    columns = {
        "company_id": PROVIDER,
        "id": new,
        "name": name_of(given.name),
        "priority": given.priority,
        "ispb": given.ispb,
        **values,
    }
    names = ", ".join(columns)
    places = ", ".join(f"%({name})s" for name in columns)
    pending = "now()" if "pending" in values else "null"
    try:
        await tx.execute(f"insert into payout_processor ({names}, pending_at) values ({places}, {pending})", columns)
    except UniqueViolation as error:
        raise conflict_of(error) from None
