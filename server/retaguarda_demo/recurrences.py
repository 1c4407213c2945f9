"""Recurrences of the demo's merchant, in every state, with charges that are scheduled, were refused, or were cancelled.

None of them is paid yet: what the bundled bank knows of them is written by recurring_bank.py, so that there each is paid, refused
or tried again.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import psycopg
from psycopg.types.json import Jsonb

from retaguarda.foundation.ids import uuid7
from retaguarda.providers.pix import ids
from retaguarda.providers.pix.cycles import cycle_of, start_of
from retaguarda.providers.pix.recurrence_codes import Periodicity
from retaguarda.recurrences.charge_cycle import next_cycle

COMPANY = 2
_BANK = "60701190"


@dataclass(frozen=True, slots=True)
class _Charge:
    """``cycle`` counted from the one of the demo's day; ``attempts``: state and code of each."""

    cycle: int
    status: str
    attempts: tuple[tuple[str, str | None], ...] = ()
    code: str | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """``day``: of its first charge, so many days from the demo's end."""

    contract: str
    sold: str
    payer: str
    document: str
    periodicity: Periodicity
    amount: int | None
    day: int
    status: str
    journey: str = "JORNADA_2"
    code: str | None = None
    charges: tuple[_Charge, ...] = ()


_SCHEDULED = (("scheduled", None),)
PLANS = (
    _Plan("Clube do Livro 118", "Clube do livro", "Helena Prado", "52998224725", "MENSAL", 4_990, -55, "approved",
          charges=(_Charge(1, "active", _SCHEDULED), _Charge(0, "rejected", (("rejected", "NIEC"), ("rejected", "AC05")), "AC05"))),
    _Plan("Academia 2041", "Plano anual", "Caio Menezes", "11144477735", "SEMANAL", 2_500, -24, "approved",
          charges=(_Charge(0, "active", (("rejected", "AM02"),)), _Charge(-1, "expired", (("rejected", "UDEI"),)),
                   _Charge(1, "active", _SCHEDULED))),
    _Plan("Café mensal 77", "Assinatura de café", "Rita Campos", "39053344705", "MENSAL", 8_900, 6, "approved", "JORNADA_1",
          charges=(_Charge(0, "active", _SCHEDULED),)),
    _Plan("Seguro 9931", "Seguro de vida", "Otávio Brandão", "86288366757", "TRIMESTRAL", 21_000, 12, "pending"),
    _Plan("Escola 3A", "Mensalidade", "Marina Lobo", "71428793860", "MENSAL", 125_000, 20, "pending", "JORNADA_1"),
    _Plan("Streaming 5560", "Música", "Igor Teles", "16899535009", "MENSAL", 1_990, -90, "cancelled", code="SLDB",
          charges=(_Charge(-1, "cancelled", (("cancelled", None),), "SLBD"),)),
    _Plan("Revista 12", "Revista", "Lia Dutra", "28001238938", "ANUAL", 19_900, 15, "rejected", "JORNADA_1", "AP14"),
    _Plan("Plano de saúde 81", "Plano de saúde", "Davi Rocha", "55544433380", "SEMESTRAL", None, 3, "expired"),
)  # fmt: skip
#: Each has a cycle that is due on the demo's last day; demo/atbank.py has them paid.
DUE_TODAY = (
    _Plan("Coworking 310", "Mesa fixa", "Nina Alencar", "52998224725", "SEMANAL", 39_900, -28, "approved",
          charges=(_Charge(0, "active", _SCHEDULED),)),
    _Plan("Violão 12", "Aula semanal", "Tomé Rangel", "11144477735", "SEMANAL", 14_900, -21, "approved", "JORNADA_1",
          charges=(_Charge(0, "active", _SCHEDULED),)),
    _Plan("Feira orgânica 7", "Cesta da semana", "Eva Simões", "39053344705", "SEMANAL", 8_400, -14, "approved",
          charges=(_Charge(0, "active", _SCHEDULED),)),
)  # fmt: skip


def load_recurrences(connection: psycopg.Connection, processor: str, end: datetime) -> None:
    """Args: processor: id of the connection they go out on; end: the demo's last moment."""
    row = connection.execute("select name from pix_connection where id = %s", (processor,)).fetchone()
    assert row is not None
    for plan in (*PLANS, *DUE_TODAY):
        _write(connection, plan, processor, row[0], end.astimezone(UTC))


def _write(connection: psycopg.Connection, plan: _Plan, processor: str, name: str, end: datetime) -> None:
    first, today, made = (end + timedelta(days=plan.day)).date(), end.date(), uuid7()
    made_at = min(end, datetime.combine(first, datetime.min.time(), UTC)) - timedelta(days=4)
    over = plan.status in ("cancelled", "rejected", "expired")
    agreed = plan.status == "approved" or plan.status == "cancelled"
    cycle, due = next_cycle(first, plan.periodicity, None, max(today + timedelta(days=10), first - timedelta(days=1)))
    connection.execute(
        "insert into recurrence (company_id, id, connection_id, processor, id_rec, status, contract, object, payer_name,"
        " payer_document, periodicity, starts_on, amount, currency, retry_policy, journey, automatic, next_cycle, next_due, payer_bank,"
        " approved_at, ended_at, ended_by, end_code, created_at) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 'BRL',"
        " 'PERMITE_3R_7D', %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
        (
            COMPANY, made, processor, name, ids.recurrence_id("RR", "12345678", made_at.date()), plan.status, plan.contract,
            plan.sold, plan.payer, plan.document, plan.periodicity, first, plan.amount, plan.journey,
            plan.amount is not None, cycle, None if over else due, _BANK if agreed else None,
            made_at + timedelta(hours=3) if agreed else None, end if over else None,
            "USUARIO_PAGADOR" if plan.status == "cancelled" else None, plan.code, made_at,
        ),
    )  # fmt: skip
    _tell(connection, str(made), "recurrence", plan.status, made_at + timedelta(hours=3), {"contract": plan.contract})
    now = max(cycle_of(first, plan.periodicity, today), 0)
    for charge in plan.charges:
        number = now + charge.cycle
        _charge(connection, plan, charge, processor, made, number, start_of(first, plan.periodicity, number), end)


def _charge(
    connection: psycopg.Connection,
    plan: _Plan,
    charge: _Charge,
    processor: str,
    recurrence: object,
    cycle: int,
    due: date,
    end: datetime,
) -> None:
    made = uuid7()
    made_at = min(end, datetime.combine(due, datetime.min.time(), UTC) - timedelta(days=9))
    told_at = min(end, _told_at(charge, made_at, due))
    waits = next((due for state, _ in charge.attempts if state == "scheduled"), None)
    connection.execute(
        "insert into recurring_charge (company_id, id, recurrence_id, connection_id, txid, status, cycle, due_on, amount, currency, adjusts,"
        " next_attempt, tries, ended_at, end_code, created_at) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, 'BRL', true, %s, %s, %s, %s, %s)",
        (
            COMPANY, made, recurrence, processor, ids.new_txid(), charge.status, cycle, due, plan.amount, waits,
            len(charge.attempts), None if charge.status == "active" else told_at, charge.code, made_at,
        ),
    )  # fmt: skip
    for number, (state, code) in enumerate(charge.attempts):
        connection.execute(
            "insert into recurring_attempt (company_id, charge_id, number, settles_on, kind, end_to_end_id, status, code)"
            " values (%s, %s, %s, %s, %s, %s, %s, %s)",
            (
                COMPANY, made, number, due + timedelta(days=2 * number), "NTAG" if number else "AGND",
                ids.transaction_id("E", _BANK, made_at), state, code,
            ),
        )  # fmt: skip
    _tell(connection, str(made), "charge", charge.status, told_at, {"amount": plan.amount})


def _told_at(charge: _Charge, made_at: datetime, due: date) -> datetime:
    """When the charge came to its state: the bank accepts or drops it before its day, and gives up after the last try."""
    if charge.status in ("active", "cancelled"):
        return made_at + timedelta(hours=2)
    last = due + timedelta(days=2 * (len(charge.attempts) - 1))
    return datetime.combine(last, time(23), UTC)


def _tell(
    connection: psycopg.Connection, subject: str, what: str, to: str, at: datetime, data: dict[str, object]
) -> None:
    connection.execute(
        "insert into event (company_id, name, subject_id, actor, at, data) values (%s, %s, %s, 'pix', %s, %s)",
        (COMPANY, f"pix:{what}:{to}", subject, at, Jsonb(data | {"to": to})),
    )
