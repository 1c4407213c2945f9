"""Invariants between withdrawals, payout orders and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "payout_has_one_journal",
        "every withdrawal that was carried out has exactly one journal, of its amount and currency, fee and currency, and the reverse",
        """
        select count(*) from
          (select company_id, id::text as id, amount + fee as gross, currency from payout where status = 'done') t
          full join
          (select j.company_id, split_part(j.key, ':', 2) as id, sum(e.amount) filter (where e.amount > 0) as gross,
                  min(e.currency) as currency, max(e.currency) as last_currency
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'payout:%' or j.key like 'internal:%:out' group by j.company_id, j.id, j.key) l
          using (company_id, id)
         where (t.gross, t.currency, t.currency) is distinct from (l.gross, l.currency, l.last_currency)
        """,
    ),
    Invariant(
        "payout_has_its_hold",
        "a payout's hold is open while it is open, captured when it was carried out, else voided; none while it waits for money",
        """
        select count(*) from payout t
          left join ledger_hold h on h.company_id = t.company_id and h.key = 'payout:' || t.id
         where h.amount is distinct from case when t.held then t.amount + t.fee end
            or h.state <> case t.status when 'done' then 'captured' when 'failed' then 'voided' when 'cancelled' then 'voided'
                          when 'rejected' then 'voided' else 'open' end
        """,
    ),
    Invariant(
        "ted_waits_with_its_money",
        "what waits for the banks' hours is a TED whose money is set aside, and no order of it is under way",
        """
        select count(*) from payout t
         where t.queued_reason = 'window'
           and (t.method <> 'ted' or not t.held or t.opens_at is null or exists (
             select from payout_order o where o.company_id = t.company_id and o.payout_id = t.id and o.state in ('sending', 'processing', 'done')))
        """,
    ),
    Invariant(
        "payout_is_sent_once",
        "a withdrawal has one order carried out when it is done by a bank, one under way while the bank works on it, and else none",
        """
        select count(*) from payout t
          left join (select company_id, payout_id, count(*) filter (where state = 'done') as done,
                            count(*) filter (where state in ('sending', 'processing')) as under_way
                       from payout_order where payout_id is not null group by company_id, payout_id) o
            on o.company_id = t.company_id and o.payout_id = t.id
         where coalesce(o.done, 0) <> (t.status = 'done' and not t.inside)::int
            or coalesce(o.under_way, 0) <> (t.status = 'in_bank_processing')::int
        """,
    ),
    Invariant(
        "return_has_one_journal",
        "everything sent that came back has exactly one journal, of its amount and currency, and the reverse",
        """
        select count(*) from
          (select company_id, rtr_id, payout_id::text as payout, amount, currency from payout_return) r
          full join
          (select j.company_id, substr(j.key, 8) as rtr_id, j.reference as payout, sum(e.amount) filter (where e.amount > 0) as amount,
                  min(e.currency) as currency, max(e.currency) as last_currency
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'return:%' group by j.company_id, j.id, j.key, j.reference) l
          using (company_id, rtr_id)
         where (r.amount, r.payout, r.currency, r.currency)
               is distinct from (l.amount, l.payout, l.currency, l.last_currency)
        """,
    ),
    Invariant(
        "payout_returns_fit",
        "what a withdrawal says that came back is the sum of its returns, never more than was sent, and only of what was sent",
        """
        select count(*) from payout t
          left join (select company_id, payout_id, sum(amount) as back from payout_return group by 1, 2) r
            on r.company_id = t.company_id and r.payout_id = t.id
         where t.returned <> coalesce(r.back, 0) or t.returned > t.amount or (t.returned > 0 and t.status <> 'done')
        """,
    ),
    Invariant(
        "fee_goes_back_once",
        "the fee of a payout that was promised so and came back whole has exactly one journal back, and no other has",
        """
        select count(*) from
          (select company_id, id::text as id, fee, currency from payout
            where fee_back and fee > 0 and status = 'done' and returned = amount) t
          full join
          (select j.company_id, substr(j.key, 10) as id, sum(e.amount) filter (where e.amount > 0) as fee, min(e.currency) as currency
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'fee_back:%' group by j.company_id, j.id, j.key) l
          using (company_id, id)
         where (t.fee, t.currency) is distinct from (l.fee, l.currency)
        """,
    ),
    Invariant(
        "verifying_has_one_journal",
        "every centavo that verified an account has exactly one journal, and the reverse",
        """
        select count(*) from
          (select company_id, id::text as id, amount from payout_order where bank_account_id is not null and state = 'done') o
          full join
          (select j.company_id, substr(j.key, 8) as id, sum(e.amount) filter (where e.amount > 0) as amount,
                  min(e.currency) as currency, max(e.currency) as last_currency
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'verify:%' group by j.company_id, j.id, j.key) l
          using (company_id, id)
         where o.amount is distinct from l.amount
        """,
    ),
    Invariant(
        "clearing_is_what_processors_sent",
        "at each processor, what payouts moved on the clearing account is what its orders carried out less what came back of them",
        """
        select count(*) from
          (select coalesce(o.processor_id::text, '') as processor, o.currency, sum(o.amount - coalesce(r.back, 0)) as amount
             from payout_order o
             left join (select company_id, payout_id, sum(amount) as back from payout_return group by 1, 2) r
               on r.company_id = o.company_id and r.payout_id = o.payout_id
            where o.state = 'done' group by 1, 2) sent
          full join
          (select coalesce(o.processor_id::text, '') as processor, e.currency, sum(e.amount) as amount
             from ledger_account a
             join ledger_entry e on e.account_id = a.id
             join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id
             left join payout_order o on o.company_id = j.company_id and o.state = 'done'
              and coalesce(o.payout_id, o.bank_account_id)::text = j.reference
            where a.company_id = 1 and a.code = 'pix_clearing' and j.key ~ '^(payout|return|verify):' group by 1, 2) posted
          using (processor, currency)
         where coalesce(sent.amount, 0) <> coalesce(posted.amount, 0)
        """,
    ),
    Invariant(
        "orders_ask_what_payouts_ask",
        "every order is of the amount and currency of its payout",
        """
        select count(*) from payout_order o
          join payout t on t.company_id = o.company_id and t.id = o.payout_id
         where (o.amount, o.currency) is distinct from (t.amount, t.currency)
        """,
    ),
    Invariant(
        "limit_counters_are_what_they_count",
        "what is counted of a merchant's limits, each day and each night, in money and in payments, to all and to each payee, is what its payouts and the lines of its authorised batches take",
        """
        select count(*) from payout_limit_use u
          full join
          (select company_id, period, day, currency, payee, sum(amount) as amount from (
             select p.company_id, k.period, k.day, p.currency, k.payee, k.amount
               from payout p cross join lateral payout_takes(p.limit_day, p.limit_night, p.limit_payee, p.amount) k
              where p.status not in ('failed', 'cancelled', 'rejected')
             union all
             select company_id, period, day, currency, payee, amount from payout_lines_counted) each
            group by 1, 2, 3, 4, 5) c
          using (company_id, period, day, currency, payee)
         where coalesce(u.used, 0) <> coalesce(c.amount, 0)
        """,
    ),
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
        "internal_clearing_is_zero",
        "what merchants of this installation pay each other leaves nothing on the clearing account between them",
        """
        select count(*) from (
          select e.currency from ledger_account a join ledger_entry e on e.account_id = a.id
           where a.code = 'internal_clearing' and not exists (select from ledger_journal j where j.company_id = e.company_id and j.id = e.journal_id
                                                            and came(j.company_id, j.recorded_at)) group by e.currency having sum(e.amount) <> 0) c
        """,
    ),
)
