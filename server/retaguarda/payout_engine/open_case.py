"""Open a case where the bank did what no payment explains: it paid after it had refused, paid twice, sent back what nothing
matches, or refused what evidence had said it paid. The money waits on the provider's suspense account, never on the merchant's, until
two persons settle the case.

Two kinds move nothing and are settled by two persons all the same: a key that is somebody else's when it is to be paid, and files of a
bank that were passed over.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payout_engine.postings import CaseMoney, post_case
from retaguarda.payout_engine.transitions import BANK

Kind = Literal["paid_after_failed", "paid_twice", "return_unmatched", "refused_after_paid", "owner_changed", "file_gap"]
Source = Literal["bank", "file", "directory"]
#: Kinds of cases without a journal: nothing of them is on suspense.
MOVES_NOTHING: frozenset[str] = frozenset({"owner_changed", "file_gap"})
OPENED = "payouts:case:opened"


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What the bank did. ``key`` makes it one case, however often the bank tells of it; ``reference``: its own id of the movement.

    Attributes:
        amount: minor units.
        at: when it happened, as the bank tells it; None: now.
    """

    kind: Kind
    key: str
    reference: str
    amount: int
    source: Source
    evidence: str
    order: UUID | None = None
    at: datetime | None = None


class PaidOrder(msgspec.Struct):
    """What a case says of the order that the bank carried out; ``amount`` in minor units. ``evidence_id``: of what ended it instead of
    the bank's answer."""

    id: UUID
    payout_id: UUID
    number: int
    state: str
    amount: int
    end_to_end_id: str | None
    evidence_id: UUID | None


class _Payout(msgspec.Struct):
    """What a case keeps of its payout's row; ``id``: None where it is of no payment."""

    id: UUID | None
    company_id: int
    currency: str


async def open_case(tx: Tx, payout: Row, found: Found) -> bool:
    """Book what the bank did to the suspense account and open its case. False: it is open or settled already.

    Args:
        payout: its row, locked by the caller.
    """
    return await _open(tx, struct_of(_Payout, payout), found, BANK) is not None


async def open_return_case(
    tx: Tx, company: int, currency: str, payout: UUID | None, found: Found, actor: str
) -> UUID | None:
    """Open the case of a return that a person read in a file, of a payment or of none that is known; return its id. None: it is
    open or settled already.

    Args:
        payout: locked by the caller.
    """
    return await _open(tx, _Payout(payout, company, currency), found, actor)


async def _open(tx: Tx, of: "_Payout", found: Found, actor: str) -> UUID | None:
    case = uuid7()
    values = {"company": of.company_id, "id": case, "payout": of.id, "currency": of.currency}
    if not await tx.execute(_INSERT, values | msgspec.structs.asdict(found)):
        return None
    if found.kind not in MOVES_NOTHING:
        money = CaseMoney(
            company=of.company_id,
            about=about_case(of.id, found.reference),
            amount=found.amount,
            currency=of.currency,
            incoming=is_incoming(found.kind),
        )
        await post_case(tx, money, found.key, found.at)
    payout = None if of.id is None else str(of.id)
    await record(
        tx,
        OPENED,
        company=of.company_id,
        subject=str(case),
        actor=actor,
        data={"kind": found.kind, "amount": found.amount, "payout_id": payout, "reference": found.reference},
    )
    return case


async def open_file_case(tx: Tx, house: int, currency: str, found: Found) -> UUID | None:
    """Open the case of a bank's files, which belong to no merchant; return its id. None: it is open or settled already."""
    return await _open(tx, _Payout(None, house, currency), found, BANK)


def about_case(payout: UUID | None, reference: str) -> str:
    """Return what the journals of a case refer to: its payout, or the bank's id of a return that is of none."""
    return reference if payout is None else str(payout)


def is_incoming(kind: str) -> bool:
    """Whether money came in, or never left; of the other kinds it left."""
    return kind in ("return_unmatched", "refused_after_paid")


def late(status: str, order: PaidOrder, source: Source, evidence: str, at: datetime | None) -> Found:
    """Return what is found when the bank carried out an order that it had refused.

    Args:
        status: of its payout; where another order paid that, it is the second time.
    """
    return Found(
        kind="paid_twice" if status == "done" else "paid_after_failed",
        key=f"late:{order.id}",
        reference=order.end_to_end_id or str(order.number),
        amount=order.amount,
        source=source,
        evidence=evidence[:500],
        order=order.id,
        at=at,
    )


def denied(order: PaidOrder, source: Source, evidence: str) -> Found:
    """Return what is found when the bank refused an order that evidence had said it carried out: the money never left."""
    return Found(
        kind="refused_after_paid",
        key=f"denied:{order.id}",
        reference=order.end_to_end_id or str(order.number),
        amount=order.amount,
        source=source,
        evidence=evidence[:500],
        order=order.id,
    )


_INSERT = """
    insert into payout_case (company_id, id, key, kind, payout_id, order_id, reference, amount, currency, source, evidence)
    values (%(company)s, %(id)s, %(key)s, %(kind)s, %(payout)s, %(order)s, %(reference)s, %(amount)s, %(currency)s, %(source)s,
            %(evidence)s)
    on conflict (company_id, key) do nothing
"""
