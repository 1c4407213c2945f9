"""Loads the demo once: companies, people, and 90 days of pay-ins."""

from collections.abc import Iterable

import psycopg

from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import BRL
from retaguarda.identity.passwords import hash_password
from retaguarda.payin.payments.open_accounts import open_books
from retaguarda.settings import Settings
from retaguarda_demo.availability import load_availability
from retaguarda_demo.cases import load_cases
from retaguarda_demo.check_providers import load_check_providers
from retaguarda_demo.companies import load_companies
from retaguarda_demo.kyc import load_kyc
from retaguarda_demo.people import COMPANIES, HOUSE, PASSWORD, PEOPLE, ROLES, TOTP_SECRET
from retaguarda_demo.policies import load_policies
from retaguarda_demo.sessions import load_sessions
from retaguarda_demo.tasks import load_runs
from retaguarda_demo.withdrawals import FEE


def load_demo(settings: Settings, owner_url: str, crons: Iterable[Cron] = ()) -> None:
    """Nothing happens on a database that has companies already."""
    with psycopg.connect(owner_url) as connection:
        if connection.execute("select exists (select 1 from company)").fetchone() == (True,):
            return
        load_people(connection, Keys(settings.secret))
        load_policies(connection)
        load_companies(connection)
        load_cases(connection)
        load_kyc(connection)
        load_sessions(connection)
        load_availability(connection)
        load_check_providers(connection, Keys(settings.secret), settings.sandbox_address)
        load_runs(connection, crons)
        # Loja Aurora pays its supplier in one sum.
        connection.execute(
            "insert into payout_setting (company_id, fee, most, cooling_off_hours, currency)"
            " values (1, %(fee)s, 1500000, 24, %(currency)s), (2, %(fee)s, 100000000, 24, %(currency)s)",
            {"fee": FEE, "currency": BRL},
        )


def load_people(connection: psycopg.Connection, keys: Keys) -> None:
    """Companies, roles and people; one transaction, the caller's."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into company (id, name, legal_name, document) values (%s, %s, %s, %s)",
            [(company.id, company.name, company.legal_name, company.document) for company in COMPANIES],
        )
        open_books(connection, HOUSE.id, [company.id for company in COMPANIES])
        cursor.execute("insert into feature_flag (name, companies) values ('ledger', %s)", ([c.id for c in COMPANIES],))
        cursor.execute("insert into payin_setting (company_id, basis_points, currency) values (1, 99, %s)", (BRL,))
        # One hash serves all: the password is the same, and public.
        hashed = hash_password(PASSWORD)
        for person in PEOPLE:
            role = cursor.execute(
                "insert into role (company_id, name, permissions) values (%s, %s, %s)"
                " on conflict (company_id, name) do update set permissions = excluded.permissions returning id",
                (person.company, person.role, [str(permission) for permission in ROLES[person.role]]),
            ).fetchone()
            assert role is not None
            number = uuid7()
            cursor.execute(
                "insert into person (id, company_id, email, name, password_hash, internal, totp_secret) values (%s, %s, %s, %s, %s, %s, %s)",
                (
                    number,
                    person.company,
                    person.email,
                    person.name,
                    hashed,
                    person.internal,
                    keys.seal("totp", TOTP_SECRET.encode()) if person.two_factor else None,
                ),
            )
            cursor.execute(
                "insert into person_role (person_id, role_id, company_id) values (%s, %s, %s)",
                (number, role[0], person.company),
            )
