"""Plans the lines of a batch: what is wrong with each, what is strange, what it costs. Set by set, never line by line."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.local_day import midnight
from retaguarda.foundation.query_params import zone_of
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.plan_ted import plan_ted
from retaguarda.payouts.batches.model import BatchRow
from retaguarda.payouts.batches.queries import update_batch
from retaguarda.payouts.batches.seal_batch import hash_of_plan, seal_lines

#: Days back in which the same payment is strange, and days ahead for which one may be planned.
LOOKED_BACK, FURTHEST = 35, 366
#: Part of the lines, in percent, from which a batch is like an earlier one.
LIKE = 90
#: The biggest lines are among the exceptions, whatever else is said of them.
BIGGEST = 20


async def plan_batch(tx: Tx, row: BatchRow) -> BatchRow:
    """Plan and seal a locked batch that is not authorised; return its row as planned."""
    zone = await zone_of(tx, row.company_id)
    params = {
        "company": row.company_id,
        "batch": row.id,
        "zone": zone.key,
        "back": LOOKED_BACK,
        "furthest": FURTHEST,
        "biggest": BIGGEST,
        "midnight": midnight(zone),
        "ted_shut": await _is_ted_shut(tx),
    }
    # A batch that was just inserted has no statistics: Postgres would take it for a handful of lines and compare each with each.
    await tx.execute(_WHOLE_SETS)
    await tx.execute(_JUDGE, params)
    await tx.execute(_JUDGE_PAYEES, params)
    await tx.execute(_PRICE, params)
    await tx.execute(_SORT, params)
    root = await seal_lines(tx, row)
    await tx.execute(_AS_USUAL)
    sums = await tx.one(_SUMS, params)
    like = await tx.one(_LIKE, params)
    assert sums is not None
    if row.planned_at is None:
        sums = sums | {"planned_at": await tx.value("select clock_timestamp()")}
    planned = await update_batch(
        tx,
        row,
        **sums,
        status="planned",
        root=root,
        similar_to=like and like["id"],
        similar_lines=like and like["same"],
    )
    return await update_batch(tx, planned, plan_hash=hash_of_plan(planned))


async def _is_ted_shut(tx: Tx) -> bool:
    """Whether a TED that is submitted now waits for the next business day."""
    processors, at = await send_by_processor.load_processors(tx), await send_by_processor.moment(tx)
    return plan_ted(processors, None, at, may_be_pix=False).way == "window"


_WHOLE_SETS = "select set_config('enable_nestloop', 'off', true), set_config('enable_seqscan', 'off', true)"
_AS_USUAL = "select set_config('enable_nestloop', 'on', true), set_config('enable_seqscan', 'on', true)"
#: The plan's problems and warnings. Only lines that could leave are compared with each other.
_JUDGE = """
    with line as materialized (
      select l.number, l.form, l.amount, l.destination, l.document, l.document_hash, l.external_id, l.scheduled_for, l.replaces, l.method,
             count(*) over same as same, first_value(l.number) over (same order by l.number) as first,
             count(*) over named as named, first_value(l.number) over (named order by l.number) as first_named,
             exists (select from payout p where p.company_id = %(company)s and p.destination = l.destination
                        and p.status = 'done') as paid
        from payout_line l
       where l.company_id = %(company)s and l.batch_id = %(batch)s
      window same as (partition by l.destination, l.amount, l.form = '[]' and l.excluded_by is null),
             named as (partition by l.external_id, l.form = '[]' and l.excluded_by is null)
    ), standing as materialized (
      select d.hash, d.document, case when bool_or(d.payee_status = 'blocked') then 'payee_blocked'
                                      when bool_or(d.state = 'refused') then 'destination_refused' end as stop,
             bool_or(d.state = 'trusted' and d.payee_status <> 'blocked') as trusted
        from payee_destinations d where d.company_id = %(company)s and d.state <> 'retired' group by 1, 2
    ), judged as materialized (
      select l.number, coalesce(payout_fee(%(company)s, l.amount), 0) as fee,
             l.form
             || payout_line_said(l.amount > t.most, 'amount', 'over_limit')
             || payout_line_said(l.method <> 'pix' and l.method <> all(t.methods), 'method', 'method_off')
             || payout_line_said(l.amount > t.first_most and not l.paid, 'amount', 'over_first_limit')
             || payout_line_said(t.external_id_needed and l.external_id is null, 'external_id', 'field_required')
             || payout_line_said(t.duplicates = 'refuse' and l.replaces is null and (l.same > 1 and l.number > l.first or exists (
                  select from payout p where p.company_id = %(company)s and p.destination = l.destination and p.amount = l.amount
                     and p.created_at >= %(midnight)s and p.status not in ('failed', 'cancelled', 'rejected'))),
                  'amount', 'paid_today')
             || payout_line_said(l.scheduled_for < d.today, 'scheduled_for', 'day_passed')
             || payout_line_said(l.scheduled_for > d.today + %(furthest)s, 'scheduled_for', 'day_too_far')
             || payout_line_said(l.external_id is not null and l.named > 1 and l.number > l.first_named,
                                 'external_id', 'reference_twice', l.first_named)
             || payout_line_said(l.external_id is not null and exists (
                  select from payout p where p.company_id = %(company)s and p.external_id = l.external_id)
                  or l.external_id is not null and payout_external_id_waits(%(company)s, l.external_id),
                  'external_id', 'reference_used')
             || payout_line_said(suspect_destination(l.destination, l.document_hash), 'pix_key', 'destination_suspect')
             || payout_line_said(s.stop is not null, 'name', s.stop)
             || payout_line_said(t.allow_list = 'trusted' and l.destination is not null and s.stop is null and s.trusted is not true,
                  'pix_key', 'destination_untrusted') as problems,
             case when l.form <> '[]' then '[]'::jsonb else
             payout_line_said(l.same > 1 and l.number > l.first, 'amount', 'twin_in_file', l.first)
             || payout_line_said(l.replaces is null and exists (
                  select from payout p where p.company_id = %(company)s and p.destination = l.destination
                     and p.created_at > now() - make_interval(days => %(back)s) and p.amount = l.amount
                     and p.status not in ('failed', 'cancelled', 'rejected')), 'amount', 'paid_recently')
             || payout_line_said(%(ted_shut)s and l.method = 'ted' and coalesce(l.scheduled_for <= d.today, true), 'method', 'ted_waits')
             || payout_line_said(t.allow_list = 'warn' and s.trusted is not true, 'pix_key', 'destination_untrusted')
             || case when l.paid then '[]'::jsonb
                     when exists (select from payout p where p.company_id = %(company)s and p.holder_document = l.document
                                     and p.destination is not null and p.status = 'done')
                     then payout_line_said(true, 'pix_key', 'destination_changed')
                     else payout_line_said(true, 'name', 'first_time') end end as warnings
        from line l cross join payout_rules(%(company)s) t
      left join standing s on s.hash = l.destination and s.document = l.document
       cross join (select (now() at time zone %(zone)s)::date as today) d
    )
    update payout_line l set problems = j.problems, warnings = j.warnings, fee = j.fee
      from judged j
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.number = j.number
"""
#: What each payee gets of lines that could leave, one after another: from the one on that passes a limit of each payee, none does.
_JUDGE_PAYEES = """
    with day as materialized (
      select greatest(l.scheduled_for, (now() at time zone %(zone)s)::date) as day, l.number, l.document_hash, l.amount
        from payout_line l
       where l.company_id = %(company)s and l.batch_id = %(batch)s and l.problems = '[]' and l.excluded_by is null
         and exists (select from payout_limits_of(%(company)s) m where m.period like 'payee%%' and m.most is not null)
    ), told as materialized (
      select d.number, payout_line_said(d.amount > m.amount_left, 'amount', 'over_payee_limit')
                       || payout_line_said(d.place > m.count_left, 'amount', 'over_payee_count') as problems
        from (select number, document_hash, day, sum(amount) over told as amount, row_number() over told as place
                from day window told as (partition by document_hash, day order by number)) d
       cross join lateral (
         select min(l.most - coalesce(u.used, 0)) filter (where l.period = 'payee') as amount_left,
                min(l.most - coalesce(u.used, 0)) filter (where l.period = 'payee_count') as count_left
           from payout_limits_of(%(company)s) l
           left join payout_limit_use u on u.company_id = %(company)s and u.period = l.period and u.day = d.day and u.payee = d.document_hash
          where l.period like 'payee%%' and l.most is not null) m
    )
    update payout_line l set problems = t.problems from told t
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.number = t.number and t.problems <> '[]'
"""
#: Where fees have steps, each line costs what it does as the next payment of the month after the lines before it.
_PRICE = """
    with going as materialized (
      select l.number, payout_fee(%(company)s, l.amount, m.payments + row_number() over (order by l.number), t.tiers) as fee
        from (select payout_fee_tiers(%(company)s) as tiers) t
        cross join lateral (select payout_month_payments(%(company)s) as payments) m
        join payout_line l on l.company_id = %(company)s and l.batch_id = %(batch)s and l.problems = '[]' and l.excluded_by is null
       where t.tiers is not null
    )
    update payout_line l set fee = g.fee from going g
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.number = g.number and l.fee <> g.fee
"""
#: Each line once, in its most serious group.
_SORT = """
    with ranked as materialized (
      select number, case
               when problems <> '[]' then 'bad'
               when warnings @> '[{"why": "twin_in_file"}]' or warnings @> '[{"why": "paid_recently"}]' then 'warned'
               when warnings @> '[{"why": "destination_changed"}]' then 'changed'
               when warnings @> '[{"why": "first_time"}]' then 'first'
               when warnings @> '[{"why": "destination_untrusted"}]' then 'warned'
               when rank() over (partition by problems = '[]' and excluded_by is null order by amount desc) <= %(biggest)s
                    then 'biggest' else 'plain' end as category
        from payout_line where company_id = %(company)s and batch_id = %(batch)s
    )
    update payout_line l set category = r.category from ranked r
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.number = r.number and l.category <> r.category
"""
_GOES = "problems = '[]' and excluded_by is null"
_SUMS = f"""
    select (select coalesce(jsonb_object_agg(d.scheduled_for, d.amount), '{{}}')
              from (select scheduled_for, sum(amount)::bigint as amount from payout_line
                     where company_id = %(company)s and batch_id = %(batch)s and scheduled_for is not null and {_GOES}
                     group by scheduled_for) d)::text as later,
           (select coalesce(jsonb_object_agg(d.scheduled_for, d.lines), '{{}}')
              from (select scheduled_for, count(*) as lines from payout_line
                     where company_id = %(company)s and batch_id = %(batch)s and scheduled_for is not null and {_GOES}
                     group by scheduled_for) d)::text as later_counts,
           count(*)::int as lines, (count(*) filter (where {_GOES}))::int as good,
           (count(*) filter (where problems <> '[]' and excluded_by is null))::int as bad,
           (count(*) filter (where {_GOES} and category = 'warned'))::int as warned,
           (count(*) filter (where excluded_by is not null))::int as excluded,
           (count(*) filter (where {_GOES} and warnings @> '[{{"why": "first_time"}}]'))::int as first_time,
           coalesce(sum(amount) filter (where {_GOES}), 0)::bigint as amount,
           coalesce(sum(fee) filter (where {_GOES}), 0)::bigint as fee
      from payout_line where company_id = %(company)s and batch_id = %(batch)s
"""
_LIKE = f"""
    select b.id, same.count::int as same
      from (select o.batch_id, count(distinct l.number) as count
              from payout_line l
              join payout_line o on o.company_id = l.company_id and o.destination = l.destination and o.amount = l.amount
               and o.batch_id <> l.batch_id
             where l.company_id = %(company)s and l.batch_id = %(batch)s and l.form = '[]' and l.replaces is null
             group by o.batch_id) same
      join payout_batch b on b.company_id = %(company)s and b.id = same.batch_id
       and b.created_at > now() - make_interval(days => %(back)s) and b.status not in ('cancelled', 'expired', 'unreadable')
     where same.count * 100 >= {LIKE} * (select count(*) from payout_line l
             where l.company_id = %(company)s and l.batch_id = %(batch)s and l.form = '[]')
     order by same.count desc, b.created_at limit 1
"""
