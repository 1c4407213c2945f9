"""Commands on return notices: announce a file, close it, apply what its lines tell, discard it, or put a line in a case."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import present
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.refunds.notices.model import NoticeInput, NoticeRow, ReturnNotice
from retaguarda.payouts.refunds.notices.queries import (
    ONE,
    SCOPE,
    UPLOAD,
    find_notice,
    notice_for_update,
    notice_subject,
    shown_notice,
)
from retaguarda.payouts.refunds.notices.tables import NOTICES
from retaguarda.payouts.refunds.notices.upload_pieces import drop_pieces, hash_pieces

FINISHED, APPLIED = "payouts:return_notice:finish", "payouts:return_notice:apply"
_ONE = f"{NOTICES.path}/{{id:str}}"


async def _create(tx: Tx, principal: Principal, given: NoticeInput, path: Mapping[str, str]) -> Done:
    name = given.name.strip()
    if not name or not name.isprintable():
        raise invalid_field("name", "field_invalid", "name is the name of a file, without control characters")
    notice = uuid7()
    values = {
        "company": principal.chosen(),
        "id": notice,
        "name": name,
        "size": given.size,
        "currency": PIX_CURRENCY,
        "person": principal.person_id,
        "actor": principal.email,
    }
    await tx.execute(_INSERT, values)
    return await _done(tx, present(await find_notice(tx, [principal.chosen()], notice)), size=given.size)


async def _finish(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Close the upload. The same bytes are applied once: a file that was brought before is refused, and names the first."""
    found = await notice_for_update(tx, principal, path)
    if found.status != "receiving":
        return await _done(tx, found)
    digest, size = await hash_pieces(tx, found)
    if size != found.size:
        raise ApiError(409, "file_incomplete", f"{size} of {found.size} bytes are here")
    values = {"company": found.company_id, "id": found.id, "digest": digest}
    # Two people who bring one file at once: the second waits here, and sees the first.
    await tx.execute("select pg_advisory_xact_lock(hashtextextended(encode(%(digest)s, 'hex'), %(company)s))", values)
    earlier = await tx.value(_EARLIER, values)
    if earlier is None:
        await tx.execute(
            "update return_notice set status = 'received', sha256 = %(digest)s where company_id = %(company)s and id = %(id)s",
            values,
        )
    else:
        await tx.execute(
            "update return_notice set status = 'refused', sha256 = %(digest)s, same_as = %(earlier)s"
            " where company_id = %(company)s and id = %(id)s",
            values | {"earlier": earlier},
        )
        await drop_pieces(tx, found)
    return await _again(tx, found, sha256=digest.hex())


async def _apply(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Let the worker book what matches. Of staff the file is evidence; on a merchant's word the bank is asked, and only its
    response is booked."""
    found = await notice_for_update(tx, principal, path)
    if found.status != "read":
        raise ApiError(409, "notice_not_read", f"a return notice that is {found.status} is not applied")
    if found.matched == 0:
        raise ApiError(409, "notice_without_matches", "no line of this return notice matches a payment")
    await tx.execute(
        "update return_notice set status = 'applying', by_staff = %(staff)s, applied_at = now(), applied_by = %(by)s"
        " where company_id = %(company)s and id = %(id)s",
        {"staff": principal.internal, "by": principal.email, "company": found.company_id, "id": found.id},
    )
    return await _again(tx, found, matched=found.matched, amount=found.amount)


async def _discard(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    found = await notice_for_update(tx, principal, path)
    if found.status not in ("receiving", "received", "read", "unreadable"):
        raise ApiError(409, "notice_over", f"this return notice is {found.status}")
    await tx.execute(
        "update return_notice set status = 'discarded', error = null where company_id = %(company)s and id = %(id)s",
        {"company": found.company_id, "id": found.id},
    )
    await drop_pieces(tx, found)
    return await _again(tx, found)


async def _again(tx: Tx, row: NoticeRow, **data: Any) -> Done:
    """Answer a notice as it is after a Command."""
    return await _done(tx, present(await find_notice(tx, [row.company_id], row.id)), **data)


async def _done(tx: Tx, row: NoticeRow, **data: Any) -> Done:
    return Done(str(row.id), await shown_notice(tx, row), {"name": row.name, **data})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    notice: ReturnNotice = done.result
    return plan_summary(notice.name, {"returns": str(notice.matched), "amount": notice.amount})


_INSERT = """
    insert into return_notice (company_id, id, name, size, currency, created_by, actor)
    values (%(company)s, %(id)s, %(name)s, %(size)s, %(currency)s, %(person)s, %(actor)s)
"""
_EARLIER = """
    select id from return_notice where company_id = %(company)s and sha256 = %(digest)s
       and status in ('received', 'read', 'applying', 'applied')
"""

_command = partial(
    Command, method="POST", permission=UPLOAD, scope=ONE, answers=ReturnNotice, input=Nothing, keyed=False
)
CREATE_NOTICE = Command(
    name="payouts:return_notice:create",
    method="POST",
    path=NOTICES.path,
    summary="Announce a file that tells which payments came back; its pieces follow",
    permission=UPLOAD,
    scope=SCOPE,
    input=NoticeInput,
    answers=ReturnNotice,
    apply=_create,
    status=201,
)
FINISH_NOTICE = _command(
    name=FINISHED,
    path=f"{_ONE}/finish",
    summary="All pieces are sent: the worker reads the file, unless it was brought before",
    apply=_finish,
)
APPLY_NOTICE = _command(
    name=APPLIED,
    path=f"{_ONE}/apply",
    summary="Book the returns that match, once: staff's file as it stands, a merchant's as the bank confirms it",
    apply=_apply,
    subject=notice_subject,
    approvable=True,
    shows=_shows,
)
DISCARD_NOTICE = _command(
    name="payouts:return_notice:discard",
    path=f"{_ONE}/discard",
    summary="Throw a return notice away before it is applied",
    apply=_discard,
)
COMMANDS = (CREATE_NOTICE, FINISH_NOTICE, APPLY_NOTICE, DISCARD_NOTICE)
