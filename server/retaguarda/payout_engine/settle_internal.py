"""Settle a payment to another of our merchants inside: no bank takes part, and one transaction books both sides."""

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.metrics import LEDGER_POSTS
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payout_engine.postings import void_payout
from retaguarda.payout_engine.transitions import PAYMENT_ORIGINS, move

#: The actor of events of what ends without a bank.
HOUSE = "retaguarda"

#: SQL: whether a row of payouts goes inside, for whoever looks at many: beside it stands ``house`` with our ispb and merchants' keys.
GOES_INSIDE = """
    (case when {row}.origin not in ('payout', 'batch', 'split') then false
          when {row}.kind = 'account' then {row}.ispb = house.ispb
          when {row}.kind = 'key' and {row}.pix_key = any(house.keys) then
            settles_inside({row}.company_id, {row}.kind, {row}.pix_key, {row}.ispb, {row}.branch, {row}.number, {row}.holder_document)
          else false end)
"""


class _Internal(msgspec.Struct):
    """What this reads of a row of ``payout``."""

    origin: str
    kind: str


class _Ended(msgspec.Struct):
    """``code``: why the receiver does not take it, for whoever pays: one code for all reasons. None: it is paid."""

    code: str | None


async def settles_inside(tx: Tx, row: Row) -> bool:
    """Whether a payment needs no bank.

    Args:
        row: of ``payout``.
    """
    asked = struct_of(_Internal, row)
    if asked.origin not in PAYMENT_ORIGINS or asked.kind == "slip":
        return False
    return await tx.value(_INSIDE, row)


async def settle_internal(tx: Tx, row: Row) -> None:
    """End a payment that settles_inside(): paid with both journals, or failed where its receiver takes nothing.

    Args:
        row: of ``payout``, pending, locked by the caller; nothing stops it (check_stops.py).
    """
    values = row | {"deposit": uuid7(), "out": uuid7(), "in": uuid7()}
    ended = msgspec.convert(await tx.one(_SETTLE, values), _Ended)
    now = await tx.value("select clock_timestamp()")
    if ended.code is not None:
        await move(tx, row, "failed", actor=HOUSE, ended_at=now, inside=True, fail_code=ended.code, last_error=None)
        await void_payout(tx, row)
        return
    LEDGER_POSTS.labels("payouts.payout").inc()
    LEDGER_POSTS.labels("deposit.credited").inc()
    await move(tx, row, "done", actor=HOUSE, ended_at=now, inside=True, last_error=None)


_INSIDE = "select settles_inside(%(company_id)s, %(kind)s, %(pix_key)s, %(ispb)s, %(branch)s, %(number)s, %(holder_document)s)"
_SETTLE = "select internal_settle(%(company_id)s, %(id)s, %(deposit)s, %(out)s, %(in)s) as code"
