"""Invariants of statements."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "house_accounts_have_two_people",
        "nobody who proposed a house account agreed to its opening balance",
        "select count(*) from house_account h join person p on lower(p.email) = lower(h.decided_by)"
        " where h.state in ('open', 'ended') and h.decided_by <> h.created_by and p.id = any (h.makers)",
    ),
    Invariant(
        "repeated_lines_repeat_once",
        "a line that another file brought repeats one line of the same account and amount, and no line is repeated twice by one file",
        """
        select count(*) from bank_line r
          left join bank_line k on k.company_id = r.company_id and k.id = r.repeats
         where r.effect = 'already'
           and ((k.account_id, k.amount, k.effect) is distinct from (r.account_id, r.amount, 'new')
                or exists (select from bank_line o where o.company_id = r.company_id and o.file_id = r.file_id
                              and o.repeats = r.repeats and o.id <> r.id))
        """,
    ),
)
