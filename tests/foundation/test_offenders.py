"""What tests ask about every invariant is answered in full, although not every statement is run each time."""

from typing import Any

import psycopg

from support import invariants
from support.invariants import Reads, offenders, reads_of

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


def test_rows_that_came_with_the_template_are_looked_at_again_once_they_changed(peopled_url: str, sql: Any) -> None:
    assert [offenders(peopled_url) for _ in range(2)] == [{}, {}]
    sql("update ledger_account set posted = posted + 1 where company_id = 2 and code = 'available'")
    broken = offenders(peopled_url)
    assert "posted_is_the_sum" in broken
    assert offenders(peopled_url) == broken
    sql("update ledger_account set posted = posted - 1 where company_id = 2 and code = 'available'")
    assert offenders(peopled_url) == {}


def test_rows_are_looked_at_again_once_a_function_is_another(peopled_url: str, sql: Any) -> None:
    before = invariants._Look(psycopg.connect(peopled_url))
    sql("create or replace function ledger_rebase() returns boolean language sql as 'select false'")
    after = invariants._Look(psycopg.connect(peopled_url))
    for look in (before, after):
        look._connection.close()
    assert before._held != after._held


def test_what_an_invariant_reads_is_known_through_views_and_through_the_texts_of_functions(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("create view inner_view as select name from company")
        connection.execute("create view outer_view as select v.name from inner_view v join person p using (name)")
        connection.execute("create view by_now as select id from company where created_at < now()")
        connection.execute("create function told() returns int language sql as 'select 1'")
        connection.execute(
            "create function counted() returns bigint language sql as 'select told() + count(*) from charge'"
        )
        connection.execute(
            "create function any_of(name text) returns int language plpgsql as"
            " $$ declare n int; begin execute 'select 1 from ' || name into n; return n; end $$"
        )
        connection.execute("create function indirect() returns int language sql as $$select any_of('charge')$$")
        read = reads_of(
            connection,
            {
                "by_views": "select count(*) from outer_view",
                "by_function": "select count(*) from refund where counted() = 2",
                "by_clock": "select count(*) from by_now",
                "by_any": "select indirect()",
                "by_catalogue": "select count(*) from pg_class",
            },
        )
    assert read == {
        "by_views": Reads(frozenset({"company", "person"}), by_clock=False),
        "by_function": Reads(frozenset({"refund", "charge"}), by_clock=False),
        "by_clock": Reads(frozenset({"company"}), by_clock=True),
        "by_any": Reads(None, by_clock=True),
        "by_catalogue": Reads(None, by_clock=True),
    }
