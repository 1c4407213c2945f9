"""Move a company from one status to another, block and unblock it."""

from collections.abc import Mapping
from typing import Any

from retaguarda.companies.commands.company_for_change import (
    WRITE,
    company_for_update,
    company_shown,
    company_subject,
    refused_as,
)
from retaguarda.companies.model import MOVES, CompanyBlockInput, CompanyMoveInput, RegisteredCompany
from retaguarda.companies.records import company_of, subject_of
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.text_input import ReasonInput, printable

_REFUSED = {"RF052": ApiError(409, "company_own", "another person decides over a company that you brought in")}


async def _move(tx: Tx, principal: Principal, given: CompanyMoveInput, path: Mapping[str, str]) -> Done:
    before = await company_for_update(tx, principal)
    if given.to not in MOVES[before["status"]]:
        raise ApiError(409, "company_move_refused", f"a company does not go from {before['status']} to {given.to}")
    return await _set_status(tx, principal, before, {"status": given.to, "in": False, "out": False}, given.reason)


async def _block(tx: Tx, principal: Principal, given: CompanyBlockInput, path: Mapping[str, str]) -> Done:
    before = await company_for_update(tx, principal)
    if before["status"] not in ("active", "blocked"):
        raise ApiError(409, "company_not_active", f"the company is in state {before['status']}: it moves no money")
    blocked = {"in": given.direction in ("both", "in"), "out": given.direction in ("both", "out")}
    return await _set_status(tx, principal, before, {"status": "blocked", **blocked}, given.reason)


async def _unblock(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    before = await company_for_update(tx, principal)
    if before["status"] != "blocked":
        raise ApiError(409, "company_not_blocked", "the company is not blocked")
    return await _set_status(tx, principal, before, {"status": "active", "in": False, "out": False}, given.reason)


async def _set_status(tx: Tx, principal: Principal, before: Row, to: dict[str, Any], reason: str) -> Done:
    if before["id"] == PROVIDER:
        raise ApiError(409, "company_provider", "this company is the provider itself: it stays as it is")
    reason = printable("reason", reason)
    with refused_as(_REFUSED):
        after = await tx.one(
            "update company set status = %(status)s, blocked_in = %(in)s, blocked_out = %(out)s, status_reason = %(reason)s"
            " where id = %(id)s returning *",
            to | {"id": before["id"], "reason": reason},
        )
    assert after is not None
    data = {"reason": reason, "before": _status_fields(before), "after": _status_fields(after)}
    return Done(subject_of(before["id"]), company_of(after, principal), data)


def _status_fields(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in ("status", "blocked_in", "blocked_out")}


MOVE = Command(
    name="companies:company:move",
    method="POST",
    path="/v1/companies/{id:str}/status",
    summary="Send a company to another state",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=CompanyMoveInput,
    answers=RegisteredCompany,
    apply=_move,
    subject=company_subject,
    approvable=True,
    shows=company_shown,
)

BLOCK = Command(
    name="companies:company:block",
    method="POST",
    path="/v1/companies/{id:str}/block",
    summary="Block a company: it asks for no money, takes none away, or neither",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=CompanyBlockInput,
    answers=RegisteredCompany,
    apply=_block,
    subject=company_subject,
    approvable=True,
    shows=company_shown,
)

UNBLOCK = Command(
    name="companies:company:unblock",
    method="POST",
    path="/v1/companies/{id:str}/unblock",
    summary="Let a blocked company move money again",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=ReasonInput,
    answers=RegisteredCompany,
    apply=_unblock,
    subject=company_subject,
    approvable=True,
    shows=company_shown,
)
