"""Minutes of our services and incidents in every state, so that each screen has something to show."""

from typing import NamedTuple

import psycopg

from retaguarda_demo.people import PEOPLE

_STAFF = next(person.email for person in PEOPLE if person.internal)


class _Incident(NamedTuple):
    """``hours`` before now it began; ``minutes`` bad ones; ``loss``: missing payments, their bounds and amount (centavos)."""

    service: str
    found_by: str
    state: str
    hours: int
    minutes: int
    why: str
    cause: str | None = None
    reason: str | None = None
    root: str | None = None
    action: str | None = None
    told: str | None = None
    protocol: str | None = None
    planned: bool = False
    loss: tuple[int, int, int, int, int, int] | None = None


_INCIDENTS = (
    _Incident("payin", "traffic", "detected", 5, 7, "failed", loss=(212, 1_452, 1_240, 1_093, 1_386, 9_812_300)),
    _Incident(
        "provider_calls",
        "traffic",
        "confirmed",
        28,
        19,
        "failed",
        reason="O banco confirma a queda dos avisos",
        told="Avisos de pagamento do banco atrasaram das 9h10 às 9h29. Nenhum pagamento se perdeu; todos já constam.",
        loss=(31, 190, 159, 120, 201, 1_204_500),
    ),
    _Incident(
        "api",
        "heartbeat",
        "explained",
        75,
        4,
        "silent",
        cause="own",
        reason="Servidor reiniciado sem aviso",
        root="O processo foi encerrado por falta de memória durante uma exportação grande.",
        action="Exportações grandes passaram a ser escritas em partes; o limite de memória foi revisto.",
        told="O sistema ficou fora do ar por quatro minutos. Já voltou ao normal.",
        loss=(0, 61, 61, 44, 79, 455_200),
    ),
    _Incident(
        "dashboard",
        "slowness",
        "closed",
        190,
        12,
        "slow",
        cause="change",
        reason="Várias pessoas relataram lentidão",
        root="Um índice faltava em uma consulta nova.",
        action="O índice foi criado e a consulta, medida com o volume real.",
        protocol="BCB-2026-0417",
        told="O painel respondeu devagar por doze minutos. Já voltou ao normal.",
    ),
    _Incident("checkout", "traffic", "dismissed", 214, 6, "failed", reason="Teste de carga combinado com o time"),
    _Incident(
        "payouts", "traffic", "confirmed", 300, 25, "failed", reason="Troca de certificado anunciada", planned=True
    ),
)


def load_availability(connection: psycopg.Connection) -> None:
    """Minutes of the last day and around each incident, with the same hours of four weeks before; then the incidents."""
    connection.execute(_DAY)
    connection.execute(
        "insert into maintenance (id, service, began_at, ended_at, reason, announced_by, announced_at)"
        " select gen_random_uuid(), 'payouts', b.at, b.at + interval '40 minutes', 'Troca do certificado do banco', %(by)s,"
        " b.at - interval '2 days' from (select date_trunc('minute', now() - interval '300 hours') - interval '5 minutes') b (at)",
        {"by": _STAFF},
    )
    for incident in _INCIDENTS:
        values = incident._asdict() | {"by": _STAFF}
        connection.execute(_AROUND, values)
        connection.execute(_BAD, values)
        connection.execute(_INCIDENT, values)
        connection.execute(_MINUTES, values)
        if incident.loss is not None:
            connection.execute(_LOSS, values | dict(zip(_PARTS, incident.loss, strict=True)))
    # Whoever looks from here on begins with what happens now.
    connection.execute(
        "insert into incident_watch (looked_since, looked_until)"
        " select date_trunc('minute', now()), date_trunc('minute', now())"
    )


_PARTS = ("seen", "expected", "missing", "least", "most", "amount")

#: A day's curve: most calls at noon; a few are refused, hardly one fails. Times lie around 12 ms and 200 ms.
_CALLS = "greatest(1, round({rate} * (1.2 + sin((extract(epoch from {at}) / 86400 - 0.5) * 2 * pi()) + (hashtext({at}::text || {service}) & 7) / 20.0)))"
_BUCKETS = "array_fill(0, array[24]) || array[{calls} - {calls} / 6] || array_fill(0, array[27]) || array[{calls} / 6]"
_DAY = f"""
    insert into service_minute (service, at, answered, refused, failed, buckets)
    select m.service, m.at, m.calls - m.calls / 30, m.calls / 30, 0, {_BUCKETS.format(calls="m.calls")}
      from (select s.service, g.at, {_CALLS.format(rate="s.rate", at="g.at", service="s.service")}::int as calls
              from (values ('payin', 14), ('payouts', 4), ('dashboard', 7), ('checkout', 9), ('provider_calls', 11), ('sign_in', 1))
                   s (service, rate)
             cross join generate_series(date_trunc('minute', now()) - interval '24 hours', date_trunc('minute', now()) - interval '1 minute',
                                        interval '1 minute') g (at)) m
"""
_BEGAN = "date_trunc('minute', now() - %(hours)s * interval '1 hour')"
_AROUND = f"""
    insert into service_minute (service, at, answered, refused, failed, buckets)
    select m.service, m.at, m.calls, 0, 0, {_BUCKETS.format(calls="m.calls")}
      from (select v.service, v.at, {_CALLS.format(rate="12", at="v.at", service="v.service")}::int as calls
              from (select case when %(service)s = 'api' then 'payin' else %(service)s end as service,
                           {_BEGAN} + (n - w * 10080) * interval '1 minute' as at
                      from generate_series(-15, %(minutes)s + 15) n cross join generate_series(0, 4) w
                     where not (w = 0 and %(why)s = 'silent' and n >= 0 and n < %(minutes)s)) v) m
    on conflict do nothing
"""
_BAD = f"""
    update service_minute
       set failed = case when %(why)s = 'failed' then answered + refused - answered / 10 else 0 end,
           answered = case when %(why)s = 'failed' then answered / 10 else answered + refused end,
           refused = 0, buckets = array_fill(0, array[88]) || array[answered + refused]
     where service = %(service)s and at >= {_BEGAN} and at < {_BEGAN} + %(minutes)s * interval '1 minute'
"""
_INCIDENT = f"""
    insert into incident (id, service, state, found_by, rule_version, began_at, ended_at, minutes, planned, opened_by, opened_at,
                          decided_by, decided_at, decision_reason, cause, root_cause, action, told_at, told, told_companies,
                          reported_at, report_protocol, closed_at, answered, failed)
    select gen_random_uuid(), %(service)s, %(state)s, %(found_by)s, 1, b.at, b.at + %(minutes)s * interval '1 minute', %(minutes)s,
           %(planned)s, 'retaguarda', b.at + interval '4 minutes',
           case when %(state)s <> 'detected' then %(by)s end, case when %(state)s <> 'detected' then b.at + interval '1 hour' end,
           %(reason)s, %(cause)s, %(root)s, %(action)s,
           case when %(told)s::text is not null then b.at + interval '70 minutes' end, %(told)s,
           case when %(told)s::text is not null then 6 else 0 end,
           case when %(protocol)s::text is not null then b.at + interval '1 day' end, %(protocol)s,
           case when %(state)s = 'closed' then b.at + interval '2 days' end, m.answered, m.failed
      from (select {_BEGAN}) b (at)
     cross join lateral (select coalesce(sum(answered), 0)::int as answered, coalesce(sum(failed), 0)::int as failed
                           from service_minute where service = %(service)s
                            and at >= b.at and at < b.at + %(minutes)s * interval '1 minute') m
"""
_MINUTES = f"""
    insert into incident_minute (incident_id, at, why, answered, failed)
    select o.id, g.at, %(why)s, coalesce(m.answered, 0), coalesce(m.failed, 0)
      from incident o
     cross join lateral generate_series(o.began_at, o.began_at + (%(minutes)s - 1) * interval '1 minute', interval '1 minute') g (at)
      left join service_minute m on m.service = o.service and m.at = g.at
     where o.service = %(service)s and o.began_at = {_BEGAN}
"""
_LOSS = f"""
    insert into incident_loss (incident_id, currency, weeks, seen, expected, missing, least, most, missing_amount)
    select id, 'BRL', 4, %(seen)s, %(expected)s, %(missing)s, %(least)s, %(most)s, %(amount)s
      from incident where service = %(service)s and began_at = {_BEGAN}
"""
