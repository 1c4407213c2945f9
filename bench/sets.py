"""The rows that lists are measured on: companies, one person each, and charges spread over 90 days."""

import psycopg

from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import EARNED, Permission
from retaguarda.foundation.request import PROVIDER
from retaguarda.identity.passwords import hash_password
from retaguarda.identity.profile import SENSITIVE
from retaguarda.payin.payments.open_accounts import open_books
from retaguarda_demo.people import ROLES

#: In the form of a sealed value.
_NEVER_OPENED = b"\x01" + bytes(32)

PASSWORD = "Banco#Longo-2026"
STAFF = "staff@bench.example"
#: Company 1 is the provider, so merchants begin at 2.
FIRST_MERCHANT = 2
#: Part of what a kept database was made of: raise it when this file makes other rows.
VERSION = "4"


def email(merchant: int) -> str:
    return f"person{merchant}@bench.example"


def fill(connection: psycopg.Connection, merchants: int, charges: int) -> None:
    """``charges`` rows dealt out to the merchants in turn, as they would come in over time."""
    people(connection, merchants)
    indexes = connection.execute(
        "select indexname, indexdef from pg_indexes where tablename = 'charge'"
        " and indexname not in (select conname from pg_constraint where conrelid = 'charge'::regclass)"
    ).fetchall()
    # Indexes made afterwards, over all rows at once, are many times quicker; triggers would only check foreign keys.
    for name, _ in indexes:
        connection.execute(f"drop index {name}".encode())
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute(_CHARGES, {"charges": charges, "merchants": merchants, "first": FIRST_MERCHANT})
    with connection.transaction():
        connection.execute("set local maintenance_work_mem = '512MB'")
        for _, definition in indexes:
            connection.execute(definition.encode())
    # What the events of these charges would have added up to.
    connection.execute("select payin_hour_rebuild()")


def people(connection: psycopg.Connection, merchants: int) -> None:
    """The provider and its merchants, a person in each, and a connection to a provider.

    A merchant's person is an operator, as in the demo. Staff may do all that needs no second factor: without one, the
    rest would put its setup before every page.
    """
    with connection.transaction():
        connection.execute(
            "insert into company (id, name, legal_name, document)"
            " select n, 'Merchant ' || n, 'Merchant ' || n || ' Ltda', lpad(n::text, 14, '0') from generate_series(1, %s) n",
            (merchants + FIRST_MERCHANT - 1,),
        )
        open_books(connection, PROVIDER, range(1, merchants + FIRST_MERCHANT))
        connection.execute("insert into payin_setting (company_id, basis_points, currency) values (1, 99, 'BRL')")
        connection.execute(
            "insert into pix_connection (id, company_id, name, base_url, token_url, client_id, client_secret, pix_key, webhook_secret)"
            " values (%s, 1, 'Bench', 'http://127.0.0.1:9', 'http://127.0.0.1:9', 'bench', %s, 'bench@example.com', '')",
            (uuid7(), _NEVER_OPENED),
        )
        # One hash serves all, as the password is the same.
        hashed = hash_password(PASSWORD)
        staff_may = [permission for permission in Permission if permission not in EARNED | SENSITIVE]
        for company in range(1, merchants + FIRST_MERCHANT):
            staff = company < FIRST_MERCHANT
            person = uuid7()
            role = connection.execute(
                "insert into role (company_id, name, permissions) values (%s, 'bench', %s) returning id",
                (company, [str(permission) for permission in (staff_may if staff else ROLES["operator"])]),
            ).fetchone()
            assert role is not None
            connection.execute(
                "insert into person (id, company_id, email, name, password_hash, internal) values (%s, %s, %s, 'Bench', %s, %s)",
                (person, company, STAFF if staff else email(company), hashed, staff),
            )
            connection.execute(
                "insert into person_role (person_id, role_id, company_id) values (%s, %s, %s)",
                (person, role[0], company),
            )


_CHARGES = """
insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, paid, fee, refunded, payer_name,
                    payer_document, reference, description, created_at, expires_at, paid_at, end_to_end_id, location, br_code)
select company, (lpad(to_hex(ms), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 3) || substr(hash, 7, 12))::uuid,
       connection.id, connection.name, hash, status, amount, 'BRL', paid, paid / 100, case status when 'refunded' then paid else 0 end,
       'Payer number ' || n %% 9973, lpad((n * 7919 %% 99999999999)::text, 11, '0'), 'ORDER-' || n, 'Order ' || n,
       at, at + interval '1 day', case when paid > 0 then at + interval '3 minutes' end,
       case when paid > 0 then 'E12345678' || to_char(at, 'YYYYMMDDHH24MI') || substr(hash, 1, 11) end,
       'pix.bench.example/v2/' || hash, '00020126' || repeat(hash, 4)
  from (select *, case when status in ('paid', 'refunded') then amount else 0 end as paid,
               (extract(epoch from at) * 1000)::bigint as ms
          from (select n, md5(n::text) as hash, %(first)s + n %% %(merchants)s as company, 100 + n * 7919 %% 500000 as amount,
                       (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'refunded', 'expired', 'pending'])
                                 [1 + ('x' || substr(md5(n::text), 1, 4))::bit(16)::int %% 10] as status,
                       now() - interval '90 days' + n * (interval '90 days' / (%(charges)s + 1)) as at
                  from generate_series(1, %(charges)s::bigint) n) rows) priced,
       pix_connection connection
"""
