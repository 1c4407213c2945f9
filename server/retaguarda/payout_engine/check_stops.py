"""What stops money besides balance and limits: a contract that differs, a unit without budget, suspects, an allow-list."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present, struct_of

#: Why a payment is blocked until its destination is trusted, or the allow-list is off.
UNTRUSTED = "destination_untrusted"


class Stops(msgspec.Struct, frozen=True):
    """``contract``: the field of the merchant's contract that stops it; ``unit``: why its franchise unit is paid nothing; ``untrusted``:
    the merchant pays trusted destinations only, and this is none. ``stopped``: the rest of its batch was stopped."""

    contract: str | None
    unit: str | None
    suspect: bool
    untrusted: bool = False
    stopped: bool = False

    @property
    def block(self) -> str | None:
        """Return the reason of a block that ends by itself once its cause is gone."""
        if self.contract:
            return f"contract_{self.contract}"
        return self.unit or (UNTRUSTED if self.untrusted else None)


class _StopsOf(Stops, frozen=True, kw_only=True):
    """Of one of several payouts."""

    id: UUID


class _Destined(msgspec.Struct):
    """Where a row of ``payout`` goes."""

    company_id: int
    batch_id: UUID | None
    bank_account_id: UUID | None
    destination: bytes | None
    document_hash: bytes | None


@dataclass(frozen=True, slots=True)
class Leaving:
    """What is about to leave. ``amount``: minor units that no payout asks for yet."""

    company: int
    account: UUID | None = None
    amount: int = 0
    destination: bytes | None = None
    document_hash: bytes | None = None
    batch: UUID | None = None


async def stops_of(tx: Tx, leaving: Leaving) -> Stops:
    found = await fetch_one(
        tx,
        Stops,
        "select contract_stop(%(company)s) as contract, franchise_stop(%(company)s, %(account)s, %(amount)s) as unit,"
        " suspect_destination(%(destination)s, %(document)s) as suspect,"
        " payout_allow_list(%(company)s, %(destination)s, %(document)s) = 'trusted' as untrusted,"
        " payout_batch_stopped(%(company)s, %(batch)s) as stopped",
        {
            "company": leaving.company,
            "account": leaving.account,
            "amount": leaving.amount,
            "destination": leaving.destination,
            "document": leaving.document_hash,
            "batch": leaving.batch,
        },
    )
    return present(found)


async def stops_of_payout(tx: Tx, row: Row) -> Stops:
    """Return what stops a payout whose amount already counts as requested."""
    to = struct_of(_Destined, row)
    return await stops_of(
        tx,
        Leaving(
            to.company_id,
            to.bank_account_id,
            destination=to.destination,
            document_hash=to.document_hash,
            batch=to.batch_id,
        ),
    )


async def stops_of_payouts(tx: Tx, company: int, payouts: Sequence[UUID]) -> dict[UUID, Stops]:
    """As stops_of_payout(), of several payouts of a merchant that go to no stored bank account."""
    found = await fetch_all(tx, _StopsOf, _STOPS_OF_MANY, {"company": company, "payouts": list(payouts)})
    return {each.id: each for each in found}


async def refuse_stopped(tx: Tx, leaving: Leaving) -> None:
    """
    Raises:
        ApiError: 409 ``destination_suspect``, ``destination_untrusted``, ``contract_stops`` or what the unit lacks (``unit_…``).
    """
    stops = await stops_of(tx, leaving)
    if stops.suspect:
        raise ApiError(409, "destination_suspect", "nothing is paid to this destination")
    if stops.contract:
        raise ApiError(409, "contract_stops", f"{stops.contract} is not what the contract says: payouts are stopped")
    if stops.untrusted:
        raise ApiError(409, "destination_untrusted", "this merchant pays trusted destinations of its payee book only")
    if stops.unit:
        raise ApiError(409, stops.unit, "the franchise unit of this account is paid nothing")


_STOPS_OF_MANY = """
    select p.id, (select contract_stop(%(company)s)) as contract, franchise_stop(p.company_id, p.bank_account_id, 0) as unit,
           suspect_destination(p.destination, p.document_hash) as suspect,
           payout_allow_list(p.company_id, p.destination, p.document_hash) = 'trusted' as untrusted,
           payout_batch_stopped(p.company_id, p.batch_id) as stopped
      from payout p where p.company_id = %(company)s and p.id = any(%(payouts)s::uuid[])
"""
