"""Applies the provider's state of a recurrence, confirmation request or recurring charge to ours.

The caller of each function has locked ``row``. Only its payment makes a charge paid (receive_payment.py).
"""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.providers.pix.recurrence_answers import CobR, Encerramento, Rec, SolicRec, Tentativa
from retaguarda.recurrences.charge_cycle import next_cycle
from retaguarda.recurrences.model import ATTEMPTS, CHARGES, JOURNEYS, RECURRENCES, REQUESTS
from retaguarda.recurrences.rows import RecurrenceRequestRow, RecurrenceRow, RecurringChargeRow


async def sync_recurrence(tx: Tx, row: RecurrenceRow, reported: Rec) -> None:
    status: str = RECURRENCES.get(reported.status) or row.status
    journey = reported.ativacao.journey
    changed = msgspec.structs.replace(
        row,
        id_rec=reported.idRec,
        status=status,
        starts_on=reported.calendario.dataInicial,
        new_start=None if row.new_start == reported.calendario.dataInicial else row.new_start,
        br_code=(reported.dadosQR.pixCopiaECola if reported.dadosQR else None) or row.br_code,
        journey=journey if journey in JOURNEYS else row.journey,
        payer_bank=(reported.pagador.ispbParticipante if reported.pagador else None) or row.payer_bank,
        approved_at=row.approved_at or (_or_now(reported.since("APROVADA")) if status == "approved" else None),
        **_end_columns(reported.encerramento, over=status in ("rejected", "expired", "cancelled"), row=row),
    )
    moved = reported.calendario.dataInicial != row.starts_on
    changed = msgspec.structs.replace(changed, **_next_cycle_columns(changed, moved=moved))
    await tx.execute(
        "update recurrence set id_rec = %(id_rec)s, status = %(status)s, starts_on = %(starts_on)s, new_start = %(new_start)s,"
        " br_code = %(br_code)s, journey = %(journey)s, payer_bank = %(payer_bank)s, approved_at = %(approved_at)s,"
        " ended_at = %(ended_at)s, ended_by = %(ended_by)s, end_code = %(end_code)s, end_reason = %(end_reason)s,"
        " next_cycle = %(next_cycle)s, next_due = %(next_due)s, last_error = null, tried = false"
        " where company_id = %(company_id)s and id = %(id)s",
        changed,
    )
    if status != row.status:
        await record_change(tx, "recurrence", row, status, code=changed.end_code, contract=row.contract)
    for request in reported.solicitacao:
        known = await fetch_one(
            tx,
            RecurrenceRequestRow,
            "select * from recurrence_request where company_id = %(company)s and id_solic_rec = %(number)s for update",
            {"company": row.company_id, "number": request.idSolicRec},
        )
        if known is not None:
            await sync_request(tx, known, request)


def _next_cycle_columns(row: RecurrenceRow, *, moved: bool) -> dict[str, Any]:
    """Return the next cycle to charge. A payer who approved late owes nothing for past cycles."""
    if row.status in ("rejected", "expired", "cancelled"):
        return {"next_due": None}
    if moved:
        return {"next_cycle": 0, "next_due": row.starts_on}
    if row.next_due is not None and row.next_due < today(BRASILIA) and row.status != "approved":
        cycle, due = next_cycle(row.starts_on, row.periodicity, row.ends_on, today(BRASILIA))
        return {"next_cycle": cycle, "next_due": due}
    return {}


async def sync_request(tx: Tx, row: RecurrenceRequestRow, reported: SolicRec) -> None:
    status: str = REQUESTS.get(reported.status) or row.status
    await tx.execute(
        "update recurrence_request set id_solic_rec = %(number)s, status = %(to)s, last_error = null"
        " where company_id = %(company_id)s and id = %(id)s",
        row.with_columns(number=reported.idSolicRec, to=status),
    )
    if status != row.status:
        await record_change(tx, "request", row, status, subject=row.recurrence_id)


async def sync_charge(tx: Tx, row: RecurringChargeRow, reported: CobR) -> None:
    """Apply the provider's state of a charge. A charge that is paid keeps its status: its payment settled it."""
    await _sync_attempts(tx, row, reported.tentativas)
    status: str = CHARGES.get(reported.status) or row.status
    if row.status == "paid" or status == "paid":
        status = row.status
    open_days = [each.day for each in reported.tentativas if each.status in ("SOLICITADA", "AGENDADA")]
    over = status in ("rejected", "expired", "cancelled")
    changed = row.with_columns(**_end_columns(reported.encerramento, over=over, row=row)) | {
        "to": status,
        "next_attempt": None if over else next((day for day in open_days if day is not None), None),
        "tries": len(reported.tentativas),
        "retry_on": None if any(each.day == row.retry_on for each in reported.tentativas) else row.retry_on,
    }
    await tx.execute(
        "update recurring_charge set status = %(to)s, next_attempt = %(next_attempt)s, tries = %(tries)s, retry_on = %(retry_on)s,"
        " ended_at = %(ended_at)s, ended_by = %(ended_by)s, end_code = %(end_code)s, end_reason = %(end_reason)s, last_error = null"
        " where company_id = %(company_id)s and id = %(id)s",
        changed,
    )
    if status != row.status:
        await record_change(tx, "charge", row, status, amount=row.amount, code=changed["end_code"])


async def _sync_attempts(tx: Tx, row: RecurringChargeRow, attempts: list[Tentativa]) -> None:
    for number, reported in enumerate(attempts):
        values = {
            "company": row.company_id,
            "charge": row.id,
            "number": number,
            "day": reported.day,
            "kind": reported.tipo[:20],
            "e2e": reported.endToEndId,
            "status": ATTEMPTS.get(reported.status, "requested"),
            "code": reported.rejeicao.codigo if reported.rejeicao else None,
            "reason": reported.rejeicao.descricao if reported.rejeicao else None,
        }
        new = await tx.value(
            "insert into recurring_attempt (company_id, charge_id, number, settles_on, kind, end_to_end_id, status, code, reason)"
            " values (%(company)s, %(charge)s, %(number)s, %(day)s, %(kind)s, %(e2e)s, %(status)s, %(code)s, %(reason)s)"
            " on conflict (company_id, charge_id, number) do update set settles_on = excluded.settles_on, kind = excluded.kind,"
            " end_to_end_id = excluded.end_to_end_id, status = excluded.status, code = excluded.code, reason = excluded.reason,"
            " updated_at = now() where recurring_attempt.status <> excluded.status returning status",
            values,
        )
        if new in ("rejected", "expired"):
            await record_change(tx, "attempt", row, new, code=values["code"], day=values["day"])


def _end_columns(why: Encerramento | None, *, over: bool, row: RecurrenceRow | RecurringChargeRow) -> dict[str, Any]:
    """Return the end of a recurrence or charge; the moment we first learned of it stays."""
    reason = why.why if why else None
    return {
        "ended_at": row.ended_at or (datetime.now(UTC) if over else None),
        "ended_by": reason.solicitante if reason else row.ended_by,
        "end_code": reason.codigo[:4] if reason else row.end_code,
        "end_reason": reason.descricao[:400] if reason else row.end_reason,
    }


def _or_now(at: datetime | None) -> datetime:
    return at or datetime.now(UTC)


async def record_change(
    tx: Tx,
    what: str,
    row: RecurrenceRow | RecurrenceRequestRow | RecurringChargeRow,
    to: str,
    *,
    subject: UUID | None = None,
    **more: object,
) -> None:
    """Record the event of a status change, such as ``pix:charge:active``; a request's is its recurrence's, ``subject``."""
    await record(
        tx,
        f"pix:{what}:{to}",
        company=row.company_id,
        subject=str(subject or row.id),
        actor=ACTOR,
        data={"from": row.status, "to": to, **{name: value for name, value in more.items() if value is not None}},
    )
