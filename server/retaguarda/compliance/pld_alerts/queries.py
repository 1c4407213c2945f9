"""Read and lock alerts and cases of PLD, and map their rows to the API's types."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.cases.model import CaseFile
from retaguarda.cases.queries import case_file_for_update
from retaguarda.compliance.pld_alerts.model import Alert, CaseState, Flow, PldCase, Proposal
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of

_SUBJECT: Mapping[Target, str] = {"merchant": "company_id::text", "end_user": "document"}


class AlertRow(msgspec.Struct):
    """A row of ``pld_alert``."""

    id: UUID
    number: int
    rule_id: UUID
    version_id: UUID
    target: Target
    subject: str
    subject_company: int | None
    name: str | None
    severity: Any
    status: Any
    triggers: int
    amount: int
    currency: str
    first_at: datetime
    last_at: datetime
    selection_due: Any
    assignee: UUID | None
    taken_at: datetime | None
    case_id: UUID | None
    reason: Any
    reason_text: str | None
    decided_by: str | None
    decided_at: datetime | None
    created_at: datetime
    updated_at: datetime


class CaseRow(msgspec.Struct):
    """A row of ``pld_case``. Its texts are there once its dossier was opened (seal_dossier.py)."""

    case_id: UUID
    target: Target
    subject: str
    subject_company: int | None
    facts: str
    capacity: str
    origin: str
    grounds: str
    dossier: bytes | None
    typologies: list[str]
    proposal: Proposal | None
    proposer: UUID | None
    proposed_by: str | None
    proposed_at: datetime | None
    decision: Proposal | None
    decided_by: str | None
    decided_at: datetime | None
    communicate_due: Any


class _FlowRow(msgspec.Struct):
    since: Any
    come_in: int
    go_out: int
    count: int


def alert_of(row: AlertRow) -> Alert:
    return struct_of(Alert, row, amount=Money(row.amount, row.currency))


async def find_alert(tx: Tx, alert: UUID, *, lock: bool = False) -> AlertRow | None:
    row = await tx.one(f"select * from pld_alert where id = %(id)s{' for update' if lock else ''}", {"id": alert})
    return None if row is None else msgspec.convert(row, AlertRow)


async def alert_for_update(tx: Tx, path: Mapping[str, str]) -> AlertRow:
    """Lock an alert until the transaction ends.

    Raises:
        ApiError: 404.
    """
    found = await find_alert(tx, path_id(path), lock=True)
    if found is None:
        raise not_found("alert")
    return found


async def case_for_update(tx: Tx, path: Mapping[str, str]) -> tuple[CaseFile, CaseRow]:
    """Lock a case until the transaction ends.

    Raises:
        ApiError: 404.
    """
    file = await case_file_for_update(tx, "pld", path)
    row = await tx.one("select * from pld_case where case_id = %(id)s for update", {"id": file.id})
    return file, msgspec.convert(row, CaseRow)


async def find_case(tx: Tx, case: UUID) -> tuple[CaseFile, CaseRow] | None:
    file = await tx.one("select * from case_file where id = %(id)s and kind = 'pld'", {"id": case})
    if file is None:
        return None
    row = await tx.one("select * from pld_case where case_id = %(id)s", {"id": case})
    return msgspec.convert(file, CaseFile), msgspec.convert(row, CaseRow)


def case_shape(file: CaseFile, row: CaseRow) -> PldCase:
    own = {
        "id": file.id,
        "name": file.requester_name,
        **{name: getattr(file, name) for name in ("protocol", "opened_at", "due_on", "closed_at")},
        "state": msgspec.convert(file.state, CaseState),
    }
    return struct_of(PldCase, row, **own)


async def document_of(tx: Tx, target: Target, subject: str) -> str:
    """The whole document of a subject: a merchant's own, or the subject itself; of a case that was erased, nothing."""
    if target == "end_user":
        return subject
    found: str | None = await tx.value("select document from company where id = %(id)s", {"id": int(subject)})
    return found or ""


async def flows_of(
    tx: Tx, target: Target, subject: str, currency: str, part: str, first: datetime, last: datetime
) -> list[Flow]:
    """What a subject moved, by ``day`` or ``month`` of Brasília, oldest first; one without movements is there too, from the first on
    that has one."""
    rows = await tx.all(
        f"with moved as (select date_trunc('{part}', known_at at time zone 'America/Sao_Paulo') as since,"
        " coalesce(sum(amount) filter (where direction = 'in'), 0)::bigint as come_in,"
        " coalesce(sum(amount) filter (where direction = 'out'), 0)::bigint as go_out, count(*)::int as count"
        f" from pld_movement where {_SUBJECT[target]} = %(subject)s and currency = %(currency)s"
        " and known_at between %(first)s and %(last)s group by 1)"
        " select s::date as since, coalesce(come_in, 0) as come_in, coalesce(go_out, 0) as go_out, coalesce(count, 0) as count"
        f" from generate_series((select min(since) from moved), (select max(since) from moved), interval '1 {part}') s"
        " left join moved m on m.since = s order by 1",
        {"subject": subject, "currency": currency, "first": first, "last": last},
    )
    return [
        Flow(each.since, Money(each.come_in, currency), Money(each.go_out, currency), each.count)
        for each in msgspec.convert(rows, list[_FlowRow])
    ]


async def of_alert(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of an alert or a case: the provider's, for staff."""
    if not principal.internal:
        return None
    found = await tx.value(
        "select 1 from pld_alert where id = %(id)s union all select 1 from pld_case where case_id = %(id)s",
        {"id": uuid_of(request.path_params["id"])},
    )
    return None if found is None else PROVIDER
