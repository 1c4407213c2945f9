"""Notes to the demo's merchant, in every state; posted as they are in life, one writing and another posting.

One has a letter attached, and beside the transaction of another people have written.
"""

import hashlib
import io
from datetime import timedelta
from typing import NamedTuple

import psycopg

from retaguarda.foundation import pdf
from retaguarda.foundation.ids import uuid7
from retaguarda_demo.people import DIEGO, EVA

COMPANY = 2
_WRITER, _POSTER = DIEGO, EVA


class _Note(NamedTuple):
    """``amount`` in centavos; ``days`` before now, at which it counts and was written."""

    type: str
    reason: str
    amount: int
    description: str
    status: str
    days: int


_NOTES = (
    _Note("credit", "fee_correction", 18_40, "Tarifa cobrada a mais na primeira semana", "posted", 12),
    _Note("debit", "bank_fee", 35_00, "Tarifa de comprovantes em papel", "posted", 5),
    _Note("credit", "other", 9_90, "Lançada em duplicidade", "cancelled", 4),
    _Note("credit", "goodwill", 120_00, "Cortesia pela instabilidade de domingo", "awaiting_approval", 1),
    _Note("debit", "rounding", 3, "Centavos do fechamento do mês", "draft", 0),
)

#: Number of a posted note → what was written beside its transaction, and whether for the provider's people alone.
_ANNOTATIONS = {
    1: (
        ("Conferido com a planilha de tarifas de outubro.", True),
        ("Correção combinada por telefone com a Ana.", False),
    )
}
_LETTER = "Domingo o Pix ficou fora do ar das 9h10 às 10h45. Pedimos desculpas."


def load_notes(connection: psycopg.Connection) -> None:
    """One transaction, the caller's."""
    connection.execute("select set_config('retaguarda.companies', '*', true)")
    for number, note in enumerate(_NOTES, 1):
        key = {"company": COMPANY, "id": uuid7(), "number": number, "writer": _WRITER, "poster": _POSTER}
        values = key | note._asdict() | {"ago": timedelta(days=note.days)}
        _act_as(connection, _WRITER)
        connection.execute(_WRITE, values)
        if note.status == "cancelled":
            connection.execute(_CANCEL, values)
        elif note.status != "draft":
            connection.execute(_HAND_IN, values)
        if note.status == "posted":
            _act_as(connection, _POSTER)
            connection.execute(_POST, values | {"signed": note.amount if note.type == "credit" else -note.amount})
            for text, internal in _ANNOTATIONS.get(number, ()):
                connection.execute(_ANNOTATE, values | {"annotation": uuid7(), "text": text, "internal": internal})
        if note.status == "awaiting_approval":
            letter = _letter(note.description)
            connection.execute(
                _ATTACH, values | {"file": uuid7(), "content": letter, "sha256": hashlib.sha256(letter).digest()}
            )


def _letter(subject: str) -> bytes:
    out = io.BytesIO()
    file = pdf.PdfFile(out)
    top = pdf.HEIGHT - 2 * pdf.MARGIN
    file.page([pdf.left(pdf.MARGIN, top, subject, 16, pdf.BOLD), pdf.left(pdf.MARGIN, top - 28, _LETTER, 11)])
    file.close(subject, "pt")
    return out.getvalue()


def _act_as(connection: psycopg.Connection, email: str) -> None:
    connection.execute("select set_config('retaguarda.person', id::text, true) from person where email = %s", (email,))


_DAY = "(now() at time zone 'America/Sao_Paulo' - %(ago)s)::date"
_OF_NOTE = "where company_id = %(company)s and id = %(id)s"

_WRITE = f"""
    insert into merchant_note (company_id, id, number, type, reason, description, amount, currency, due_date, created_by, created_at)
    values (%(company)s, %(id)s, %(number)s, %(type)s, %(reason)s, %(description)s, %(amount)s, 'BRL', {_DAY}, %(writer)s,
            now() - %(ago)s)
"""
_HAND_IN = f"""
    update merchant_note set status = 'awaiting_approval', submitted_by = %(writer)s, submitted_at = created_at {_OF_NOTE}
"""
_CANCEL = f"""
    update merchant_note set status = 'cancelled', cancelled_by = %(writer)s, cancelled_at = created_at {_OF_NOTE}
"""
_POST = f"""
    update merchant_note set status = 'posted', posted_by = %(poster)s, posted_at = now(), journal_id = ledger_post(
      %(company)s, gen_random_uuid(), 'note:' || %(id)s, 'account.note', %(id)s::text,
      {_DAY}::timestamp at time zone 'America/Sao_Paulo', array[%(company)s, 1], array['available', 'adjustments'],
      array['BRL', 'BRL'], array[%(signed)s, -%(signed)s]::bigint[]) {_OF_NOTE}
"""
_ANNOTATE = """
    insert into transaction_annotation (company_id, id, journal_id, text, internal, by_staff, created_by)
    select %(company)s, %(annotation)s, journal_id, %(text)s, %(internal)s, true, %(poster)s
      from merchant_note where company_id = %(company)s and id = %(id)s
"""
_ATTACH = """
    insert into stored_file (company_id, id, owner, name, media_type, size, sha256, content, uploaded_by)
    values (%(company)s, %(file)s, 'note:' || %(id)s, 'Carta ao estabelecimento.pdf', 'application/pdf',
            length(%(content)s), %(sha256)s, %(content)s, %(writer)s)
"""
