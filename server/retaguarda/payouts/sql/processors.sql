-- Whom orders may be given to, with what decides it (payout_engine/decide_sending.py).
create or replace function payout_processors_paying()
returns table (id uuid, name text, ispb text, by_file boolean, methods text[], priority int, created_at timestamptz, enabled boolean,
               certificate_expires_at timestamptz, cut_off time, cost bigint, by_lot boolean, ted_cut_off time)
language sql stable security definer set search_path = public as $$
  select p.id, p.name, p.ispb, p.adapter = 'cnab240', p.methods, p.priority, p.created_at, p.enabled, p.certificate_expires_at, p.cut_off,
         coalesce(p.cost, 0), p.adapter = 'lots', p.ted_cut_off
    from payout_processor p where p.ready
$$;
revoke all on function payout_processors_paying() from public;
grant execute on function payout_processors_paying() to retaguarda_app;

create or replace function payout_processor_name(p_processor uuid) returns text
language sql stable security definer set search_path = public as $$ select name from payout_processor where id = p_processor $$;
revoke all on function payout_processor_name(uuid) from public;
grant execute on function payout_processor_name(uuid) to retaguarda_app;

-- What the orders of a payment cost, at what its processors charge for one today; null: nobody has said what they charge.
create or replace function payout_cost(p_company int, p_payout uuid) returns bigint
language sql stable security definer set search_path = public as $$
  select sum(p.cost)::bigint from payout_order o join payout_processor p on p.id = o.processor_id
   where o.company_id = p_company and o.payout_id = p_payout
$$;
revoke all on function payout_cost(int, uuid) from public;
grant execute on function payout_cost(int, uuid) to retaguarda_app;

-- What still follows a processor, drained or not.
create or replace function payout_processor_follow(p_processor uuid) returns table (open_orders bigint, open_amount bigint)
language sql stable security definer set search_path = public as $$
  select count(*), coalesce(sum(amount), 0)::bigint from payout_order where processor_id = p_processor and state in ('sending', 'processing')
$$;
revoke all on function payout_processor_follow(uuid) from public;
grant execute on function payout_processor_follow(uuid) to retaguarda_app;

-- The number of the newest sealed remittance; it only rises.
create or replace function payout_processor_sequence(p_processor uuid, p_sequence bigint) returns void language plpgsql as $$
begin
  update payout_processor set last_sequence = p_sequence where id = p_processor and last_sequence < p_sequence;
  if not found then
    raise exception 'the number of remittances only rises' using errcode = 'RF001';
  end if;
end $$;

create or replace trigger kept before delete or update of id on payout_processor for each row execute function refuse_change();
