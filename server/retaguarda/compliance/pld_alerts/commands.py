"""What is done with an alert: take or assign it, write a note, decide it, snooze its rule, or carry it into a case."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from retaguarda.cases.queries import case_file_for_update
from retaguarda.cases.transitions import add_step as add_case_step
from retaguarda.cases.transitions import refuse_unless
from retaguarda.compliance.pld_alerts.model import (
    SHORTEST_TEXT,
    Alert,
    AlertDecision,
    AlertNote,
    AssignInput,
    EscalateInput,
    SnoozeEnd,
    SnoozeInput,
)
from retaguarda.compliance.pld_alerts.open_pld_case import CaseSubject, open_pld_case
from retaguarda.compliance.pld_alerts.queries import AlertRow, alert_for_update, alert_of, document_of
from retaguarda.compliance.pld_alerts.tables import ALERTS, WRITE
from retaguarda.compliance.pld_alerts.transitions import add_step, move_alert, refuse_unless_open
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.staff import assignee_of
from retaguarda.foundation.text_input import printable, printable_or_none

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, AlertRow, I], Awaitable[tuple[AlertRow, dict[str, Any]]]]


async def _assign(tx: Tx, principal: Principal, alert: AlertRow, given: AssignInput) -> tuple[AlertRow, dict[str, Any]]:
    refuse_unless_open(alert)
    to = await assignee_of(tx, principal, "email", given.email)
    after = await move_alert(
        tx,
        alert,
        "under_review",
        "assignee = %(who)s, taken_at = coalesce(taken_at, clock_timestamp())",
        who=to.id,
    )
    await add_step(tx, alert.id, principal.email, "assigned", to.email)
    return after, {}


async def _note(tx: Tx, principal: Principal, alert: AlertRow, given: AlertNote) -> tuple[AlertRow, dict[str, Any]]:
    await add_step(tx, alert.id, principal.email, "note", printable("text", given.text))
    return alert, {}


async def _decide(
    tx: Tx, principal: Principal, alert: AlertRow, given: AlertDecision
) -> tuple[AlertRow, dict[str, Any]]:
    refuse_unless_open(alert)
    text = printable("text", given.text)
    if alert.severity in ("high", "critical") and len(text) < SHORTEST_TEXT:
        raise invalid_field("text", "too_short", f"a {alert.severity} alert wants at least {SHORTEST_TEXT} characters")
    to = "dismissed" if given.choice == "dismiss" else "cleared"
    after = await move_alert(
        tx,
        alert,
        to,
        "reason = %(reason)s, reason_text = %(text)s, decided_by = %(by)s, decided_at = clock_timestamp(),"
        " assignee = coalesce(assignee, %(person)s), taken_at = coalesce(taken_at, clock_timestamp())",
        reason=given.reason_id,
        text=text,
        by=principal.email,
        person=principal.person_id,
    )
    await add_step(tx, alert.id, principal.email, to, text)
    return after, {"to": to}


async def _snooze(tx: Tx, principal: Principal, alert: AlertRow, given: SnoozeInput) -> tuple[AlertRow, dict[str, Any]]:
    reason = printable("reason", given.reason)
    await tx.execute(
        "insert into pld_snooze (id, rule_id, subject, until, reason, created_by)"
        " values (%(id)s, %(rule)s, %(subject)s, now() + make_interval(days => %(days)s), %(reason)s, %(by)s)",
        {
            "id": uuid7(),
            "rule": alert.rule_id,
            "subject": alert.subject,
            "days": given.days,
            "reason": reason,
            "by": principal.email,
        },
    )
    await add_step(tx, alert.id, principal.email, "snoozed", reason)
    return alert, {"days": given.days}


async def _end_snooze(
    tx: Tx, principal: Principal, alert: AlertRow, given: SnoozeEnd
) -> tuple[AlertRow, dict[str, Any]]:
    """Let the rule raise again at once: every snooze of it about the subject ends. It is the safer way, so one person suffices."""
    reason = printable("reason", given.reason)
    ended = await tx.execute(
        "update pld_snooze set ended_at = now(), ended_by = %(by)s, end_reason = %(reason)s"
        " where rule_id = %(rule)s and subject = %(subject)s and ended_at is null and until > now()",
        {"by": principal.email, "reason": reason, "rule": alert.rule_id, "subject": alert.subject},
    )
    if not ended:
        raise ApiError(409, "alert_not_snoozed", "the rule is not snoozed for this subject")
    await add_step(tx, alert.id, principal.email, "snooze_ended", reason)
    return alert, {}


async def _escalate(
    tx: Tx, principal: Principal, alert: AlertRow, given: EscalateInput
) -> tuple[AlertRow, dict[str, Any]]:
    """Open a case about the subject, or let an open one take the alert in."""
    refuse_unless_open(alert)
    text = printable_or_none("text", given.text)
    if given.case is not None:
        case = await case_file_for_update(tx, "pld", {"id": str(given.case)})
        refuse_unless(case, "opened", "investigating", "waiting")
        await add_case_step(tx, case, principal.email, "merged", text)
    else:
        case = await open_pld_case(
            tx,
            principal.email,
            CaseSubject(
                alert.target,
                alert.subject,
                alert.name or alert.subject,
                await document_of(tx, alert.target, alert.subject),
                alert.subject_company,
            ),
            text or f"AL-{alert.number:06d}",
        )
    after = await move_alert(
        tx,
        alert,
        "escalated",
        "case_id = %(case)s, assignee = coalesce(assignee, %(person)s), taken_at = coalesce(taken_at, clock_timestamp())",
        case=case.id,
        person=principal.person_id,
    )
    await add_step(tx, alert.id, principal.email, "escalated", case.protocol)
    return after, {"to": "escalated", "protocol": case.protocol}


def _act(
    action: str,
    summary: str,
    takes: type[I],
    act: Act[I],
    permission: Permission = WRITE,
    *,
    bulk: bool = False,
    keyed: bool = False,
) -> Command[I]:
    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        after, told = await act(tx, principal, await alert_for_update(tx, path), given)
        return Done(str(after.id), alert_of(after), {"name": f"AL-{after.number:06d}", **told})

    return Command(
        name=f"pld:alert:{action}",
        method="POST",
        path=f"{ALERTS.path}/{{id:str}}/{action}",
        summary=summary,
        permission=permission,
        scope=HOUSE,
        input=takes,
        answers=Alert,
        apply=apply,
        keyed=keyed,
        bulk=ALERTS if bulk else None,
    )


COMMANDS: tuple[Command[Any], ...] = (
    _act("assign", "Take a PLD alert, or give it to somebody", AssignInput, _assign, bulk=True),
    _act("note", "Write a note in a PLD alert", AlertNote, _note),
    _act("decide", "Dismiss or clear a PLD alert", AlertDecision, _decide, bulk=True),
    _act("snooze", "Let a rule raise nothing about a subject for some days", SnoozeInput, _snooze, keyed=True),
    _act("end_snooze", "Let a snoozed rule raise alerts about a subject again, from now on", SnoozeEnd, _end_snooze),
    _act(
        "escalate",
        "Carry a PLD alert into a case",
        EscalateInput,
        _escalate,
        Permission.COMPLIANCE_CASES_WRITE,
    ),
)
