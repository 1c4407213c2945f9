"""Moves a charge to the next processor when its own does not take it.

The next processor gets a second charge, so it matters what the first one has. It has nothing when we never reached it,
or it refused: then we try the next at once. When its response is missing it may have the charge: we repeat the same
request there once, and only then try the next; a row records what may be left there, and a job withdraws it. The payer
sees the code of the processor that took the charge, and can pay nothing else.
"""

from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Scope
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.charges import register_charge
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.payin.rows import ChargeRow
from retaguarda.providers.pix import PixClient, PixError, PixProblem

#: Leftover charges handled in one run.
BATCH = 100
#: HTTP statuses of a provider that rejected us, not the charge: our credentials, or our rate.
_REJECTED_UNREAD = (401, 403, 429)
#: Outcome when the processor that did not respond has the charge after all.
TAKEN = "taken"

_ADD_LEFTOVER = (
    "insert into charge_leftover as l (company_id, charge_id, connection_id) values (%(company_id)s, %(id)s, %(connection_id)s)"
    " on conflict (company_id, charge_id, connection_id) do update set done_at = null, outcome = null where l.done_at is not null"
)


def surely_left_nothing(error: PixError) -> bool:
    """Return whether this request surely left nothing at the provider."""
    return not error.reached or getattr(error, "status", None) in _REJECTED_UNREAD


class _LeftCharge(ChargeRow, frozen=True, kw_only=True):
    """A charge that may be left at a processor that it moved away from."""

    left_at: UUID


class _Next(msgspec.Struct):
    id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class FailOver:
    context: ProviderContext

    async def move(self, row: ChargeRow, error: PixError) -> bool:
        """Move a charge in status created to the next processor; return False where none is left or ``error`` does not
        allow it.
        """
        left_nothing = surely_left_nothing(error)
        if isinstance(error, PixProblem) and not left_nothing:
            # The provider refused the charge itself, so the next would refuse it too.
            return False
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            # This one may have the charge: the first time, repeat the same request here.
            if not left_nothing and await tx.execute(_ADD_LEFTOVER, row):
                return False
            found = await fetch_one(tx, _Next, "select * from pix_connection_after(%(company_id)s, %(id)s)", row)
            if found is None:
                # Every processor failed: the next round may start with any that surely has nothing.
                await tx.execute(
                    "update charge set tried = '{}' where company_id = %(company_id)s and id = %(id)s and tried <> '{}'",
                    row,
                )
                return False
            updated = await tx.execute(
                "update charge set connection_id = %(next)s, processor = %(name)s, tried = tried || connection_id, attempts = 0,"
                " last_error = null where company_id = %(company_id)s and id = %(id)s and status = 'created'"
                " and connection_id = %(connection_id)s",
                row.with_columns(next=found.id, name=found.name),
            )
            if updated:
                await record(
                    tx,
                    "payin:charge:rerouted",
                    company=row.company_id,
                    subject=str(row.id),
                    actor=ACTOR,
                    data={
                        "left": row.processor,
                        "processor": found.name,
                        "amount": row.amount,
                        "reason": str(error)[:500],
                    },
                )
        return updated > 0

    async def withdraw(self) -> None:
        """Withdraw charges left at a processor other than the one that took them. Safe to repeat."""
        async with self.context.database.transaction(SYSTEM) as tx:
            rows = await fetch_all(
                tx,
                _LeftCharge,
                "select c.*, l.connection_id as left_at from charge_leftover l join charge c on c.company_id = l.company_id"
                f" and c.id = l.charge_id where l.done_at is null and c.status <> 'created' order by l.created_at limit {BATCH}",
            )
        for row in rows:
            if row.left_at == row.connection_id:
                await self._store_outcome(row, TAKEN, None)
                continue
            try:
                client, _ = await self.context.recorded(row.left_at, row.company_id, row.id)
                outcome, error = await _withdraw(client, row), None
            except (PixError, TryAgain) as failure:
                outcome, error = None, str(failure)[:500]
            await self._store_outcome(row, outcome, error)

    async def _store_outcome(self, row: _LeftCharge, outcome: str | None, error: str | None) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            updated = await tx.execute(
                "update charge_leftover set outcome = %(outcome)s, last_error = %(error)s,"
                " done_at = case when %(outcome)s::text is not null then now() end"
                " where company_id = %(company_id)s and charge_id = %(id)s and connection_id = %(left_at)s and done_at is null",
                row.with_columns(outcome=outcome, error=error),
            )
            if updated and outcome not in (None, TAKEN):
                await record(
                    tx,
                    "payin:charge:left_behind",
                    company=row.company_id,
                    subject=str(row.id),
                    actor=ACTOR,
                    data={"outcome": outcome},
                )


async def _withdraw(client: PixClient, row: ChargeRow) -> str:
    """Withdraw the charge there and return the outcome: ``never_there``, or its status now.

    Raises:
        PixError: the outcome is not known yet.
    """
    try:
        found = await register_charge.get(client, row)
    except PixProblem as problem:
        if problem.not_found:
            return "never_there"
        raise
    if found.status == "ATIVA":
        found = await register_charge.withdraw(client, row)
    return found.status.lower()[:100]
