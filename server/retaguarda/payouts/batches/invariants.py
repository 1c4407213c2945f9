"""Invariants between batches, their lines, what was approved, and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "batch_hold_is_its_open_lines",
        "what is held of a batch is exactly what its lines take that are no payouts yet",
        """
        select count(*) from (
          select b.company_id, b.id, b.hold_key, b.amount + b.fee - coalesce(sum(p.amount + p.fee), 0) as rest
            from payout_batch b left join payout p on p.company_id = b.company_id and p.batch_id = b.id
           where b.authorised_at is not null group by b.company_id, b.id) b
          left join ledger_hold h on h.company_id = b.company_id and h.key = b.hold_key
         where case when b.hold_key is null then exists (
                      select from ledger_hold o where o.company_id = b.company_id and o.reference = b.id::text and o.state = 'open')
                    else h.state is distinct from 'open' or h.amount is distinct from b.rest end
        """,
    ),
    Invariant(
        "batch_payout_is_its_line",
        "every payout of a batch is one line of it as it was approved, and every line that became one names it",
        """
        select (select count(*) from payout p
                  left join payout_line l on l.company_id = p.company_id and l.batch_id = p.batch_id and l.number = p.batch_line
                 where p.batch_id is not null and (l.payout_id is distinct from p.id or not payout_is_approved(p)))
             + (select count(*) from payout_line l
                  left join payout p on p.company_id = l.company_id and p.id = l.payout_id
                 where l.payout_id is not null and (p.batch_id, p.batch_line) is distinct from (l.batch_id, l.number))
        """,
    ),
    Invariant(
        "batch_is_as_approved",
        "an authorised batch has the lines, the amount and the fees that were approved, each with its leaf in its place",
        """
        select count(*) from payout_batch b left join lateral (
          select count(*) as lines, sum(l.amount) as amount, sum(l.fee) as fee, min(l.leaf_no) as lowest, max(l.leaf_no) as highest,
                 count(distinct l.leaf_no) as places,
                 bool_and(l.leaf = payout_leaf(l.number, l.name, l.document, l.kind, l.ispb, l.branch, l.account, payout_place(l.account_type, l.ted_purpose),
                   l.pix_key, l.amount, l.currency, l.fee, l.scheduled_for, l.description, l.external_id, l.destination,
                   l.replaces)) as same
            from payout_line l where l.company_id = b.company_id and l.batch_id = b.id and l.leaf is not null) l on true
         where b.authorised_at is not null
           and ((l.lines, l.amount, l.fee, l.lowest, l.highest, l.places) is distinct from
                (b.good::bigint, b.amount::numeric, b.fee::numeric, 0, b.good - 1, b.good::bigint) or l.same is not true)
        """,
    ),
    Invariant(
        "external_id_waits_once",
        "the external id of a line that was approved and is no payout yet is that of no payout and of no other such line",
        """
        with open as (
          select l.company_id, l.external_id from payout_batch b
            join payout_line l on l.company_id = b.company_id and l.batch_id = b.id and l.leaf_no >= b.turned
           where b.hold_key is not null and l.external_id is not null
        )
        select (select count(*) from open o join payout p on p.company_id = o.company_id and p.external_id = o.external_id)
             + (select count(*) from (select 1 from open group by company_id, external_id having count(*) > 1) twice)
        """,
    ),
    Invariant(
        "batch_turns_in_order",
        "of an authorised batch exactly the first lines are payouts, as many as it says",
        """
        select count(*) from payout_batch b left join lateral (
          select count(*) as payouts, count(*) filter (where l.leaf_no < b.turned) as early
            from payout_line l where l.company_id = b.company_id and l.batch_id = b.id and l.payout_id is not null) l on true
         where l.payouts <> b.turned or l.early <> b.turned
        """,
    ),
    Invariant(
        "batch_ends_with_its_payouts",
        "a batch that is done has no payout under way, and each of its counts is that of its payouts",
        """
        select count(*) from payout_batch b left join lateral (
          select count(*) filter (where p.ended_at is null) as open, count(*) filter (where p.status = 'done') as done,
                 count(*) filter (where p.ended_at is not null and p.status <> 'done') as failed
            from payout p where p.company_id = b.company_id and p.batch_id = b.id) p on true
         where b.status in ('done', 'done_in_part')
           and (p.open <> 0 or p.done <> b.done or p.failed <> b.failed or (b.status = 'done') <> (b.done = b.good))
        """,
    ),
)
