"""Reads what stands in an evidence pack."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.evidence.model import (
    PackCommunication,
    PackDocument,
    PackEvaluation,
    PackMovement,
    PackRule,
)
from retaguarda.compliance.pld_alerts.model import AlertStatus, Step
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.foundation.database import Tx
from retaguarda.foundation.request import Principal


class AlertRow(msgspec.Struct):
    """An alert of the case; ``selection_due``: as it was stored."""

    id: UUID
    number: int
    rule_id: UUID
    subject: str
    status: AlertStatus
    triggers: int
    amount: int
    currency: str
    first_at: datetime
    last_at: datetime
    selection_due: date


class EvidenceRow(msgspec.Struct):
    """A row of ``pld_evidence`` that can still be fetched."""

    id: UUID
    case_id: UUID
    content: bytes
    protocol: str


class People(msgspec.Struct):
    proposer: UUID | None
    decider: UUID | None


_EVALUATIONS = (
    "select h.version_id as version, a.number as alert, h.subject, h.movement, h.at, h.amount, h.counterparty, 'hit' as outcome, h.why"
    " from pld_hit h join pld_alert a on a.id = h.alert_id where a.case_id = %(case)s order by a.number, h.at, h.movement limit %(most)s"
)
_RULES = (
    "select v.id, v.rule_id, r.number, v.version, v.name, v.target, v.currency, v.conditions, v.period_days,"
    " encode(v.hash, 'hex') as hash from pld_rule_version v join pld_rule r on r.id = v.rule_id"
    " where v.id = any(%(ids)s) order by r.number, v.version"
)
#: All that the windows of the first trigger reach into, up to the last one; with the first movement of all, and the one before.
_MOVEMENTS = """
    with m as (
      select movement collate "C" as movement, (extract(epoch from known_at) * 1000000)::bigint as us, direction, kind, amount,
             {other} as other from pld_movement
       where currency = %(currency)s and {subject} = %(subject)s and company_id <> 1 and known_at <= %(last)s),
    n as (select m.*, row_number() over (order by us, movement) as n from m),
    f as (select (extract(epoch from %(first)s::timestamptz) * 1000000)::bigint - %(reach)s as us)
    select %(target)s as target, %(currency)s as currency, %(subject)s as subject, n.movement, n.us, n.direction, n.kind, n.amount,
           n.other
      from n, f where n.us > f.us or n.n = 1 or n.n = (select max(n.n) from n, f where n.us <= f.us)
     order by n.n limit %(most)s
"""
_SIDES = {"merchant": ("company_id::text", "document"), "end_user": ("document", "company_id::text")}


async def people_of(tx: Tx, case: UUID) -> People:
    row = await tx.one("select proposer, decider from pld_case where case_id = %(case)s", {"case": case})
    return msgspec.convert(row, People)


async def alerts_of(tx: Tx, case: UUID) -> list[AlertRow]:
    rows = await tx.all("select * from pld_alert where case_id = %(case)s order by number", {"case": case})
    return msgspec.convert(rows, list[AlertRow])


async def alert_steps(tx: Tx, alert: UUID) -> list[Step]:
    query = "select n, at, actor, kind, body from pld_alert_step where alert_id = %(id)s order by n"
    return msgspec.convert(await tx.all(query, {"id": alert}), list[Step])


async def evaluations_of(tx: Tx, case: UUID, most: int) -> list[PackEvaluation]:
    return msgspec.convert(await tx.all(_EVALUATIONS, {"case": case, "most": most}), list[PackEvaluation])


async def rules_of(tx: Tx, versions: Sequence[UUID]) -> list[PackRule]:
    return msgspec.convert(await tx.all(_RULES, {"ids": list(versions)}), list[PackRule])


async def movements_of(
    tx: Tx, target: Target, currency: str, subject: str, first: datetime, last: datetime, reach: int, most: int
) -> list[PackMovement]:
    """``first``, ``last``: of the evaluations; ``reach``: microseconds that windows reach back. ``other`` is still what it is."""
    own, other = _SIDES[target]
    given: dict[str, Any] = {
        "target": target,
        "currency": currency,
        "subject": subject,
        "first": first,
        "last": last,
        "reach": reach,
        "most": most,
    }
    rows = await tx.all(_MOVEMENTS.format(subject=own, other=other), given)
    return msgspec.convert(rows, list[PackMovement])


async def documents_of(tx: Tx, document: str) -> list[PackDocument]:
    """What the subject brought to its KYC, of whichever request."""
    rows = await tx.all(
        "select r.number as request, d.name, d.state, d.file_name, encode(d.sha256, 'hex') as sha256, d.uploaded_at"
        " from kyc_document d join kyc_request r on r.company_id = d.company_id and r.id = d.request_id"
        " where r.document = %(document)s order by r.number, d.n",
        {"document": document},
    )
    return msgspec.convert(rows, list[PackDocument])


async def communications_of(tx: Tx, case: UUID) -> tuple[list[PackCommunication], list[str]]:
    """What COAF was told, and the ids under which the log speaks of it."""
    rows = await tx.all(
        "select c.number, c.status, c.coaf_number, c.authentication, x.batch_id, encode(x.sha256, 'hex') as sha256, c.id::text as own,"
        " x.id::text as file from coaf_communication c left join coaf_file x on x.id = c.file_id where c.case_id = %(case)s"
        " order by c.number",
        {"case": case},
    )
    ids = [value for row in rows for name, value in row.items() if name in ("own", "file") and value]
    return msgspec.convert(rows, list[PackCommunication]), ids


async def find_evidence(tx: Tx, principal: Principal, evidence: UUID) -> EvidenceRow | None:
    """A pack, for who made it alone, while its bytes are there."""
    row = await tx.one(
        "select e.id, e.case_id, e.content, f.protocol from pld_evidence e join case_file f on f.id = e.case_id"
        " where e.id = %(id)s and e.person_id = %(person)s and e.content is not null and e.made_at > now() - interval '24 hours'",
        {"id": evidence, "person": principal.person_id},
    )
    return None if row is None else msgspec.convert(row, EvidenceRow)
