"""Invariants of companies that are being moved, or were."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "cell_one_state",
        "a company is closed here by one move only, and by none that ended before it came back",
        """
        select count(*) from (select m.company_id from cell_move m where cell_is_shut(m) group by m.company_id having count(*) > 1) c
        """,
    ),
    Invariant(
        "cell_guarded",
        "each table refuses the writes of a company that is closed here",
        "select count(*) from cell_unguarded(cell_shut_companies())",
    ),
    Invariant(
        "cell_still",
        "a company that is frozen or has left has written no event since",
        """
        select count(*) from cell_move m join event e on e.company_id = m.company_id and e.at > m.started_at
         where m.role = 'from' and m.state in ('frozen', 'exported', 'released')
        """,
    ),
)
