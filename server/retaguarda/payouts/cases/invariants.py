"""Invariants between cases and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "suspense_is_open_cases",
        "in each currency, what waits on the suspense account is what the cases that are not settled moved",
        """
        select count(*) from
          (select currency, sum(case when kind in ('return_unmatched', 'refused_after_paid') then amount else -amount end) as amount
             from payout_case where status <> 'settled' and kind not in ('owner_changed', 'file_gap') group by currency) c
          full join
          (select e.currency, sum(e.amount) as amount from ledger_account a join ledger_entry e on e.account_id = a.id
            where a.company_id = 1 and a.code = 'payout_suspense' group by e.currency) s
          using (currency)
         where coalesce(c.amount, 0) <> coalesce(s.amount, 0)
        """,
    ),
    Invariant(
        "cases_have_their_journals",
        "every case that moves money has one journal that opened it and, once settled, one that settled it, each of its amount, and the reverse",
        """
        select count(*) from
          (select company_id, key, coalesce(payout_id::text, reference) as payout, amount, currency from payout_case
            where kind not in ('owner_changed', 'file_gap')
           union all
           select company_id, 'case:' || id, coalesce(payout_id::text, reference), amount, currency from payout_case
            where status = 'settled' and kind not in ('owner_changed', 'file_gap')) c
          full join
          (select j.company_id, j.key, j.reference as payout, sum(e.amount) filter (where e.amount > 0) as amount,
                  min(e.currency) as currency
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.kind in ('payouts.case_opened', 'payouts.case_settled') group by j.company_id, j.id, j.key, j.reference) l
          using (company_id, key)
         where (c.payout, c.amount, c.currency) is distinct from (l.payout, l.amount, l.currency)
        """,
    ),
    Invariant(
        "cases_are_settled_by_two",
        "who settled a case is not who proposed how it ends",
        """
        select count(*) from payout_case
         where settled_by_id = proposed_by_id or (status = 'settled' and (settled_by_id is null or proposed_by_id is null))
        """,
    ),
)
