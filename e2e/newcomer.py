"""People of a journey's own: what it does to their password, sessions and second factor concerns nobody else."""

import os
from dataclasses import dataclass
from typing import LiteralString
from uuid import uuid4

import psycopg

from house import RunningHouse
from person import ANA, BRUNO
from retaguarda.database_url import owner_url
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER
from retaguarda.payin.payments.open_accounts import open_books
from retaguarda.settings import load


def newcomer(app: RunningHouse, role: str = "operator", *, two_factor: bool = False) -> str:
    """The address of somebody new at ana's company, with the demo's password and one of the demo's roles there.

    With ``two_factor`` also with the demo's authenticator.
    """
    person, email = uuid7(), f"nova-{uuid4().hex[:8]}@merchant.example"
    with database_of(app) as database:
        database.execute(
            "insert into person (id, company_id, email, name, password_hash)"
            " select %s, company_id, %s, 'Nova Pessoa', password_hash from person where email = %s",
            (person, email, ANA),
        )
        if two_factor:
            database.execute(
                "update person set totp_secret = (select totp_secret from person where email = %s) where id = %s",
                (BRUNO, person),
            )
        _give(database, email, role)
    return email


def first_person(app: RunningHouse, document: str, role: str = "operator") -> str:
    """The address of the first person of a company, by its CNPJ, with one of the roles of ana's company."""
    person, email = uuid7(), f"nova-{uuid4().hex[:8]}@merchant.example"
    with database_of(app) as database:
        database.execute(
            "insert into role (company_id, name, permissions) select c.id, r.name, r.permissions from company c"
            " join role r on r.company_id = (select company_id from person where email = %s) and r.name = %s"
            " where c.document = %s",
            (ANA, role, document),
        )
        database.execute(
            "insert into person (id, company_id, email, name, password_hash) select %s, c.id, %s, 'Primeira Pessoa',"
            " a.password_hash from company c join person a on a.email = %s where c.document = %s",
            (person, email, ANA, document),
        )
        _give(database, email, role)
    return email


def give_role(app: RunningHouse, email: str, role: str) -> None:
    """As an administrator would: it holds from the person's next call on."""
    with database_of(app) as database:
        _give(database, email, role)


def _give(database: psycopg.Connection, email: str, role: str) -> None:
    given = database.execute(
        "insert into person_role (person_id, role_id, company_id)"
        " select p.id, r.id, p.company_id from person p join role r on r.company_id = p.company_id"
        " where p.email = %s and r.name = %s",
        (email, role),
    )
    assert given.rowcount == 1, f"{email} was not given {role}"


def database_of(app: RunningHouse) -> psycopg.Connection:
    return psycopg.connect(owner_url(load({**os.environ, "RETAGUARDA_DATA": str(app.data)})))


@dataclass(frozen=True, slots=True)
class OwnMerchant:
    """A merchant of a journey's own: whatever others pay, receive or switch off, its balance and settings are its own."""

    id: int
    name: str
    #: May pay and ask for charges; with the demo's password and authenticator, as is ``other``.
    payer: str
    other: str


def own_merchant(app: RunningHouse, **settings: object) -> OwnMerchant:
    """A new merchant without a centavo, whose payouts cost nothing; ``settings`` are columns of its settings of payouts."""
    mark = uuid4().hex[:8]
    name, base = f"Empório {mark}", f"{mark.upper()}0001"
    with database_of(app) as database:
        found = database.execute(
            "insert into company (id, name, legal_name, document) select max(id) + 1, %s, %s, %s from company returning id",
            (name, f"{name} Ltda", base + check_digits(base)),
        ).fetchone()
        assert found
        company: int = found[0]
        open_books(database, PROVIDER, [company])
        database.execute("update feature_flag set companies = companies || %s where name = 'ledger'", (company,))
        database.execute(
            "insert into role (company_id, name, permissions) select %s, 'payer', permissions from role"
            " where company_id = 2 and name = 'payer'",
            (company,),
        )
        people = [f"{who}-{mark}@merchant.example" for who in ("paga", "outra")]
        for email in people:
            database.execute(
                "insert into person (id, company_id, email, name, password_hash, totp_secret)"
                " select %s, %s, %s, 'Nova Pessoa', password_hash, totp_secret from person where email = %s",
                (uuid7(), company, email, BRUNO),
            )
            _give(database, email, "payer")
        columns = {"queue": False, "hold_ends": "refuse"} | settings
        database.execute(
            "insert into payout_setting_version (company_id, version, currency, fee, methods, queue, queue_days, queue_skips,"
            " hold_ends, duplicates, external_id_needed, valid_from, actor)"
            " values (%s, 1, 'BRL', 0, '{pix}', %s, 30, false, %s, 'warn', false, now() - interval '1 minute', 'a journey')",
            (company, columns["queue"], columns["hold_ends"]),
        )
    return OwnMerchant(company, name, *people)


def without_triggers(app: RunningHouse, statement: LiteralString, **values: object) -> None:
    """Moves a clock that only time moves: rows of a journey's own are older than they are."""
    with database_of(app) as database:
        database.execute("set session_replication_role = replica")
        database.execute(statement, values)


def own_file_processor(app: RunningHouse) -> tuple[str, str]:
    """A processor that gets files, like the demo's one, with an agreement and numbers of its own; answers name and agreement."""
    name = f"Banco {uuid4().hex[:6]}"
    with database_of(app) as database:
        database.execute(
            "insert into payout_processor (id, name, adapter, methods, priority, ispb, bank, agreement, holder_document,"
            " holder_name, branch, branch_digit, number, number_digit, enabled, ready, believed)"
            " select %s, %s, adapter, methods, 900, ispb, bank, %s, holder_document, holder_name, branch, branch_digit,"
            " number, number_digit, true, true, true from payout_processor where adapter = 'cnab240' and bank = '341' limit 1",
            (uuid7(), name, name.replace(" ", "").upper()),
        )
    return name, name.replace(" ", "").upper()
