"""Invariants R1 to R3: between the ledger, what is expected of it, and matches."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "expectations_are_the_clearing_account",
        "what is expected at a bank adds up to its clearing account since the first day, leg by leg, but for what is not filled in yet",
        """
        select count(*) from house_account h
          join ledger_account a on a.company_id = 1 and a.code = h.clearing_code and a.currency = h.currency,
               lateral (select count(*) as legs, coalesce(sum(e.amount), 0) as amount from ledger_entry e
                          join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id
                         where e.account_id = a.id and e.xid < h.filled_before
                           and (j.effective_at at time zone 'America/Sao_Paulo')::date >= h.opened_on) l,
               lateral (select count(*) as legs, coalesce(sum(x.amount), 0) as amount from expectation x
                          join ledger_entry e on e.company_id = x.merchant_id and e.journal_id = x.journal_id and e.leg = x.leg
                         where x.company_id = 1 and x.account_id = h.id and e.xid < h.filled_before) x
         where h.state in ('open', 'ended') and (l.legs, l.amount) is distinct from (x.legs, -x.amount)
        """,
    ),
    Invariant(
        "matches_add_up",
        "lines of a living match come to its expectations and its difference, and a difference has a cause and a reason",
        """
        select count(*) from match_group g,
               lateral (select coalesce(sum(m.amount) filter (where m.line_id is not null), 0)
                             - coalesce(sum(m.amount) filter (where m.expectation_id is not null), 0) as amount
                          from match_member m where m.company_id = g.company_id and m.group_id = g.id) m
         where g.state in ('confirmed', 'undone')
           and (m.amount <> g.difference or (g.difference <> 0 and (g.cause is null or g.reason is null)))
        """,
    ),
    Invariant(
        "no_item_is_matched_twice",
        "living matches take no more of a line or an expectation than there is, and its state says how much",
        """
        select count(*) from (
          select l.amount, l.state in ('matched', 'booked') as done, l.state = 'part_matched' as part,
                 (select coalesce(sum(m.amount), 0) from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id
                   and g.state = 'confirmed' where m.company_id = 1 and m.line_id = l.id) as taken
            from bank_line l where l.company_id = 1 and l.applied_at is not null and l.effect = 'new'
          union all
          select e.amount, e.state in ('matched', 'void'), e.state = 'part_matched',
                 (select coalesce(sum(m.amount), 0) from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id
                   and g.state = 'confirmed' where m.company_id = 1 and m.expectation_id = e.id)
            from expectation e where e.company_id = 1) i
         where i.done <> (i.taken = i.amount) or i.part <> (i.taken not in (0, i.amount))
            or sign(i.taken) * sign(i.amount) < 0 or abs(i.taken) > abs(i.amount)
        """,
    ),
)
