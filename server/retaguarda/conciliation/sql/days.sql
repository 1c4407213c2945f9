-- What explains the difference between bank and ledger at the end of a day, as it was known at a moment: matches with a difference,
-- matches that reach into a later day, lines and expectations that stand alone, and what a file says beside its own lines. The amounts
-- add up to the difference, whatever the items are.
create or replace function house_day_items(p_account uuid, p_day date, p_at timestamptz default null)
returns table (side text, item_id uuid, group_id uuid, day date, amount bigint, cause text, about text)
language sql stable set search_path = public, pg_temp as $$
  with living as materialized (
    select g.id, g.difference, g.cause, g.from_day, g.to_day from match_group g
     where g.company_id = 1 and g.account_id = p_account and g.state in ('confirmed', 'undone')
       and (p_at is null or g.decided_at <= p_at) and (g.undone_at is null or g.undone_at > p_at)
  )
  select 'match', g.id, g.id, g.to_day, g.difference,
         case g.cause when 'bank_cost' then 'fee' when 'exchange' then 'fx' else g.cause end, ''
    from living g where g.difference <> 0 and g.to_day <= p_day
  union all
  select 'match', g.id, g.id, g.from_day, m.amount, 'timing', ''
    from living g,
         lateral (select sum(case when m.line_id is not null then m.amount else -m.amount end)::bigint as amount
                    from match_member m
                    left join bank_line l on l.company_id = 1 and l.id = m.line_id
                    left join expectation e on e.company_id = 1 and e.id = m.expectation_id
                   where m.company_id = 1 and m.group_id = g.id and coalesce(l.booked_on, e.day) <= p_day) m
   where g.from_day <= p_day and g.to_day > p_day and m.amount <> 0
  union all
  select 'bank', l.id, null, l.booked_on, l.amount - m.amount,
         case when p_at is null or l.state not in ('matched', 'booked') then line_cause(l) else 'timing' end, l.description
    from bank_line l,
         lateral (select coalesce(sum(m.amount), 0)::bigint as amount from match_member m join living g on g.id = m.group_id
                   where m.company_id = 1 and m.line_id = l.id) m
   where l.company_id = 1 and l.account_id = p_account and l.effect = 'new' and l.applied_at is not null and l.booked_on <= p_day
     and (p_at is null or l.applied_at <= p_at) and (p_at is not null or l.state not in ('matched', 'booked')) and l.amount <> m.amount
  union all
  select 'ledger', e.id, null, e.day, m.amount - e.amount,
         case when p_at is null or e.state not in ('matched', 'void') then expectation_cause(e, p_day) else 'timing' end, e.kind
    from expectation e,
         lateral (select coalesce(sum(m.amount), 0)::bigint as amount from match_member m join living g on g.id = m.group_id
                   where m.company_id = 1 and m.expectation_id = e.id) m
   where e.company_id = 1 and e.account_id = p_account and e.day <= p_day and (p_at is null or e.known_at <= p_at)
     and (p_at is not null or e.state not in ('matched', 'void')) and e.amount <> m.amount
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

-- Writes the days of an account anew, but for those that are closed: balances and what explains their difference.
create or replace function house_days_refresh(p_account uuid) returns void language plpgsql set search_path = public, pg_temp as $$
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
  ), told as (
    select d.id, d.day, h.opening + coalesce(sum(m.bank) over upto, 0) as computed,
           coalesce(m.money_in, 0) as money_in, coalesce(m.money_out, 0) as money_out, coalesce(m.fee, 0) as fee,
           h.opening + coalesce(sum(m.ledger) over upto, 0) as ledger, coalesce(m.bank, 0) as bank
      from house_day d join house_account h on h.company_id = 1 and h.id = d.account_id
      left join moved m on m.day = d.day
     where d.company_id = 1 and d.account_id = p_account
    window upto as (order by d.day)
  ), explained as (
    select d.id,
           coalesce((select jsonb_object_agg(c.cause, c.amount)
                       from (select i.cause, sum(i.amount) as amount from house_day_items(p_account, d.day) i group by i.cause) c), '{}') as causes,
           (select coalesce(sum(abs(i.amount)), 0) from house_day_items(p_account, d.day) i where i.cause in ('none', 'balance_break')) as without_cause,
           (select count(*) from house_day_items(p_account, d.day)) as open_items
      from house_day d where d.company_id = 1 and d.account_id = p_account and d.state in ('open', 'ready', 'closing')
  ), stated as (
    select distinct on (s.closing_on) s.closing_on as day, s.closing from stated_balance s
     where s.company_id = 1 and s.account_id = p_account and s.applied_at is not null and s.closing is not null
     order by s.closing_on, s.applied_at desc
  )
  update house_day d
     set opening = t.computed - t.bank, money_in = t.money_in, money_out = -t.money_out, fees = -t.fee, stated = s.closing,
         bank_closing = coalesce(s.closing, t.computed), ledger_closing = t.ledger, difference = coalesce(s.closing, t.computed) - t.ledger,
         causes = x.causes, without_cause = x.without_cause, open_items = x.open_items,
         files = (select count(distinct b.file_id) from stated_balance b
                   where b.company_id = 1 and b.account_id = p_account and b.applied_at is not null
                     and d.day between coalesce(b.opening_on, b.closing_on) and b.closing_on),
         state = case when d.state = 'closing' then d.state
                      when x.without_cause = 0 and exists (
                        select from stated_balance b where b.company_id = 1 and b.account_id = p_account and b.applied_at is not null
                           and b.closing_on >= d.day) then 'ready'
                      else 'open' end
    from told t join explained x on x.id = t.id left join stated s on s.day = t.day
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
  if (old.state, new.state) not in (('open', 'ready'), ('ready', 'open'), ('open', 'closing'), ('ready', 'closing'), ('closing', 'closed'),
        ('closing', 'open'), ('closing', 'ready'), ('closed', 'reopening'), ('reopening', 'open'), ('reopening', 'closed')) then
    raise exception 'a day does not go from % to %', old.state, new.state using errcode = 'RF001';
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

create or replace trigger fixed before delete on house_day for each row execute function refuse_change();

call append_only('day_seal');
