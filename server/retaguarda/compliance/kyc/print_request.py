"""Prints a KYC case for the provider's own files: what was asked, brought, found and decided, by whom, and why; no page of a document."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import KycProposal, KycRequestRecord, KycStaffView, RefusalReason
from retaguarda.compliance.kyc.print_words import CHECKS, DECISIONS, EVENTS, PORTS, REASONS, RISKS, STATES, VERDICTS
from retaguarda.compliance.kyc.queries import is_staff
from retaguarda.compliance.kyc.records import load_request
from retaguarda.foundation import pdf
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.headed_pdf import headed_pdf
from retaguarda.foundation.local_day import BRASILIA, format_day
from retaguarda.foundation.money import Money, format_money
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.receipt import Issuer, format_document, format_moment, issuer_of
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Access, Request, Response, Route
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import Moment

#: Reviews and messages on paper.
MOST = 500


class DocumentReview(msgspec.Struct):
    """What one of the staff said of a document."""

    n: int
    decision: Literal["approved", "revision", "rejected", "undone", "asked"]
    reason: RefusalReason | None
    public_text: str | None
    internal_note: str | None
    actor: str
    at: datetime


def request_pdf(
    found: KycRequestRecord,
    review: KycStaffView,
    reviews: list[DocumentReview],
    issuer: Issuer,
    printed: datetime,
    by: str,
) -> bytes:
    return headed_pdf(f"Caso de KYC {found.number}", _parts(found, review, reviews), issuer, printed, by)


def _parts(found: KycRequestRecord, review: KycStaffView, reviews: list[DocumentReview]) -> Iterator[tuple[str, str]]:
    yield "Sujeito", f"{found.name} · {format_document(found.document)}\nEstabelecimento: {found.company_name}"
    yield (
        "Pedido",
        _joined(
            f"{found.reason_name}, versão {found.reason_version}",
            f"aberto em {_moment(found.created_at)}",
            found.submitted_at and f"enviado em {_moment(found.submitted_at)}",
            found.due_on and f"resposta até {format_day(found.due_on, 'pt')}",
        ),
    )
    yield (
        "Situação",
        _joined(
            STATES[found.state],
            found.decided_at and f"decidido em {_moment(found.decided_at)}",
            found.expires_on and f"vale até {format_day(found.expires_on, 'pt')}",
            found.public_text,
        ),
    )
    yield "Beneficiários finais", "\n".join(_ownership(found)) or "—"
    yield "Documentos", "\n".join(_documents(found, reviews)) or "—"
    yield (
        "Consultas",
        "\n".join(
            _joined(
                f"{PORTS[check.port]} · {check.name or found.name}: {CHECKS[check.state]}",
                check.provider,
                _moment(check.at),
                ", ".join(check.found),
                check.verdict and f"{VERDICTS[check.verdict]} ({check.verdict_by}): {check.verdict_comment}",
            )
            for check in review.checks
        )
        or "—",
    )
    yield "Risco", _joined(review.risk and RISKS[review.risk], review.risk_comment) or "—"
    yield "Proposta e decisão", "\n".join(line for each in reversed(review.proposals) for line in _decided(each)) or "—"
    yield "Notas internas", "\n".join(f"{_moment(n.at)} · {n.actor}: {n.body}" for n in review.notes) or "—"
    yield "Mensagens ao estabelecimento", "\n".join(f"{_moment(m.at)}: {m.body}" for m in found.messages) or "—"
    yield "Andamento", "\n".join(f"{_moment(m.at)} · {m.actor} · {_happened(m)}" for m in found.timeline)


def _happened(moment: Moment) -> str:
    """Returns the words of an event; one Command submits a request and withdraws it, one takes it and assigns it."""
    name = "_".join(moment.kind.split(":")[1:])
    if name == "request_send" and moment.data.get("to") == "withdrawn":
        name = "request_withdraw"
    elif name == "request_take" and moment.data.get("assignee", moment.actor) != moment.actor:
        name = "request_assign"
    return EVENTS.get(name, moment.kind)


def _ownership(found: KycRequestRecord) -> Iterator[str]:
    if found.ownership is None:
        return
    for owner in found.ownership.owners:
        why = {"share": "beneficiário final", "control": "beneficiário final por controle", None: None}[owner.because]
        yield _joined(owner.name, format_document(owner.document), _percent(owner.share), why)
    yield f"Sem pessoa natural identificada: {_percent(found.ownership.untraced)}"


def _documents(found: KycRequestRecord, reviews: list[DocumentReview]) -> Iterator[str]:
    for document in found.documents:
        yield _joined(
            f"{document.n}. {document.name} ({'obrigatório' if document.required else 'opcional'}): {STATES[document.state]}",
            document.file_name,
            document.pages and f"{document.pages} pág.",
            document.uploaded_at and _moment(document.uploaded_at),
        )
        for each in reviews:
            if each.n == document.n:
                yield "– " + _joined(
                    _moment(each.at),
                    each.actor,
                    DECISIONS[each.decision],
                    each.reason and REASONS[each.reason],
                    each.public_text,
                    each.internal_note,
                )


def _decided(proposal: KycProposal) -> Iterator[str]:
    yield _joined(
        f"Proposta: {DECISIONS[proposal.decision]}, risco {RISKS[proposal.risk]}",
        proposal.proposed_by,
        _moment(proposal.proposed_at),
        proposal.internal_note,
        proposal.charge_limit and f"limite de cobrança {_money(proposal.charge_limit)}",
        proposal.withdrawal_limit and f"limite de saque {_money(proposal.withdrawal_limit)}",
    )
    if proposal.agreed_by and proposal.agreed_at:
        yield f"Concordância: {proposal.agreed_by} · {_moment(proposal.agreed_at)}"
    if proposal.decided_by and proposal.decided_at:
        yield "Decisão: " + _joined(
            DECISIONS[proposal.outcome], proposal.decided_by, _moment(proposal.decided_at), proposal.decision_note
        )


def _joined(*parts: str | int | None) -> str:
    return " · ".join(str(part) for part in parts if part)


def _percent(points: int) -> str:
    return f"{points // 100},{points % 100:02d}%"


def _money(money: Money) -> str:
    return format_money(money.amount, money.currency, "pt")


def _moment(at: datetime) -> str:
    return format_moment(at, BRASILIA, "pt")


async def _reviews(tx: Tx, request: UUID) -> list[DocumentReview]:
    rows = await tx.all(
        "select * from kyc_document_review where request_id = %(id)s order by at, id limit %(most)s",
        {"id": request, "most": MOST},
    )
    return msgspec.convert(rows, list[DocumentReview])


def request_print_route(access: Access, keys: PartyKeys) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, Permission.KYC_REQUESTS_READ) as (tx, principal):
            number = uuid_of(request.path_params["id"])
            found = await load_request(keys, tx, principal, number) if is_staff(principal) else None
            if found is None or found.review is None:
                raise not_found("request")
            now: datetime = await tx.value("select now()")
            content = request_pdf(
                found, found.review, await _reviews(tx, number), await issuer_of(tx), now, principal.email
            )
            await record(
                tx,
                "kyc:request:printed",
                company=PROVIDER,
                subject=str(number),
                actor=principal.email,
                person=principal.person_id,
                request=request,
                data={"number": found.number},
            )
        headers = {
            "Content-Disposition": f'attachment; filename="kyc-{found.number}-{now.astimezone(BRASILIA).date()}.pdf"',
            "Cache-Control": "no-store",
        }
        return Response(content, headers=headers, media_type=pdf.MEDIA_TYPE)

    return Route(
        "GET",
        "/v1/kyc/requests/{id:str}/print",
        "A KYC case on paper: documents, checks, people and what was decided, for the provider's staff",
        handler,
        permission=Permission.KYC_REQUESTS_READ,
        scope=HOUSE,
        media=(pdf.MEDIA_TYPE,),
    )
