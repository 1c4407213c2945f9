"""Reads and locks return notices, and maps them to the API's shapes."""

from collections.abc import Collection, Mapping
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import MERCHANT, of_subject, with_second_factor
from retaguarda.foundation.typed_rows import fetch_one, present, struct_of
from retaguarda.payouts.refunds.notices.model import NoticeRow, ReturnNotice

UPLOAD = Permission.PAYOUT_REFUND_UPLOAD_NOTIFICATIONS
_COLUMNS = ", ".join(NoticeRow.__struct_fields__)
_ONE = f"select {_COLUMNS} from return_notice where company_id = any(%(seen)s) and id = %(id)s"
#: An asked line whose return the bank has told of since. ``l``: the line.
CONFIRMED = (
    "(l.result = 'asked' and exists (select from payout_return r where r.company_id = l.company_id and r.rtr_id = l.reference"
    " and r.payout_id = l.payout_id and r.amount = l.amount))"
)
#: What became of a line, as people see it.
SHOWN_RESULT = f"(case when {CONFIRMED} then 'booked' else l.result end)"


class _Results(msgspec.Struct):
    waiting: int
    booked: int
    asked: int
    left: int
    suspended: int


async def find_notice(tx: Tx, companies: Collection[int], notice: UUID, *, lock: bool = False) -> NoticeRow | None:
    values = {"seen": list(companies), "id": notice}
    return await fetch_one(tx, NoticeRow, _ONE + (" for update" if lock else ""), values)


async def notice_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> NoticeRow:
    """
    Raises:
        ApiError: 404, also for another merchant's.
    """
    found = await find_notice(tx, [principal.chosen()], path_id(path), lock=True)
    if found is None:
        raise not_found("return notice")
    return found


async def shown_notice(tx: Tx, row: NoticeRow) -> ReturnNotice:
    """Return a notice with what became of its lines."""
    found = present(await fetch_one(tx, _Results, _RESULTS, {"company": row.company_id, "notice": row.id}))
    return struct_of(ReturnNotice, row, **msgspec.structs.asdict(found))


async def notice_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ReturnNotice | None:
    """The notice of the path, as a plan compares it; without times, which would make every plan differ."""
    row = await find_notice(tx, [principal.chosen()], path_id(path))
    return None if row is None else msgspec.structs.replace(await shown_notice(tx, row), applied_at=None)


async def of_notice(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the notice in the path; None where the principal does not see it."""
    return await tx.value(
        "select company_id from return_notice where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


#: People with a second factor; no program brings a notice.
SCOPE, ONE = with_second_factor(MERCHANT), with_second_factor(of_subject(of_notice))

_RESULTS = f"""
    select count(*) filter (where outcome = 'match' and result is null)::int as waiting,
           count(*) filter (where shown = 'booked')::int as booked, count(*) filter (where shown = 'asked')::int as asked,
           count(*) filter (where shown = 'left')::int as left, count(*) filter (where shown = 'suspense')::int as suspended
      from (select l.outcome, l.result, {SHOWN_RESULT} as shown from return_notice_line l
             where l.company_id = %(company)s and l.notice_id = %(notice)s) s
"""
