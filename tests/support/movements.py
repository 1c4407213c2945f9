"""Movements as the PLD rules read them, put straight into the tables that they come from."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import psycopg

Sql = Callable[..., list[tuple[Any, ...]]]


@dataclass
class Mover:
    """Books settled money without ledger or provider: the rules look at the fact alone."""

    url: str

    def __post_init__(self) -> None:
        self._number = count(1)

    def book(
        self,
        at: datetime,
        amount: int,
        direction: str = "in",
        *,
        company: int = 2,
        document: str = "52998224725",
        name: str = "José Exemplo",
        currency: str = "BRL",
    ) -> str:
        """Book one movement; returns the name under which the rules know it."""
        number = next(self._number)
        values = {
            "company": company,
            "at": at,
            "amount": amount,
            "document": document,
            "name": name,
            "currency": currency,
            "id": uuid4(),
        }
        with psycopg.connect(self.url) as connection:
            # No other room's triggers: nothing else is asked of these rows.
            connection.execute("set session_replication_role = replica")
            if direction == "in":
                end_to_end = f"E12345678202611010000{number:011d}"
                connection.execute(
                    "insert into pix_payment (company_id, end_to_end_id, connection_id, amount, currency, paid_at, payer_name,"
                    " payer_document, status, received_at) values (%(company)s, %(e2e)s, %(id)s, %(amount)s, %(currency)s,"
                    " %(at)s, %(name)s, %(document)s, 'settled', %(at)s)",
                    values | {"e2e": end_to_end},
                )
                return f"payment:{end_to_end}"
            payout = UUID(int=number)
            connection.execute(
                "insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, holder_name,"
                " holder_document, actor, created_at, ended_at, pix_key, pix_key_kind)"
                " values (%(company)s, %(payout)s, 'payout', 'pix', 'done', %(amount)s, %(currency)s, 0, 'key', %(name)s,"
                " %(document)s, 'test', %(at)s, %(at)s, %(document)s, 'cpf')",
                values | {"payout": payout},
            )
            return f"payout:{payout}"
