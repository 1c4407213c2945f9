"""Invariants of tables that are cut into months."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "months_are_made_ahead",
        "every table that is cut into months has the present month and the two after it",
        """
        select count(*) from pg_class t, generate_series(0, 2) n
         where t.relkind = 'p' and t.relnamespace = 'public'::regnamespace
           and not exists (select from month_parts() m
                            where m.parent = t.oid and not m.beyond and m.ends > month_from_now(n)
                              and (m.begins is null or m.begins <= month_from_now(n)))
        """,
    ),
    Invariant(
        "no_row_lies_beyond_its_months",
        "every row of a table that is cut into months lies in the month of its id",
        "select rows_beyond_months()",
    ),
)
