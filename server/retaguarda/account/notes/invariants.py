"""Invariants between merchant notes and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "note_has_one_journal",
        "every posted note has exactly one journal, of its amount in its direction, and the reverse",
        """
        select count(*) from
          (select company_id, id::text as id, journal_id, case type when 'credit' then amount else -amount end as amount
             from merchant_note where status = 'posted') n
          full join
          (select j.company_id, substr(j.key, 6) as id, j.id as journal_id, sum(e.amount) filter (where e.version is not null) as amount
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.kind = 'account.note' group by j.company_id, j.id, j.key) l
          using (company_id, id)
         where (n.journal_id, n.amount) is distinct from (l.journal_id, l.amount)
        """,
    ),
    Invariant(
        "note_has_two_people",
        "nobody who had a hand in a note posted it",
        "select count(*) from merchant_note n join person p on lower(p.email) = lower(n.posted_by)"
        " where n.status = 'posted' and p.id = any (n.makers)",
    ),
    Invariant(
        "reversal_is_of_a_note",
        "what a person reverted is what this house had decided by itself",
        "select count(*) from ledger_journal j"
        " left join ledger_journal o on o.company_id = j.company_id and o.id = j.reverses"
        " where j.kind = 'account.reversal' and o.kind is distinct from 'account.note'",
    ),
)
