"""Rules and calls of the demo's processors: one version in force that sends everything to the first, and a draft beside it."""

import json
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.foundation.ids import uuid7

_WRITER, _APPROVER = "diego@retaguarda.example", "eva@retaguarda.example"


def _payout(name: str, condition: str, action: str, minutes: int | None = None) -> dict[str, Any]:
    return {"name": name, "condition": condition, "action": action, "minutes": minutes, "processor": None}


PAYOUTS_IN_FORCE = [
    _payout("Mesmo valor de novo hoje", "duplicates > 0", "warn"),
    _payout("Conta nova e muito alto", "changed_destination && amount > 5000000", "hold", 60),
]
#: What a house may begin with: each of the threats that payments know has a rule.
STARTER = [
    _payout("Primeiro, de noite e alto", "first && amount > 100000 && (hour < 6 || hour >= 20)", "hold", 60),
    _payout("Conta nova e alto", "changed_destination && amount > 500000", "hold", 60),
    _payout("Muitos favorecidos novos no dia", "today_first_payees >= 20", "second_person"),
    _payout("Soma do dia logo abaixo do limite", "same_today >= 5 && amount >= 90000 && amount < 100000", "hold", 30),
    _payout("Aparelho novo e destino novo", "session_new_device && (first || changed_destination)", "hold", 60),
    _payout("Muitas vezes ao mesmo favorecido", "same_today >= 10", "warn"),
    _payout("Destino de muitos estabelecimentos", "shared_with >= 5", "hold", 60),
    _payout("Chave de outra pessoa", 'owner_match == "differ"', "refuse"),
    _payout("Chave nova", "key_age_days < 7 && amount > 100000", "hold", 30),
    _payout("Nome parecido e alto", 'name_class == "close" && amount > 500000', "second_person"),
    _payout("Favorecido parado há meio ano", "dormant_days > 180 && amount > 100000", "warn"),
    _payout("Lote de fim de semana", "batch && weekday >= 6 && batch_total > 5000000", "second_person"),
]


def load_rules(owner_url: str, first: UUID, second: UUID) -> None:
    """As if staff had written and agreed to them; the calls of a day, a few of which failed."""
    everything = [
        _group("Muito alto de madrugada", "amount >= 3000000 && hour < 6", "review"),
        _group("Sem pagador acima de R$ 50 mil", 'amount >= 5000000 && payer == "none"', "block", "Informe quem paga"),
        _share("Todas as cobranças", "", {first: 100}),
    ]
    draft = [
        _group("Valor alto de madrugada", "amount > 500000 && (hour < 6 || hour >= 22)", "review"),
        _group("Alto sem pagador", 'amount > 1000000 && payer == "none"', "block", "Informe quem vai pagar"),
        _share("Demais cobranças", "", {first: 80, second: 20}),
    ]
    with psycopg.connect(owner_url) as connection:
        connection.execute(
            "insert into payin_rule_version (id, number, name, status, groups, writers, written_by, approver, approved_by, approved_at,"
            " activated_by, activated_at, created_at, updated_at)"
            " select %(id)s, 1, 'Um só banco', 'active', %(groups)s::jsonb, array[w.id], w.email, a.id, a.email, now() - interval '29 days',"
            " w.email, now() - interval '29 days', now() - interval '30 days', now() - interval '30 days'"
            " from person w, person a where w.email = %(writer)s and a.email = %(approver)s",
            {"id": uuid7(), "groups": json.dumps(everything), "writer": _WRITER, "approver": _APPROVER},
        )
        connection.execute(
            "insert into payin_rule_version (id, number, name, groups, writers, written_by)"
            " select %(id)s, 2, 'Dividir com o segundo banco', %(groups)s::jsonb, array[w.id], w.email from person w where w.email = %(writer)s",
            {"id": uuid7(), "groups": json.dumps(draft), "writer": _WRITER},
        )
        connection.execute(
            "insert into processor_minute (connection_id, at, answered, refused, failed, total_ms, slowest_ms, last_error)"
            " select %(first)s, date_trunc('minute', now()) - n * interval '10 minutes', 14 + n %% 9, n %% 3, (n %% 47 = 20)::int,"
            " (15 + n %% 9) * (60 + n %% 40), 180 + n %% 300, case when n %% 47 = 20 then 'ReadTimeout' end"
            " from generate_series(1, 144) n",
            {"first": first},
        )


def load_payout_rules(owner_url: str) -> None:
    """As if staff had written and agreed to them: a version in force that asks little, and the starter set as a draft."""
    with psycopg.connect(owner_url) as connection:
        connection.execute(
            "insert into payout_rule_version (id, number, name, status, groups, writers, written_by, approver, approved_by, approved_at,"
            " activated_by, activated_at, created_at, updated_at)"
            " select %(id)s, 1, 'De início', 'active', %(groups)s::jsonb, array[w.id], w.email, a.id, a.email, now() - interval '1 minute',"
            " w.email, now(), now() - interval '2 minutes', now() - interval '2 minutes'"
            " from person w, person a where w.email = %(writer)s and a.email = %(approver)s",
            {"id": uuid7(), "groups": json.dumps(PAYOUTS_IN_FORCE), "writer": _WRITER, "approver": _APPROVER},
        )
        connection.execute(
            "insert into payout_rule_version (id, number, name, groups, writers, written_by)"
            " select %(id)s, 2, 'Conjunto inicial', %(groups)s::jsonb, array[w.id], w.email from person w where w.email = %(writer)s",
            {"id": uuid7(), "groups": json.dumps(STARTER), "writer": _WRITER},
        )


def _group(name: str, condition: str, action: str, reason: str | None = None) -> dict[str, Any]:
    return {"name": name, "condition": condition, "action": action, "shares": [], "reason": reason}


def _share(name: str, condition: str, percent: dict[UUID, int]) -> dict[str, Any]:
    shares = [{"processor": str(processor), "percent": part} for processor, part in percent.items()]
    return _group(name, condition, "share") | {"shares": shares}
