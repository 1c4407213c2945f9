"""Receipts: one page that says who paid whom, what and when, with a code by which its issuer recognizes it.

The caller brings the content; this module holds the page's own words in both languages.
"""

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from retaguarda.foundation import pdf
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.local_day import format_time
from retaguarda.foundation.request import Parameter, Principal, Request, Response

Language = Literal["pt", "en"]

#: The query parameter of every route that returns a receipt.
LOCALE = Parameter("locale", {"type": "string", "enum": ["pt", "en"]}, "without it, the person's own, or English")

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "pt": {
        "code": "Código de autenticação",
        "again": "O mesmo comprovante, emitido de novo por {issuer}, traz sempre o mesmo código.",
        "made": "Emitido em {at}",
        "check": "Confira este comprovante",
    },
    "en": {
        "code": "Authentication code",
        "again": "The same receipt, issued again by {issuer}, always carries the same code.",
        "made": "Issued on {at}",
        "check": "Check this receipt",
    },
}
_LABELS, _VALUES = pdf.MARGIN, pdf.MARGIN + 170
_VALUE_WIDTH = pdf.WIDTH - pdf.MARGIN - _VALUES
_SIZE, _STEP = 10, 15
_CODE_BYTES = 15
#: Of the QR code, quiet zone included.
_CODE_SIDE = 104


@dataclass(frozen=True, slots=True)
class Section:
    """``lines`` are labels and values. The page omits a line without a value, and a section without lines."""

    heading: str
    lines: Sequence[tuple[str, str | None]]


@dataclass(frozen=True, slots=True)
class Issuer:
    """The institution that moved the money. ``document``: its CNPJ, without punctuation."""

    name: str
    document: str

    @property
    def ispb(self) -> str:
        return self.document[:8]


@dataclass(frozen=True, slots=True)
class Receipt:
    """``amount`` and all other values are formatted already; ``code`` comes from authentication_code()."""

    language: Language
    issuer: Issuer
    title: str
    amount: str
    sections: Sequence[Section]
    code: str
    made_at: datetime
    zone: ZoneInfo
    #: The address of the public page that says whether the receipt is genuine.
    link: str | None = None


def receipt_pdf(receipt: Receipt) -> bytes:
    """Renders the receipt as a PDF of one page."""
    words, out = _WORDS[receipt.language], io.BytesIO()
    top, issuer = pdf.HEIGHT - pdf.MARGIN, receipt.issuer
    issuer_line = f"{issuer.name} · CNPJ {format_document(issuer.document)}"
    drawing = [
        pdf.left(_LABELS, top - 14, receipt.title, 18, pdf.BOLD),
        pdf.left(_LABELS, top - 32, issuer_line, 9, grey=0.35),
        pdf.left(_LABELS, top - 74, receipt.amount, 26, pdf.BOLD),
    ]
    y = top - 100
    for section in receipt.sections:
        y = _draw_section(drawing, section, y)
    y -= 36
    drawing += [
        pdf.line(_LABELS, pdf.WIDTH - pdf.MARGIN, y + 20),
        pdf.left(_LABELS, y, words["code"], 9, grey=0.35),
        pdf.left(_LABELS, y - 18, receipt.code, 13, pdf.BOLD),
    ]
    y -= 38
    if receipt.link:
        y = _draw_link(drawing, receipt.link, words["check"], y)
    footer = f"{words['made'].format(at=format_moment(receipt.made_at, receipt.zone, receipt.language))}. {words['again'].format(issuer=issuer.name)}"
    for text in pdf.wrapped(footer, 8, pdf.WIDTH - 2 * pdf.MARGIN):
        drawing.append(pdf.left(_LABELS, y, text, 8, grey=0.35))
        y -= 11
    file = pdf.PdfFile(out)
    file.page(drawing)
    file.close(f"{receipt.title} {receipt.code}", receipt.language)
    return out.getvalue()


def _draw_link(drawing: list[str], link: str, words: str, y: float) -> float:
    """Draws the address of the page that checks a receipt, as text and as a QR code, and returns where the next line begins."""
    top, text = y + 62, pdf.WIDTH - pdf.MARGIN - _CODE_SIDE
    drawing += pdf.qr_code(link, text, top - _CODE_SIDE, _CODE_SIDE)
    drawing.append(pdf.left(_LABELS, y, words, 9, grey=0.35))
    for line in pdf.wrapped(link, 9, text - _LABELS - 16):
        y -= 12
        drawing.append(pdf.left(_LABELS, y, line, 9))
    return min(y, top - _CODE_SIDE) - 18


def _draw_section(drawing: list[str], section: Section, y: float) -> float:
    """Draws a section from ``y`` down, and returns where the next one begins."""
    lines = [(label, value) for label, value in section.lines if value]
    if not lines:
        return y
    y -= 22
    drawing += [
        pdf.left(_LABELS, y, section.heading, 11, pdf.BOLD),
        pdf.line(_LABELS, pdf.WIDTH - pdf.MARGIN, y - 6),
    ]
    y -= 7
    for label, value in lines:
        y -= _STEP
        drawing.append(pdf.left(_LABELS, y, label, _SIZE, grey=0.35))
        for number, text in enumerate(pdf.wrapped(value, _SIZE, _VALUE_WIDTH)):
            y -= _STEP if number else 0
            drawing.append(pdf.left(_VALUES, y, text, _SIZE))
    return y


async def authentication_code(tx: Tx, keys: Keys, *facts: object) -> str:
    """Makes a code of 24 letters and digits in groups of four over what the receipt states; nobody else can make it.

    Args:
        facts: the kind of receipt, the id of its subject, the amount, the time…
    """
    signed = await keys.sign_permanently(tx, "receipt", "\x1f".join(map(str, facts)).encode())
    text = base64.b32encode(signed[:_CODE_BYTES]).decode()
    return "-".join(text[place : place + 4] for place in range(0, len(text), 4))


async def issuer_of(tx: Tx) -> Issuer:
    """Returns the institution that holds the merchants' money."""
    row = await tx.one("select document, legal_name from statement_keeper()")
    assert row is not None
    return Issuer(row["legal_name"], row["document"])


def language_of(request: Request, principal: Principal) -> Language:
    """Returns the requested language, or the person's.

    Raises:
        ApiError: 400 ``locale``.
    """
    language = dict(request.query).get("locale") or principal.locale or "en"
    if language not in ("pt", "en"):
        raise invalid_field("locale", "not_allowed", "locale must be one of pt, en")
    return "pt" if language == "pt" else "en"


def receipt_response(receipt: Receipt, name: str) -> Response:
    """Returns the receipt as a download. ``name``: of the file, in ASCII, without extension."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"', "Cache-Control": "no-store"}
    return Response(receipt_pdf(receipt), headers=headers, media_type=pdf.MEDIA_TYPE)


def format_document(document: str, *, whole: bool = True) -> str:
    """Formats a document with punctuation; ``whole`` False masks a CPF, and all but the last two characters of invalid text."""
    try:
        parsed = parse(document)
    except DocumentError:
        return document if whole else f"***{document[-2:]}"
    return parsed.format() if whole else parsed.mask()


def format_moment(at: datetime, zone: ZoneInfo, language: Language) -> str:
    """Formats 21/11/2026 14:30:05 (UTC-03:00), or 21 Nov 2026, 14:30:05 (UTC-03:00)."""
    local = at.astimezone(zone)
    offset = f"{local:%z}"
    return f"{format_time(local, language, seconds=True)} (UTC{offset[:3]}:{offset[3:]})"
