"""Invariants between what orders cost and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "cost_has_one_journal",
        "every booking of costs has exactly one journal, of what its orders cost, and the reverse",
        """
        select count(*) from
          (select r.id::text as id, r.processor_id::text as processor, r.currency, r.amount, c.amount as orders
             from payout_cost_run r
             left join (select run_id, sum(amount) as amount from payout_order_cost where run_id is not null group by 1) c on c.run_id = r.id) r
          full join
          (select split_part(j.key, ':', 3) as id, split_part(j.key, ':', 2) as processor, min(e.currency) as currency,
                  sum(e.amount) filter (where a.code = 'pix_clearing') as amount,
                  -sum(e.amount) filter (where a.code = 'payout_cost') as cost
             from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
             join ledger_account a on a.id = e.account_id
            where j.key like 'cost:%' and j.kind = 'payouts.cost' group by j.company_id, j.id, j.key) l
          using (id, processor)
         where (r.amount, r.orders, r.currency) is distinct from (l.amount, l.cost, l.currency)
        """,
    ),
    Invariant(
        "only_done_orders_cost",
        "what an order cost is of an order that was carried out, by the processor that it was given to",
        """
        select count(*) from payout_order_cost c join payout_order o on o.company_id = c.merchant_id and o.id = c.order_id
         where o.state <> 'done' or o.processor_id is distinct from c.processor_id or o.payout_id is distinct from c.payout_id
            or o.currency <> c.currency
        """,
    ),
)
