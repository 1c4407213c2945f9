create or replace function company_moves() returns trigger language plpgsql as $$
begin
  -- Whoever brought a company in is not who lets it begin.
  if old.status = 'review' and new.status = 'active' and new.onboarded_by = scope_person() then
    raise exception 'another person decides over a company that you brought in' using errcode = 'RF052';
  end if;
  new.status_at := now();
  return new;
end $$;

-- Why a company moves no money in this direction ('in': asking for it, 'out': taking it away); null when it does. The reason is
-- what staff wrote, or the state it is in. Whoever leaves may still take their money away.
create or replace function company_blocked(p_company int, p_direction text) returns text
language sql stable security definer set search_path = public as $$
  select case
           when c.status = 'active' or (c.status = 'offboarding' and p_direction = 'out') then null
           when c.status <> 'blocked' then c.status
           when case p_direction when 'in' then c.blocked_in when 'out' then c.blocked_out else true end then c.status_reason
         end
    from company c where c.id = p_company
$$;
revoke all on function company_blocked(int, text) from public;
grant execute on function company_blocked(int, text) to retaguarda_app;

-- Brings a company in, and answers its number; null when its document is known. Only the provider's own people do it. The rest of
-- the transaction sees the new company, too. Numbers of another installation of the provider are never taken.
create or replace function company_onboard(
  p_document text, p_name text, p_legal_name text, p_segment text, p_country text, p_owner text, p_products text[],
  p_kyc_expires_on date
) returns int language plpgsql security definer set search_path = public as $$
declare
  v_id int; v_first int; v_last int;
begin
  if not scope_holds(array['register::company:write'])
     or not exists (select from published.person p where p.id = scope_person() and p.internal and p.disabled_at is null) then
    raise exception 'only the provider brings companies in' using errcode = 'RF053';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('company_onboard', 0));
  if exists (select from company c where c.document = p_document) then
    return null;
  end if;
  select coalesce(max(r.first), 2), coalesce(max(r.last), 2147483647) into v_first, v_last from company_range r;
  select coalesce(max(c.id) + 1, v_first) into v_id from company c where c.id between v_first and v_last;
  if v_id > v_last then
    raise exception 'this installation has no number left for a company: % to % are taken', v_first, v_last using errcode = 'RF538';
  end if;
  insert into company (id, document, name, legal_name, segment, country, owner, products, kyc_expires_on, status, onboarded_by)
  values (v_id, p_document, p_name, p_legal_name, p_segment, p_country, p_owner, p_products, p_kyc_expires_on, 'created', scope_person());
  if not scope_all() then
    perform set_config('retaguarda.companies', array_append(scope_companies(), v_id)::text, true);
  end if;
  return v_id;
end $$;
revoke all on function company_onboard(text, text, text, text, text, text, text[], date) from public;
grant execute on function company_onboard(text, text, text, text, text, text, text[], date) to retaguarda_app;

create or replace function company_partner_shares() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- One change of a company's partners at a time, else two halves could make more than a whole.
  perform from company c where c.id = new.company_id for no key update;
  if (select sum(p.share) from company_partner p where p.company_id = new.company_id and p.removed_at is null) > 10000 then
    raise exception 'the partners would hold more than 100 percent' using errcode = 'RF054';
  end if;
  return null;
end $$;

-- What this kind of move may have at most, minor units; null: no limit of the company's own.
create or replace function company_limit_of(p_company int, p_kind text) returns bigint
language sql stable security definer set search_path = public as
$$ select l.amount from company_limit l where l.company_id = p_company and l.kind = p_kind $$;
revoke all on function company_limit_of(int, text) from public;
grant execute on function company_limit_of(int, text) to retaguarda_app;

-- Sets a limit of a company in minor units of the currency; null takes it away.
create or replace function company_limit_set(p_company int, p_kind text, p_amount bigint, p_currency text, p_by text) returns void
language sql as $$
  delete from company_limit where company_id = p_company and kind = p_kind and p_amount is null;
  insert into company_limit (company_id, kind, amount, currency, updated_by)
  select p_company, p_kind, p_amount, p_currency, p_by where p_amount is not null
  on conflict (company_id, kind) do update
    set amount = excluded.amount, currency = excluded.currency, updated_at = now(), updated_by = excluded.updated_by;
$$;

-- A company is known until a day: a decision of KYC says so; without one its day stays. It begins where it waited for that.
create or replace function company_known(p_company int, p_until date, p_risk text) returns void language plpgsql as $$
declare
  v_day date;
begin
  update company set kyc_expires_on = coalesce(p_until, kyc_expires_on), risk = p_risk where id = p_company;
  update company_attribute set valid_to = greatest(valid_from, (now() at time zone 'America/Sao_Paulo')::date)
   where company_id = p_company and attribute = 'risk_classification' and valid_to is null and value <> p_risk
  returning valid_to into v_day;
  if found then
    insert into company_attribute (company_id, id, attribute, value, valid_from, source, created_by)
    values (p_company, gen_random_uuid(), 'risk_classification', p_risk, v_day, 'KYC', 'kyc');
  end if;
  update company set status = 'review' where id = p_company and status in ('created', 'snoozed');
  update company set status = 'active' where id = p_company and status = 'review';
  update company set status = 'active', blocked_in = false, blocked_out = false, status_reason = null
   where id = p_company and status = 'blocked' and status_reason = 'registration_expired';
end $$;

-- What is known of a company is too old: it moves no money out ('stop_payouts'), or none at all ('stop_all').
create or replace function company_knowledge_expired(p_company int, p_effect text) returns void language sql as $$
  update company
     set status = 'blocked', blocked_out = true, blocked_in = p_effect = 'stop_all', status_reason = 'registration_expired'
   where id = p_company and id <> 1 and status = 'active' and p_effect in ('stop_payouts', 'stop_all')
$$;

call append_only('company_note');

create or replace trigger company_moves before update of status on company
  for each row when (old.status <> new.status) execute function company_moves();
call allow_moves('company', 'status',
  'created: review denied',
  'review: active snoozed denied',
  'snoozed: review denied',
  'denied: review',
  'active: blocked offboarding',
  'blocked: active offboarding',
  'offboarding: active offboarded');

create or replace trigger company_fixed before update of id, document, onboarded_by, created_at on company
  for each row when ((old.id, old.document, old.created_at) is distinct from (new.id, new.document, new.created_at)
                     or old.onboarded_by is distinct from new.onboarded_by)
  execute function refuse_change();

create or replace trigger company_partner_shares after insert or update on company_partner
  for each row execute function company_partner_shares();

-- A foreign key locks the company's row for each event. Companies are never deleted, row security asks whose event it is, and
-- verify looks; the ledger's entries do without for the same reason.
create or replace trigger kept before delete or update of id on company for each row execute function refuse_change();
