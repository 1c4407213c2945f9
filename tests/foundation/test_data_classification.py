"""docs/data-classification.md tells of every table there is, and of no column that is not."""

import re
from pathlib import Path

import psycopg
import pytest

PAGE = (Path(__file__).parents[2] / "docs/data-classification.md").read_text()
#: What such a column is called tells of a person, or opens something.
TELLING = re.compile(
    r"(^|_)(document|email|ip|user_agent|secret|private|pix_key|actor|maker|certificate_key)$|^(payer|holder)_name$|^password_hash$"
)


def told() -> dict[str, tuple[str, str, set[str]]]:
    """Table → class, how long it is kept, and the columns named."""
    tables = PAGE.partition("\n## Numbers of one server\n")[0]
    lines = [line.strip("|").split("|") for line in tables.splitlines() if line.startswith("| `")]
    return {
        name.strip(" `"): (kind.strip(), kept.strip(), set(re.findall(r"`(\w+)`", people + secrets)))
        for name, kind, people, secrets, kept in lines
    }


@pytest.fixture
def schema(database_url: str) -> dict[str, set[str]]:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "select c.relname, array_agg(a.attname::text) from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0"
            " and not a.attisdropped where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1"
        ).fetchall()
    return {table: set(columns) for table, columns in rows}


def test_every_table_is_classified_and_every_column_it_names_is_there(schema: dict[str, set[str]]) -> None:
    page = told()
    assert set(page) == set(schema)
    for table, (kind, kept, columns) in page.items():
        assert set(kind.split()) <= {"P", "F", "S", "I"}, table
        assert kind, table
        assert kept, table
        assert columns <= schema[table], table


def test_a_column_that_tells_of_a_person_or_opens_something_is_named(schema: dict[str, set[str]]) -> None:
    page = told()
    telling = {(table, column) for table, columns in schema.items() for column in columns if TELLING.search(column)}
    assert ("person", "email") in telling
    # Whether mails are wanted is no address.
    telling -= {("notification_preference", "email")}
    assert {(table, column) for table, column in telling if column not in page[table][2]} == set()
