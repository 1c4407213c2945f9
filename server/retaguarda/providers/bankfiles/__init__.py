"""Files that banks send: CNAB 240 and CNAB 400 returns of collection, CNAB 240 returns of payments."""

from retaguarda.providers.bankfiles.entries import PAID, REVERSED, UNSURE, Entry, Found, Header, Totals
from retaguarda.providers.bankfiles.layouts import Layout, layout_of, payment_layout_of
from retaguarda.providers.bankfiles.lens import LensField, LensLine, look
from retaguarda.providers.bankfiles.lines import LONGEST, Damaged
from retaguarda.providers.bankfiles.payment_meanings import Meaning, meaning_of
from retaguarda.providers.bankfiles.payments import PaymentEntry
from retaguarda.providers.bankfiles.reader import Reader, collection_reader, payment_reader
from retaguarda.providers.bankfiles.salvage import COUNTS, HARMLESS, SalvageReader
from retaguarda.providers.bankfiles.salvaged_records import Damage

__all__ = [
    "COUNTS",
    "HARMLESS",
    "LONGEST",
    "PAID",
    "REVERSED",
    "UNSURE",
    "Damage",
    "Damaged",
    "Entry",
    "Found",
    "Header",
    "Layout",
    "LensField",
    "LensLine",
    "Meaning",
    "PaymentEntry",
    "Reader",
    "SalvageReader",
    "Totals",
    "collection_reader",
    "layout_of",
    "look",
    "meaning_of",
    "payment_layout_of",
    "payment_reader",
]
