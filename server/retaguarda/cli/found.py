"""Initialise an empty installation: the provider's own company, its books, and the invitation of its first
administrator.

The worker mails the invitation. Everything the administrator does from then on, starting with inviting others, needs no
shell.
"""

import argparse
import secrets
import sys
from getpass import getpass
from pathlib import Path
from typing import Any

import psycopg

from retaguarda.access.roles import GRANTABLE
from retaguarda.backup import Refused
from retaguarda.cli.process import settings_with_secret
from retaguarda.cli.share_keys import take_keys
from retaguarda.database_url import owner_url
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.identity.email_addresses import checked_address
from retaguarda.identity.passwords import hash_password
from retaguarda.payin.payments.open_accounts import open_books

ROLE = "administrator"
#: The largest number of a company.
LAST_NUMBER = 2_147_483_646


def main(arguments: list[str]) -> int:
    """Return 1 when the installation was initialised before."""
    options = read(arguments)
    settings = settings_with_secret()
    with psycopg.connect(owner_url(settings)) as connection:
        if connection.execute("select exists (select from company)").fetchone() == (True,):
            print("retaguarda: this installation has been founded already", file=sys.stderr)
            return 1
        begin(connection, options)
        if options.kept_keys:
            try:
                keys = Keys(settings.secret, settings.secret_previous)
                take_keys(connection, keys, options.kept_keys, _code())
            except Refused as error:
                connection.rollback()
                print(f"retaguarda: {error}; nothing was founded", file=sys.stderr)
                return 1
    print(f"founded; {options.email} is mailed a link to choose a password, once a worker runs")
    return 0


def begin(connection: psycopg.Connection[Any], options: argparse.Namespace) -> None:
    connection.execute(
        "insert into company (id, name, legal_name, document) values (1, %s, %s, %s)",
        (options.company, options.legal_name or options.company, options.document),
    )
    if options.companies:
        connection.execute("insert into company_range (first, last) values (%s, %s)", options.companies)
    open_books(connection, 1, [1])
    role = connection.execute(
        "insert into role (company_id, name, permissions) values (1, %s, %s) returning id", (ROLE, sorted(GRANTABLE))
    ).fetchone()
    assert role is not None
    person = uuid7()
    # Nobody knows this password; the link in the e-mail lets the administrator choose one.
    connection.execute(
        "insert into person (id, company_id, email, name, password_hash, internal, locale, joined_at, invited_by)"
        " values (%s, 1, %s, %s, %s, true, %s, null, 'retaguarda')",
        (person, options.email, options.name, hash_password(secrets.token_urlsafe(32)), options.locale),
    )
    connection.execute("insert into person_role (person_id, role_id, company_id) values (%s, %s, 1)", (person, role[0]))
    data = json_text({"roles": [ROLE], "companies": []})
    connection.execute(
        "insert into event (company_id, name, subject_id, actor, data)"
        " values (1, 'access:user:invited', %s, 'retaguarda', %s::jsonb)",
        (str(person), data),
    )


def read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m retaguarda found", description=__doc__)
    parser.add_argument("--company", type=_name, required=True, help="the provider's name, as people know it")
    parser.add_argument("--legal-name", type=_name, help="its name in law, where that is another")
    parser.add_argument("--document", type=_document, required=True, help="its CNPJ")
    parser.add_argument("--email", type=_email, required=True, help="of the first administrator")
    parser.add_argument("--name", type=_name, required=True, help="of that person")
    parser.add_argument("--locale", choices=("pt", "en"), default="pt", help="the language of the invitation (pt)")
    parser.add_argument(
        "--companies",
        type=_range,
        metavar="FIRST-LAST",
        help="the numbers that its companies take, where the provider has several installations: no two may share one",
    )
    parser.add_argument(
        "--kept-keys",
        type=Path,
        metavar="FILE",
        help="kept keys of another installation (retaguarda secrets share); their code is read from the terminal or standard input",
    )
    return parser.parse_args(arguments)


def _code() -> str:
    return (getpass("code of the kept keys: ") if sys.stdin.isatty() else sys.stdin.readline()).strip()


def _range(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 2 <= int(first) <= int(last) <= LAST_NUMBER):
        raise argparse.ArgumentTypeError(f"a range is written as 1000000-1999999, from 2 to {LAST_NUMBER}")
    return int(first), int(last)


def _name(text: str) -> str:
    if not 1 <= len(text.strip()) <= 120:
        raise argparse.ArgumentTypeError("a name has 1 to 120 characters")
    return text.strip()


def _email(text: str) -> str:
    try:
        return checked_address(text.strip().lower())
    except ApiError as error:
        raise argparse.ArgumentTypeError(error.error) from None


def _document(text: str) -> str:
    try:
        document = parse(text)
    except DocumentError:
        raise argparse.ArgumentTypeError(f"{text!r} is no document with right check digits") from None
    if document.kind != "cnpj":
        raise argparse.ArgumentTypeError("a company has a CNPJ, of 14 characters")
    return document.value
