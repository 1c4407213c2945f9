"""Loads and locks payouts with their evidence, and finds what may prove how an order ended."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present, struct_of
from retaguarda.payouts.evidence.model import EvidenceState, PayoutEvidence, StatementLine

#: What the subject of the events of evidence begins with.
SUBJECT = "evidence:"
#: The columns of PayoutEvidence.
_EVIDENCE = (
    "select company_id, id, payout_id, order_id, says, source, amount, currency, occurred_on, line_id, line_text, file_id,"
    " encode(sha256, 'hex') as sha256, reason, status, proposed_at, proposed_by, decided_at, decided_by, refusal, makers"
    " from payout_evidence"
)


class Target(msgspec.Struct):
    """The open order of a payout; minor units. ``stop``: why no evidence ends it now."""

    order_id: UUID
    amount: int
    currency: str
    sent_on: date
    stop: str | None


class OfPayout(msgspec.Struct):
    """Whose payout it is."""

    company_id: int


class _Makers(msgspec.Struct):
    makers: list[UUID]


def owner_of(payout: object) -> str:
    """Return the owner key under which the letters of banks about a payout are stored."""
    return f"payout_evidence:{payout}"


def subject_of(payout: object) -> str:
    """Return the subject of the events of a payout's evidence: apart from its own, which its merchant reads."""
    return f"{SUBJECT}{payout}"


async def target_of(tx: Tx, company: int, payout: UUID) -> Target | None:
    return await fetch_one(
        tx, Target, "select * from payout_evidence_target(%(company)s, %(payout)s)", _key(company, payout)
    )


async def lines_of(tx: Tx, company: int, payout: UUID) -> list[StatementLine]:
    return await fetch_all(
        tx, StatementLine, "select * from payout_evidence_lines(%(company)s, %(payout)s)", _key(company, payout)
    )


async def evidence_of(tx: Tx, company: int, payout: UUID) -> list[PayoutEvidence]:
    """Return all evidence of a payout, the newest first."""
    return await fetch_all(
        tx,
        PayoutEvidence,
        f"{_EVIDENCE} where company_id = %(company)s and payout_id = %(payout)s order by proposed_at desc, id desc limit 50",
        _key(company, payout),
    )


async def load_evidence(tx: Tx, company: int, evidence: UUID) -> PayoutEvidence:
    key = {"company": company, "id": evidence}
    return present(
        await fetch_one(tx, PayoutEvidence, f"{_EVIDENCE} where company_id = %(company)s and id = %(id)s", key)
    )


async def payout_for_update(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
    """Lock the payout that the path names.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(
        "select * from payout where company_id = %(company)s and id = %(payout)s for update",
        _key(principal.chosen(), path_id(path)),
    )
    if row is None:
        raise not_found("payment")
    return row


async def evidence_for_update(
    tx: Tx, principal: Principal, path: Mapping[str, str]
) -> tuple[Row, PayoutEvidence, list[UUID]]:
    """Lock the payout and then the evidence that the path names; return both, and who had a hand in it.

    Raises:
        ApiError: 404.
    """
    key = {"company": principal.chosen(), "id": path_id(path)}
    payout = await tx.one(
        "select p.* from payout p join payout_evidence e on e.company_id = p.company_id and e.payout_id = p.id"
        " where e.company_id = %(company)s and e.id = %(id)s for update of p",
        key,
    )
    row = await tx.one(f"{_EVIDENCE} where company_id = %(company)s and id = %(id)s for update", key)
    if payout is None or row is None:
        raise not_found("evidence")
    return payout, struct_of(PayoutEvidence, row), struct_of(_Makers, row).makers


async def payout_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> EvidenceState | None:
    """Load the state of a payout and of the evidence that waits about it."""
    return await fetch_one(
        tx,
        EvidenceState,
        "select p.status as payout, (select e.status from payout_evidence e where e.company_id = p.company_id and e.payout_id = p.id"
        " order by e.proposed_at desc, e.id desc limit 1) as evidence"
        " from payout p where p.company_id = %(company)s and p.id = %(payout)s",
        _key(principal.chosen(), path_id(path)),
    )


async def evidence_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> EvidenceState | None:
    return await fetch_one(
        tx,
        EvidenceState,
        "select p.status as payout, e.status as evidence from payout_evidence e"
        " join payout p on p.company_id = e.company_id and p.id = e.payout_id"
        " where e.company_id = %(company)s and e.id = %(id)s",
        {"company": principal.chosen(), "id": path_id(path)},
    )


async def of_payout(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the payout that the path names; None when the principal is not of the provider or does not see it."""
    return await _company(tx, principal, request, "payout")


async def of_evidence(tx: Tx, principal: Principal, request: Request) -> int | None:
    """As of_payout(), of evidence."""
    return await _company(tx, principal, request, "payout_evidence")


async def _company(tx: Tx, principal: Principal, request: Request, table: str) -> int | None:
    if not principal.internal:
        return None
    return await tx.value(
        f"select company_id from {table} where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


def _key(company: int, payout: UUID) -> dict[str, Any]:
    return {"company": company, "payout": payout}
