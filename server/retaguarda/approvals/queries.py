"""Reads and locks policies, and maps their rows to the API's types."""

from typing import Any
from uuid import UUID

from retaguarda.approvals.model import Policy, PolicyRules
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import struct_fields, struct_of


async def of_policy(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from approval_policy where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


OF_POLICY = of_subject(of_policy)


async def policy_for_update(tx: Tx, principal: Principal, policy: UUID) -> Row:
    row = await tx.one(
        "select * from approval_policy where id = %(id)s and company_id = %(company)s for update",
        {"id": policy, "company": principal.chosen()},
    )
    if row is None:
        raise not_found("policy")
    return row


def policy_of(row: Row) -> Policy:
    return struct_of(Policy, row)


def rules_fields(row: Row) -> dict[str, Any]:
    return struct_fields(PolicyRules, row)
