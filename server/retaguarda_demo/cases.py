"""Tickets of the ombudsman and of customer service in every state, opened through the API's own Commands' tables."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import psycopg

from retaguarda.cases.clock import due_day, local_day
from retaguarda.cases.open_case import check_digit
from retaguarda.foundation.ids import uuid7
from retaguarda_demo.people import PEOPLE

_STAFF = next(person.email for person in PEOPLE if person.internal)


class _Ticket(NamedTuple):
    """``days`` before now, at which it was opened; ``steps``: what was done since, each a state that it went to."""

    kind: str
    days: int
    channel: str
    matter: str
    subject: str
    product: str
    name: str
    document: str | None
    text: str
    steps: tuple[tuple[str, str], ...] = ()
    merchant: int | None = 2
    priority: str = "normal"


_TICKETS = (
    _Ticket(
        "service", 0, "phone", "request", "payment", "pix", "Tereza Campos", "52998224725", "Paguei e a loja não viu."
    ),
    _Ticket(
        "service",
        1,
        "email",
        "complaint",
        "refund",
        "pix",
        "Marcos Prado",
        None,
        "A devolução de R$ 84,90 ainda não chegou.",
        (("first_answered", "Estamos consultando o banco de destino."),),
        priority="high",
    ),
    _Ticket(
        "service",
        3,
        "chat",
        "complaint",
        "fees",
        "account",
        "Loja Aurora",
        "11222333000181",
        "Tarifa diferente da contratada.",
        (("first_answered", "Vamos conferir o contrato."), ("waiting_client", "Pode enviar a proposta assinada?")),
    ),
    _Ticket(
        "service",
        9,
        "web",
        "request",
        "account",
        "account",
        "Júlia Reis",
        None,
        "Quero o histórico de todos os atendimentos.",
        (("first_answered", "Recebemos o seu pedido."), ("working", "")),
        merchant=3,
    ),
    _Ticket(
        "service",
        12,
        "phone",
        "cancellation",
        "service",
        "other",
        "Oficina do Zé",
        None,
        "Cancelar a segunda maquininha.",
        (("resolved", "Cancelada na hora, sem custo."), ("closed", "")),
        merchant=5,
    ),
    _Ticket(
        "service",
        20,
        "email",
        "complaint",
        "fraud",
        "pix",
        "Helena Dias",
        "11144477735",
        "Não reconheço um Pix de R$ 1.200,00.",
        (("first_answered", "Abrimos uma contestação (MED)."), ("escalated", "Não concorda com a resposta.")),
        merchant=None,
        priority="urgent",
    ),
    _Ticket("ombudsman", 0, "rdr", "complaint", "payout", "payout", "Paulo Nery", None, "O saque de sexta não chegou."),
    _Ticket(
        "ombudsman",
        6,
        "procon",
        "complaint",
        "fees",
        "boleto",
        "Mercado Bom Preço",
        None,
        "Boletos cobrados duas vezes.",
        (("analysing", ""), ("waiting_area", "Cobranças: a tarifa foi lançada em duplicidade?")),
        merchant=7,
    ),
    _Ticket(
        "ombudsman",
        19,
        "phone",
        "complaint",
        "fraud",
        "pix",
        "Helena Dias",
        "11144477735",
        "Não reconheço um Pix de R$ 1.200,00.",
        (("analysing", ""),),
        merchant=None,
        priority="urgent",
    ),
    _Ticket(
        "ombudsman",
        40,
        "court",
        "complaint",
        "account",
        "account",
        "Escola Novo Horizonte",
        None,
        "Conta bloqueada sem aviso.",
        (("analysing", ""), ("answered", "O bloqueio decorreu de ordem judicial; segue cópia anexa."), ("closed", "")),
        merchant=6,
    ),
    _Ticket(
        "ombudsman",
        25,
        "web",
        "praise",
        "service",
        "other",
        "Ana Souza",
        None,
        "Fui muito bem atendida.",
        (("withdrawn", "Era um elogio, sem resposta a dar."),),
    ),
)


def load_cases(connection: psycopg.Connection) -> None:
    """One transaction, the caller's."""
    connection.execute("select set_config('retaguarda.companies', '*', true)")
    now, given = datetime.now(UTC), dict[str, int]()
    for ticket in sorted(_TICKETS, key=lambda each: -each.days):
        opened = now - timedelta(days=ticket.days, minutes=30)
        day = local_day(opened)
        number = given[f"{day:%Y%m%d}"] = given.get(f"{day:%Y%m%d}", 0) + 1
        digits = f"{day:%Y%m%d}{number:06d}"
        ombudsman = ticket.kind == "ombudsman"
        values = ticket._asdict() | {
            "id": uuid7(),
            "protocol": digits + check_digit(digits),
            "opened": opened,
            "by": _STAFF,
            "clock": "2020-10-01" if ombudsman else "2022-10-03",
            "due": due_day(day, "business", 10) if ombudsman else due_day(day, "calendar", 7),
        }
        connection.execute(_OPEN, values)
        connection.execute(_STEP, values | {"n": 1, "step": "opened", "body": ticket.text, "at": opened})
        for place, (state, words) in enumerate(ticket.steps, 2):
            at = opened + (now - opened) * (place - 1) / (len(ticket.steps) + 1)
            more = {"state": state, "at": at, "n": place, "step": _WORDS.get(state, state), "body": words or None}
            connection.execute(_MOVE, values | more)
            connection.execute(_STEP, values | more)
    for day_text, count in given.items():
        connection.execute("insert into case_day (day, given) values (%s, %s)", (day_text, count))


#: State → the kind of its step, where that differs.
_WORDS = {
    "analysing": "taken",
    "waiting_area": "asked_area",
    "first_answered": "answered",
    "waiting_client": "asked_client",
}

_OPEN = """
    insert into case_file (id, kind, protocol, state, opened_at, opened_by, channel, matter, subject, product, priority,
                           merchant_id, requester_name, requester_document, description, clock_from, due_on)
    values (%(id)s, %(kind)s, %(protocol)s, 'opened', %(opened)s, %(by)s, %(channel)s, %(matter)s, %(subject)s, %(product)s,
            %(priority)s, %(merchant)s, %(name)s, %(document)s, %(text)s, %(clock)s, %(due)s)
"""
_MOVE = """
    update case_file
       set state = %(state)s::text,
           owner_id = (select id from person where email = %(by)s),
           first_answered_at = case when kind = 'service' then coalesce(first_answered_at, %(at)s) end,
           answered_at = case when %(state)s in ('answered', 'resolved') then %(at)s else answered_at end,
           answer = case when %(state)s = 'answered' then %(body)s else answer end,
           outcome = case when %(state)s = 'answered' then 'not_upheld' else outcome end,
           closed_at = case when %(state)s in ('closed', 'withdrawn', 'escalated') then %(at)s::timestamptz end
     where company_id = 1 and id = %(id)s
"""
_STEP = """
    insert into case_step (case_id, n, at, actor, kind, body) values (%(id)s, %(n)s, %(at)s, %(by)s, %(step)s, %(body)s)
"""
