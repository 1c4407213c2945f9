"""Payments of the demo's merchant that payers' banks ask back (payin/med): in time to be answered, weighed, decided, returned.

No money moves that the demo's pay-ins did not move: what is returned is one of their refunds, seen as what it would have
been. What is open lies set aside.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from retaguarda.foundation.ids import uuid7
from retaguarda.payin.disputes.model import BANK, FRAUD_ANALYSIS, FRAUD_ANSWER, RECOVERY_PERIOD, REQUEST_PERIOD
from retaguarda_demo.people import PEOPLE

COMPANY = 2
_MERCHANT = next(person.email for person in PEOPLE if person.company == COMPANY)
_STAFF = next(person.email for person in PEOPLE if person.internal)


class _Plan(NamedTuple):
    """``hours`` before the demo's end at which it was reported; it was answered and decided a third of them later each."""

    hours: float
    status: str
    details: str
    defence: str | None = None
    note: str | None = None


_PLANS = (
    _Plan(20, "to_answer", "O comprador diz que pagou por um anúncio falso e não recebeu nada."),
    _Plan(103, "to_answer", "Conta do pagador invadida; ele não reconhece o Pix."),
    _Plan(90, "in_analysis", "Golpe do falso vendedor, segundo o pagador.",
          "Pedido 1187 entregue em 12/11 e assinado pelo próprio pagador. Nota fiscal 4471, com rastreio até a portaria."),
    _Plan(60, "agreed", "Pix feito sob coação.", "Não encontramos a entrega deste pedido.", "O lojista não comprova a entrega."),
    _Plan(240, "disagreed", "O pagador alega que não recebeu o produto.",
          "Retirado na loja, com documento e foto.", "Entrega comprovada com documento do pagador: desacordo comercial."),
    _Plan(300, "cancelled", "Relatado por engano."),
)  # fmt: skip
_RETURNED = _Plan(
    0, "returned", "Duas cobranças do mesmo pedido.", "Foi mesmo em dobro.", "O lojista reconhece a duplicidade."
)

#: Settled payments that nobody gave anything back of, the newest first.
_PAYMENTS = """
    select p.* from pix_payment p join sandbox.pix s using (end_to_end_id)
     where p.company_id = %(company)s and p.status = 'settled' and p.charge_id is not null and p.amount between 2000 and 90000
       and p.paid_at < %(before)s and not exists (select 1 from refund r where r.end_to_end_id = p.end_to_end_id)
     order by p.paid_at desc limit 200
"""
_REFUND = """
    select r.*, p.amount as paid, p.paid_at from refund r join pix_payment p using (end_to_end_id)
     where r.company_id = %(company)s and r.status = 'settled' and r.charge_id is not null and p.status = 'settled'
       and p.refunded = r.amount and r.settled_at > %(since)s order by r.settled_at desc limit 1
"""
_CASE = """
    insert into med_case (company_id, id, end_to_end_id, charge_id, report_id, report_status, request_id, request_status, reason,
                          status, payer_bank, details, account, amount, currency, asked, agreed, returned, defence, answered_at, answered_by,
                          decision, decision_note, decided_at, decided_by, opened_at, heard_at, due_at, recover_until, ended_at)
    values (%(company)s, %(id)s, %(end_to_end_id)s, %(charge_id)s, %(report)s, %(report_status)s, %(request)s, %(request_status)s,
            'fraud', %(status)s, %(bank)s, %(details)s, 'available', %(amount)s, 'BRL', %(asked)s, %(agreed)s, %(returned)s, %(defence)s,
            %(answered)s, %(answerer)s, %(decision)s, %(note)s, %(decided)s, %(decider)s, %(opened)s, %(opened)s, %(due)s,
            %(until)s, %(ended)s)
"""
_BLOCK = """
    with held as (select ledger_hold_up_to(%(company)s, %(hold)s, 'available', 'BRL', %(amount)s, 'med:' || %(id)s || ':1', %(id)s::text) as amount)
    update med_case set blocked = held.amount, holds = case when held.amount > 0 then 1 else 0 end from held
     where company_id = %(company)s and id = %(id)s
"""
_REPORT = """
    insert into sandbox.infraction_report (id, transaction_id, type, details, status, created_at, modified_at, result, result_details)
    values (%(report)s, %(end_to_end_id)s, 'REFUND_REQUEST', %(details)s, %(report_status)s, %(opened)s, %(last)s, %(result)s, %(note)s)
"""
_REQUEST = """
    insert into sandbox.refund_request (id, transaction_id, report_id, reason, amount, details, status, created_at, modified_at,
                                        result, refund_transaction_id)
    values (%(request)s, %(end_to_end_id)s, %(report)s, 'FRAUD', %(amount)s, %(details)s, 'CLOSED', %(decided)s, %(last)s,
            'TOTALLY_ACCEPTED', %(rtr)s)
"""
_EVENT = """
    insert into event (company_id, name, subject_id, person_id, actor, at, data)
    values (%(company)s, %(name)s, %(id)s::text, (select p.id from person p where p.email = %(actor)s), %(actor)s, %(at)s, %(data)s)
"""


def load_contested(connection: psycopg.Connection, end: datetime) -> None:
    """One transaction, the caller's; a small demo may have fewer payments that fit, and then fewer cases."""
    connection.execute("select set_config('retaguarda.companies', '*', true)")
    with connection.cursor(row_factory=dict_row) as cursor:
        payments = cursor.execute(_PAYMENTS, {"company": COMPANY, "before": end - timedelta(hours=2)}).fetchall()
        refund = cursor.execute(_REFUND, {"company": COMPANY, "since": end - timedelta(days=60)}).fetchone()
    for plan in _PLANS:
        # A bank reports what was paid before.
        found = next((each for each in payments if each["paid_at"] < end - timedelta(hours=plan.hours + 1)), None)
        if found is not None:
            payments.remove(found)
            _write(connection, plan, found, end)
    if refund is not None:
        _write_returned(connection, refund)


def _write(connection: psycopg.Connection, plan: _Plan, payment: dict[str, Any], end: datetime) -> None:
    opened = end - timedelta(hours=plan.hours)
    answered = opened + timedelta(hours=plan.hours / 3) if plan.defence else None
    decided = opened + timedelta(hours=plan.hours * 2 / 3) if plan.note else None
    over = plan.status in ("disagreed", "cancelled")
    due = {"to_answer": opened + FRAUD_ANSWER, "in_analysis": opened + FRAUD_ANALYSIS}.get(plan.status)
    values = _values(plan, payment, opened, answered, decided) | {
        "due": decided + REQUEST_PERIOD if plan.status == "agreed" and decided else due,
        "agreed": payment["amount"] if plan.status == "agreed" else None,
        "ended": (decided or opened + timedelta(hours=30)) if over else None,
        "report_status": "CANCELLED" if plan.status == "cancelled" else "CLOSED" if plan.note else "ACKNOWLEDGED",
    }
    connection.execute(_CASE, values)
    connection.execute(_REPORT, values)
    if not over:
        connection.execute(_BLOCK, values)
    _tell(connection, values)


def _write_returned(connection: psycopg.Connection, refund: dict[str, Any]) -> None:
    asked, back = refund["created_at"], refund["settled_at"]
    opened = max(refund["paid_at"] + timedelta(minutes=5), asked - timedelta(days=3))
    moment = opened + (asked - opened) / 2
    values = _values(_RETURNED, refund, opened, moment, asked) | {
        "request": uuid4(),
        "request_status": "CLOSED",
        "agreed": refund["amount"],
        "returned": refund["amount"],
        "ended": back,
        "last": back,
        "rtr": refund["rtr_id"],
    }
    connection.execute(_CASE, values)
    connection.execute(_REPORT, values)
    connection.execute(_REQUEST, values)
    connection.execute(
        "update refund set nature = 'MED_FRAUDE', reason = null, med_case = %(id)s, hold_key = 'med:' || %(id)s || ':1'"
        " where company_id = %(company)s and id = %(refund)s",
        values | {"refund": refund["id"]},
    )
    _tell(connection, values)


def _values(
    plan: _Plan, payment: dict[str, Any], opened: datetime, answered: datetime | None, decided: datetime | None
) -> dict[str, Any]:
    decision = None if decided is None else "disagreed" if plan.status == "disagreed" else "agreed"
    return {
        "company": COMPANY,
        "id": uuid7(),
        "hold": uuid7(),
        "end_to_end_id": payment["end_to_end_id"],
        "charge_id": payment["charge_id"],
        "report": uuid4(),
        "report_status": "CLOSED",
        "request": None,
        "request_status": None,
        "status": plan.status,
        "bank": payment["end_to_end_id"][1:9],
        "details": plan.details,
        "amount": payment["amount"],
        "asked": payment["amount"],
        "agreed": None,
        "returned": 0,
        "defence": plan.defence,
        "answered": answered,
        "answerer": _MERCHANT if answered else None,
        "decision": decision,
        "result": decision and decision.upper(),
        "note": plan.note,
        "decided": decided,
        "decider": _STAFF if decided else None,
        "opened": opened,
        "due": None,
        "until": payment["paid_at"] + RECOVERY_PERIOD,
        "ended": None,
        "last": decided or opened,
    }


def _tell(connection: psycopg.Connection, case: dict[str, Any]) -> None:
    """What its Commands and jobs would have recorded."""
    steps: Sequence[tuple[str, str, datetime | None]] = (
        ("opened", BANK, case["opened"]),
        ("answer", _MERCHANT, case["answered"]),
        (case["decision"] or "", _STAFF, case["decided"]),
        ("decide", _STAFF, case["decided"]),
        (case["status"], BANK, case["ended"] if case["status"] in ("cancelled", "returned") else None),
    )
    for what, actor, at in steps:
        if at is not None:
            data = {"end_to_end_id": case["end_to_end_id"], "amount": case["amount"]}
            told = {"name": f"payin:med:{what}", "actor": actor, "at": at.astimezone(UTC), "data": Jsonb(data)}
            connection.execute(_EVENT, case | told)
