-- The processor of a new charge, by priority: none for who may not ask for money or not for that much, none whose credentials
-- were never accepted or whose certificate is over. The one statement that writes a charge reads it.
create or replace function pix_connection_for(p_company int, p_amount bigint) returns table (id uuid, name text)
language sql stable security definer set search_path = public as $$
  select c.id, c.name from pix_connection c
   where c.enabled and c.ready and coalesce(c.certificate_expires_at > now(), true)
     and not exists (select from company k where k.id = p_company and k.status <> 'active'
                        and (k.status <> 'blocked' or k.blocked_in))
     and not exists (select from published.company_limit l where l.company_id = p_company and l.kind = 'charge' and l.amount < p_amount)
   order by c.company_id = p_company desc, c.priority, c.created_at limit 1
$$;
revoke all on function pix_connection_for(int, bigint) from public;
grant execute on function pix_connection_for(int, bigint) to retaguarda_app;

-- Where recurring charges of a company go out, and to which account they come in.
create or replace function pix_account(p_connection uuid) returns table (branch text, number text, kind text)
language sql stable security definer set search_path = public as
$$ select account_branch, account_number, account_type from pix_connection where id = p_connection and account_number is not null $$;
revoke all on function pix_account(uuid) from public;
grant execute on function pix_account(uuid) to retaguarda_app;

-- What still follows a processor, whether it gets new charges or not.
create or replace function processor_follow(p_connection uuid) returns table (open_charges bigint, recurrences bigint)
language sql stable security definer set search_path = public as $$
  select (select count(*) from charge where connection_id = p_connection and status in ('created', 'pending')
             and expires_at > now() - interval '1 day'),
         (select count(*) from published.recurrence where connection_id = p_connection and status in ('created', 'pending', 'approved'))
$$;
revoke all on function processor_follow(uuid) from public;
grant execute on function processor_follow(uuid) to retaguarda_app;

-- As pix_connection_for(), with the one that a rule wants first; no row when other rules are in force than those it was chosen by.
create or replace function pix_connection_by(p_company int, p_amount bigint, p_wanted uuid, p_rules uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = public rows 1 set plan_cache_mode = force_generic_plan as $$
  select c.id, c.name from pix_connection c
   where payin_rules_stamp() is not distinct from p_rules
     and c.enabled and c.ready and coalesce(c.certificate_expires_at > now(), true)
     and not exists (select from company k where k.id = p_company and k.status <> 'active'
                        and (k.status <> 'blocked' or k.blocked_in))
     and not exists (select from published.company_limit l where l.company_id = p_company and l.kind = 'charge' and l.amount < p_amount)
   order by c.id is not distinct from p_wanted desc, c.company_id = p_company desc, c.priority, c.created_at limit 1
$$;
revoke all on function pix_connection_by(int, bigint, uuid, uuid) from public;
grant execute on function pix_connection_by(int, bigint, uuid, uuid) to retaguarda_app;

-- Where a charge can go that its processor did not take: another bank, which was not asked yet and has nothing of it.
create or replace function pix_connection_after(p_company int, p_charge uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = public as $$
  select n.id, n.name from charge c join pix_connection n on n.id <> c.connection_id
   where c.company_id = p_company and c.id = p_charge and c.status = 'created' and c.batch is null
     and n.enabled and n.ready and coalesce(n.certificate_expires_at > now(), true)
     and not exists (select from pix_connection t where t.id = any (c.tried || c.connection_id) and t.base_url = n.base_url)
     and not exists (select from charge_leftover l join pix_connection t on t.id = l.connection_id
                      where l.company_id = c.company_id and l.charge_id = c.id and t.base_url = n.base_url)
     -- The payer agrees to a recurrence with this charge, at the bank that has both.
     and not exists (select from published.recurrence r where r.company_id = c.company_id and r.charge_id = c.id)
   order by n.company_id = p_company desc, n.priority, n.created_at limit 1
$$;
revoke all on function pix_connection_after(int, uuid) from public;
grant execute on function pix_connection_after(int, uuid) to retaguarda_app;

-- Where what is paid to a processor arrives.
create or replace function pix_key_of(p_connection uuid) returns text language sql stable security definer set search_path = public as
$$ select c.pix_key from pix_connection c where c.id = p_connection $$;
revoke all on function pix_key_of(uuid) from public;
grant execute on function pix_key_of(uuid) to retaguarda_app;

-- A foreign key locks the row it names, and all charges name the same processor. Neither processors nor companies are ever
-- deleted; a charge is written by a look at both, and verify looks.
create or replace trigger kept before delete or update of id on pix_connection for each row execute function refuse_change();

-- Published: the merchant whose own processor has a Pix key: what is paid there becomes its deposit. Null: no merchant's, or that of several.
create or replace function merchant_of_key(p_key text) returns int language sql stable security definer set search_path = public as $$
  select min(c.company_id) from pix_connection c
   where c.pix_key = p_key and c.company_id <> 1 and c.enabled and c.ready and coalesce(c.certificate_expires_at > now(), true)
  having count(distinct c.company_id) = 1
$$;
revoke all on function merchant_of_key(text) from public;

-- Published: the keys of merchants' own processors, for whoever asks merchant_of_key() about many.
create or replace function merchant_keys() returns text[] language sql stable security definer set search_path = public as
$$ select coalesce(array_agg(distinct c.pix_key), '{}') from pix_connection c where c.company_id <> 1 and c.enabled and c.ready $$;
revoke all on function merchant_keys() from public;
grant execute on function merchant_keys() to retaguarda_app;

-- What the address of a connection's webhook is checked by, and where its company is served, when that is another installation.
create or replace function pix_connection_address(p_id uuid) returns table (webhook_secret bytea, moved_to text)
language sql stable security definer set search_path = public as
$$ select c.webhook_secret, cell_moved_to(c.company_id) from pix_connection c where c.id = p_id $$;
revoke all on function pix_connection_address(uuid) from public;
grant execute on function pix_connection_address(uuid) to retaguarda_app;
