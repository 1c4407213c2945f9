"""Prints the answer of the ombudsman as a letter: what the person gets, as often as it is asked for, word for word."""

import io
from datetime import datetime

from retaguarda.cases.clock import local_day
from retaguarda.cases.model import TicketRow
from retaguarda.cases.queries import find_case
from retaguarda.foundation import pdf
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.local_day import format_day
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.receipt import Issuer, format_document, issuer_of
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route
from retaguarda.foundation.scope import HOUSE

_SIZE, _STEP = 11, 16
_BOTTOM = pdf.MARGIN + 30
#: The letter goes to a person in Brazil, whoever prints it.
_OUTCOMES = {
    "upheld_resolved": "Procedente, solucionada",
    "upheld_unresolved": "Procedente, não solucionada",
    "not_upheld": "Improcedente",
}


def letter_pdf(case: TicketRow, issuer: Issuer, answered_at: datetime) -> bytes:
    """Renders the letter, on as many pages as it takes."""
    out = io.BytesIO()
    file = pdf.PdfFile(out)
    protocol = f"{case.protocol[:8]}-{case.protocol[8:14]}-{case.protocol[14:]}"
    top = pdf.HEIGHT - pdf.MARGIN
    drawing = [
        pdf.left(pdf.MARGIN, top - 14, issuer.name, 14, pdf.BOLD),
        pdf.left(pdf.MARGIN, top - 30, f"CNPJ {format_document(issuer.document)} · Ouvidoria", 9, grey=0.35),
        pdf.line(pdf.MARGIN, pdf.WIDTH - pdf.MARGIN, top - 42),
        pdf.left(pdf.MARGIN, top - 74, format_day(local_day(answered_at), "pt"), _SIZE),
        pdf.left(pdf.MARGIN, top - 100, case.requester_name, _SIZE, pdf.BOLD),
        pdf.left(pdf.MARGIN, top - 126, f"Protocolo {protocol}", _SIZE, pdf.BOLD),
        pdf.left(pdf.MARGIN, top - 142, f"Resultado: {_OUTCOMES[case.outcome or 'not_upheld']}", _SIZE),
    ]
    y = top - 178
    for text in _lines(case.answer or ""):
        if y < _BOTTOM:
            file.page(drawing)
            drawing, y = [], top - 14
        drawing.append(pdf.left(pdf.MARGIN, y, text, _SIZE))
        y -= _STEP
    file.page(drawing)
    file.close(f"Ouvidoria {protocol}", "pt")
    return out.getvalue()


def _lines(text: str) -> list[str]:
    width = pdf.WIDTH - 2 * pdf.MARGIN
    return [line for part in text.split("\n") for line in (list(pdf.wrapped(part, _SIZE, width)) or [""])]


def letter_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, Permission.AUDIT_TICKETS_READ) as (tx, _):
            case = await find_case(tx, "ombudsman", uuid_of(request.path_params["id"]))
            if case is None:
                raise not_found("case")
            if case.answer is None or case.answered_at is None:
                raise ApiError(409, "case_not_answered", f"case {case.protocol} has no letter yet")
            content = letter_pdf(case, await issuer_of(tx), case.answered_at)
        headers = {
            "Content-Disposition": f'attachment; filename="ouvidoria-{case.protocol}.pdf"',
            "Cache-Control": "no-store",
        }
        return Response(content, headers=headers, media_type=pdf.MEDIA_TYPE)

    return Route(
        "GET",
        "/v1/audit/ombudsman-tickets/{id:str}/letter",
        "The ombudsman's answer as a letter",
        handler,
        permission=Permission.AUDIT_TICKETS_READ,
        scope=HOUSE,
        media=(pdf.MEDIA_TYPE,),
    )
