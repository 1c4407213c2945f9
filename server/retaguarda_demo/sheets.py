"""Rows on their way to the database: lines as COPY reads them, by table.

Values are our own inventions: none holds a tab, a line break or a backslash, the three characters COPY would want
escaped. Times are milliseconds since 1970 in the program and RFC 3339 in a line.
"""

from collections import defaultdict
from datetime import date

from retaguarda.foundation.json_text import json_text

NULL = r"\N"

#: What is written, in an order that references allow. Tables of the sandbox follow in its own schema.
COLUMNS = {
    "charge": "company_id, id, connection_id, processor, txid, status, amount, currency, paid, fee, refunded, payer_name,"
    " payer_document, reference, description, created_at, expires_at, paid_at, end_to_end_id, location, br_code,"
    " cancel_requested_at, attempts, last_error, created_by",
    "pix_payment": "company_id, end_to_end_id, connection_id, charge_id, txid, amount, currency, fee, refunded, paid_at,"
    " payer_name, payer_document, status, review_reason, received_at",
    "deposit": "id, company_id, end_to_end_id, status, matched_by, received_at, identified_at, identified_by, reason,"
    " currency",
    "refund": "company_id, id, charge_id, end_to_end_id, provider_id, rtr_id, amount, currency, status, reason, created_at,"
    " created_by, settled_at, attempts, last_error",
    "ledger_journal": "id, company_id, legs, key, request_hash, kind, reference, effective_at, recorded_at",
    "ledger_entry": "journal_id, account_id, amount, currency, version, balance_after, posted_at, company_id, leg",
    "ledger_hold": "id, company_id, account_id, amount, state, key, request_hash, reference, journal_id, created_at,"
    " closed_at",
    "event": "company_id, name, subject_id, person_id, actor, at, data",
    "provider_message": "company_id, id, connection_id, charge_id, at, direction, method, url, status, request,"
    " response, duration_ms",
    "sandbox.location": "id, token, tipo, txid, criacao",
    "sandbox.charge": "txid, tipo, chave, status, revisao, criacao, devedor, asked, document",
    "sandbox.charge_revision": "txid, revisao, document",
    "sandbox.pix": "end_to_end_id, txid, chave, valor, components, horario, payer_name, payer_document",
    "sandbox.refund": "end_to_end_id, id, rtr_id, valor, natureza, descricao, status, motivo, outcome, solicitacao,"
    " settles_at, liquidacao",
}


class Sheets(defaultdict[str, list[str]]):
    """Table → its lines, each with its line break."""

    def __init__(self) -> None:
        super().__init__(list)

    def add(self, table: str, *values: object) -> None:
        """One row, in the order of COLUMNS; None is null, a dictionary is JSON. Where it counts, lines are written
        by hand instead."""
        self[table].append("\t".join(map(_text, values)) + "\n")


def _text(value: object) -> str:
    if value is None:
        return NULL
    return json_text(value) if isinstance(value, dict) else str(value)


class _Minutes(dict[int, str]):
    """Minutes since 1970 in words, each made when it is first asked for."""

    def __missing__(self, minute: int) -> str:
        day, of_day = divmod(minute, 1_440)
        text = f"{date.fromordinal(_EPOCH + day)}T{of_day // 60:02}:{of_day % 60:02}:"
        self[minute] = text
        return text


_EPOCH = date(1970, 1, 1).toordinal()
_MINUTES = _Minutes()
_OF_MINUTE = [f"{ms // 1_000:02}.{ms % 1_000:03}Z" for ms in range(60_000)]


def moment(ms: int) -> str:
    """RFC 3339 in UTC, as Postgres and JSON read it: 2026-01-31T23:59:59.123Z. A time is written five times a charge,
    so both halves come from tables."""
    return _MINUTES[ms // 60_000] + _OF_MINUTE[ms % 60_000]


_RANDOM = (0xFFF << 64) | ((1 << 62) - 1)
_FIXED = (0x7 << 76) | (0x2 << 62)


def uuid7_at(ms: int, bits: int) -> str:
    """A UUID version 7 of that moment; ``bits`` are 80 random ones, where ids.uuid7() asks the system."""
    text = f"{ms << 80 | _FIXED | bits & _RANDOM:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
