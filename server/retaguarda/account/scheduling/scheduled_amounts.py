"""The amounts that schedules moved by the clock, for policies that sum up a day."""

#: Leave out the first run on the merchant's day on which the schedule was created, edited or resumed: that event
#: carried its amount already. An event with a smaller amount, or with the full balance, did not.
BY_CLOCK = """
    select t.company_id, t.created_at as at, t.amount, t.currency, t.created_by as maker_id
      from payout t join company k on k.id = t.company_id
     where t.origin = 'schedule' and t.actor = 'schedule'
       and not exists (
         select from event e
          where e.company_id = t.company_id and e.subject_id = t.origin_id::text
            and e.name in ('account:schedule:create', 'account:schedule:edit', 'account:schedule:resume') and e.at <= t.created_at
            and (e.at at time zone k.time_zone)::date = (t.created_at at time zone k.time_zone)::date
            and jsonb_typeof(e.data -> 'amount') = 'number' and (e.data ->> 'amount')::bigint >= t.amount
            and not exists (
              select from payout before
               where before.company_id = t.company_id and before.origin_id = t.origin_id and before.actor = 'schedule'
                 and before.created_at >= e.at and before.created_at < t.created_at))
"""
