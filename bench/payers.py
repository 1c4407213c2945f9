"""People of merchants who pay through HTTP: with the money, the permissions and the second factor that paying takes."""

import itertools
import json
from uuid import uuid4

import psycopg

from bench import load, sets
from bench.people import sign_in
from retaguarda_demo.people import ROLES

MERCHANTS = 16
ASKING = range(sets.FIRST_MERCHANT, sets.FIRST_MERCHANT + MERCHANTS)
#: In the form of a sealed value.
_SEALED = b"\x01" + bytes(32)


def fill(connection: psycopg.Connection) -> None:
    """Merchants whose people may pay, each with money for as long as it takes."""
    sets.people(connection, MERCHANTS)
    give_permissions(connection)
    with connection.transaction():
        connection.execute("select set_config('retaguarda.companies', '*', true)")
        for merchant in ASKING:
            connection.execute(_FUND, {"company": merchant})


def payouts(url: str, port: int) -> list[load.Ask]:
    """One asker a merchant; each pays somebody new each time.

    Args:
        url: of the database, as its owner: sessions are raised there to what a second factor gives.
    """
    headers = {merchant: sign_in(port, sets.email(merchant), str(merchant)) for merchant in ASKING}
    with psycopg.connect(url, autocommit=True) as connection:
        give_factor(connection)
    return [_paying(headers[merchant]) for merchant in ASKING]


def give_permissions(connection: psycopg.Connection) -> None:
    """Merchants' people may pay, and read what was paid."""
    may = [str(permission) for permission in ROLES["payer"]]
    connection.execute("update role set permissions = %s where company_id <> 1", (may,))


def give_factor(connection: psycopg.Connection) -> None:
    """Every session of a merchant's person becomes one opened with a second factor."""
    connection.execute("update person set totp_secret = %s where company_id <> 1", (_SEALED,))
    connection.execute("update session set two_factor = true")


def charges(port: int) -> list[load.Ask]:
    return [charging(port, merchant) for merchant in ASKING]


def _paying(headers: dict[str, str]) -> load.Ask:
    numbers, mark = itertools.count(1), uuid4().hex[:8]

    def ask() -> bytes:
        number = next(numbers)
        body = {
            "amount": {"amount": 1_000 + number % 7_919, "currency": "BRL"},
            "key": {"kind": "email", "value": f"p{mark}{number}@example.com"},
            "holder_name": "Iara Pontes",
            "holder_document": "52998224725",
        }
        return _post("/v1/payouts/payments", headers, body)

    return ask


def charging(port: int, merchant: int) -> load.Ask:
    """A new charge each time, under a new key."""
    headers = sign_in(port, sets.email(merchant), str(merchant))
    numbers = itertools.count(1)

    def ask() -> bytes:
        number = next(numbers)
        body = {
            "amount": {"amount": 1_000 + number, "currency": "BRL"},
            "payer": {"name": "Maria Exemplo", "document": "52998224725"},
            "description": f"Order {number}",
            "reference": f"ORDER-{number}",
            "expires_in": 3_600,
        }
        return _post("/v1/payin/charges", headers, body)

    return ask


def _post(path: str, headers: dict[str, str], body: object) -> bytes:
    return load.request("POST", path, headers | {"Idempotency-Key": str(uuid4())}, json.dumps(body).encode())


_FUND = """
select ledger_post(%(company)s, gen_random_uuid(), 'bench:fund', 'bench.money', 'bench', now(),
  array[1, %(company)s], array['pix_clearing', 'available'], array['BRL', 'BRL'], array[-1000000000000, 1000000000000])
"""
