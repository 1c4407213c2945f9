"""Invariant R4, and the identity of the residual."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "residual_is_explained",
        "the causes of a day add up to the difference between bank and ledger, whatever they are",
        """
        select count(*) from house_day d
         where d.difference <> d.bank_closing - d.ledger_closing
            or d.difference <> coalesce((select sum(value::bigint) from jsonb_each_text(d.causes)), 0)
        """,
    ),
    Invariant(
        "closed_days_do_not_change",
        "no line came into a closed day after it was closed, and no match of it was undone since",
        """
        select (select count(*) from house_day d join bank_line l on l.company_id = d.company_id and l.account_id = d.account_id
                   and l.booked_on = d.day and l.effect = 'new' and l.applied_at > d.closed_at where d.state in ('closed', 'reopening'))
             + (select count(*) from house_day d join match_group g on g.company_id = d.company_id and g.account_id = d.account_id
                   and d.day between g.from_day and g.to_day and g.decided_at <= d.closed_at and g.undone_at > d.closed_at
                 where d.state in ('closed', 'reopening'))
        """,
    ),
    Invariant(
        "closed_days_are_sealed",
        "a closed day has its seals numbered from one, each with the hash of its text and of the one before",
        """
        select count(*) from house_day d
         where (d.state in ('closed', 'reopening') and d.seals = 0)
            or d.seals <> (select count(*) from day_seal s where s.company_id = d.company_id and s.day_id = d.id)
            or exists (select from day_seal s
                         left join day_seal b on b.company_id = s.company_id and b.day_id = s.day_id and b.number = s.number - 1
                        where s.company_id = d.company_id and s.day_id = d.id
                          and (s.sha256 <> sha256(convert_to(s.text, 'UTF8')) or s.before is distinct from b.sha256))
        """,
    ),
)
