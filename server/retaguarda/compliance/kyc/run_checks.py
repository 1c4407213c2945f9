"""Ask providers about a subject and the owners of it, and keep what came of it; where no provider can be asked, say so."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import COMPANY_PORTS, OWNER_PORTS, PERSON_PORTS, CheckState, KycRequest, Port
from retaguarda.compliance.providers.check_subject import CheckDone, Checks, CheckSubject, CheckUnavailable
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.providers.checks.port import CheckResult

RUN_CHECKS, WORK = "kyc.run_checks", "compliance.kyc"
ANSWERED = "kyc:checks:answered"
UNFINISHED = (
    StuckWork(
        RUN_CHECKS,
        WORK,
        "select subject_id::text as id, min(at) as since, jsonb_build_object('subject', subject_id) as args from kyc_check"
        " where state = 'asked' and newest group by subject_id",
    ),
)
_HOUSE = Scope((PROVIDER,))
_ASKING = frozenset({"kyc:request:take", "kyc:request:check", "kyc:lead:check"})
#: Whoever is on no list of exposed or sanctioned people is clean; whom a register does not know is not.
_LISTS = ("pep", "sanctions")


class Party(NamedTuple):
    """Who is asked about. ``birth`` as YYYY-MM-DD; of a company its opening."""

    document: str
    name: str
    birth: str | None = None
    owner: bool = False

    @property
    def ports(self) -> tuple[Port, ...]:
        if self.owner:
            return OWNER_PORTS
        return PERSON_PORTS if len(self.document) == 11 else COMPANY_PORTS


def parties_of(request: KycRequest) -> list[Party]:
    """The subject of a request, and each owner that its form names, once."""
    born = request.form.opened_on
    owners = {
        owner.document: Party(owner.document, owner.name, owner=True)
        for owner in request.form.owners
        if owner.document != request.document
    }
    return [Party(request.document, request.name, born and born.isoformat()), *owners.values()]


async def ask_checks(tx: Tx, principal: Principal, subject: UUID, parties: Sequence[Party]) -> None:
    """Write down what a worker asks; the answers before stay, and are no longer the newest."""
    await tx.execute(
        "update kyc_check set newest = false where subject_id = %(subject)s and newest", {"subject": subject}
    )
    for party in parties:
        await tx.execute(
            "insert into kyc_check (id, subject_id, port, state, detail, asked_by, owner, document, name, birth)"
            " select gen_random_uuid(), %(subject)s, w.port, case when o.open then 'asked' else 'not_checked' end,"
            " case when o.open then 'asked' else 'no_provider' end, %(by)s, %(owner)s, %(document)s, %(name)s, %(birth)s"
            " from unnest(%(ports)s::text[]) w (port) cross join lateral (select w.port = any (check_ports_open()) as open) o",
            party._asdict() | {"subject": subject, "by": principal.email, "ports": list(party.ports)},
        )


async def carry_checks(tx: Tx, lead: UUID, request: UUID) -> None:
    """Take a lead's newest answers into its request, with their age and what was said of them."""
    await tx.execute(
        "insert into kyc_check (id, subject_id, port, state, provider, detail, asked_by, at, verdict, verdict_by, verdict_comment,"
        " owner, document, name, birth, found, call_id)"
        " select gen_random_uuid(), %(request)s, port, state, provider, detail, asked_by, at, verdict, verdict_by, verdict_comment,"
        " owner, document, name, birth, found, call_id from kyc_check where subject_id = %(lead)s and newest and state <> 'asked'",
        {"lead": lead, "request": request},
    )


class _Asked(msgspec.Struct):
    id: UUID
    port: Port
    asked_by: str
    document: str | None
    name: str | None
    birth: str | None


@dataclass(frozen=True, slots=True)
class CheckRuns:
    database: Database
    checks: Checks

    async def run(self, subject: str) -> None:
        """Safe to repeat: only what waits is asked, and a provider answers the same question once a day."""
        async with self.database.transaction(_HOUSE) as tx:
            rows = await tx.all(
                "select id, port, asked_by, document, name, birth from kyc_check where subject_id = %(subject)s and newest"
                " and state = 'asked' order by owner, id",
                {"subject": UUID(subject)},
            )
        answered = 0
        for asked in msgspec.convert(rows, list[_Asked]):
            try:
                done = await self.checks.ask(
                    asked.port,
                    CheckSubject(asked.document, asked.name, asked.birth),
                    "kyc",
                    actor=asked.asked_by,
                )
            except CheckUnavailable as unavailable:
                if unavailable.reason == "busy":  # Somebody asks the same just now: its answer is taken later.
                    continue
                done = unavailable
            async with self.database.transaction(_HOUSE) as tx:
                answered += await tx.execute(_ANSWER, {"id": asked.id} | _answer(asked.port, done))
        if answered:
            async with self.database.transaction(_HOUSE) as tx:
                await record(
                    tx, ANSWERED, company=PROVIDER, subject=subject, actor="worker", data={"answered": answered}
                )


_ANSWER = (
    "update kyc_check set state = %(state)s, provider = %(provider)s, detail = %(detail)s, found = %(found)s,"
    " call_id = %(call)s, at = clock_timestamp() where id = %(id)s and state = 'asked'"
)


def _answer(port: Port, done: CheckDone | CheckUnavailable) -> dict[str, object]:
    if isinstance(done, CheckUnavailable):
        nobody = done.reason == "none"
        return {
            "state": "not_checked" if nobody else "error",
            "detail": "no_provider" if nobody else done.reason,
            "provider": None,
            "found": [],
            "call": None,
        }
    return {
        "state": _state(port, done.result),
        "detail": done.result.outcome,
        "provider": done.provider,
        "found": _found(done.result),
        "call": done.call,
    }


def _state(port: Port, result: CheckResult) -> CheckState:
    clean = result.outcome == "clear" or (result.outcome == "not_found" and port in _LISTS)
    return "clean" if clean else "hit"


def _found(result: CheckResult) -> list[str]:
    """What a provider told, a line each: whom it knows, then who is on a list, then the partners."""
    known = " · ".join(text for text in (result.name, result.situation, result.birth) if text)
    return [
        *([known] if known else []),
        *(f"{each.list}: {each.name} ({each.score}%)" for each in result.matches[:20]),
        *(f"{each.name} — {each.role}" if each.role else each.name for each in result.partners[:50]),
    ]


def checks_asked(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, RUN_CHECKS, [{"subject": subject} for subject in {event.subject_id for event in events}])

    return EventConsumer(WORK, consume, _ASKING)
