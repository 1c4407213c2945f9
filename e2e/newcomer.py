"""People of a journey's own: what it does to their password, sessions and second factor concerns nobody else."""

import os
from uuid import uuid4

import psycopg

from house import RunningHouse
from person import ANA, BRUNO
from retaguarda.database_url import owner_url
from retaguarda.foundation.ids import uuid7
from retaguarda.settings import load


def newcomer(app: RunningHouse, role: str = "operator", *, two_factor: bool = False) -> str:
    """The address of somebody new at ana's company, with the demo's password and one of the demo's roles there.

    With ``two_factor`` also with the demo's authenticator.
    """
    person, email = uuid7(), f"nova-{uuid4().hex[:8]}@merchant.example"
    with _database(app) as database:
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
    with _database(app) as database:
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
    with _database(app) as database:
        _give(database, email, role)


def _give(database: psycopg.Connection, email: str, role: str) -> None:
    given = database.execute(
        "insert into person_role (person_id, role_id, company_id)"
        " select p.id, r.id, p.company_id from person p join role r on r.company_id = p.company_id"
        " where p.email = %s and r.name = %s",
        (email, role),
    )
    assert given.rowcount == 1, f"{email} was not given {role}"


def _database(app: RunningHouse) -> psycopg.Connection:
    return psycopg.connect(owner_url(load({**os.environ, "RETAGUARDA_DATA": str(app.data)})))
