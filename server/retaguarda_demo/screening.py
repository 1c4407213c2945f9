"""Lists with versions in every state, questions that the worker answers through the sandbox, and hits that people decided."""

import hashlib
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import retaguarda_sandbox
from retaguarda.app import App
from retaguarda.compliance.screening.apply_version import apply_version
from retaguarda.compliance.screening.compare_subject import Asked
from retaguarda.compliance.screening.jobs import RUN_CHECK, Parties
from retaguarda.compliance.screening.receive_version import receive_version
from retaguarda.compliance.screening.request_check import INSERT_CHECK
from retaguarda.compliance.screening.run_screening import screen_parties
from retaguarda.compliance.screening.write_party import write_party
from retaguarda.foundation.database import SYSTEM, Tx
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda_demo.people import DIEGO, EVA

_LISTS = Path(retaguarda_sandbox.__file__).with_name("lists")
_STAFF, _SECOND = DIEGO, EVA


class _Check(NamedTuple):
    """``digit``: with which its document ends, by which the sandbox answers; None: by name alone."""

    name: str
    digit: str | None
    purpose: str
    birth: str | None = None
    file: bool = False


_CHECKS = (
    _Check("Helena Prado Vasques", "1", "onboarding", "1984-02-11"),
    _Check("Rogério Antunes Mota", "4", "onboarding"),
    _Check("Célia Brandão Reis", "6", "kyc", "1979-07-30"),
    _Check("Tomás Nogueira Alves", "8", "renewal"),
    _Check("Otávia Castanheira Brum", None, "kyc", "1991-01-20"),
    _Check("Anselmo Quadrado Telles", None, "investigation"),
    _Check("Benedita Flores de Arruda", None, "payment"),
    _Check("Nikolai Fictício Petrenkov", None, "investigation", "1975-09-30"),
    _Check("Cosme Pinhal Bastos", None, "onboarding"),
    _Check("Emilio Zamorano Fictício", None, "kyc"),
    _Check("Lourdes Teixeira Campos", "2", "renewal", file=True),
    _Check("Dulce Varella Moura", None, "renewal", file=True),
    _Check("Ivan Queiroz Matos", "6", "renewal", file=True),
    _Check("Zulmira Fictícia Pedroso", None, "renewal", file=True),
)


async def load_screening(app: App) -> None:
    """Load it once: an installation that has a version of a list has all of it."""
    async with app.database.transaction(SYSTEM) as tx:
        if await tx.value("select exists (select from list_version)"):
            return
        await _load_lists(tx, app.settings.sandbox_address)
    await Parties(app.database).gather()
    await Parties(app.database).screen_counterparties()
    async with app.database.transaction(SYSTEM) as tx:
        file = await _load_files(tx)
        people = {
            row.pop("email"): row.pop("id") for row in await tx.all("select email, id from person where internal")
        }
        checks = [await _load_check(tx, place, check, file, people[_STAFF]) for place, check in enumerate(_CHECKS)]
        await app.queue.defer(tx, RUN_CHECK, [{"check": str(number)} for number in checks])
        await _decide(tx, people[_STAFF], people[_SECOND])


async def _load_lists(tx: Tx, sandbox: str) -> None:
    for code, file in (("un", "un.xml"), ("ofac", "ofac.csv"), ("pep", "pep.csv")):
        url = f"{sandbox}/checks/lists/{file}"
        await tx.execute("update watch_list set source_url = %(url)s where code = %(code)s", {"url": url, "code": code})
        await _version(tx, code, file, (_LISTS / file).read_bytes(), "fetch")
    house = (_LISTS / "house.csv").read_bytes()
    await _version(tx, "house", "lista-outubro.csv", house.replace("Oficina do Zé;;;".encode(), b""), "upload")
    await _version(tx, "house", "lista-novembro.csv", house, "upload")
    await _version(tx, "house", "lista-errada.csv", b"\x00\x01", "upload")
    lines = (_LISTS / "pep.csv").read_bytes().splitlines(keepends=True)
    await _version(tx, "pep", "202611_PEP.csv", b"".join(lines[:3]), "upload")
    await tx.execute("update watch_list set checked_at = now() - interval '12 days' where code = 'ofac'")


async def _version(tx: Tx, code: str, name: str, content: bytes, origin: str) -> None:
    list_id = await tx.value("select id from watch_list where code = %(code)s", {"code": code})
    person = await tx.value("select id from person where email = %(email)s", {"email": _SECOND})
    values = {"origin": origin, "name": name, "by": _SECOND if origin == "upload" else "screening"}
    version = await receive_version(tx, list_id, content, values | {"person": person if origin == "upload" else None})
    assert version is not None
    await apply_version(tx, version, guarded=True)


async def _load_files(tx: Tx) -> UUID:
    rows = sum(check.file for check in _CHECKS)
    made = [
        (uuid7(), "renovacoes-novembro.csv", "done", None, rows, 1),
        (uuid7(), "planilha.csv", "unreadable", "headings_missing", 0, 0),
    ]
    for number, name, status, problem, count, refused in made:
        await tx.execute(
            "insert into check_file (id, name, purpose, size, sha256, status, problem, rows, refused, created_by, created_by_id)"
            " select %(id)s, %(name)s, 'renewal', 512, %(hash)s, %(status)s, %(problem)s, %(rows)s, %(refused)s, email, id from person"
            " where email = %(by)s",
            {
                "id": number,
                "name": name,
                "hash": hashlib.sha256(name.encode()).digest(),
                "status": status,
                "problem": problem,
                "rows": count,
                "refused": refused,
                "by": _STAFF,
            },
        )
    return made[0][0]


async def _load_check(tx: Tx, place: int, check: _Check, file: UUID, person: UUID) -> UUID:
    """A question, and whoever it is about among the parties; the worker asks the providers."""
    number = uuid7()
    document = None if check.digit is None else _document(check.digit, place)
    await tx.execute(
        INSERT_CHECK,
        {
            "id": number,
            "document": document,
            "name": check.name,
            "birth": check.birth,
            "purpose": check.purpose,
            "note": None,
            "currency": "BRL",
            "by": _STAFF,
            "person": person,
            "file": file if check.file else None,
            "line": place if check.file else None,
        },
    )
    party, _ = await write_party(tx, "check", document or str(number), Asked([check.name], document, check.birth))
    await screen_parties(tx, [party])
    return number


def _document(digit: str, place: int) -> str:
    for base in range(210_000_000 + 1_000 * place, 210_001_000 + 1_000 * place):
        found = f"{base:09d}" + check_digits(f"{base:09d}")
        if found[-1] == digit:
            return found
    raise ValueError(digit)


async def _decide(tx: Tx, person: UUID, second: UUID) -> None:
    """One hit confirmed, others that are not the one: their pairs are in force, proposed, refused and ended."""
    values = {"by": _STAFF, "person": person, "other": _SECOND, "second": second}
    decided = "decided_at = now(), decided_by = %(by)s, decided_by_id = %(person)s"
    await tx.execute(
        f"update list_hit h set status = 'confirmed', reason = 'same_person', comment = 'Nome e nascimento conferem.', {decided}"
        " from screened_party p where p.id = h.party_id and p.name = 'Nikolai Fictício Petrenkov'",
        values,
    )
    for name, days, comment in (
        ("Benedita Flores de Arruda", 120, "Outra filiação e outro estado."),
        ("Cosme Pinhal Bastos", 1, "Homônimo: nascimento diferente em vinte anos."),
        ("Zulmira Fictícia Pedroso", 180, "Outro estado e outra profissão."),
        ("Emilio Zamorano Fictício", 90, "Nome parecido apenas."),
    ):
        given = values | {
            "name": name,
            "until": today(BRASILIA) + timedelta(days=days),
            "comment": comment,
            "id": uuid7(),
        }
        await tx.execute(
            "insert into whitelist_pair (id, party_id, list_id, entry_key, identity, shown, listed, reason, comment, expires_on,"
            " created_by, created_by_id) select %(id)s, h.party_id, h.list_id, h.entry_key, h.identity, p.name, h.evidence ->> 'name',"
            " 'homonym', %(comment)s, %(until)s, %(by)s, %(person)s from list_hit h join screened_party p on p.id = h.party_id"
            " where p.name = %(name)s",
            given,
        )
        await tx.execute(
            f"update list_hit h set status = 'not_the_one', reason = 'homonym', comment = %(comment)s, {decided}"
            " from screened_party p where p.id = h.party_id and p.name = %(name)s",
            given,
        )
    decided = "decided_at = now(), decided_by = %(other)s, decider_id = %(second)s"
    for name, end in (
        ("Benedita%", f"state = 'in_force', {decided}"),
        ("Cosme%", f"state = 'in_force', {decided}"),
        ("Cosme%", "state = 'ended', ended_at = now(), ended_by = %(by)s, end_reason = 'Documento novo apresentado'"),
        ("Emilio%", f"state = 'refused', {decided}, decision_reason = 'Falta comparar o nascimento'"),
    ):
        await tx.execute(f"update whitelist_pair set {end} where shown like %(name)s", values | {"name": name})
    await tx.execute(
        "update list_hit h set status = 'pending', reason = null, comment = null, decided_at = null, decided_by = null,"
        " decided_by_id = null from screened_party p where p.id = h.party_id and p.name ~ '^(Cosme|Emilio) '",
        values,
    )
