"""Answers document checks: the ports of providers, our own lists, and our own relations with whoever is checked."""

from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

from retaguarda.compliance.providers.check_subject import CheckDone, Checks, CheckSubject, CheckUnavailable
from retaguarda.compliance.screening.compare_subject import Asked, Listed, compare_subject
from retaguarda.compliance.screening.model import CheckFindings, ListState, PortFinding
from retaguarda.compliance.screening.queries import CheckRow, find_check
from retaguarda.compliance.screening.run_screening import hold_lists, screen_parties
from retaguarda.compliance.screening.write_party import write_party
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import PROVIDER
from retaguarda.payout_engine.identify_destination import load_names
from retaguarda.providers.checks.port import CheckPort

ANSWERED = "compliance:document_check:answered"
#: What a document check asks; without a document there is no register to look into.
PORTS: tuple[CheckPort, ...] = ("registry", "pep", "sanctions")
_HOUSE = Scope((PROVIDER,))


class _Relations(TypedDict, total=False):
    merchants: int
    payees: int
    suspect: bool


@dataclass(frozen=True, slots=True)
class CheckAnswers:
    database: Database
    keys: Keys
    checks: Checks

    async def run(self, check: str) -> None:
        """Safe to repeat: a check that is answered is left alone, and a port answers the same question once a day."""
        async with self.database.transaction(_HOUSE) as tx:
            row = await find_check(tx, UUID(check))
        if row is None or row.status != "asked":
            return
        subject = CheckSubject(row.document, row.name, row.birth)
        answers = [await self._ask(port, subject, row) for port in PORTS if row.document or port != "registry"]
        async with self.database.transaction(_HOUSE) as tx:
            await hold_lists(tx)
            fresh = await find_check(tx, row.id, lock=True)
            if fresh is not None and fresh.status == "asked":
                await self._write(tx, fresh, answers)

    async def _ask(self, port: CheckPort, subject: CheckSubject, row: CheckRow) -> CheckDone | PortFinding:
        try:
            return await self.checks.ask(port, subject, row.purpose, actor=row.asked_by)
        except CheckUnavailable as unavailable:
            return PortFinding(port, problem=unavailable.reason)

    async def _write(self, tx: Tx, row: CheckRow, answers: list[CheckDone | PortFinding]) -> None:
        ports = [_finding(each, row) if isinstance(each, CheckDone) else each for each in answers]
        registry = next((each for each in ports if each.port == "registry"), None)
        name = row.name or (registry.name if registry and registry.outcome != "mismatch" else None)
        party, changed = await write_party(
            tx, "check", row.document or str(row.id), Asked([name] if name else [], row.document, row.birth)
        )
        if changed:
            await screen_parties(tx, [party])
        hits = await tx.value(
            "select count(*) from list_hit where party_id = %(party)s and status in ('pending', 'confirmed')",
            {"party": party},
        )
        findings = CheckFindings(ports, await _lists(tx), **await self._relations(tx, row.document))
        # Nothing that is missing because nobody is under contract is an error; what failed is.
        failed = any(each.problem not in (None, "none") for each in ports)
        said = {each.outcome for each in ports}
        outcome = "hits" if hits or "hit" in said else "mismatch" if "mismatch" in said else "clear"
        cost = sum(each.cost for each in answers if isinstance(each, CheckDone) and not each.reused)
        await tx.execute(
            "update document_check set status = %(status)s, outcome = %(outcome)s, hits = %(hits)s, cost = cost + %(cost)s,"
            " result = %(result)s::jsonb, party_id = %(party)s, done_at = now() where id = %(id)s",
            {
                "id": row.id,
                "status": "error" if failed else "done",
                "outcome": None if failed and outcome == "clear" else outcome,
                "hits": hits,
                "cost": cost,
                "result": json_text(findings),
                "party": party,
            },
        )
        data = {"purpose": row.purpose, "hits": hits, "failed": failed}
        await record(tx, ANSWERED, company=PROVIDER, subject=str(row.id), actor="worker", data=data)

    async def _relations(self, tx: Tx, document: str | None) -> _Relations:
        if document is None:
            return {}
        names = await load_names(tx, self.keys)
        return {
            "merchants": await tx.value(
                "select count(*) from screened_party where source = 'company' and document = %(doc)s", {"doc": document}
            ),
            "payees": await tx.value(
                "select count(*) from screened_party where source = 'payee' and document = %(doc)s", {"doc": document}
            ),
            "suspect": await tx.value(
                "select suspect_destination(null, %(hash)s)", {"hash": names.of_document(document)}
            ),
        }


def _finding(done: CheckDone, row: CheckRow) -> PortFinding:
    """What a port answered, with how alike the name is that it told."""
    result = done.result
    score = None
    if row.name and result.name:
        score = compare_subject(Asked([row.name]), Listed([result.name])).evidence.name_score
    return PortFinding(
        done.port,
        done.provider,
        result.outcome,
        result.name,
        score,
        result.situation,
        result.birth,
        [f"{each.name} — {each.role}" if each.role else each.name for each in result.partners],
        [f"{each.list}: {each.name} ({each.score})" for each in result.matches],
        done.asked_at,
    )


async def _lists(tx: Tx) -> list[ListState]:
    rows = await tx.all(
        "select code, name, number as version, checked_at from watch_list where number > 0 order by name"
    )
    return [ListState(**row) for row in rows]
