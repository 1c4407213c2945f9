"""Puts an evidence pack together: the case, what its rules said of which movements, and the log that proves it."""

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from retaguarda.audit.write_extract import LogBehind, extract_log, sign_files
from retaguarda.cases.clock import clock_of, local_day
from retaguarda.compliance.evidence.evaluate_features import reach_of
from retaguarda.compliance.evidence.model import (
    CASE,
    EVALUATIONS,
    LOG,
    MANIFEST,
    MOVEMENTS,
    README,
    RULES,
    PackAlert,
    PackCase,
    PackEvaluation,
    PackFeature,
    PackMovement,
    PackRule,
    PackRules,
    PackTerm,
    Part,
)
from retaguarda.compliance.evidence.queries import (
    alert_steps,
    alerts_of,
    communications_of,
    documents_of,
    evaluations_of,
    movements_of,
    people_of,
    rules_of,
)
from retaguarda.compliance.pld_alerts.clock import term_of
from retaguarda.compliance.pld_alerts.queries import case_shape, document_of, find_case
from retaguarda.compliance.pld_alerts.seal_dossier import Dossiers
from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.pld_rules.condition_facts import with_parts
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import Money
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.typed_rows import struct_of

#: So much is recomputed in seconds on one machine; a case with more is refused, not cut.
MOST_EVALUATIONS, MOST_MOVEMENTS = 2_000, 20_000
_MAY: Mapping[Part, Permission] = {
    "alerts": Permission.COMPLIANCE_OCCURRENCES_READ,
    "documents": Permission.KYC_REQUESTS_READ,
    "communications": Permission.COMPLIANCE_COAF_READ,
}
_ZIPPED = (2020, 1, 1, 0, 0, 0)
TEXT = """EVIDENCE PACK - PACOTE DE PROVAS

What it is. One case of money-laundering prevention: its file, its alerts, the rules as they were in force, what they said of
which movements, and the entries of the audit log about it. Confidential by law (Lei 9.613/1998, art. 11, II).

To check it without us: with the program Retaguarda of the same version, no database and no network:
    python -m retaguarda check-evidence FILE [--key KEY]
It verifies the signature over every file, the Merkle proof of every entry of the log, that no step lacks its entry, the hash of
every rule, the terms of the law, that two people decided, and computes every evaluation anew from the movements.
KEY is the log's verifier key that you know from elsewhere (it begins with retaguarda/audit/); without it the pack only proves
that whoever holds the keys in it made it. The folder log/ alone is verified by any Python: python log/verify.py log

Conteudo. case.json: o caso. rules.json: as regras como vigoravam. evaluations.jsonl: o que disseram, com cada valor.
movements.jsonl: as movimentacoes de que os valores resultam; a outra parte tem um numero que so vale neste pacote.
log/: os registros de auditoria com suas provas. pack.txt: o hash de cada arquivo, assinado.
Para conferir: python -m retaguarda check-evidence ARQUIVO
"""


class Pack(NamedTuple):
    protocol: str
    content: bytes
    closed: list[Part]


async def write_pack(tx: Tx, keys: Keys, principal: Principal, case: UUID, reason: str) -> Pack:
    """Everything of a case that this person may see, as the bytes of a zip.

    Raises:
        ApiError: 404; 409 ``evidence_too_large``, ``log_behind``.
    """
    closed: list[Part] = [part for part, permission in _MAY.items() if permission not in principal.permissions]
    found, ids = await _case(tx, keys, principal, case, reason, closed)
    files = {CASE: _pretty(found), README: TEXT.encode()}
    if "alerts" not in closed:
        files |= await _evaluations(tx, case)
    try:
        log = await extract_log(tx, keys, PROVIDER, ids, "pld:%")
    except LogBehind:
        raise ApiError(
            409, "log_behind", "an act on this case has no place in the log yet; ask again in a moment"
        ) from None
    files |= {f"{LOG}{name}": content for name, content in log.items()}
    told = {"case": found.case.protocol, "made": found.made_at.isoformat(), "closed": ",".join(closed) or "nothing"}
    files[MANIFEST] = await sign_files(tx, keys, "evidence", told, files)
    return Pack(found.case.protocol, zipped(files), closed)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The same files give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _ZIPPED), files[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


async def _case(
    tx: Tx, keys: Keys, principal: Principal, case: UUID, reason: str, closed: Sequence[Part]
) -> tuple[PackCase, list[str]]:
    """The case, and the ids under which the log speaks of it."""
    found = await find_case(tx, case)
    if found is None:
        raise not_found("case")
    dossiers = Dossiers(PartyKeys(keys))
    file, row = found[0], await dossiers.opened(tx, found[1])
    now: datetime = await tx.value("select now()")
    clock, people = await clock_of(tx, "pld", file.clock_from), await people_of(tx, case)
    document = await document_of(tx, row.target, row.subject)
    alerts = [] if "alerts" in closed else await _alerts(tx, case)
    communications, told = ([], []) if "communications" in closed else await communications_of(tx, case)
    term = await term_of(tx, "communication", local_day(row.decided_at or now))
    pack = PackCase(
        made_by=principal.email,
        made_at=now,
        reason=reason,
        closed=list(closed),
        case=case_shape(file, row),
        document=document,
        proposer=people.proposer,
        decider=people.decider,
        analysis=PackTerm(local_day(file.opened_at), clock.unit, clock.days, clock.norm, file.due_on),
        communicate_norm=term.norm,
        communicate_days=term.days,
        steps=await dossiers.steps(tx, case),
        alerts=alerts,
        documents=[] if "documents" in closed else await documents_of(tx, document),
        communications=communications,
    )
    return pack, [str(case), *(str(each.id) for each in alerts), *told]


async def _alerts(tx: Tx, case: UUID) -> list[PackAlert]:
    found = list[PackAlert]()
    for row in await alerts_of(tx, case):
        term = await term_of(tx, "selection", local_day(row.first_at))
        due = PackTerm(local_day(row.first_at), term.unit, term.days, term.norm, row.selection_due)
        amount = Money(row.amount, row.currency)
        found.append(struct_of(PackAlert, row, amount=amount, selection=due, steps=await alert_steps(tx, row.id)))
    return found


async def _evaluations(tx: Tx, case: UUID) -> dict[str, bytes]:
    evaluations = await evaluations_of(tx, case, MOST_EVALUATIONS + 1)
    rules = await rules_of(tx, sorted({each.version for each in evaluations}))
    names = {each.id: Conditions(each.conditions).uses for each in rules}
    used = frozenset(name for each in names.values() for name in each)
    features = [
        PackFeature(each.name, each.measure, each.unit, each.where, each.window, each.offset, list(each.of or ()))
        for each in with_parts(used)
    ]
    movements = await _movements(tx, evaluations, rules, reach_of(used))
    if len(evaluations) > MOST_EVALUATIONS or len(movements) > MOST_MOVEMENTS:
        raise ApiError(409, "evidence_too_large", "the case has more movements than one file carries")
    return {
        RULES: _pretty(PackRules(features, rules)),
        EVALUATIONS: _lines(evaluations),
        MOVEMENTS: _lines(movements),
    }


async def _movements(
    tx: Tx, evaluations: Sequence[PackEvaluation], rules: Sequence[PackRule], reach: int
) -> list[PackMovement]:
    """Of every subject the movements that its evaluations looked at; the other side by a number."""
    sides = {each.id: (each.target, each.currency) for each in rules}
    moments = dict[tuple[Any, str, str], list[datetime]]()
    for each in evaluations:
        moments.setdefault((*sides[each.version], each.subject), []).append(each.at)
    found, numbers = list[PackMovement](), dict[str, str]()
    for (target, currency, subject), times in sorted(moments.items()):
        most = MOST_MOVEMENTS + 1 - len(found)
        rows = await movements_of(tx, target, currency, subject, min(times), max(times), reach, most)
        for each in rows:
            number = None if each.other is None else numbers.setdefault(each.other, f"c{len(numbers) + 1}")
            found.append(msgspec.structs.replace(each, other=number))
    return found


def _pretty(value: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _lines(values: Iterable[msgspec.Struct]) -> bytes:
    return b"".join(msgspec.json.encode(each) + b"\n" for each in values)
