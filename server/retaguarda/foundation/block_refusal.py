"""What a merchant hears when the block list refuses a payment, and what is kept of it (compliance/sql/block_list.sql).

The words are the same for every cause that must not be told, and for an ordinary review.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import psycopg

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, RecordedRefusal
from retaguarda.foundation.ids import uuid7

#: SQLSTATE of payout_bound().
BOUND = "RC001"
_WORDS: Mapping[str, str] = {
    "payment_refused_security": "this payment was refused for security",
    "account_restricted": "this account is restricted",
    "under_review": "this cannot be done now: it is under review",
}
_RECORD = """
    select block_refusal_write(%(id)s, %(flow)s, 'refuse', %(entry)s, %(company)s, null, %(name)s, %(document)s, %(amount)s,
                               %(currency)s, %(person)s)
"""


def under_review() -> ApiError:
    """The answer of an ordinary review: nothing is written, and no more is said."""
    return ApiError(409, "under_review", _WORDS["under_review"])


def refused_by(entry: UUID, code: str, flow: str, values: Mapping[str, Any]) -> RecordedRefusal:
    """
    Args:
        values: company, name, document, amount, currency and person of the payment that does not come to be.
    """
    return RecordedRefusal(409, code, _WORDS[code], _RECORD, {"id": uuid7(), "flow": flow, "entry": entry, **values})


class BoundPayer(NamedTuple):
    """The payer of a charge that does not come to be. ``amount`` in minor units."""

    company: int
    name: str | None
    document: str | None
    amount: int
    currency: str
    person: UUID | None


class _Verdict(msgspec.Struct):
    entry_id: UUID
    effect: str
    code: str


async def payer_refusal(tx: Tx, payer: BoundPayer) -> RecordedRefusal | None:
    """The refusal of a charge that the block list keeps from being written; None where nothing refuses it."""
    row = await tx.one(
        "select v.* from block_verdict_on(%(company)s, 'in', block_probes(%(document)s)) v", payer._asdict()
    )
    verdict = msgspec.convert(row, _Verdict) if row else None
    if verdict is None or verdict.effect != "refuse":
        return None
    return refused_by(verdict.entry_id, verdict.code, "charge", payer._asdict())


def bound_refusal(error: psycopg.DatabaseError, payout: Mapping[str, Any], person: UUID | None) -> Exception:
    """The refusal that the trigger of payouts raised; any other error as it is."""
    if error.sqlstate != BOUND:
        return error
    values = {
        "company": payout["company_id"],
        "name": payout["holder_name"],
        "document": payout["holder_document"],
        "amount": payout["amount"],
        "currency": payout["currency"],
        "person": person,
    }
    return refused_by(UUID(error.diag.message_detail), error.diag.message_primary or "", "payout", values)
