"""The accounts that must stand before the first payment."""

from collections.abc import Iterable
from typing import Any

import psycopg

from retaguarda.payin.payments.postings import OPEN_ACCOUNTS, OPEN_HOT_ACCOUNTS, UNIDENTIFIED


def open_books(connection: psycopg.Connection[Any], provider: int, companies: Iterable[int]) -> None:
    """Those every company has, and the provider's own."""
    for company in companies:
        connection.execute(OPEN_ACCOUNTS, {"company": company})
    connection.execute(OPEN_HOT_ACCOUNTS, {"company": provider})
    connection.execute("select ledger_open(%s, %s, 'BRL', 0, false)", (provider, UNIDENTIFIED))
