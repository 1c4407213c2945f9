"""One alert with why it fired, and one case with its dossier."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.cases.clock import clock_of, days_left, local_day
from retaguarda.cases.model import CaseFile
from retaguarda.compliance.looks.write_look import write_look
from retaguarda.compliance.pld_alerts.clock import left, term_of
from retaguarda.compliance.pld_alerts.decide_case import missing_of
from retaguarda.compliance.pld_alerts.model import (
    AlertRecord,
    AlertShort,
    CaseShort,
    PeerPlace,
    PldCaseRecord,
    Step,
    Trigger,
)
from retaguarda.compliance.pld_alerts.queries import (
    AlertRow,
    CaseRow,
    alert_of,
    case_shape,
    document_of,
    find_alert,
    find_case,
    flows_of,
)
from retaguarda.compliance.pld_alerts.seal_dossier import Dossiers
from retaguarda.compliance.pld_alerts.tables import ALERTS, CASES, CASES_READ, READ
from retaguarda.compliance.pld_alerts.transitions import OPEN
from retaguarda.compliance.pld_alerts.write_block_entry import blocked_by, value_of
from retaguarda.compliance.pld_rules.check_conditions import Why
from retaguarda.compliance.pld_rules.queries import find_version
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import struct_of

#: Triggers, steps and related alerts on a page.
MOST = 100
_YEAR = timedelta(days=365)
_WINDOW = timedelta(days=30)
_SHORT_ALERT = (
    "select a.id, a.number, v.name as rule, a.name, a.severity, a.status, a.triggers,"
    " jsonb_build_object('amount', a.amount, 'currency', a.currency) as amount, a.created_at"
    " from pld_alert a join pld_rule_version v on v.id = a.version_id"
)
_SHORT_CASE = (
    "select f.id, f.protocol, f.state, c.decision, f.requester_name as name, f.opened_at"
    " from pld_case c join case_file f on f.id = c.case_id"
)


class _TriggerRow(msgspec.Struct):
    movement: str
    at: datetime
    merchant: str
    counterparty: str | None
    direction: Any
    kind: str
    amount: int
    currency: str
    version: int
    why: list[Why]


class _PeerRow(msgspec.Struct):
    place: int
    of: int
    median: int
    own: int


async def _alert(tx: Tx, principal: Principal, alert: UUID) -> AlertRecord | None:
    row = await find_alert(tx, alert)
    if row is None:
        return None
    await look_at_alert(tx, principal, row)
    version = await find_version(tx, row.version_id)
    assert version is not None
    key = {"id": row.id, "rule": row.rule_id, "subject": row.subject, "most": MOST, "case": row.case_id}
    triggers = msgspec.convert(await tx.all(_TRIGGERS, key), list[_TriggerRow])
    term = await term_of(tx, "selection", local_day(row.first_at))
    today = local_day(await tx.value("select now()"))
    snoozed: datetime | None = await tx.value("select pld_snoozed_until(%(rule)s, %(subject)s, now())", key)
    return AlertRecord(
        alert=alert_of(row),
        rule_number=await tx.value("select number from pld_rule where id = %(rule)s", key),
        rule_name=version.name,
        version=version.version,
        typologies=version.typologies,
        document=await document_of(tx, row.target, row.subject),
        assignee=await tx.value("select email from person where id = %(who)s", {"who": row.assignee}),
        case_protocol=await tx.value("select protocol from case_file where id = %(case)s", key),
        days_left=left(today, row.selection_due, term) if row.status in OPEN else None,
        norm=term.norm,
        why=triggers[0].why if triggers else [],
        triggers=[_trigger(each) for each in triggers],
        days=await flows_of(
            tx, row.target, row.subject, row.currency, "day", row.last_at - timedelta(days=14), row.last_at
        ),
        months=await flows_of(tx, row.target, row.subject, row.currency, "month", row.last_at - _YEAR, row.last_at),
        peers=await _peers(tx, row),
        others=await _alerts(tx, f"{_SHORT_ALERT} where a.subject = %(subject)s and a.id <> %(id)s", key),
        similar=await _cases(
            tx,
            f"{_SHORT_CASE} where f.state = 'closed' and exists (select 1 from pld_alert a"
            " where a.case_id = f.id and a.rule_id = %(rule)s)",
            key,
        ),
        open_cases=await _cases(
            tx,
            f"{_SHORT_CASE} where c.subject = %(subject)s and f.state in ('opened', 'investigating', 'waiting')",
            key,
        ),
        muted=await tx.value(
            "select count(*) from pld_hit where rule_id = %(rule)s and subject = %(subject)s and effect = 'snoozed'",
            key,
        ),
        snoozed_until=snoozed,
        steps=msgspec.convert(
            await tx.all("select n, at, actor, kind, body from pld_alert_step where alert_id = %(id)s order by n", key),
            list[Step],
        ),
    )


def _trigger(row: _TriggerRow) -> Trigger:
    return struct_of(Trigger, row, amount=Money(row.amount, row.currency))


_TRIGGERS = """
    select h.movement, h.at, m.name as merchant, h.counterparty, h.direction, h.kind, h.amount, h.currency, v.version, h.why
      from pld_hit h join company m on m.id = h.merchant_id join pld_rule_version v on v.id = h.version_id
     where h.alert_id = %(id)s order by h.at desc, h.movement desc limit %(most)s
"""


async def triggers_of(tx: Tx, case: UUID, most: int) -> list[Trigger]:
    """The movements behind all alerts of a case, in the order of time."""
    query = _TRIGGERS.replace("h.alert_id = %(id)s", "h.alert_id in (select id from pld_alert where case_id = %(id)s)")
    rows = await tx.all(query.replace(" desc", ""), {"id": case, "most": most})
    return [_trigger(each) for each in msgspec.convert(rows, list[_TriggerRow])]


async def _alerts(tx: Tx, query: str, key: dict[str, Any]) -> list[AlertShort]:
    rows = await tx.all(f"{query} order by a.number desc limit %(most)s", key)
    return msgspec.convert(rows, list[AlertShort])


async def _cases(tx: Tx, query: str, key: dict[str, Any]) -> list[CaseShort]:
    rows = await tx.all(f"{query} order by f.opened_at desc, f.id limit %(most)s", key)
    return msgspec.convert(rows, list[CaseShort])


async def look_at_alert(tx: Tx, principal: Principal, alert: AlertRow) -> None:
    """Write down that this person saw the alert, or what stands behind it."""
    await write_look(tx, principal, "pld_alert", alert.id, assigned=alert.assignee == principal.person_id)


async def look_at_case(tx: Tx, principal: Principal, file: CaseFile, case: CaseRow) -> None:
    """Write down that this person saw the case, or what stands behind it."""
    await write_look(tx, principal, "pld_case", file.id, assigned=await _is_theirs(tx, principal, file, case))


async def _is_theirs(tx: Tx, principal: Principal, file: CaseFile, case: CaseRow) -> bool:
    """Whether a case is a person's to work on: its own, of an alert of theirs, or proposed by somebody else for them to decide."""
    if file.state == "proposed" and case.proposer != principal.person_id:
        return Permission.COMPLIANCE_CASES_DECIDE in principal.permissions
    if principal.person_id in (file.owner_id, case.proposer):
        return True
    return await tx.value(
        "select exists (select from pld_alert where case_id = %(case)s and assignee = %(person)s)",
        {"case": file.id, "person": principal.person_id},
    )


async def _peers(tx: Tx, alert: AlertRow) -> PeerPlace | None:
    """Where the subject stands by what it moved in the 30 days up to the last trigger, among all of its kind."""
    subject = "company_id::text" if alert.target == "merchant" else "document"
    row = await tx.one(
        f"with sums as (select {subject} as subject, sum(amount)::bigint as moved from pld_movement"
        f" where currency = %(currency)s and {subject} is not null and company_id <> 1"
        " and known_at > %(from)s and known_at <= %(until)s group by 1)"
        " select (select count(*) from sums where moved > s.moved)::int + 1 as place, (select count(*)::int from sums) as of,"
        " (select percentile_disc(0.5) within group (order by moved) from sums)::bigint as median, s.moved as own"
        " from sums s where s.subject = %(subject)s",
        {
            "currency": alert.currency,
            "subject": alert.subject,
            "from": alert.last_at - _WINDOW,
            "until": alert.last_at,
        },
    )
    if row is None:
        return None
    found = msgspec.convert(row, _PeerRow)
    return PeerPlace(found.place, found.of, Money(found.median, alert.currency), Money(found.own, alert.currency))


async def load_case(keys: PartyKeys, tx: Tx, principal: Principal, case: UUID) -> PldCaseRecord | None:
    found = await find_case(tx, case)
    if found is None:
        return None
    dossiers = Dossiers(keys)
    file, row = found[0], await dossiers.opened(tx, found[1])
    await look_at_case(tx, principal, file, row)
    clock = await clock_of(tx, "pld", file.clock_from)
    now: datetime = await tx.value("select now()")
    key = {"id": file.id, "owner": file.owner_id, "most": MOST, "earlier": file.earlier_id}
    alerts = await _alerts(tx, f"{_SHORT_ALERT} where a.case_id = %(id)s", key)
    earlier = await _cases(tx, f"{_SHORT_CASE} where f.id = %(earlier)s", key)
    communication = await tx.one(
        "select id, status from coaf_communication where case_id = %(id)s order by number desc limit 1", key
    )
    sent = msgspec.convert(tuple(communication.values()), tuple[UUID, str]) if communication else None
    currency = alerts[0].amount.currency if alerts else BRL
    document = await document_of(tx, row.target, row.subject)
    return PldCaseRecord(
        case=case_shape(file, row),
        document=document,
        owner=await tx.value("select email from person where id = %(owner)s", key),
        days_left=days_left(local_day(now), file.due_on, clock.unit)
        if file.state in ("opened", "investigating", "waiting", "proposed")
        else None,
        norm=clock.norm,
        alerts=alerts,
        months=await flows_of(tx, row.target, row.subject, currency, "month", file.opened_at - _YEAR, file.opened_at),
        missing=missing_of(row, "communicate"),
        may_decide=principal.person_id != row.proposer,
        communication=sent[0] if sent else None,
        communication_status=sent[1] if sent else None,
        earlier=earlier[0] if earlier else None,
        may_block=file.state != "closed" and value_of(document) is not None,
        blocked=await blocked_by(tx, file.id),
        steps=await dossiers.steps(tx, file.id),
    )


ALERT_RECORD = Record(
    path=f"{ALERTS.path}/{{id:str}}",
    summary="One PLD alert: why it fired, the movements behind it, and its subject's own past",
    permission=READ,
    scope=HOUSE,
    answers=AlertRecord,
    load=_alert,
)


def case_record(keys: PartyKeys) -> Record:
    return Record(
        path=f"{CASES.path}/{{id:str}}",
        summary="One case of PLD with its dossier, alerts and clock",
        permission=CASES_READ,
        scope=HOUSE,
        answers=PldCaseRecord,
        load=partial(load_case, keys),
    )
