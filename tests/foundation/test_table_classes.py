"""Companies could be spread over several databases: each table has a place, and a company's rows stay together."""

import re
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

PAGE = (Path(__file__).parents[2] / "docs/data-classification.md").read_text()
#: All others are the company's.
ELSEWHERE = {"reference", "global", "local"}

#: What a bank or a network numbers is one thing in all of Brazil; a database of each company's would need one book of these.
_NETWORK = "an id that the payment network or a bank gave: one in all companies, so that nothing is booked twice"
_HOUSE_NUMBER = "a short number that people say; a database of its own would count for itself"
_SERVER_NUMBER = "a number that this server gives; beyond it, it needs the server's name beside it"
#: Table → why keys of it may be the same for no two companies.
ACROSS_COMPANIES = {
    "audit_leaf": "one log over all companies",
    "charge_batch": _HOUSE_NUMBER,
    "charge_batch_part": _HOUSE_NUMBER,
    "checkout_key": "drawn at random, and looked up before the company is known",
    "deposit": _NETWORK,
    "event": _SERVER_NUMBER,
    "exchange_closing": _HOUSE_NUMBER,
    "exchange_operation": _HOUSE_NUMBER,
    "kyc_request": _HOUSE_NUMBER,
    "ledger_account": _SERVER_NUMBER,
    "ledger_checkpoint": _SERVER_NUMBER,
    "ledger_entry": _SERVER_NUMBER,
    "med_case": _NETWORK,
    "notification": _SERVER_NUMBER,
    "payin_rule_version": "the provider's versions, counted in one place",
    "payout_order": _NETWORK,
    "payout_return": _NETWORK,
    "pix_payment": _NETWORK,
    "recurrence_request": _NETWORK,
    "refund": _NETWORK,
    "role": _SERVER_NUMBER,
    "role_permission": _SERVER_NUMBER,
}

_PARENT = "its parent is of the same company, by an id drawn at random"
_ACCOUNT = (
    "accounts have a number of the server's; an entry and a hold are of the account's company or of its counterpart"
)
#: Links from a company's row to one that the link does not say the company of.
LINKS_WITHOUT_COMPANY = {
    "approval_decision -> approval_request": _PARENT,
    "approval_delegation -> approval_request": _PARENT,
    "bulk_item -> bulk": _PARENT,
    "deposit_give_back -> deposit": _PARENT,
    "export_chunk -> export": _PARENT,
    "payment_schedule_run -> payment_schedule": _PARENT,
    "role_permission -> role": _PARENT,
    "saved_view_default -> saved_view": "a view of the person's own company",
    "staff_view -> session": "the session in which one of the staff looked",
    "deposit -> pix_payment": _NETWORK,
    "med_case -> pix_payment": _NETWORK,
    "recurring_charge -> pix_payment": _NETWORK,
    "refund -> pix_payment": _NETWORK,
    "ledger_checkpoint -> ledger_account": _ACCOUNT,
    "ledger_hold -> ledger_account": _ACCOUNT,
}


def named_places() -> dict[str, str]:
    """Table → where its rows would be, of those that the page names."""
    lines = [line.split("|")[1:3] for line in PAGE.splitlines() if line.startswith("| ")]
    found = [
        (table, place.strip())
        for place, tables in lines
        if place.strip() in ELSEWHERE
        for table in re.findall(r"`(\w+)`", tables)
    ]
    assert len(found) == len(dict(found)), "one table has one place"
    return dict(found)


@pytest.fixture
def ask(database_url: str) -> Any:
    with psycopg.connect(database_url) as connection:
        yield lambda query: connection.execute(query).fetchall()


_TABLES: LiteralString = (
    "select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')"
)
_SECURED: LiteralString = """
select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
   and a.atttypid = 'int'::regtype
   and exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
                and (select oid from pg_roles where rolname = 'retaguarda_app') = any (p.polroles)
                and pg_get_expr(p.polqual, c.oid) ~ 'company_id = ANY'
                and pg_get_expr(p.polwithcheck, c.oid) ~ 'company_id = ANY')"""
#: The provider's own, all of company 1: where that one is, they are.
_PROVIDERS: LiteralString = """
select conrelid::regclass::text from pg_constraint
 where contype = 'c' and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(company_id = 1\\)\\)$'"""
_KEYS: LiteralString = """
select x.indrelid::regclass::text, pg_get_indexdef(x.indexrelid) from pg_index x join pg_class c on c.oid = x.indrelid
 where x.indisunique and c.relnamespace = 'public'::regnamespace
   and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey)
                    and (a.attname ~ 'company|^merchant_id$|^person_id$' or a.atttypid = 'uuid'::regtype))"""
_LINKS: LiteralString = """
select conrelid::regclass::text, confrelid::regclass::text,
       array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey))
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace"""


def test_the_page_names_tables_that_are_there_in_each_place(ask: Any) -> None:
    named = named_places()
    assert set(named) - {name for (name,) in ask(_TABLES)} == set()
    assert set(named.values()) == ELSEWHERE


def of_companies(ask: Any) -> set[str]:
    return {name for (name,) in ask(_TABLES)} - set(named_places())


def test_row_security_of_each_other_table_reads_the_company_of_its_row(ask: Any) -> None:
    assert of_companies(ask) - {name for (name,) in ask(_SECURED)} == set(), "no company_id that row security reads"


def keys_beyond(ask: Any) -> set[str]:
    """Tables of companies with a key that names neither a company, a person nor what has an id drawn at random."""
    return {name for name, _ in ask(_KEYS)} & of_companies(ask) - {name for (name,) in ask(_PROVIDERS)}


def links_beyond(ask: Any) -> set[str]:
    bound, named = of_companies(ask) - {name for (name,) in ask(_PROVIDERS)}, named_places()
    return {
        f"{name} -> {target}"
        for name, target, columns in ask(_LINKS)
        if name in bound
        # A copy of the reference is everywhere; who did something is a name to show.
        and named.get(target) != "reference"
        and target != "person"
        and not any(re.search("company|^merchant_id$", column) for column in columns)
    }


def test_keys_that_reach_beyond_a_company_are_named_with_their_reason(ask: Any) -> None:
    assert keys_beyond(ask) == set(ACROSS_COMPANIES)


def test_links_that_do_not_say_the_company_are_named_with_their_reason(ask: Any) -> None:
    assert links_beyond(ask) == set(LINKS_WITHOUT_COMPANY)


@pytest.mark.parametrize(
    ("change", "beyond", "expected"),
    [
        ("create unique index on company_note (text)", keys_beyond, "company_note"),
        ("alter table company_note add number bigint unique", keys_beyond, "company_note"),
        ("alter table company_note add entry bigint references notification (id)", links_beyond, "company_note -> notification"),
    ],
)  # fmt: skip
def test_such_a_key_or_link_is_found(ask: Any, database_url: str, change: str, beyond: Any, expected: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute(change.encode())
    assert expected in beyond(ask)
