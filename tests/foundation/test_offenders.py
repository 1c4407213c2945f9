"""What tests ask about every invariant is answered in full, although not every statement is run each time."""

from typing import Any

import psycopg

from retaguarda.foundation.invariants import Invariant
from support.invariants import offenders, tables_of

#: Broken by a row of a table that is empty before.
BREAKS = "insert into session (id, company_id, person_id, two_factor, idle, created_at, last_seen_at, expires_at)"


def test_a_first_row_that_breaks_an_invariant_is_noticed_after_its_empty_table_was_not_looked_at(
    peopled_url: str, sql: Any
) -> None:
    assert [offenders(peopled_url) for _ in range(2)] == [{}, {}]
    sql(
        f"{BREAKS} select gen_random_uuid(), company_id, id, false, interval '1 day', now(), now() - interval '1 hour',"
        " now() + interval '1 day' from person limit 1"
    )
    assert offenders(peopled_url) == {"sessions_do_not_end_before_they_begin": 1}
    sql("truncate session cascade")
    assert offenders(peopled_url) == {}


def test_an_invariant_reads_the_tables_behind_its_views_and_what_calls_a_function_is_always_run(
    database_url: str,
) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("create view inner_view as select name from company")
        connection.execute("create view outer_view as select v.name from inner_view v join person p using (name)")
        connection.execute("create function told() returns int language sql as 'select 1'")
        read = tables_of(
            connection,
            [
                Invariant("by_views", "", "select count(*) from outer_view"),
                Invariant("by_function", "", "select count(*) from charge where told() = 2"),
            ],
        )
        assert read == {"by_views": frozenset({"company", "person"})}
