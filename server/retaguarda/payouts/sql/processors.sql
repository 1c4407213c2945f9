-- The processor of a payout: the one it asks for, else the first that serves its method; none that is drained or never tested.
create or replace function payout_processor_for(p_method text, p_wanted uuid)
returns table (id uuid, ispb text, by_file boolean)
language sql stable security definer set search_path = public as $$
  select p.id, p.ispb, p.adapter = 'cnab240' from payout_processor p
   where p.enabled and p.ready and p_method = any (p.methods) and coalesce(p.certificate_expires_at > now(), true)
   order by p.id is not distinct from p_wanted desc, p.priority, p.created_at limit 1
$$;
revoke all on function payout_processor_for(text, uuid) from public;
grant execute on function payout_processor_for(text, uuid) to retaguarda_app;

create or replace function payout_processor_name(p_processor uuid) returns text
language sql stable security definer set search_path = public as $$ select name from payout_processor where id = p_processor $$;
revoke all on function payout_processor_name(uuid) from public;
grant execute on function payout_processor_name(uuid) to retaguarda_app;

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
