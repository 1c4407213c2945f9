-- As people see a payee: a qualification that is over has expired.
create or replace function payee_shown(p_status text, p_expires_at timestamptz) returns text language sql stable as $$
  select case when p_status = 'qualified' and p_expires_at <= now() then 'expired' else p_status end
$$;

-- As people see a destination: cooling until its time is over, trusted from then on.
create or replace function destination_state(p_state text, p_usable_from timestamptz) returns text language sql stable as $$
  select case when p_state = 'cooling' and p_usable_from <= now() then 'trusted' else p_state end
$$;

-- Where a payee's money goes, for the rooms that pay: state as it is at this moment.
create or replace view payee_destinations with (security_invoker = true) as
  select d.company_id, d.id, d.payee_id, d.kind, d.ispb, d.compe, d.bank_name, d.branch, d.number, d.account_type, d.pix_key,
         d.pix_key_kind, d.hash, destination_state(d.state, d.usable_from) as state, d.usable_from, d.match_class, d.owner_match,
         d.owner_hash, d.looked_up_at, d.created_at, p.name, p.trade_name, p.document, p.document_hash,
         payee_shown(p.status, p.expires_at) as payee_status
    from payee_destination d join payee p on p.company_id = d.company_id and p.id = d.payee_id;
grant select on payee_destinations to retaguarda_app;

-- Where a destination is does not change: another place is another destination, which cools again.
create or replace function payee_destination_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.payee_id, new.kind, new.ispb, new.branch, new.number, new.account_type, new.pix_key, new.hash,
      new.created_at)
     is distinct from
     (old.company_id, old.id, old.payee_id, old.kind, old.ispb, old.branch, old.number, old.account_type, old.pix_key, old.hash,
      old.created_at)
     or (old.state = 'cooling' and new.usable_from < old.usable_from) then
    raise exception 'where a destination is does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger payee_destination_moves before update on payee_destination
  for each row execute function payee_destination_moves();
call allow_moves('payee_destination', 'state',
  'new: cooling refused retired',
  'cooling: refused retired new');

-- What a payee is, of what its live destinations say. It is qualified when a destination's owner is who the book names, and the
-- name is at least close; divergent when the directory says otherwise. The oldest look-up ends it after 180 days.
create or replace function payee_refresh(p_company int, p_payee uuid) returns void language sql as $$
  with live as (
    select d.* from payee_destination d
     where d.company_id = p_company and d.payee_id = p_payee and d.state in ('new', 'cooling')
  ), facts as (
    select count(*)::int as destinations,
           (array[null, 'match', 'impossible', 'close', 'no'])[
             1 + coalesce(max(array_position(array['match', 'impossible', 'close', 'no'], d.match_class)), 0)] as match_class,
           array_remove(array[
             case when bool_or(d.match_class = 'no' or (d.match_class = 'close' and d.owner_match is distinct from 'agree'))
                  then 'name' end,
             case when bool_or(d.owner_match = 'differ') then 'document' end,
             case when bool_or(d.problem = 'key_unknown') then 'key' end], null) as divergent,
           bool_or(d.match_class in ('match', 'close') and d.owner_match = 'agree') as confirmed,
           max(d.owner_changed_at) as owner_changed_at, max(d.looked_up_at) as checked_at,
           min(d.looked_up_at) + interval '180 days' as expires_at
      from live d
  ), changed as (
    select case when count(*) > 1 then max(created_at) end as at from payee_destination
     where company_id = p_company and payee_id = p_payee
  )
  update payee p
     set destinations = f.destinations, match_class = f.match_class, divergent = f.divergent,
         owner_changed_at = f.owner_changed_at, destination_changed_at = c.at, checked_at = coalesce(f.checked_at, p.checked_at),
         expires_at = case when f.confirmed and f.divergent = '{}' then f.expires_at end,
         status = case when p.status = 'blocked' then 'blocked' when f.divergent <> '{}' then 'divergent'
                       when f.confirmed then 'qualified' else 'pending' end
    from facts f, changed c
   where p.company_id = p_company and p.id = p_payee
$$;

-- Notes that a payment to this destination is done. Whoever pays calls it once for each payment, in its transaction.
create or replace function destination_paid(p_company int, p_hash bytea, p_amount bigint, p_currency text, p_at timestamptz)
returns void language sql security definer set search_path = public as $$
  insert into destination_seen as s (company_id, hash, currency, first_at, last_at, count, sum)
  values (p_company, p_hash, p_currency, p_at, p_at, 1, p_amount)
  on conflict (company_id, hash, currency) do update
    set first_at = least(s.first_at, excluded.first_at), last_at = greatest(s.last_at, excluded.last_at),
        count = s.count + 1, sum = s.sum + excluded.sum
$$;
revoke all on function destination_paid(int, bytea, bigint, text, timestamptz) from public;
grant execute on function destination_paid(int, bytea, bigint, text, timestamptz) to retaguarda_app;

-- How many merchants beside this one have the destination in their book or paid to it. Staff alone learn it: null for others.
create or replace function destination_shared(p_company int, p_hash bytea) returns int
language sql stable security definer set search_path = public as $$
  select case when exists (select from person p where p.id = scope_person() and p.internal and p.disabled_at is null) then
    (select count(distinct x.company_id)::int from (
       select d.company_id from payee_destination d where d.hash = p_hash
       union all select s.company_id from destination_seen s where s.hash = p_hash) x
      where x.company_id <> p_company) end
$$;
revoke all on function destination_shared(int, bytea) from public;
grant execute on function destination_shared(int, bytea) to retaguarda_app;

-- Look-ups that a merchant has left: 1,000 at most, two come back each minute.
create or replace function lookups_left(p_company int) returns int
language sql stable security definer set search_path = public as $$
  select floor(coalesce((
    select least(1000, a.remaining + extract(epoch from now() - a.counted_at) / 60 * 2)
      from lookup_allowance a where a.company_id = p_company), 1000))::int
$$;
revoke all on function lookups_left(int) from public;
grant execute on function lookups_left(int) to retaguarda_app;

-- Takes look-ups from what a merchant has left, or gives some back (negative): 1 for an answer, 20 for a key that nobody has, and
-- one back for an order that was sent.
create or replace function lookups_take(p_company int, p_count int) returns void
language sql security definer set search_path = public as $$
  insert into lookup_allowance as a (company_id, remaining) values (p_company, least(1000, greatest(0, 1000 - p_count)))
  on conflict (company_id) do update
    set remaining = least(1000, greatest(0, least(1000, a.remaining + extract(epoch from now() - a.counted_at) / 60 * 2) - p_count)),
        counted_at = now()
$$;
revoke all on function lookups_take(int, int) from public;
grant execute on function lookups_take(int, int) to retaguarda_app;

call allow_moves('payee', 'status',
  'pending: qualified divergent blocked',
  'qualified: pending divergent blocked',
  'divergent: pending qualified blocked',
  -- A person lets it in again; then it is what its destinations say.
  'blocked: pending');

call allow_moves('payee_import', 'status',
  'receiving: received unreadable discarded',
  'received: read unreadable discarded',
  'read: applied discarded received',
  'unreadable: discarded');
