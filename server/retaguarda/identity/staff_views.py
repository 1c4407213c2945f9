"""Staff in a merchant's data: each view stands in that merchant's trail, and *view as* is the merchant's eyes, read-only."""

from dataclasses import replace

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal, Request

#: Staff send a merchant's number in it, beside X-Account, to see what its people see (readings 42).
VIEW_AS = "x-view-as"
_SAFE = frozenset({"GET", "HEAD"})


async def record_staff_view(tx: Tx, principal: Principal, request: Request) -> None:
    """Records the view; of concurrent requests one writes."""
    row = await tx.one(
        "select reason from staff_view_note(%(session)s::uuid, %(company)s)",
        {"session": principal.session_id, "company": principal.chosen()},
    )
    if row is not None:
        await record(
            tx,
            "staff:merchant:view",
            company=principal.chosen(),
            subject=f"company:{principal.chosen()}",
            actor=principal.email,
            person=principal.person_id,
            request=request,
            data={"reason": row["reason"]},
        )


async def as_merchant(tx: Tx, principal: Principal, request: Request) -> Principal:
    """Returns staff with no more than the people of the merchant named by the header may see, and no right to change anything.

    Raises:
        ApiError: 403 ``view_as_reads_only`` for any call that could change something; 403 for who is no staff, may not look
            at merchants, or has another one chosen; 404 for a merchant they do not see.
    """
    principal.require(Permission.MERCHANTS_VIEW)
    named = request.headers[VIEW_AS]
    merchant = int(named) if named.isascii() and named.isdigit() and len(named) < 10 else 0
    if merchant not in principal.companies:
        raise not_found("merchant")
    other = principal.all_accounts or principal.account not in (None, merchant)
    if not principal.internal or merchant == principal.company_id or other:
        raise ApiError(403, "view_as_not_yours", "only staff see with a merchant's eyes, and only the chosen one's")
    if request.method not in _SAFE:
        raise ApiError(403, "view_as_reads_only", "who sees with a merchant's eyes changes nothing")
    seen = await merchant_reads(tx, principal, merchant)
    if principal.account is None:
        # What is the person's own, whichever merchant is chosen.
        return replace(principal, internal=False, permissions=seen)
    return replace(principal, internal=False, company_id=merchant, companies=(merchant,), permissions=seen)


async def merchant_reads(tx: Tx, principal: Principal, merchant: int) -> frozenset[str]:
    """Returns what any of a merchant's people may read; what asks for a second factor only where the caller used one."""
    held: list[str] = await tx.value(
        "select coalesce(array_agg(distinct u.permission), '{}') from published.role r cross join unnest(r.permissions) u (permission)"
        " where r.company_id = %(company)s and u.permission ~ ':(read|view)$'"
        " and exists (select from published.person_role h where h.company_id = r.company_id and h.role_id = r.id)",
        {"company": merchant},
    )
    return frozenset(held) | (principal.permissions & {Permission.TWO_FACTOR})
