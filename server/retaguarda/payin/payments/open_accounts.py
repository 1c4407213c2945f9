"""Opens the ledger accounts that the first payment needs."""

from collections.abc import Iterable
from typing import Any

import psycopg

from retaguarda.foundation.money import BRL
from retaguarda.payin.charges.postings import OPEN_ACCOUNTS, OPEN_HOT_ACCOUNTS, UNIDENTIFIED


def open_books(connection: psycopg.Connection[Any], provider: int, companies: Iterable[int]) -> None:
    """Open the accounts of each company, and the provider's."""
    for company in companies:
        connection.execute(OPEN_ACCOUNTS, {"company": company})
    connection.execute(OPEN_HOT_ACCOUNTS, {"company": provider})
    connection.execute("select ledger_open(%s, %s, %s, 0, false)", (provider, UNIDENTIFIED, BRL))
