"""Find and lock requests, and map their rows to the API's types."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import KycCheck, KycDocument, KycProposal, KycRequest, State
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import money_or_none
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import struct_of

_SELECT = """
    select r.*, 'KR-' || lpad(r.number::text, 6, '0') as number, v.name as reason_name
      from kyc_request r join kyc_reason_version v on v.reason_id = r.reason_id and v.version = r.reason_version
     where r.id = %(id)s
"""


async def find_request(tx: Tx, request: UUID) -> KycRequest | None:
    row = await tx.one(_SELECT, {"id": request})
    return None if row is None else msgspec.convert(row, KycRequest)


async def lock_request(tx: Tx, path: Mapping[str, str], *states: State) -> KycRequest:
    """Lock a request until the transaction ends.

    Raises:
        ApiError: 404; 409 ``kyc_not_so`` in another state than ``states``.
    """
    row = await tx.one(f"{_SELECT} for update of r", {"id": uuid_of(path.get("id", ""))})
    if row is None:
        raise not_found("request")
    found = msgspec.convert(row, KycRequest)
    if states and found.state not in states:
        raise ApiError(409, "kyc_not_so", f"request {found.number} is {found.state}, not {' or '.join(states)}")
    return found


async def request_as_is(tx: Tx, request: UUID) -> KycRequest:
    found = await find_request(tx, request)
    assert found is not None
    return found


async def documents_of(tx: Tx, request: KycRequest, *, staff: bool) -> list[KycDocument]:
    """Every document; staff are told whether another subject sent the same bytes."""
    rows = await tx.all(
        "select d.*, case when %(staff)s then d.sha256 is not null and exists (select from kyc_document o join kyc_request q"
        " on q.company_id = o.company_id and q.id = o.request_id where o.sha256 = d.sha256 and q.document <> %(document)s)"
        " end as same_bytes from kyc_document d where d.company_id = %(company)s and d.request_id = %(id)s order by d.n",
        {"company": request.company_id, "id": request.id, "document": request.document, "staff": staff},
    )
    return msgspec.convert(rows, list[KycDocument])


async def checks_of(tx: Tx, subject: UUID) -> list[KycCheck]:
    rows = await tx.all(
        "select * from kyc_check where subject_id = %(id)s and newest"
        " order by owner, name, array_position(array['registry', 'bureau', 'documents', 'face', 'pep', 'sanctions'], port)",
        {"id": subject},
    )
    return msgspec.convert(rows, list[KycCheck])


def proposal_of(row: Row) -> KycProposal:
    limits = struct_of(_Limits, row)
    return msgspec.convert(
        row
        | {
            "charge_limit": money_or_none(limits.charge_limit, limits.currency),
            "withdrawal_limit": money_or_none(limits.withdrawal_limit, limits.currency),
        },
        KycProposal,
        from_attributes=True,
    )


class _Limits(msgspec.Struct):
    charge_limit: int | None
    withdrawal_limit: int | None
    currency: str


async def proposals_of(tx: Tx, request: UUID) -> list[KycProposal]:
    """The newest first."""
    rows = await tx.all(
        "select * from kyc_proposal where request_id = %(id)s order by proposed_at desc", {"id": request}
    )
    return [proposal_of(row) for row in rows]


async def of_request(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the request that the path names; None where the caller does not see it."""
    found: int | None = await tx.value(
        "select company_id from kyc_request where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return found if found in principal.companies else None


#: The company that a request is about.
REQUEST = of_subject(of_request, any_account=True)


def is_staff(principal: Principal) -> bool:
    return principal.internal and PROVIDER in principal.companies
