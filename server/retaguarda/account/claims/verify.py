"""What must hold between claims and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "claim_has_one_journal",
        "what came back for a claim has exactly one journal, of its amount, and the reverse",
        """
        select count(*) from
          (select company_id, id::text as id, returned as amount from med_claim where returned > 0) c
          full join
          (select j.company_id, substr(j.key, 7) as id, sum(e.amount) filter (where e.amount > 0) as amount
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'claim:%' group by j.company_id, j.id, j.key) l
          using (company_id, id)
         where c.amount is distinct from l.amount
        """,
    ),
    Invariant(
        "claim_of_what_was_sent",
        "nobody asks back what did not leave, and never does more come back than left",
        """
        select count(*) from
          (select company_id, transfer_id, sum(returned) + coalesce(sum(amount) filter (where ended_at is null), 0) as claimed
             from med_claim group by 1, 2) c
          join transfer t on t.company_id = c.company_id and t.id = c.transfer_id
         where t.status <> 'done' or c.claimed > t.amount
        """,
    ),
)
