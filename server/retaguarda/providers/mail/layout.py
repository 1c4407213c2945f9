"""How a mail looks: plain text, and HTML that every reader of mail understands (no style sheet, no picture)."""

from collections.abc import Sequence
from html import escape


def as_text(paragraphs: Sequence[str], link: str, closing: str) -> str:
    return "\n\n".join([*paragraphs, *([link] if link else []), f"-- \n{closing}"]) + "\n"


def as_html(subject: str, paragraphs: Sequence[str], button: str, link: str, closing: str, language: str) -> str:
    """``link`` empty: no button. What people wrote themselves is escaped."""
    body = "".join(f'<p style="margin:0 0 16px">{escape(paragraph)}</p>' for paragraph in paragraphs)
    if link:
        address = escape(link)
        body += (
            f'<p style="margin:24px 0"><a href="{address}" style="background:#3200DC;color:#fff;text-decoration:none;'
            f'padding:12px 24px;border-radius:8px;display:inline-block">{escape(button)}</a></p>'
            f'<p style="margin:0 0 16px;font-size:13px;color:#555;word-break:break-all">{address}</p>'
        )
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(subject)}</title></head>'
        '<body style="margin:0;padding:32px 16px;background:#f4f4f7;color:#1c1c28;'
        'font:16px/1.5 Archivo,Helvetica,Arial,sans-serif">'
        '<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">'
        f'<h1 style="margin:0 0 16px;font-size:20px">{escape(subject)}</h1>{body}'
        f'<p style="margin:24px 0 0;font-size:13px;color:#555">{escape(closing)}</p></div></body></html>\n'
    )
