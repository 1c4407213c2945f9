"""Invariants between lines of payment returns, orders and remittances."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "file_orders_have_evidence",
        "an order of a remittance that counts as paid has an applied line that says so, with its amount in full, or one that a bank's"
        " statement proves, or evidence that two people agreed to",
        """
        select count(*) from remittance_line r join payout_order o on o.company_id = r.merchant_id and o.id = r.order_id
         where (o.state = 'done' and o.evidence_id is null) <> exists (
           select from payment_line l where l.merchant_id = o.company_id and l.order_id = o.id and l.effect = 'done'
              and l.done_at is not null
              and ((l.amount = o.amount and l.paid = o.amount) or l.witness_id is not null))
           and not r.freed
        """,
    ),
    Invariant(
        "corrections_are_proven",
        "a payment that a correction of a return file settled has a debit of its amount on a statement, which proves no other",
        """
        select count(*) from payment_line l join payout_order o on o.company_id = l.merchant_id and o.id = l.order_id
         where l.witness_id is not null and l.done_at is not null
           and (l.effect <> 'done' or not exists (select from published.bank_line b where b.id = l.witness_id and b.amount = -o.amount)
                or exists (select from payment_line k where k.witness_id = l.witness_id and k.done_at is not null
                              and (k.company_id, k.file_id, k.number) <> (l.company_id, l.file_id, l.number)))
        """,
    ),
    Invariant(
        "remittance_is_its_lines",
        "a remittance is worth what its lines are, each order is in one that stands, and its file is what was sealed",
        """
        select count(*) from remittance m
          left join (select remittance_id, count(*) as lines, sum(amount) as amount from remittance_line group by 1) l
            on l.remittance_id = m.id
         where (m.lines, m.amount) is distinct from (l.lines, l.amount)
            or m.bytes is not null and sha256(m.bytes) <> m.sha256
            or exists (select from remittance_line r where r.remittance_id = m.id and r.freed <> (m.state in ('refused', 'discarded')))
        """,
    ),
    Invariant(
        "remittances_are_numbered",
        "the newest number of an account's files is that of its newest sealed remittance, and no number stands twice",
        """
        select count(*) from payout_processor p
          left join (select processor_id, count(*) as sealed, max(sequence) as last from remittance where sequence is not null group by 1) m
            on m.processor_id = p.id
         where p.adapter = 'cnab240' and (coalesce(m.last, p.last_sequence) <> p.last_sequence
               or coalesce(m.sealed, 0) > p.last_sequence)
        """,
    ),
)
