"""Invariants between deposits and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "unidentified_is_what_waits",
        "the provider's unidentified account holds the deposits that are nobody's yet, and no more",
        """
        select count(*) from
          (select coalesce(sum(p.amount - p.refunded), 0) as amount from pix_payment p where p.status = 'unidentified') waits,
          (select coalesce(sum(a.posted), 0) as amount from ledger_account a where a.code = 'unidentified') kept
         where waits.amount <> kept.amount
        """,
    ),
    Invariant(
        "deposit_and_its_payment",
        "a deposit belongs to whom its Pix belongs to, and says what its Pix says",
        """
        select count(*) from deposit d left join pix_payment p on p.end_to_end_id = d.end_to_end_id
         where d.end_to_end_id is not null and (
            p.company_id is distinct from d.company_id or p.charge_id is not null or p.fee <> 0
            or (d.status in ('credited', 'claimed') and (p.status <> 'settled' or p.refunded <> (
                 select coalesce(sum(r.amount), 0) from refund r where r.end_to_end_id = d.end_to_end_id
                    and r.status = 'settled' and r.med_case is not null)))
            or (d.status = 'unidentified' and p.status <> 'unidentified')
            or (d.status = 'returned' and p.refunded <> p.amount)
            or (d.status = 'returning') <> exists (
                 select 1 from refund r where r.end_to_end_id = d.end_to_end_id and r.status in ('requested', 'processing')
                    and r.med_case is null))
        """,
    ),
    Invariant(
        "claimed_deposit_moved_once",
        "a deposit that a person gave to a merchant left the provider once and came to the merchant once, whole",
        """
        select count(*) from
          (select d.company_id, d.end_to_end_id, p.amount from deposit d join pix_payment p using (end_to_end_id)
            where d.matched_by = 'person' and d.end_to_end_id is not null) d
          full join
          (select j.company_id, substr(j.key, 9) as end_to_end_id, sum(e.amount) filter (where e.amount > 0) as amount
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'deposit:%' group by j.company_id, j.id, j.key) credited using (company_id, end_to_end_id)
          full join
          (select substr(j.key, 10) as end_to_end_id, sum(e.amount) filter (where e.amount > 0) as amount
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'identify:%' group by j.company_id, j.id, j.key) left_over using (end_to_end_id)
         where d.amount is distinct from credited.amount or d.amount is distinct from left_over.amount
        """,
    ),
    Invariant(
        "deposit_says_what_was_given_back",
        "what a deposit says that was given back is the sum of what was, and it is returned once that is all of it",
        """
        select count(*) from deposit d
          left join (select deposit_id, company_id, currency, sum(amount) as back from deposit_give_back group by 1, 2, 3) g on g.deposit_id = d.id
         where d.given_back <> coalesce(g.back, 0) or (g.company_id, g.currency) is distinct from (d.company_id, d.currency) and g.back is not null
            or d.internal_id is not null and (d.status = 'returned') <> (d.given_back = d.amount)
        """,
    ),
)
