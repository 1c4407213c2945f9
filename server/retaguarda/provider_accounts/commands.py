"""What staff do with a processor of either side: rotate its credentials, enable, drain and test it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal, RowScope
from retaguarda.provider_accounts.credentials import Safe
from retaguarda.provider_accounts.model import ClientInput


class Subject(Protocol):
    """Reads what a plan compares of a processor."""

    async def __call__(self, tx: Tx, principal: Principal, path: Mapping[str, str], /) -> msgspec.Struct | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessorKind:
    """The processors of one side of the house.

    Args:
        table: whose rows they are; its columns of credentials and tests are those of every such table.
        name: prefix of its Commands and events.
        path: of its list.
        answers: what its API tells of one; ``load`` reads it.
        check_key: refuses credentials of another kind, and a Pix key that another processor has.
        uses: what an enabled one does, as a sentence of the contract ends.
    """

    table: str
    name: str
    path: str
    permission: Permission
    scope: RowScope
    answers: type[Any]
    load: Callable[[Tx, UUID], Awaitable[Any]]
    subject: Subject
    check_key: Callable[[Tx, Any, UUID], Awaitable[None]]
    uses: str

    async def locked(self, tx: Tx, path: Mapping[str, str]) -> Row:
        """Return the processor's row, locked.

        Raises:
            ApiError: 404.
        """
        row = await tx.one(f"select * from {self.table} where id = %(id)s for update", {"id": path_id(path)})
        if row is None:
            raise not_found("processor")
        return row

    async def done(self, tx: Tx, row: Row) -> Done:
        return Done(str(row["id"]), await self.load(tx, row["id"]), {"name": row["name"]})

    def commands(self) -> tuple[Command[Any], ...]:
        """Those that need no secret."""
        return (
            self._command("enable", f"Let a processor {self.uses}", self._enable, approvable=True),
            self._command("disable", f"Let a processor no longer {self.uses}", self._disable, approvable=True),
            self._command("test", "Ask a processor whether it knows us", self._test, approvable=False),
        )

    def rotate(self, safe: Safe, *, action: str = "rotate", at: str = "rotate") -> Command[Any]:
        """Its input holds secrets: no policy stores it and no plan shows it."""

        async def rotate(tx: Tx, principal: Principal, given: ClientInput, path: Mapping[str, str]) -> Done:
            row = await self.locked(tx, path)
            sealed = safe.seal_checked(given)
            await self.check_key(tx, given, row["id"])
            await tx.execute(
                f"update {self.table} set pending = %(pending)s, pending_by = %(by)s, pending_at = now(), pending_error = null,"
                " version = version + 1 where id = %(id)s",
                {"id": row["id"], "pending": sealed, "by": principal.email},
            )
            data = {"name": row["name"], "base_url": given.base_url}
            return Done(str(row["id"]), await self.load(tx, row["id"]), data)

        return Command(
            name=f"{self.name}:{action}",
            method="POST",
            path=f"{self.path}/{{id:str}}/{at}",
            summary="Give a processor other credentials; those before hold until the new ones are tested",
            permission=self.permission,
            scope=self.scope,
            input=safe.shape,
            answers=self.answers,
            apply=rotate,
            subject=self.subject,
        )

    def _command(self, action: str, summary: str, apply: Any, *, approvable: bool) -> Command[Any]:
        return Command(
            name=f"{self.name}:{action}",
            method="POST",
            path=f"{self.path}/{{id:str}}/{action}",
            summary=summary,
            permission=self.permission,
            scope=self.scope,
            planned=True,
            input=Nothing,
            answers=self.answers,
            apply=apply,
            keyed=False,
            subject=self.subject,
            approvable=approvable,
            shows=where_it_goes,
        )

    async def _enable(self, tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
        row = await self.locked(tx, path)
        if not row["ready"]:
            raise ApiError(409, "processor_untested", "its credentials were never accepted; test them first")
        if row["enabled"]:
            raise ApiError(409, "processor_enabled", "this processor is enabled already")
        await self._set_enabled(tx, row, enabled=True)
        return await self.done(tx, row)

    async def _disable(self, tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
        """Disable a processor: it gets nothing new, and what it has continues."""
        row = await self.locked(tx, path)
        if not row["enabled"]:
            raise ApiError(409, "processor_disabled", "this processor is disabled already")
        await self._set_enabled(tx, row, enabled=False)
        return await self.done(tx, row)

    async def _set_enabled(self, tx: Tx, row: Row, *, enabled: bool) -> None:
        # The person who enables it approves its address.
        await tx.execute(
            f"update {self.table} set enabled = %(enabled)s, believed = believed or %(enabled)s, version = version + 1"
            " where id = %(id)s",
            {"id": row["id"], "enabled": enabled},
        )

    async def _test(self, tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
        """Ask a worker to test it; the response does not wait for the result."""
        row = await self.locked(tx, path)
        await tx.execute(f"update {self.table} set test_asked_at = clock_timestamp() where id = %(id)s", row)
        return await self.done(tx, row)


async def where_it_goes(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: where its requests go, and the Pix key of its account."""
    processor = done.result
    return plan_summary(processor.name, {"base_url": processor.base_url, "pix_key": processor.pix_key})


def name_of(text: str) -> str:
    name = text.strip()
    if not name or not name.isprintable():
        raise invalid_field("name", "invalid", "name has 1 to 100 printable characters")
    return name


KEY_TAKEN = ApiError(409, "key_taken", "another processor has this key at this address")


def conflict_of(error: UniqueViolation) -> ApiError:
    """Say what a unique index of processors refuses: the key at an address, else the name."""
    if (error.diag.constraint_name or "").endswith("_key"):
        return KEY_TAKEN
    return ApiError(409, "name_taken", "a processor has this name")
