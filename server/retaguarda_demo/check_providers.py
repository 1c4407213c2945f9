"""Providers of checks in every state, at the bundled sandbox, with the calls of sixty days."""

import hashlib
import random
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from retaguarda.cases.clock import local_day
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.settings import SANDBOX_SECRET
from retaguarda_demo.people import DIEGO, EVA

_WRITER, _ACTIVATOR = DIEGO, EVA
_DAYS = 60


class _Provider(NamedTuple):
    """``calls``: of a day, about; ``failing``: percent of them."""

    name: str
    port: str
    status: str
    priority: int
    quota: int | None
    cost: int
    calls: int
    failing: int
    reason: str | None = None


_PROVIDERS = (
    _Provider("Receita Sandbox", "registry", "active", 10, 20_000, 12, 9, 2, "Contrato 2026/014"),
    _Provider("Cadastro Reserva", "registry", "active", 20, 2_000, 28, 1, 5, "Contingência da Receita"),
    _Provider("PEP Sandbox", "pep", "active", 10, None, 9, 6, 1, "Contrato 2026/021"),
    _Provider("Sanções Sandbox", "sanctions", "active", 10, None, 15, 6, 1, "Contrato 2026/021"),
    _Provider("Birô Nacional", "bureau", "active", 10, 500, 145, 3, 4, "Contrato 2026/030"),
    _Provider(
        "Leitura Fácil", "documents", "paused", 10, None, 60, 2, 30, "Erros acima do combinado desde segunda-feira"
    ),
    _Provider("Documento Sandbox", "documents", "active", 20, None, 55, 2, 3, "Contrato 2026/033"),
    _Provider("Rosto Sandbox", "face", "active", 20, 1_000, 85, 2, 3, "Contrato 2026/033"),
    _Provider("Rosto Vivo", "face", "tested", 10, 1_000, 90, 0, 0),
    _Provider("Imprensa Hoje", "adverse_media", "draft", 10, None, 35, 0, 0),
    _Provider("Aparelho Conhecido", "device", "retired", 10, None, 5, 1, 8, "Contrato encerrado em outubro"),
)
_PURPOSES = ("kyc", "onboarding", "renewal", "document_check", "payment")
_OUTCOMES = ("clear",) * 17 + ("hit", "mismatch", "not_found")


def load_check_providers(connection: psycopg.Connection, keys: Keys, sandbox: str) -> None:
    """One transaction, the caller's."""
    connection.execute("select set_config('retaguarda.companies', '*', true)")
    people = dict(connection.execute("select email, id from person where internal").fetchall())
    for place, provider in enumerate(_PROVIDERS):
        number, active = uuid7(), provider.status in ("active", "paused", "retired")
        tested = datetime.now(UTC) - timedelta(days=3, hours=place)
        connection.execute(
            _INSERT,
            provider._asdict()
            | {
                "id": number,
                "url": f"{sandbox}/checks/v1" + ("/gone" if provider.status == "draft" else ""),
                "secret": keys.seal("check_provider", SANDBOX_SECRET.encode()),
                "by": _WRITER,
                "person": people[_WRITER],
                "other": _ACTIVATOR if active else None,
                "other_person": people[_ACTIVATOR] if active else None,
                "tested": tested,
                "ms": 180 + 23 * place,
                "error": "error: HTTP 404" if provider.status == "draft" else None,
            },
        )
        if provider.calls:
            _load_calls(connection, provider, number)


def _load_calls(connection: psycopg.Connection, provider: _Provider, number: UUID) -> None:
    chance, now, rows = random.Random(provider.name), datetime.now(UTC), list[dict[str, object]]()  # noqa: S311
    for day in range(_DAYS):
        for _ in range(chance.randint(0, 2 * provider.calls)):
            at = now - timedelta(days=day, seconds=chance.randint(60, 80_000))
            failed = chance.randint(1, 100) <= provider.failing
            outcome = chance.choice(("error", "timeout", "quota")) if failed else chance.choice(_OUTCOMES)
            digits = f"{chance.randint(0, 999_999):06d}"
            rows.append(
                {
                    "id": uuid7(),
                    "provider": number,
                    "port": provider.port,
                    "hash": hashlib.sha256(f"{provider.name}{digits}{day}".encode()).digest(),
                    "shown": f"***.{digits[:3]}.{digits[3:]}-**",
                    "purpose": chance.choice(_PURPOSES),
                    "day": local_day(at),
                    "by": _WRITER if chance.random() < 0.3 else "kyc",
                    "at": at,
                    "outcome": outcome,
                    "problem": {"error": "HTTP 500", "timeout": "no answer within 8 s"}.get(outcome),
                    "ms": 8_000 if outcome == "timeout" else int(chance.lognormvariate(5.4, 0.5)),
                    "cost": 0 if failed else provider.cost,
                    "result": None if failed else Jsonb({"outcome": outcome}),
                    "forced": chance.random() < 0.02,
                }
            )
    with connection.cursor() as cursor:
        cursor.executemany(_CALL, rows)


_INSERT = """
    insert into check_provider (id, name, port, mode, base_url, secret, priority, quota, cost, currency, status, written_by,
                                written_by_id, activated_by, activated_by_id, status_reason, tested_at, tested_ms, test_error)
    values (%(id)s, %(name)s, %(port)s, 'sandbox', %(url)s, %(secret)s, %(priority)s, %(quota)s, %(cost)s, 'BRL', %(status)s, %(by)s,
            %(person)s, %(other)s, %(other_person)s, %(reason)s, %(tested)s, %(ms)s, %(error)s)
"""
_CALL = """
    insert into provider_call (id, provider_id, port, subject_hash, shown, purpose, day, forced, asked_by, asked_at, outcome, problem,
                               ms, cost, currency, result)
    values (%(id)s, %(provider)s, %(port)s, %(hash)s, %(shown)s, %(purpose)s, %(day)s, %(forced)s, %(by)s, %(at)s, %(outcome)s,
            %(problem)s, %(ms)s, %(cost)s, 'BRL', %(result)s)
    on conflict do nothing
"""
