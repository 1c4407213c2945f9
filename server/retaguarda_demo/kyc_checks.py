"""What providers answered about the subjects of KYC and their owners: clean, found, of somebody else, failed, nobody asked."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import psycopg

from retaguarda.compliance.kyc.run_checks import Party
from retaguarda_demo.people import PEOPLE

_DIEGO = next(person.email for person in PEOPLE if person.internal)
_PROVIDERS = {
    "registry": "Receita Sandbox",
    "bureau": "Birô Nacional",
    "documents": "Documento Sandbox",
    "face": "Rosto Sandbox",
    "pep": "PEP Sandbox",
    "sanctions": "Sanções Sandbox",
}


class _File(Protocol):
    @property
    def state(self) -> str: ...
    @property
    def days(self) -> int: ...
    @property
    def risk(self) -> str | None: ...


class _Answer(NamedTuple):
    """``verdict``: what a person said of a hit."""

    state: str = "clean"
    detail: str = "clear"
    found: Sequence[str] = ()
    verdict: str | None = None


_EXPOSED = "CGU: RUI MOSCOSO LEAL, vereador até 2024 (88%)"
#: What differs from a clean answer: state of the request and its risk → port, and whether of an owner → answer.
_DIFFERENT: Mapping[tuple[str, str | None], Mapping[tuple[str, bool], _Answer]] = {
    ("awaiting_approval", "high"): {("pep", True): _Answer("hit", "hit", (_EXPOSED,), "confirmed")},
    ("in_analysis", "medium"): {
        ("pep", True): _Answer("hit", "hit", (_EXPOSED,)),
        ("bureau", False): _Answer("error", "timeout"),
    },
    ("awaiting_documents", None): {("documents", False): _Answer("not_checked", "no_provider")},
    ("needs_look", "high"): {("pep", False): _Answer("hit", "hit", ("CGU: NARA LUZ, secretária municipal (91%)",))},
    ("rejected", "high"): {
        ("face", False): _Answer("hit", "mismatch", ("OUTRA PESSOA DE EXEMPLO",), "confirmed"),
        ("registry", False): _Answer("hit", "mismatch", ("OUTRA PESSOA DE EXEMPLO · SUSPENSA",), "confirmed"),
    },
}


def load_checks(
    connection: psycopg.Connection, subject: UUID, owners: Sequence[Mapping[str, Any]], file: _File
) -> None:
    row = connection.execute(
        "select document, name from kyc_request where id = %(id)s union all select document, name from kyc_lead where id = %(id)s",
        {"id": subject},
    ).fetchone()
    assert row is not None
    named = {owner["document"]: Party(owner["document"], owner["name"], owner=True) for owner in owners}
    # Of the people behind it the second is the one who is exposed.
    exposed = [party for party in named.values() if len(party.document) == 11][1:2]
    different = _DIFFERENT.get((file.state, file.risk), {})
    for party in (Party(*row), *named.values()):
        for port in party.ports:
            plain = party.owner and party not in exposed
            answer = _Answer() if plain else different.get((port, party.owner), _Answer())
            connection.execute(
                _CHECK,
                party._asdict()
                | answer._asdict()
                | {
                    "subject": subject,
                    "port": port,
                    "found": list(answer.found) or ([party.name.upper()] if answer.state == "clean" else []),
                    "provider": _PROVIDERS[port] if answer.state in ("clean", "hit") else None,
                    "by": _DIEGO,
                    "days": file.days,
                },
            )


_CHECK = """
    insert into kyc_check (id, subject_id, port, state, provider, detail, asked_by, at, verdict, verdict_by, verdict_comment, owner,
                           document, name, birth, found)
    select gen_random_uuid(), %(subject)s, %(port)s, %(state)s, %(provider)s, %(detail)s, %(by)s,
           now() - make_interval(days => %(days)s), %(verdict)s, case when %(verdict)s::text is not null then %(by)s end,
           case when %(verdict)s::text is not null then 'Conferido parte a parte' end, %(owner)s, %(document)s, %(name)s, %(birth)s,
           %(found)s
"""
