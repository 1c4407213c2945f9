"""Commands of staff on processors that pay. They seal the credentials; a worker tests them, and nothing uses them before."""

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
    PayoutProcessorChange,
    PayoutProcessorInput,
)
from retaguarda.payouts.processors.queries import load_processor, processor_rules
from retaguarda.payouts.processors.tables import PROCESSORS, SCOPE
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.provider_accounts.commands import KEY_TAKEN, ProcessorKind, conflict_of, name_of, where_it_goes
from retaguarda.provider_accounts.credentials import Safe
from retaguarda.provider_accounts.model import CredentialsInput
from retaguarda.providers.bankfiles.layouts import payment_layout_of

WRITE = Permission.PAYOUT_PROCESSORS_WRITE
#: Processors of the installation.
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
        await _insert(tx, new, given, values)
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
            "methods": ["pix"],
            "base_url": given.base_url.rstrip("/"),
            "client_secret": empty,
            "app_key": empty,
            "pending": self._lots.seal_checked(given),
            "pending_by": principal.email,
            **{name: getattr(given, name) for name in plain},
        }
        await _insert(tx, new, given, values)
        return Done(str(new), await load_processor(tx, new), {"name": given.name, "base_url": given.base_url})


async def _insert(
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


async def _create_file(tx: Tx, principal: Principal, given: FileProcessorInput, path: Mapping[str, str]) -> Done:
    new = uuid7()
    if payment_layout_of(given.bank) is None:
        raise ApiError(400, {"bank": ["unknown_bank"]}, "this bank's payment files are not known here")
    plain = ("methods", "bank", "agreement", "holder_document", "holder_name")
    account = ("branch", "branch_digit", "number", "number_digit")
    values = {name: getattr(given, name) for name in (*plain, *account)}
    await _insert(tx, new, given, values | {"adapter": "cnab240", "ready": True})
    return Done(str(new), await load_processor(tx, new), {"name": given.name, "bank": given.bank})


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


async def _change(tx: Tx, principal: Principal, given: PayoutProcessorChange, path: Mapping[str, str]) -> Done:
    row = await KIND.locked(tx, path)
    if row["version"] != given.version:
        raise ApiError(409, "changed_meanwhile", "somebody changed this processor since you saw it; look again")
    try:
        await tx.execute(
            "update payout_processor set name = %(name)s, priority = %(priority)s, cut_off = %(cut_off)s::time, cost = %(cost)s,"
            " currency = %(currency)s, version = version + 1 where id = %(id)s",
            {
                "id": row["id"],
                "name": name_of(given.name),
                "priority": given.priority,
                "cut_off": given.cut_off,
                "cost": given.cost and given.cost.amount,
                "currency": given.cost and given.cost.currency,
            },
        )
    except UniqueViolation as error:
        raise conflict_of(error) from None
    return await KIND.done(tx, row)


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

COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="payouts:processor:create_file",
        method="POST",
        path=f"{PROCESSORS.path}/files",
        summary="Write a processor down that gets payment files, with the account that is debited",
        permission=WRITE,
        scope=SCOPE,
        input=FileProcessorInput,
        answers=PayoutProcessor,
        apply=_create_file,
        status=201,
    ),
    Command(
        name="payouts:processor:change",
        method="POST",
        path=f"{PROCESSORS.path}/{{id:str}}/change",
        summary="Change the name, priority, cut-off or cost of a processor that pays",
        permission=WRITE,
        scope=SCOPE,
        planned=True,
        input=PayoutProcessorChange,
        answers=PayoutProcessor,
        apply=_change,
        keyed=False,
        subject=processor_rules,
        approvable=True,
        shows=where_it_goes,
    ),
    *KIND.commands(),
)
