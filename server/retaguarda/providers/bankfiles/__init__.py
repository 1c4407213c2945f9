"""Files that banks send: CNAB 240 and CNAB 400 returns of collection."""

from retaguarda.providers.bankfiles.entries import PAID, REVERSED, UNSURE, Entry, Found, Header, Totals
from retaguarda.providers.bankfiles.layouts import Layout, layout_of
from retaguarda.providers.bankfiles.lens import LensField, LensLine, look
from retaguarda.providers.bankfiles.lines import LONGEST, Damaged
from retaguarda.providers.bankfiles.reader import Reader

__all__ = [
    "LONGEST",
    "PAID",
    "REVERSED",
    "UNSURE",
    "Damaged",
    "Entry",
    "Found",
    "Header",
    "Layout",
    "LensField",
    "LensLine",
    "Reader",
    "Totals",
    "layout_of",
    "look",
]
