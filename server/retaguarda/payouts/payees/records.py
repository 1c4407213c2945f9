"""One payee: its fields beside what the directory says, its destinations, and what happened."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.account.withdrawals.request_withdrawal import load_terms
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.payouts.payees.confirm_payee import lookups_left
from retaguarda.payouts.payees.model import DIRECTORY, ComparedField, PayeeDestination, PayeeRecord
from retaguarda.payouts.payees.queries import DestinationRow, PayeeRow, destinations_of, find_payee, payee_of
from retaguarda.payouts.payees.tables import READ, SCOPE, SHOWN_NUMBER

#: How many of the newest moments the record carries.
MOST = 100


class _Facts(msgspec.Struct):
    """What was paid to one destination. ``shared_with`` is null except for staff."""

    id: UUID
    shown_key: str | None
    shown_number: str | None
    paid_count: int
    sum: int | None
    currency: str | None
    first_at: datetime | None
    last_at: datetime | None
    shared_with: int | None


_FACTS = f"""
    select d.id, {masked_key("d")} as shown_key, {SHOWN_NUMBER} as shown_number,
           coalesce(s.count, 0)::bigint as paid_count, s.sum, s.currency::text, s.first_at, s.last_at,
           destination_shared(d.company_id, d.hash) as shared_with
      from payee_destination d
      left join destination_seen s on s.company_id = d.company_id and s.hash = d.hash
     where d.company_id = %(company)s and d.payee_id = %(payee)s
"""


async def _load(tx: Tx, principal: Principal, payee: UUID) -> PayeeRecord | None:
    row = await find_payee(tx, list(principal.companies), payee)
    if row is None:
        return None
    places = await destinations_of(tx, row)
    key = {"company": row.company_id, "payee": payee}
    facts = {each.id: each for each in msgspec.convert(await tx.all(_FACTS, key), list[_Facts])}
    terms = await load_terms(tx, row.company_id)
    return PayeeRecord(
        **msgspec.structs.asdict(payee_of(row)),
        fields=_fields(row, places),
        places=[_place(place, facts[place.id], principal.internal) for place in places],
        lookups_left=await lookups_left(tx, row.company_id),
        cooling_off_hours=terms["cooling_off_hours"],
        timeline=await moments_of(tx, {"company": row.company_id, "subject": str(payee), "most": MOST}),
    )


def _fields(row: PayeeRow, places: list[DestinationRow]) -> list[ComparedField]:
    """The book beside the newest look-up that named an owner."""
    found = max(
        (place.found for place in places if place.found is not None and place.found.found_name is not None),
        key=lambda each: each.looked_up_at,
        default=None,
    )
    if found is None:
        return []
    at, kind = found.looked_up_at, "person" if len(row.document) == 11 else "company"
    name = found.match_class == "match" or (found.match_class == "close" and found.owner == "agree")
    document = None if found.owner == "unknown" else found.owner == "agree"
    return [
        ComparedField("name", row.name, found.found_name, name, DIRECTORY, at),
        ComparedField("document", mask_text(row.document) or "", found.owner_document, document, DIRECTORY, at),
        ComparedField("kind", kind, found.owner_kind, kind == found.owner_kind, DIRECTORY, at),
    ]


def _place(row: DestinationRow, facts: _Facts, staff: bool) -> PayeeDestination:
    same = (
        "id",
        "created_at",
        "kind",
        "bank_name",
        "ispb",
        "branch",
        "account_type",
        "pix_key_kind",
        "usable_from",
        "reason",
    )
    return msgspec.convert(
        {name: getattr(row, name) for name in (*same, "trusted_by", "owner_changed_at")}
        | {
            "state": row.shown,
            "pix_key": facts.shown_key,
            "number": facts.shown_number,
            "confirmation": row.found,
            "paid_count": facts.paid_count,
            "paid": None if facts.sum is None else {"amount": facts.sum, "currency": facts.currency},
            "first_paid_at": facts.first_at,
            "last_paid_at": facts.last_at,
            "shared_with": facts.shared_with if staff else None,
        },
        PayeeDestination,
    )


PAYEE_RECORD = Record(
    path="/v1/payouts/payees/{id:str}",
    summary="One payee: as the book has it and as the directory says, its destinations, what happened",
    permission=READ,
    scope=SCOPE,
    answers=PayeeRecord,
    load=_load,
)
