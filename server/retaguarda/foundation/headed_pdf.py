"""Draws headings with text under them on as many pages as it takes, each of which says whose copy it is."""

import io
from collections.abc import Iterable
from datetime import datetime

from retaguarda.foundation import pdf
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.receipt import Issuer, format_document, format_moment

_SIZE, _STEP, _GAP = 10, 14, 8
_BOTTOM = pdf.MARGIN + 30


def headed_pdf(title: str, parts: Iterable[tuple[str, str]], issuer: Issuer, printed: datetime, by: str) -> bytes:
    """A confidential file in Portuguese: whom it is printed for reads that, whoever prints it."""
    out = io.BytesIO()
    file = pdf.PdfFile(out)
    top = pdf.HEIGHT - pdf.MARGIN
    watermark = pdf.left(
        pdf.MARGIN, pdf.MARGIN, f"Sigiloso · {by} · {format_moment(printed, BRASILIA, 'pt')}", 8, grey=0.35
    )
    drawing = [
        pdf.left(pdf.MARGIN, top - 14, title, 14, pdf.BOLD),
        pdf.left(pdf.MARGIN, top - 30, f"{issuer.name} · CNPJ {format_document(issuer.document)}", 9, grey=0.35),
        pdf.line(pdf.MARGIN, pdf.WIDTH - pdf.MARGIN, top - 42),
        watermark,
    ]
    y: float = top - 66
    for heading, text in parts:
        lines = [] if not text else [part for line in text.split("\n") for part in _wrapped(line)]
        for words, font in [(heading, pdf.BOLD), *((each, pdf.REGULAR) for each in lines)]:
            if y < _BOTTOM:
                file.page(drawing)
                drawing, y = [watermark], top - 14
            drawing.append(pdf.left(pdf.MARGIN, y, words, _SIZE, font))
            y -= _STEP
        y -= _GAP
    file.page(drawing)
    file.close(title, "pt")
    return out.getvalue()


def _wrapped(line: str) -> list[str]:
    return list(pdf.wrapped(line, _SIZE, pdf.WIDTH - 2 * pdf.MARGIN)) or [""]
