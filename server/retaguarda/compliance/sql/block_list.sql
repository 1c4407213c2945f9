-- What stands against a payment, by the words it is known by (kind:value). The strongest first: a refusal before a hold, judicial
-- before sanctions before pld before fraud. At most one row; none: nothing. It tells neither reason nor value, and answers for every
-- merchant alike. The time is the statement's, not the transaction's: an entry committed before a statement began binds it.
-- An entry of two people that nobody confirmed in time no longer refuses: it holds until a person looked.
create or replace function block_verdict(p_company int, p_direction text, p_probes text[])
returns table (entry_id uuid, effect text, code text)
language sql stable security definer set search_path = public rows 1 set plan_cache_mode = force_generic_plan as $$
  select e.id,
         case when e.effect = 'refuse' and e.confirmed_at is null and e.confirm_by < statement_timestamp() then 'hold' else e.effect end,
         case e.lane when 'fraud' then 'payment_refused_security' when 'judicial' then 'account_restricted' else 'under_review' end
    from block_entry e
   where e.probe = any (p_probes) and e.ended_at is null and e.effect <> 'alert'
     and e.direction in (p_direction, 'both') and (e.merchant_id is null or e.merchant_id = p_company)
     and e.starts_at <= statement_timestamp() and (e.until is null or e.until > statement_timestamp())
   order by e.effect = 'refuse' desc, array_position(array['judicial', 'sanctions', 'pld', 'fraud'], e.lane), e.added_at
   limit 1
$$;
revoke all on function block_verdict(int, text, text[]) from public;
grant execute on function block_verdict(int, text, text[]) to retaguarda_app;

-- The words that a party is known by. Pix keys that are a document, an e-mail or a phone are all of these.
create or replace function block_probes(
  p_document text, p_key text default null, p_key_kind text default null, p_ispb text default null, p_branch text default null,
  p_number text default null, p_email text default null
) returns text[] language sql immutable parallel safe as $$
  select array_remove(array[
    'document:' || p_document,
    case when length(p_document) = 14 then 'document_root:' || left(p_document, 8) end,
    'pix_key:' || p_key,
    case p_key_kind when 'email' then 'email:' || p_key when 'phone' then 'phone:' || p_key
                    when 'cpf' then 'document:' || p_key when 'cnpj' then 'document:' || p_key end,
    case when p_key_kind = 'cnpj' then 'document_root:' || left(p_key, 8) end,
    'account:' || p_ispb || '/' || coalesce(nullif(ltrim(p_branch, '0'), ''), '0') || '/' || coalesce(nullif(ltrim(p_number, '0'), ''), '0'),
    'email:' || lower(p_email)
  ], null)
$$;

-- The words of entries whose network an address is in.
create or replace function block_probes_of_address(p_address inet) returns text[]
language sql stable security definer set search_path = public as $$
  select array(select e.probe from block_entry e where e.ended_at is null and e.network >>= p_address)
$$;
revoke all on function block_probes_of_address(inet) from public;
grant execute on function block_probes_of_address(inet) to retaguarda_app;

-- As block_verdict, with the merchant's own document beside the other party's, and with the address that the call comes from, where a
-- call writes the payment: work of the queue comes from nowhere.
create or replace function block_verdict_on(p_company int, p_direction text, p_probes text[])
returns table (entry_id uuid, effect text, code text)
language sql stable security definer set search_path = public rows 1 set plan_cache_mode = force_generic_plan as $$
  select v.entry_id, v.effect, v.code
    from company c, block_verdict(p_company, p_direction, p_probes || block_probes(c.document)
           || case when current_setting('retaguarda.address', true) <> ''
                then block_probes_of_address(current_setting('retaguarda.address', true)::inet) end) v
   where c.id = p_company
$$;
revoke all on function block_verdict_on(int, text, text[]) from public;
grant execute on function block_verdict_on(int, text, text[]) to retaguarda_app;

-- Writes down that an entry refused or held a payment of a merchant in scope.
create or replace function block_refusal_write(
  p_id uuid, p_flow text, p_effect text, p_entry uuid, p_merchant int, p_subject text, p_name text, p_document text,
  p_amount bigint, p_currency text, p_person uuid
) returns void language plpgsql security definer set search_path = public as $$
begin
  if (scope_all() or p_merchant = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_merchant using errcode = 'RL009';
  end if;
  insert into block_refusal (id, flow, effect, entry_id, merchant_id, subject, party_name, party_document, amount, currency, actor_id)
  values (p_id, p_flow, p_effect, p_entry, p_merchant, p_subject, left(p_name, 200), left(p_document, 14), p_amount, p_currency, p_person);
end $$;
revoke all on function block_refusal_write(uuid, text, text, uuid, int, text, text, text, bigint, text, uuid) from public;
grant execute on function block_refusal_write(uuid, text, text, uuid, int, text, text, text, bigint, text, uuid) to retaguarda_app;

-- Which of these probes an entry names that binds a merchant's payments now: whoever asks about many payments asks block_verdict only
-- about those.
create or replace function block_probes_met(p_company int, p_direction text, p_probes text[]) returns setof text
language sql stable security definer set search_path = public as $$
  select a.probe from (select distinct e.probe from block_entry e where e.probe = any (p_probes) and e.ended_at is null) a
   where exists (select from block_verdict(p_company, p_direction, array[a.probe]))
$$;
revoke all on function block_probes_met(int, text, text[]) from public;
grant execute on function block_probes_met(int, text, text[]) to retaguarda_app;

-- What stands against a payout that is about to be sent, beside what a person released it from; against a court's, nothing does.
create or replace function payout_verdict(p_company int, p_payout uuid)
returns table (entry_id uuid, effect text, code text)
language sql stable security definer set search_path = public rows 1 as $$
  select v.entry_id, v.effect, v.code
    from payout p, block_verdict_on(p.company_id, 'out',
           block_probes(p.holder_document, p.pix_key, p.pix_key_kind, p.ispb, p.branch, p.number)) v
   where p.company_id = p_company and p.id = p_payout and p.origin <> 'judicial'
     and not (v.effect = 'hold' and exists (select from block_refusal r where r.subject = p_payout::text and r.entry_id = v.entry_id
                                               and r.released_at is not null))
$$;
revoke all on function payout_verdict(int, uuid) from public;
grant execute on function payout_verdict(int, uuid) to retaguarda_app;

-- A person of the provider lets a held payout go; who asked for it does not.
create or replace function block_refusal_release(p_subject text, p_person uuid, p_by text, p_reason text) returns int
language plpgsql security definer set search_path = public as $$
declare
  v_released int;
begin
  if (scope_all() or 1 = any (scope_companies())) is not true then
    raise exception 'company 1 is out of scope' using errcode = 'RL009';
  end if;
  update block_refusal set released_at = clock_timestamp(), released_by = p_by, released_by_id = p_person, release_reason = p_reason
   where subject = p_subject and effect = 'hold' and released_at is null;
  get diagnostics v_released = row_count;
  return v_released;
end $$;
revoke all on function block_refusal_release(text, uuid, text, text) from public;
grant execute on function block_refusal_release(text, uuid, text, text) to retaguarda_app;

-- What an entry says stays. It is confirmed once, extended, and ended once.
create or replace function block_entry_moves() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{probe,network,until,confirmed_at,confirmed_by,confirmed_by_id,ended_at,ended_as,ended_by,ended_by_id,end_reason}'::text[])
     is distinct from (to_jsonb(old) - '{probe,network,until,confirmed_at,confirmed_by,confirmed_by_id,ended_at,ended_as,ended_by,ended_by_id,end_reason}'::text[])
     or old.ended_at is not null or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'an entry of the block list does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger block_entry_moves before update on block_entry for each row execute function block_entry_moves();
create or replace trigger block_entry_kept before delete on block_entry for each row execute function refuse_change();

create or replace function block_refusal_moves() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or (to_jsonb(new) - '{released_at,released_by,released_by_id,release_reason}'::text[])
     is distinct from (to_jsonb(old) - '{released_at,released_by,released_by_id,release_reason}'::text[]) then
    raise exception 'what an entry did stays' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger block_refusal_moves before update on block_refusal for each row execute function block_refusal_moves();
create or replace trigger block_refusal_kept before delete on block_refusal for each row execute function refuse_unless_erasing();
call append_only('block_upload_refused');

-- Whether there is such a merchant, whoever asks.
create or replace function block_merchant_exists(p_company int) returns boolean
language sql stable security definer set search_path = public as $$ select exists (select from company where id = p_company and id <> 1) $$;
revoke all on function block_merchant_exists(int) from public;
grant execute on function block_merchant_exists(int) to retaguarda_app;

-- What stands against a Pix that came in becoming money of a merchant, beside what a person let go.
create or replace function pay_in_verdict(p_company int, p_e2e text)
returns table (entry_id uuid, effect text, code text)
language sql stable security definer set search_path = public rows 1 as $$
  select v.entry_id, v.effect, v.code
    from pix_payment p, block_verdict_on(p_company, 'in', block_probes(p.payer_document)) v
   where p.end_to_end_id = p_e2e
     and not exists (select from block_refusal r where r.subject = p_e2e and r.entry_id = v.entry_id and r.released_at is not null)
$$;
revoke all on function pay_in_verdict(int, text) from public;
grant execute on function pay_in_verdict(int, text) to retaguarda_app;

-- Whether an entry's hold of a payment is written down.
create or replace function block_refusal_written(p_subject text, p_entry uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from block_refusal r where r.subject = p_subject and r.entry_id = p_entry)
$$;
revoke all on function block_refusal_written(text, uuid) from public;
grant execute on function block_refusal_written(text, uuid) to retaguarda_app;

call allow_moves('block_upload', 'status',
  'received: done unreadable');
