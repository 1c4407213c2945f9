"""Rules and calls of the demo's processors: one version in force that sends everything to the first, and a draft beside it."""

import json
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.foundation.ids import uuid7

_WRITER, _APPROVER = "diego@retaguarda.example", "eva@retaguarda.example"


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


def _group(name: str, condition: str, action: str, reason: str | None = None) -> dict[str, Any]:
    return {"name": name, "condition": condition, "action": action, "shares": [], "reason": reason}


def _share(name: str, condition: str, percent: dict[UUID, int]) -> dict[str, Any]:
    shares = [{"processor": str(processor), "percent": part} for processor, part in percent.items()]
    return _group(name, condition, "share") | {"shares": shares}
