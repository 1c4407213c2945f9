-- What a processor charges for an order, by the tariff of a day; where it has none for the method, what its record says of any order; null:
-- nobody has said what it charges. Shares are rounded half up.
create or replace function payout_tariff_cost(p_processor uuid, p_method text, p_amount bigint, p_day date) returns bigint
language sql stable security definer set search_path = public as $$
  select coalesce((select t.fixed + (p_amount * t.points + 5000) / 10000 from payout_tariff t
                    where t.processor_id = p_processor and t.method = p_method and t.valid_from <= p_day
                    order by t.valid_from desc, t.version desc limit 1),
                  (select p.cost from payout_processor p where p.id = p_processor))
$$;
revoke all on function payout_tariff_cost(uuid, text, bigint, date) from public;
grant execute on function payout_tariff_cost(uuid, text, bigint, date) to retaguarda_app;

-- The tariffs of a processor that are in force on a day, by method.
create or replace function payout_tariffs(p_processor uuid, p_day date) returns jsonb
language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_object_agg(t.method, jsonb_build_object('fixed', t.fixed, 'points', t.points)), '{}')
    from (select distinct on (t.method) t.method, t.fixed, t.points from payout_tariff t
           where t.processor_id = p_processor and t.valid_from <= p_day order by t.method, t.valid_from desc, t.version desc) t
$$;
revoke all on function payout_tariffs(uuid, date) from public;
grant execute on function payout_tariffs(uuid, date) to retaguarda_app;

-- What an order costs is fixed by the statement that says it was carried out, whoever says so: bank, file, or evidence.
create or replace function payout_order_costs() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into payout_order_cost (merchant_id, order_id, payout_id, processor_id, method, day, amount, currency, by_statement)
  select new.company_id, new.id, new.payout_id, new.processor_id, t.method, d.day, c.amount, new.currency, p.statement_account_id is not null
    from payout t
    join payout_processor p on p.id = new.processor_id
    cross join lateral (select payout_processor_day(new.ended_at) as day) d
    cross join lateral (select payout_tariff_cost(p.id, t.method, new.amount, d.day) as amount) c
   where t.company_id = new.company_id and t.id = new.payout_id and c.amount > 0;
  return null;
end $$;
create or replace trigger payout_order_costs after update on payout_order
  for each row when (new.state = 'done' and old.state <> 'done' and new.payout_id is not null and new.processor_id is not null)
  execute function payout_order_costs();

-- What a payment cost; before it is carried out, what the tariff says of its order. Null: nobody has said what its processor charges.
create or replace function payout_cost(p_company int, p_payout uuid) returns bigint
language sql stable security definer set search_path = public as $$
  select coalesce((select sum(c.amount)::bigint from payout_order_cost c where c.merchant_id = p_company and c.payout_id = p_payout),
                  (select payout_tariff_cost(o.processor_id, t.method, o.amount, payout_processor_day(o.created_at))
                     from payout_order o join payout t on t.company_id = o.company_id and t.id = o.payout_id
                    where o.company_id = p_company and o.payout_id = p_payout and o.state in ('sending', 'processing')))
$$;
revoke all on function payout_cost(int, uuid) from public;
grant execute on function payout_cost(int, uuid) to retaguarda_app;

-- Whose costs a line of this house account's statement tells: the processor that names it, and only one does.
create or replace function payout_cost_processor(p_house_account uuid) returns uuid
language sql stable security definer set search_path = public as $$
  select p.id from payout_processor p where p.statement_account_id = p_house_account
$$;
revoke all on function payout_cost_processor(uuid) from public;
grant execute on function payout_cost_processor(uuid) to retaguarda_app;

call append_only('payout_tariff');
call append_only('payout_cost_run');

-- What an order cost stays; it is booked once.
create or replace function payout_order_cost_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.run_id is not null
     or (to_jsonb(new) - 'run_id') is distinct from (to_jsonb(old) - 'run_id') then
    raise exception 'what an order cost is booked once' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger payout_order_cost_once before update or delete on payout_order_cost
  for each row execute function payout_order_cost_once();

-- What a processor charged for the orders that it carried out in 30 days, and of how many merchants those were.
create or replace function payout_processor_month(p_processor uuid) returns table (amount bigint, merchants bigint)
language sql stable security definer set search_path = public as $$
  select (select coalesce(sum(c.amount), 0)::bigint from payout_order_cost c
           where c.processor_id = p_processor and c.day > payout_processor_day(now()) - 30),
         (select count(distinct o.company_id) from payout_order o
           where o.processor_id = p_processor and o.payout_id is not null and o.created_at > now() - interval '30 days')
$$;
revoke all on function payout_processor_month(uuid) from public;
grant execute on function payout_processor_month(uuid) to retaguarda_app;

-- What an order cost, once it was carried out.
create or replace function payout_order_cost_of(p_company int, p_order uuid) returns table (amount bigint, currency text)
language sql stable security definer set search_path = public as $$
  select c.amount, c.currency::text from payout_order_cost c where c.merchant_id = p_company and c.order_id = p_order
$$;
revoke all on function payout_order_cost_of(int, uuid) from public;
grant execute on function payout_order_cost_of(int, uuid) to retaguarda_app;

-- What a processor charges today, in a line: by each method the fixed part and the share; where it has no tariff, what its record says.
create or replace function payout_tariffs_said(p_processor uuid) returns text
language sql stable security definer set search_path = public as $$
  select coalesce(
    (select string_agg(concat_ws(' ', m.method, to_char((m.terms ->> 'fixed')::bigint / 100.0, 'FM999999990.00'),
                                 case when (m.terms ->> 'points')::int > 0 then '+ ' || to_char((m.terms ->> 'points')::int / 100.0, 'FM990.00') || '%' end), ', '
                       order by m.method)
       from jsonb_each(payout_tariffs(p_processor, payout_processor_day(now()))) m (method, terms)),
    (select to_char(p.cost / 100.0, 'FM999999990.00') from payout_processor p where p.id = p_processor))
$$;
revoke all on function payout_tariffs_said(uuid) from public;
grant execute on function payout_tariffs_said(uuid) to retaguarda_app;

-- Of how many merchants a processor got orders in 24 hours.
create or replace function payout_processor_merchants(p_processor uuid) returns bigint
language sql stable security definer set search_path = public as $$
  select count(distinct o.company_id) from payout_order o
   where o.processor_id = p_processor and o.payout_id is not null and o.created_at > now() - interval '1 day'
$$;
revoke all on function payout_processor_merchants(uuid) from public;
grant execute on function payout_processor_merchants(uuid) to retaguarda_app;
