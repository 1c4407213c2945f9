"""Prints a case of PLD: dossier, alerts and the movements behind them, who proposed and who decided, and what COAF was told."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.cases.clock import local_day
from retaguarda.compliance.pld_alerts.model import PldCase, PldCaseRecord, Trigger
from retaguarda.compliance.pld_alerts.records import load_case, triggers_of
from retaguarda.compliance.pld_alerts.tables import CASES, CASES_READ
from retaguarda.foundation import pdf
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.headed_pdf import headed_pdf
from retaguarda.foundation.local_day import BRASILIA, format_day
from retaguarda.foundation.money import Money, format_money
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.receipt import Issuer, format_document, format_moment, issuer_of
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Access, Request, Response, Route
from retaguarda.foundation.scope import HOUSE

#: Movements on paper; the pages of their alerts have the rest.
MOST = 500
#: Whom it is printed for reads Portuguese, whoever prints it.
_PROPOSALS = {
    "archive": "Arquivar",
    "communicate": "Comunicar ao COAF",
    "end_relationship": "Encerrar a relação",
}


class Told(msgspec.Struct):
    """One communication of the case, as its file carried it."""

    number: int
    status: str
    coaf_number: str | None
    batch_id: str | None
    sha256: str | None


def case_pdf(
    case: PldCaseRecord, triggers: list[Trigger], told: list[Told], issuer: Issuer, printed: datetime, by: str
) -> bytes:
    """Renders the case."""
    return headed_pdf(f"Caso de PLD {case.case.protocol}", _parts(case, triggers, told), issuer, printed, by)


def _parts(case: PldCaseRecord, triggers: list[Trigger], told: list[Told]) -> Iterator[tuple[str, str]]:
    own = case.case
    yield "Sujeito", f"{own.name} · {format_document(case.document)}"
    yield "Prazo", f"Aberto em {_moment(own.opened_at)}; análise até {format_day(own.due_on, 'pt')} ({case.norm})"
    for heading, text in (
        ("Fatos", own.facts),
        ("Capacidade", own.capacity),
        ("Origem e destino", own.origin),
        ("Fundamentos", own.grounds),
        ("Enquadramentos (Carta Circular 4.001)", ", ".join(own.typologies)),
    ):
        yield heading, text or "—"
    alerts = [f"AL-{each.number:06d} · {each.rule} · {each.triggers} · {_money(each.amount)}" for each in case.alerts]
    yield "Alertas", "\n".join(alerts) or "—"
    moved = [
        f"{_moment(each.at)} · {each.movement} · {_money(each.amount)} · {each.merchant} · {each.counterparty or '—'}"
        for each in triggers
    ]
    yield "Movimentações que dispararam", "\n".join(moved) or "—"
    yield "Duas pessoas", _people(own)
    said = [
        " · ".join(
            part
            for part in (f"COAF-{each.number:06d}", each.status, each.coaf_number, each.batch_id, each.sha256)
            if part
        )
        for each in told
    ]
    yield "Comunicações ao COAF", "\n".join(said) or "—"
    steps = [f"{each.n}. {_moment(each.at)} · {each.actor} · {each.kind}" for each in case.steps]
    yield "Andamento", "\n".join(steps)


def _people(case: PldCase) -> str:
    lines = list[str]()
    for verb, what, who, at in (
        ("Proposta", case.proposal, case.proposed_by, case.proposed_at),
        ("Decisão", case.decision, case.decided_by, case.decided_at),
    ):
        if what and who and at:
            lines.append(f"{verb}: {_PROPOSALS[what]} · {who} · {_moment(at)}")
    return "\n".join(lines) or "—"


def _money(money: Money) -> str:
    return format_money(money.amount, money.currency, "pt")


def _moment(at: datetime) -> str:
    return format_moment(at, BRASILIA, "pt")


async def _told(tx: Tx, case: UUID) -> list[Told]:
    rows = await tx.all(
        "select c.number, c.status, c.coaf_number, x.batch_id, encode(x.sha256, 'hex') as sha256 from coaf_communication c"
        " left join coaf_file x on x.id = c.file_id where c.case_id = %(id)s order by c.number",
        {"id": case},
    )
    return msgspec.convert(rows, list[Told])


def case_print_route(access: Access, keys: PartyKeys) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, CASES_READ) as (tx, principal):
            number = uuid_of(request.path_params["id"])
            found = await load_case(keys, tx, principal, number)
            if found is None:
                raise not_found("case")
            now: datetime = await tx.value("select now()")
            content = case_pdf(
                found,
                await triggers_of(tx, number, MOST),
                await _told(tx, number),
                await issuer_of(tx),
                now,
                principal.email,
            )
            await record(
                tx,
                "pld:case:printed",
                company=PROVIDER,
                subject=str(number),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"name": found.case.protocol},
            )
        headers = {
            "Content-Disposition": f'attachment; filename="pld-{found.case.protocol}-{local_day(now)}.pdf"',
            "Cache-Control": "no-store",
        }
        return Response(content, headers=headers, media_type=pdf.MEDIA_TYPE)

    return Route(
        "GET",
        f"{CASES.path}/{{id:str}}/print",
        "A case of PLD on paper: dossier, movements, people and what COAF was told",
        handler,
        permission=CASES_READ,
        scope=HOUSE,
        media=(pdf.MEDIA_TYPE,),
    )
