"""Decide over an approval. The database enforces who may decide (approvals/sql/approvals.sql); this module gives each refusal its
words."""

from typing import Literal
from uuid import UUID

import psycopg

from retaguarda.approvals.execute_request import Executor
from retaguarda.approvals.model import Decided
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.text_input import clean, clean_or_none

#: Refusals raised by the approvals' own triggers, by SQLSTATE.
_REFUSED = {
    "RF048": (403, "not_yours_to_decide", "this is not yours to decide"),
    "RF049": (409, "same_team", "somebody of the same team has approved it; the policy wants another team"),
    "RF050": (409, "approval_closed", "this request is decided already"),
}

#: Its makers see an approval, and so does anybody who may read or decide requests.
VISIBLE_REQUESTS = (
    "((select scope_person()) = any (a.makers)"
    " or (select scope_holds('{approvals::requests:read,approvals::requests:decide}')))"
)


async def request_of(tx: Tx, principal: Principal, approval: UUID) -> Row:
    """Lock an approval until the transaction ends, so that edits and decisions happen one after another.

    Raises:
        ApiError: 404, also for one that the principal may not see.
    """
    row = await tx.one(
        f"select a.* from approval_request a where a.id = %(id)s and a.company_id = %(company)s and {VISIBLE_REQUESTS}"
        " for update of a",
        {"id": approval, "company": principal.chosen()},
    )
    if row is None:
        raise not_found("request")
    return row


async def refuse_unless_open(
    tx: Tx, approval: Row, principal: Principal, *, seen: int | None = None, alone: bool = False
) -> None:
    """Refuse unless the principal may decide over this approval now.

    Args:
        seen: the round whose plan the person has seen, where that matters.

    Raises:
        ApiError: 409 when there is nothing to decide, ``approval_changed`` when the plan differs from the one seen;
            403 ``maker_is_not_checker``, ``delegated`` or ``not_yours_to_decide``.
    """
    if approval["state"] != "awaiting":
        raise ApiError(409, "approval_closed", f"this request is {approval['state']}")
    if principal.person_id in approval["makers"]:
        raise ApiError(403, "maker_is_not_checker", "you asked for this; somebody else decides over it")
    row = await tx.one(
        "select r.expires_at <= now() as expired, approval_open_to(r.id, %(person)s) as open,"
        " approval_emergency_of(r.id, %(person)s) as alone, approval_handed_over(r.id, %(person)s) as handed_over, exists (select 1 from approval_decision x"
        "   where x.request_id = r.id and x.round = r.round and x.person_id = %(person)s) as decided"
        " from approval_request r where r.id = %(id)s",
        {"id": approval["id"], "person": principal.person_id},
    )
    assert row is not None
    if seen not in (None, approval["round"]):
        raise ApiError(409, "approval_changed", "what would happen has changed: look at it again, and name its round")
    if row["expired"]:
        raise ApiError(409, "approval_expired", "the time for this request is over")
    if row["decided"]:
        raise ApiError(409, "already_decided", "you have decided over this plan already")
    if row["handed_over"]:
        raise ApiError(403, "delegated", "you have handed this to somebody else; they decide, or hand it back")
    if not (row["alone"] if alone else row["open"]):
        raise ApiError(*_REFUSED["RF048"])


async def write_decision(
    tx: Tx,
    approval: Row,
    principal: Principal,
    kind: Literal["approve", "reject", "emergency"],
    reason: str | None,
    factor: str | None,
) -> None:
    """Insert the decision.

    Raises:
        ApiError: what the database refuses.
    """
    try:
        await tx.execute(
            "insert into approval_decision (request_id, round, person_id, company_id, actor, kind, reason, factor) values"
            " (%(id)s, %(round)s, %(person)s, %(company)s, %(actor)s, %(kind)s, %(reason)s, %(factor)s)",
            {
                "id": approval["id"],
                "round": approval["round"],
                "company": approval["company_id"],
                "person": principal.person_id,
                "actor": principal.email,
                "kind": kind,
                "reason": reason,
                "factor": factor,
            },
        )
    except psycopg.Error as error:
        if error.sqlstate not in _REFUSED:
            raise
        raise ApiError(*_REFUSED[error.sqlstate]) from None


async def approve(
    tx: Tx,
    approval: Row,
    principal: Principal,
    request: Request,
    executor: Executor,
    factor: str,
    *,
    reason: str | None,
    kind: Literal["approve", "emergency"] = "approve",
) -> Decided:
    """Insert the approval; once all demands are met, execute the Command."""
    await write_decision(tx, approval, principal, kind, reason, factor)
    missing = await tx.value("select approval_missing(%(id)s)", approval)
    if missing > 0:
        return Decided(id=approval["id"], status="awaiting", stale=False, error=None, missing=missing)
    outcome = await executor.execute(tx, approval, principal, request)
    if outcome.state == "stale":
        again = await tx.value("select approval_missing(%(id)s)", approval)
        return Decided(id=approval["id"], status="awaiting", stale=True, error=None, missing=again)
    return Decided(id=approval["id"], status=outcome.state, stale=False, error=outcome.error)


async def reject(tx: Tx, approval: Row, principal: Principal, reason: str) -> Decided:
    await write_decision(tx, approval, principal, "reject", reason, None)
    await tx.execute("update approval_request set state = 'rejected' where id = %(id)s", approval)
    return Decided(id=approval["id"], status="rejected", stale=False, error=None)


def clean_comment(field: str, text: str | None, *, required: bool) -> str | None:
    """Clean the text that explains a decision.

    Raises:
        ApiError: 400 naming the field.
    """
    comment = clean(field, text or "") if required else clean_or_none(field, text)
    if comment is not None and len(comment) > 500:
        raise invalid_field(field, "too_long", f"{field} has at most 500 characters")
    return comment
