"""Staff views: entering and leaving a merchant's data is recorded in that merchant's trail, with the person and the reason."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from retaguarda.access.grants import Number
from retaguarda.access.guards import clean_name
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT, of_subject
from retaguarda.identity.staff_views import merchant_reads


class EnterInput(msgspec.Struct, forbid_unknown_fields=True):
    company_id: Number
    reason: Annotated[str, msgspec.Meta(min_length=3, max_length=200)]


class LeaveInput(msgspec.Struct, forbid_unknown_fields=True):
    company_id: Number


class Viewed(msgspec.Struct):
    company_id: int


class MerchantEyes(msgspec.Struct):
    """What the people of a merchant may see between them: the permissions that only read."""

    company_id: int
    permissions: list[str]


class _CompanyBody(msgspec.Struct):
    company_id: Number


async def viewed_company(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Returns the merchant in the body, for staff only.

    Raises:
        ApiError: 400 for the caller's own company.
    """
    company = request.read(_CompanyBody).company_id
    if company == principal.company_id:
        raise invalid_field("company_id", "not_allowed", "company_id is your own company: that is no view")
    return company if principal.internal and company in principal.companies else None


VIEWED = of_subject(viewed_company, any_account=True)


async def _enter(tx: Tx, principal: Principal, body: EnterInput, path: Mapping[str, str]) -> Done:
    reason = clean_name("reason", body.reason, 200)
    await tx.execute(
        "insert into staff_view (session_id, company_id, reason) values (%(session)s, %(company)s, %(reason)s)"
        " on conflict (session_id, company_id) do update set reason = excluded.reason",
        {"session": principal.session_id, "company": principal.chosen(), "reason": reason},
    )
    return Done(f"company:{principal.chosen()}", Viewed(principal.chosen()), {"reason": reason})


async def _leave(tx: Tx, principal: Principal, body: LeaveInput, path: Mapping[str, str]) -> Done:
    await tx.execute(
        "update staff_view set reason = null where session_id = %(session)s and company_id = %(company)s",
        {"session": principal.session_id, "company": principal.chosen()},
    )
    return Done(f"company:{principal.chosen()}", Viewed(principal.chosen()))


ENTER = Command(
    name="staff:merchant:enter",
    method="POST",
    path="/rbac/views",
    summary="Begin to look at a merchant's data",
    permission=Permission.MERCHANTS_VIEW,
    scope=VIEWED,
    input=EnterInput,
    answers=Viewed,
    apply=_enter,
    status=201,
    keyed=False,
)

LEAVE = Command(
    name="staff:merchant:leave",
    method="POST",
    path="/rbac/views/leave",
    summary="Stop looking at a merchant's data",
    permission=Permission.MERCHANTS_VIEW,
    scope=VIEWED,
    input=LeaveInput,
    answers=Viewed,
    apply=_leave,
    keyed=False,
)


def eyes_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with MERCHANT.over(access).open(request, Permission.MERCHANTS_VIEW) as (tx, principal):
            seen = await merchant_reads(tx, principal, principal.chosen())
            return json_response(MerchantEyes(principal.chosen(), sorted(seen)))

    return Route(
        "GET",
        "/rbac/views/eyes",
        "What the chosen merchant's people may see, for staff who look with their eyes: send its number in X-View-As",
        handler,
        permission=Permission.MERCHANTS_VIEW,
        scope=MERCHANT,
        answers=MerchantEyes,
    )
