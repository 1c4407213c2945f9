"""Invariants of what is settled inside, and given back there: each is on both sides."""

from retaguarda.foundation.invariants import Invariant

INTERNAL: tuple[Invariant, ...] = (
    Invariant(
        "internal_payment_is_on_both_sides",
        "every payment that was settled inside left its payer in one journal and is in another of one other merchant, whole, with its deposit, and the reverse;"
        " but of a merchant who came from another installation, of which the other one may be there",
        """
        select count(*) from
          (select id::text as id, company_id as payer, amount, currency from payout where inside and status = 'done' and not came(company_id, ended_at)) p
          full join
          (select split_part(j.key, ':', 2) as id, j.company_id as payer, sum(e.amount) as amount, min(e.currency) as currency
             from ledger_journal j
             join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
             join ledger_account a on a.id = e.account_id and a.company_id = 1 and a.code = 'internal_clearing'
            where j.key like 'internal:%:out' and not came(j.company_id, j.recorded_at) group by j.company_id, j.id, j.key) o using (id)
          full join
          (select split_part(j.key, ':', 2) as id, j.company_id as receiver, j.reference, sum(e.amount) as amount, min(e.currency) as currency
             from ledger_journal j
             join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
             join ledger_account a on a.id = e.account_id and a.company_id = j.company_id
            where j.key like 'internal:%:in' and not came(j.company_id, j.recorded_at) group by j.company_id, j.id, j.key, j.reference) i using (id)
          full join
          (select internal_id::text as id, id::text as reference, company_id as receiver, amount, currency
             from published.deposit where internal_id is not null and not came(company_id, received_at)) d using (id)
         where (p.payer, p.amount, p.currency) is distinct from (o.payer, o.amount, o.currency)
            or (p.amount, p.currency) is distinct from (i.amount, i.currency) or i.receiver is not distinct from p.payer
            or (i.receiver, i.reference, i.amount, i.currency) is distinct from (d.receiver, d.reference, d.amount, d.currency)
        """,
    ),
    Invariant(
        "give_back_is_on_both_sides",
        "everything that was given back inside left its receiver in one journal and came to the payer of that very payment in another, whole, and the reverse",
        """
        select count(*) from
          (select 'I' || replace(g.id::text, '-', '') as rtr_id, g.company_id as receiver, g.deposit_id::text as reference,
                  d.internal_id as payment, g.amount, g.currency
             from published.deposit_give_back g join published.deposit d on d.id = g.deposit_id
            where not came(g.company_id, g.given_at)) g
          full join
          (select 'I' || replace(substr(j.key, 11), '-', '') as rtr_id, j.company_id as receiver, j.reference, sum(e.amount) as amount,
                  min(e.currency) as currency
             from ledger_journal j
             join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
             join ledger_account a on a.id = e.account_id and a.company_id = 1 and a.code = 'internal_clearing'
            where j.key like 'give_back:%' and not came(j.company_id, j.recorded_at) group by j.company_id, j.id, j.key, j.reference) o using (rtr_id)
          full join
          (select r.rtr_id, r.company_id as payer, r.payout_id as payment, r.amount, r.currency, p.inside
             from payout_return r join payout p on p.company_id = r.company_id and p.id = r.payout_id
            where (p.inside or r.rtr_id like 'I%') and not came(r.company_id, r.booked_at)) r using (rtr_id)
          full join
          (select substr(j.key, 8) as rtr_id, j.company_id as payer, -sum(e.amount) as amount, min(e.currency) as currency
             from ledger_journal j
             join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
             join ledger_account a on a.id = e.account_id and a.company_id = 1 and a.code = 'internal_clearing'
            where j.key like 'return:%' and not came(j.company_id, j.recorded_at) group by j.company_id, j.id, j.key) i using (rtr_id)
         where (g.receiver, g.reference, g.amount, g.currency) is distinct from (o.receiver, o.reference, o.amount, o.currency)
            or (g.payment, g.amount, g.currency, true) is distinct from (r.payment, r.amount, r.currency, r.inside)
            or (r.payer, r.amount, r.currency) is distinct from (i.payer, i.amount, i.currency)
        """,
    ),
    Invariant(
        "internal_clearing_is_zero",
        "what merchants of this installation pay each other leaves nothing on the clearing account between them",
        """
        select count(*) from (
          select e.currency from ledger_account a join ledger_entry e on e.account_id = a.id
           where a.code = 'internal_clearing'
             and not exists (select from ledger_journal j where j.company_id = e.company_id and j.id = e.journal_id
                                and came(j.company_id, j.recorded_at))
           group by e.currency having sum(e.amount) <> 0) c
        """,
    ),
)
