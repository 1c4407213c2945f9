"""The demo's static codes: one for the till, one for a fixed price, and one that is out of use."""

from datetime import datetime, timedelta
from uuid import UUID

import psycopg

from retaguarda.foundation.ids import uuid7
from retaguarda.payin.static_codes.commands import code_text
from retaguarda_demo.people import MERCHANTS

#: Name, centavos, message, days before the end at which it was made and taken out of use.
_CODES = (
    ("Caixa da loja", None, "Volte sempre", 80, None),
    ("Ingresso da oficina de sábado", 45_00, "Oficina de sabado", 34, None),
    ("Feira de outubro", None, None, 60, 28),
)


def write(connection: psycopg.Connection, provider: UUID, key: str, end: datetime) -> None:
    """For the first of the demo's merchants; nobody has paid any of them."""
    merchant = MERCHANTS[0]
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into static_code (company_id, id, connection_id, txid, name, amount, currency, message, br_code, created_at, disabled_at)"
            " values (%s, %s, %s, %s, %s, %s, 'BRL', %s, %s, %s, %s)",
            [
                (
                    merchant.id,
                    uuid7(),
                    provider,
                    f"QRDEMO{number:014d}",
                    name,
                    amount,
                    message,
                    code_text(key, merchant.name, f"QRDEMO{number:014d}", amount, message),
                    end - timedelta(days=made),
                    None if over is None else end - timedelta(days=over),
                )
                for number, (name, amount, message, made, over) in enumerate(_CODES)
            ],
        )
