"""Invariants between charges, payments, refunds, roll-ups and the ledger."""

from retaguarda.foundation.invariants import Invariant
from retaguarda.payin.charges.summary import SUMS

_LEFT_OUT = (
    "(select count(*) from event e join event_reader r on r.name = 'payin.roll_up' where (e.xid, e.id) > (r.xid, r.id))"
)

#: After a rebuild the consumer's offset lies before events that the rebuild counted from rows.
_UNREAD_HOURS = (
    "(select count(*) from event e join event_reader r on r.name = 'payin.hours' cross join payin_hour_base b"
    " where (e.xid, e.id) > (r.xid, r.id) and not pg_visible_in_snapshot(e.xid, b.snapshot))"
)
_HOURLY = ", ".join(SUMS)
_SUMMED = ", ".join(f"sum({name})::bigint" for name in SUMS)

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "payment_has_one_journal",
        "every Pix received has exactly one journal, of its amount and currency, and the reverse; in the books of its company, or of the"
        " provider, where whose it is was said later",
        """
        select count(*) from
          (select company_id, end_to_end_id, amount, currency from pix_payment) p
          full join
          (select j.company_id, substr(j.key, 5) as end_to_end_id, sum(e.amount) filter (where e.amount > 0) as amount,
                  min(e.currency) as currency, max(e.currency) as last_currency
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'pix:%' group by j.company_id, j.id, j.key) l
          using (end_to_end_id)
         where (p.amount, p.currency, p.currency) is distinct from (l.amount, l.currency, l.last_currency)
            or (p.company_id <> l.company_id
                and (l.company_id <> 1 or not exists (
                      select 1 from published.deposit d where d.end_to_end_id = p.end_to_end_id and d.matched_by = 'person')))
        """,
    ),
    Invariant(
        "payin_knows_its_processors",
        "every charge, every Pix received and every message of a provider is of a company and of a processor that are there",
        """
        select count(*) from
          (select company_id, connection_id from charge union all select company_id, connection_id from pix_payment
            union all select company_id, connection_id from provider_message) p
         where not exists (select from company c where c.id = p.company_id)
            or not exists (select from pix_connection n where n.id = p.connection_id)
        """,
    ),
    Invariant(
        "payment_knows_its_charge",
        "every Pix received for a charge is of one that is there, and of its company",
        """
        select count(*) from pix_payment p where p.charge_id is not null
           and not exists (select from charge c where c.company_id = p.company_id and c.id = p.charge_id)
        """,
    ),
    Invariant(
        "refund_has_one_journal",
        "every settled refund has exactly one journal, of its amount and currency, and the reverse",
        """
        select count(*) from
          (select company_id, id::text as id, amount, currency from refund where status = 'settled') r
          full join
          (select j.company_id, substr(j.key, 8) as id, sum(e.amount) filter (where e.amount > 0) as amount,
                  min(e.currency) as currency, max(e.currency) as last_currency
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            where j.key like 'refund:%' group by j.company_id, j.id, j.key) l
          using (company_id, id)
         where (r.amount, r.currency, r.currency) is distinct from (l.amount, l.currency, l.last_currency)
        """,
    ),
    Invariant(
        "charge_sums",
        "a charge's received, fee and refunded are those of its payments",
        """
        select count(*) from charge c left join
          (select company_id, charge_id, sum(amount) as paid, sum(fee) as fee, sum(refunded) as refunded
             from (select company_id, charge_id, amount, fee, refunded from pix_payment
                    where status = 'settled' and charge_id is not null
                   union all select company_id, charge_id, amount, fee, 0 from published.boleto_payment) received
            group by company_id, charge_id) p
          on p.company_id = c.company_id and p.charge_id = c.id
         where c.paid <> coalesce(p.paid, 0) or c.fee <> coalesce(p.fee, 0) or c.refunded <> coalesce(p.refunded, 0)
        """,
    ),
    Invariant(
        "charge_status",
        "a charge's state says what its sums say",
        """
        select count(*) from charge where
          (status in ('paid', 'partially_refunded')) <> (paid > refunded)
          or (status = 'paid' and refunded > 0) or (status = 'partially_refunded' and refunded = 0)
          or (paid > 0 and paid = refunded and status <> 'refunded')
          or (status = 'pending' and br_code is null and location is not null)
        """,
    ),
    Invariant(
        "refunds_of_payment",
        "what a payment gave back is the sum of its settled refunds, and never more than came in",
        """
        select count(*) from pix_payment p left join
          (select end_to_end_id, sum(amount) filter (where status = 'settled') as settled, sum(amount) filter (where status <> 'failed') as asked
             from refund group by end_to_end_id) r using (end_to_end_id)
         where coalesce(r.asked, 0) > p.amount
            or coalesce(r.settled, 0) <> p.refunded
        """,
    ),
    Invariant(
        "roll_up",
        "the counts and sums by day are those of the charges (compared when the reader has caught up)",
        f"""
        select count(*) from
          (select c.company_id, (c.created_at at time zone k.time_zone)::date as day, 'charge_' || c.status as measure, c.currency,
                  count(*) as count, sum(c.amount) as amount
             from charge c join company k on k.id = c.company_id group by 1, 2, 3, 4) c
          full join
          (select company_id, day, measure, currency, count, amount from payin_day where measure like 'charge\\_%' and (count, amount) <> (0, 0)) d
          using (company_id, day, measure, currency)
         where (c.count is distinct from d.count or c.amount is distinct from d.amount) and {_LEFT_OUT} = 0
        """,
    ),
    Invariant(
        "roll_up_by_hour",
        "the hours of every company, and of the house, are those of the charges, payments and refunds (compared when the reader"
        " has caught up)",
        f"""
        select count(*) from
          (select 'company' as whose, company_id, hour, method, processor, currency, {_HOURLY} from payin_hour_recount union all
           select 'house', 0, hour, method, processor, currency, {_SUMMED} from payin_hour_recount
            group by hour, method, processor, currency) r
          full join
          (select 'company' as whose, company_id, hour, method, processor, currency, {_HOURLY} from payin_hour union all
           select 'house', 0, hour, method, processor, currency, {_HOURLY} from payin_house_hour) h
          using (whose, company_id, hour, method, processor, currency)
         where (coalesce(r.charges, 0), coalesce(r.charged, 0), coalesce(r.converted, 0), coalesce(r.payments, 0),
                coalesce(r.received, 0), coalesce(r.fees, 0), coalesce(r.refunds, 0), coalesce(r.refunded, 0))
               <> (coalesce(h.charges, 0), coalesce(h.charged, 0), coalesce(h.converted, 0), coalesce(h.payments, 0),
                   coalesce(h.received, 0), coalesce(h.fees, 0), coalesce(h.refunds, 0), coalesce(h.refunded, 0))
           and {_UNREAD_HOURS} = 0
        """,
    ),
    Invariant(
        "roll_ups_agree",
        "what each company received, paid in fees and refunded is the same added up by day and by hour (compared when both readers"
        " have caught up)",
        f"""
        select count(*) from
          (select company_id, currency, coalesce(sum(amount) filter (where measure = 'received'), 0) as received,
                  coalesce(sum(amount) filter (where measure = 'fee'), 0) as fees,
                  coalesce(sum(amount) filter (where measure = 'refunded'), 0) as refunded
             from payin_day group by company_id, currency) d
          full join
          (select company_id, currency, sum(received) as received, sum(fees) as fees, sum(refunded) as refunded
             from payin_hour group by company_id, currency) h
          using (company_id, currency)
         where (coalesce(d.received, 0), coalesce(d.fees, 0), coalesce(d.refunded, 0))
               <> (coalesce(h.received, 0), coalesce(h.fees, 0), coalesce(h.refunded, 0))
           and {_LEFT_OUT} = 0 and {_UNREAD_HOURS} = 0
        """,
    ),
)
