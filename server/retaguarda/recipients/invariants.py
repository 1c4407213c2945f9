"""Invariants between shares, refunds, payouts to recipients and the ledger."""

from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.money import BRL

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "shares_are_all_of_it",
        "the shares of a payment sum to its amount and its fee, every payment of a split charge has them, and no other",
        """
        select count(*) from
          (select p.company_id, p.end_to_end_id as payment, p.amount, p.fee from pix_payment p
             join charge c on c.company_id = p.company_id and c.id = p.charge_id
            where p.status = 'settled' and p.parted and c.split is not null
           union all
           select p.company_id, p.end_to_end_id, p.amount, p.fee from pix_payment p
             join published.recurring_charge c on c.company_id = p.company_id and c.end_to_end_id = p.end_to_end_id
            where p.status = 'settled' and p.parted and c.split is not null
           union all
           select b.company_id, b.id::text, b.amount, b.fee from published.boleto_payment b
             join charge c on c.company_id = b.company_id and c.id = b.charge_id where c.split is not null) p
          full join (select company_id, payment, sum(amount) as amount, sum(fee) as fee from payment_share group by 1, 2) s
          using (company_id, payment)
         where p.amount is distinct from s.amount or p.fee is distinct from s.fee
        """,
    ),
    Invariant(
        "split_charges_are_split",
        "a Pix that counts as received for a split charge was split, and none of another charge",
        """
        select count(*) from pix_payment p left join charge c on c.company_id = p.company_id and c.id = p.charge_id
          left join published.recurring_charge r on p.charge_id is null and r.company_id = p.company_id and r.end_to_end_id = p.end_to_end_id
         where p.parted <> (p.status = 'settled' and coalesce(c.split, r.split) is not null)
        """,
    ),
    Invariant(
        "refund_parts_are_all_of_it",
        "what shares bear of a refund is all of it, and never more than the share was",
        """
        select (select count(*) from
                 (select company_id, id, amount, carried from refund where parted) r
                 full join (select company_id, refund_id as id, sum(amount) as amount, sum(carried) as carried
                              from refund_share group by 1, 2) s using (company_id, id)
                where r.amount is distinct from s.amount or r.carried is distinct from s.carried)
             + (select count(*) from payment_share s join
                 (select g.company_id, g.payment, g.place, sum(g.amount) as amount from refund_share g
                    join refund r on r.company_id = g.company_id and r.id = g.refund_id
                   where r.status <> 'failed' group by 1, 2, 3) g using (company_id, payment, place)
                where g.amount > s.amount)
             + (select count(*) from refund_share g join payment_share s using (company_id, payment, place)
                where s.recipient_id is null and g.carried > 0)
        """,
    ),
    Invariant(
        "recipient_balance",
        "a recipient's account has its shares, less what it gave back for refunds, what it was paid out and did not get back, and what"
        " courts took",
        f"""
        select count(*) from recipient r
          left join ledger_account a on a.company_id = r.company_id and a.code = 'recipient.' || r.id and a.currency = '{BRL}'
          left join (select company_id, recipient_id, sum(amount - fee) as amount from payment_share group by 1, 2) s
            on s.company_id = r.company_id and s.recipient_id = r.id
          left join (select s.company_id, s.recipient_id, sum(g.amount - g.carried) as amount from refund_share g
                       join payment_share s using (company_id, payment, place)
                       join refund f on f.company_id = g.company_id and f.id = g.refund_id
                      where f.status <> 'failed' group by 1, 2) g
            on g.company_id = r.company_id and g.recipient_id = r.id
          left join (select company_id, origin_id, sum(amount + fee) filter (where status = 'done') as paid,
                            sum(amount + fee) filter (where status in ('created', 'pending', 'in_bank_processing', 'blocked')) as held
                       from payout where origin = 'recipient' group by 1, 2) t
            on t.company_id = r.company_id and t.origin_id = r.id
          left join (select t.company_id, t.origin_id, sum(c.returned) as amount from med_claim c
                       join payout t on t.company_id = c.company_id and t.id = c.payout_id
                      where t.origin = 'recipient' group by 1, 2) b
            on b.company_id = r.company_id and b.origin_id = r.id
          left join (select account_id, sum(amount) filter (where state = 'open') as held,
                            sum(amount) filter (where state = 'captured') as taken
                       from ledger_hold where key like 'judicial:%' group by 1) j on j.account_id = a.id
         where a.posted is distinct from coalesce(s.amount, 0) - coalesce(g.amount, 0) - coalesce(t.paid, 0) + coalesce(b.amount, 0)
                                         - coalesce(j.taken, 0)
            or a.held is distinct from coalesce(t.held, 0) + coalesce(j.held, 0) or a.floor is distinct from 0
        """,
    ),
)
