-- What stands alone in an account, as it was known at a moment, and on which days: matches with a difference, matches that reach into a
-- later day, lines and expectations that are open. Each item explains its amount from the day from_day until the day before until_day
-- (null: it still does), so that the days of an account are told by one reading of what is open, however many days there are.
create or replace function house_account_items(p_account uuid, p_at timestamptz default null)
returns table (side text, item_id uuid, group_id uuid, day date, from_day date, until_day date, amount bigint, cause text, about text)
language sql stable set search_path = public, pg_temp set enable_nestloop = on as $$
  with living as (
    select g.id, g.difference, g.cause, g.from_day, g.to_day from match_group g
     where g.company_id = 1 and g.account_id = p_account and g.state in ('confirmed', 'undone')
       and (p_at is null or g.decided_at <= p_at) and (g.undone_at is null or g.undone_at > p_at)
       and (g.difference <> 0 or g.from_day < g.to_day)
  )
  select 'match', g.id, g.id, g.to_day, g.to_day, null::date, g.difference,
         case g.cause when 'bank_cost' then 'fee' when 'exchange' then 'fx' else g.cause end, ''
    from living g where g.difference <> 0
  union all
  select 'match', s.id, s.id, s.first_day, s.day, s.next_day, s.amount, 'timing', ''
    from (select d.id, d.first_day, d.day, coalesce(lead(d.day) over of_match, d.to_day) as next_day,
                 (sum(d.amount) over of_match)::bigint as amount
            from (select g.id, g.from_day as first_day, g.to_day, coalesce(l.booked_on, e.day) as day,
                         sum(case when m.line_id is not null then m.amount else -m.amount end) as amount
                    from living g
                    join match_member m on m.company_id = 1 and m.group_id = g.id
                    left join bank_line l on l.company_id = 1 and l.id = m.line_id
                    left join expectation e on e.company_id = 1 and e.id = m.expectation_id
                   where g.from_day < g.to_day and coalesce(l.booked_on, e.day) < g.to_day
                   group by g.id, g.from_day, g.to_day, coalesce(l.booked_on, e.day)) d
          window of_match as (partition by d.id order by d.day)) s
   where s.amount <> 0
  union all
  select 'bank', l.id, null, l.booked_on, l.booked_on, null, l.amount - m.amount,
         case when p_at is null or l.state not in ('matched', 'booked') then line_cause(l) else 'timing' end, l.description
    from bank_line l,
         lateral (select coalesce(sum(m.amount), 0)::bigint as amount
                    from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id
                   where m.company_id = 1 and m.line_id = l.id and g.state in ('confirmed', 'undone')
                     and (p_at is null or g.decided_at <= p_at) and (g.undone_at is null or g.undone_at > p_at)) m
   where l.company_id = 1 and l.account_id = p_account and l.effect = 'new' and l.applied_at is not null
     and (p_at is null or l.applied_at <= p_at) and (p_at is not null or l.state not in ('matched', 'booked')) and l.amount <> m.amount
  union all
  -- Until it is due an expectation waits; from the day after, it is missing.
  select 'ledger', e.id, null, e.day, s.from_day, s.until_day, m.amount - e.amount,
         case when p_at is null or e.state not in ('matched', 'void') then expectation_cause(e, s.from_day) else 'timing' end, e.kind
    from expectation e,
         lateral (select coalesce(sum(m.amount), 0)::bigint as amount
                    from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id
                   where m.company_id = 1 and m.expectation_id = e.id and g.state in ('confirmed', 'undone')
                     and (p_at is null or g.decided_at <= p_at) and (g.undone_at is null or g.undone_at > p_at)) m,
         lateral (values (e.day, greatest(e.due_on, e.day - 1) + 1), (greatest(e.due_on + 1, e.day), null)) s (from_day, until_day)
   where e.company_id = 1 and e.account_id = p_account and (p_at is null or e.known_at <= p_at)
     and (p_at is not null or e.state not in ('matched', 'void')) and e.amount <> m.amount
     and s.from_day is distinct from s.until_day
$$;

-- What explains the difference between bank and ledger at the end of a day, as it was known at a moment: what stands alone on it, and
-- what a file says beside its own lines. The amounts add up to the difference, whatever the items are.
create or replace function house_day_items(p_account uuid, p_day date, p_at timestamptz default null)
returns table (side text, item_id uuid, group_id uuid, day date, amount bigint, cause text, about text)
language sql stable set search_path = public, pg_temp as $$
  select i.side, i.item_id, i.group_id, i.day, i.amount, i.cause, i.about
    from house_account_items(p_account, p_at) i
   where i.from_day <= p_day and (i.until_day is null or i.until_day > p_day)
  union all
  select 'bank', s.file_id, null, p_day, s.closing - b.computed, 'balance_break', ''
    from (select s.file_id, s.closing from stated_balance s
           where s.company_id = 1 and s.account_id = p_account and s.closing_on = p_day and s.closing is not null
             and s.applied_at is not null and (p_at is null or s.applied_at <= p_at)
           order by s.applied_at desc limit 1) s,
         (select h.opening + coalesce(sum(l.amount), 0)::bigint as computed from house_account h
            left join bank_line l on l.company_id = 1 and l.account_id = h.id and l.effect = 'new' and l.applied_at is not null
                                 and l.booked_on <= p_day and (p_at is null or l.applied_at <= p_at)
           where h.company_id = 1 and h.id = p_account group by h.opening) b
   where s.closing <> b.computed
$$;

-- Writes the days of an account anew, but for those that are closed: balances and what explains their difference. Lines, expectations
-- and what stands alone are each read once, for all days together; without nested loops, which Postgres chooses for tables that it has
-- not counted yet, and which would read the days once for each day.
create or replace function house_days_refresh(p_account uuid) returns void
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  insert into house_day (account_id, day, currency)
  select h.id, d::date, h.currency
    from house_account h,
         lateral (select greatest(
            (select max(booked_on) from bank_line l where l.company_id = 1 and l.account_id = h.id and l.applied_at is not null),
            (select max(day) from expectation e where e.company_id = 1 and e.account_id = h.id)) as last) m,
         generate_series(h.opened_on, m.last, interval '1 day') d
   where h.company_id = 1 and h.id = p_account
  on conflict (company_id, account_id, day) do nothing;
  with moved as (
    select day, sum(bank) as bank, sum(greatest(bank, 0)) as money_in, sum(least(bank, 0)) as money_out, sum(fee) as fee, sum(ledger) as ledger
      from (select booked_on as day, amount as bank,
                   case when amount < 0 and description ~* '\m(tarifa|tar|cesta|fee)\M' then amount else 0 end as fee, 0::bigint as ledger
              from bank_line where company_id = 1 and account_id = p_account and effect = 'new' and applied_at is not null
            union all
            select day, 0, 0, amount from expectation where company_id = 1 and account_id = p_account) both_sides
     group by day
  ), stated as (
    select distinct on (s.closing_on) s.closing_on as day, s.closing from stated_balance s
     where s.company_id = 1 and s.account_id = p_account and s.applied_at is not null and s.closing is not null
     order by s.closing_on, s.applied_at desc
  ), told as materialized (
    select d.id, d.day, d.state, h.opening + coalesce(sum(m.bank) over upto, 0) as computed,
           coalesce(m.money_in, 0) as money_in, coalesce(m.money_out, 0) as money_out, coalesce(m.fee, 0) as fee,
           h.opening + coalesce(sum(m.ledger) over upto, 0) as ledger, coalesce(m.bank, 0) as bank, s.closing
      from house_day d join house_account h on h.company_id = 1 and h.id = d.account_id
      left join moved m on m.day = d.day
      left join stated s on s.day = d.day
     where d.company_id = 1 and d.account_id = p_account
    window upto as (order by d.day)
  ), begun as (
    select min(day) as day from told
  ), item as materialized (
    select from_day, until_day, cause, amount, case cause when 'none' then abs(amount) else 0 end as alone
      from house_account_items(p_account)
    union all
    select day, day + 1, 'balance_break', (closing - computed)::bigint, abs(closing - computed)::bigint from told where closing <> computed
  ), change as (
    select greatest(c.day, b.day) as day, c.cause, sum(c.amount) as amount, sum(c.alone) as alone, sum(c.items) as items
      from (select from_day as day, cause, amount, alone, 1 as items from item
            union all
            select until_day, cause, -amount, -alone, -1 from item where until_day is not null) c, begun b
     group by 1, 2
  ), standing as (
    select t.day, k.cause, sum(c.amount) over upto as amount, sum(c.alone) over upto as alone, sum(c.items) over upto as items
      from told t
      cross join (select distinct cause from change) k
      left join change c on c.day = t.day and c.cause = k.cause
    window upto as (partition by k.cause order by t.day)
  ), explained as (
    select day, jsonb_object_agg(cause, amount) as causes, sum(alone) as without_cause, sum(items) as open_items
      from standing where items > 0 group by day
  ), file_days as materialized (
    select b.file_id, unnest(range_agg(daterange(coalesce(b.opening_on, b.closing_on), b.closing_on, '[]'))) as days
      from stated_balance b
     where b.company_id = 1 and b.account_id = p_account and b.applied_at is not null and coalesce(b.opening_on, b.closing_on) <= b.closing_on
     group by b.file_id
  ), reach as (
    select greatest(c.day, (select day from begun)) as day, sum(c.files) as files
      from (select lower(r.days) as day, 1 as files from file_days r union all select upper(r.days), -1 from file_days r) c group by 1
  ), heard as (
    select t.day, sum(r.files) over (order by t.day) as files from told t left join reach r on r.day = t.day
  )
  update house_day d
     set opening = t.computed - t.bank, money_in = t.money_in, money_out = -t.money_out, fees = -t.fee, stated = t.closing,
         bank_closing = coalesce(t.closing, t.computed), ledger_closing = t.ledger, difference = coalesce(t.closing, t.computed) - t.ledger,
         causes = coalesce(x.causes, '{}'), without_cause = coalesce(x.without_cause, 0), open_items = coalesce(x.open_items, 0),
         files = coalesce(f.files, 0),
         state = case when d.state = 'closing' then d.state
                      when coalesce(x.without_cause, 0) = 0 and d.day <= l.day then 'ready'
                      else 'open' end
    from told t
    left join explained x on x.day = t.day
    left join heard f on f.day = t.day
    cross join (select max(b.closing_on) as day from stated_balance b
                 where b.company_id = 1 and b.account_id = p_account and b.applied_at is not null) l
   where d.company_id = 1 and d.id = t.id and d.state in ('open', 'ready', 'closing');
end $$;

-- Two people close a day, and two reopen it.
create or replace function house_day_moves() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_hands uuid[] := approval_makers(scope_person());
begin
  if old.state = new.state then
    if old.state in ('closed', 'reopening') then
      raise exception 'day % is closed', old.day using errcode = 'RF049';
    end if;
    return new;
  end if;
  if new.state in ('closing', 'reopening') then
    new.makers := v_hands;
  elsif ((old.state, new.state) = ('closing', 'closed') or (old.state, new.state) = ('reopening', 'open'))
        and (scope_person() is null or v_hands && old.makers) then
    raise exception 'whoever asked does not decide' using errcode = 'RF048';
  end if;
  return new;
end $$;

create or replace trigger moves before update on house_day for each row execute function house_day_moves();
call allow_moves('house_day', 'state',
  'open: ready closing',
  'ready: open closing',
  'closing: closed open ready',
  'closed: reopening',
  'reopening: open closed');

create or replace trigger fixed before delete on house_day for each row execute function refuse_change();

call append_only('day_seal');

-- Whether the provider has closed the books of a day on which a merchant was paid; all that a merchant learns of them.
create or replace function company_day_closed(p_company int) returns boolean
language sql stable security definer set search_path = public as $$
  select (scope_all() or p_company = any (scope_companies())) is true
     and exists (select from house_day d
                   join published.payin_day p on p.company_id = p_company and p.day = d.day and p.measure = 'charge_paid' and p.count > 0
                  where d.company_id = 1 and d.state = 'closed')
$$;
revoke all on function company_day_closed(int) from public;
grant execute on function company_day_closed(int) to retaguarda_app;
