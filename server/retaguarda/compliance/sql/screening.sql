-- The lists that an installation knows from the start; each is fetched or uploaded before it says anything.
create or replace function watch_lists_begin() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into watch_list (company_id, id, code, name, kind, format, source_url, licence, max_age_days) values
    (1, gen_random_uuid(), 'un', 'ONU — CSNU consolidada', 'sanction', 'un_xml',
     'https://scsanctions.un.org/resources/xml/en/consolidated.xml', 'UN Security Council, public; Lei 13.810/2019', 1),
    (1, gen_random_uuid(), 'ofac', 'OFAC SDN', 'sanction', 'ofac_csv',
     'https://sanctionslistservice.ofac.treas.gov/api/publicationpreview/exports/SDN.CSV', 'US Treasury, public domain', 7),
    (1, gen_random_uuid(), 'pep', 'PEP — CGU', 'pep', 'pep_csv', null, 'CGU, Portal da Transparência, dados abertos', 40),
    (1, gen_random_uuid(), 'ceis', 'CEIS — CGU', 'debarred', 'table_csv', null, 'CGU, Portal da Transparência, dados abertos', 7),
    (1, gen_random_uuid(), 'cnep', 'CNEP — CGU', 'debarred', 'table_csv', null, 'CGU, Portal da Transparência, dados abertos', 7),
    (1, gen_random_uuid(), 'labour', 'Trabalho análogo ao de escravo — MTE', 'labour', 'table_csv', null, 'MTE, público', 190),
    (1, gen_random_uuid(), 'house', 'Lista da casa', 'house', 'table_csv', null, '—', 366)
  on conflict (code) do nothing;
  return null;
end $$;
create or replace trigger watch_lists_begin after insert on company for each row when (new.id = 1) execute function watch_lists_begin();

-- What a version, a decision and a check say stays.
create or replace function list_version_keeps() returns trigger language plpgsql as $$
begin
  if new.sha256 <> old.sha256 or new.list_id <> old.list_id or new.received_by <> old.received_by or (old.number is not null and new.number <> old.number) then
    raise exception 'what a version of a list is does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger list_version_keeps before update on list_version for each row execute function list_version_keeps();
call allow_moves('list_version', 'status',
  'received: held active unreadable discarded',
  'held: active discarded',
  'active: replaced');

create or replace function list_entry_keeps() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{to_version,name_keys}'::text[]) is distinct from (to_jsonb(old) - '{to_version,name_keys}'::text[])
     or new.name_keys is distinct from old.name_keys and old.name_keys is not null or old.to_version is not null then
    raise exception 'an entry of a list does not change: its next version is another row' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger list_entry_keeps before update on list_entry for each row execute function list_entry_keeps();

call allow_moves('list_hit', 'status',
  'pending: confirmed not_the_one skipped',
  'confirmed: not_the_one pending',
  'not_the_one: confirmed pending skipped',
  'skipped: confirmed not_the_one pending');

create or replace function whitelist_pair_moves() returns trigger language plpgsql as $$
begin
  if (new.party_id, new.list_id, new.entry_key, new.identity, new.shown, new.listed, new.reason, new.comment, new.expires_on, new.created_at,
      new.created_by, new.created_by_id)
     is distinct from
     (old.party_id, old.list_id, old.entry_key, old.identity, old.shown, old.listed, old.reason, old.comment, old.expires_on, old.created_at,
      old.created_by, old.created_by_id)
     or old.decider_id is not null and (new.decider_id, new.decided_by, new.decided_at, new.decision_reason)
        is distinct from (old.decider_id, old.decided_by, old.decided_at, old.decision_reason) then
    raise exception 'what a pair says, and who decided about it, does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger whitelist_pair_moves before update on whitelist_pair for each row execute function whitelist_pair_moves();
call allow_moves('whitelist_pair', 'state',
  'proposed: in_force refused ended',
  'in_force: ended');

call allow_moves('check_file', 'status',
  'received: running done unreadable',
  'running: done unreadable');

call allow_moves('document_check', 'status',
  'asked: done error',
  'done: asked',
  'error: asked');

-- How a counterparty abroad of a merchant is known among the parties: by its very name.
create or replace function counterparty_known_as(p_merchant int, p_name text) returns text language sql immutable parallel safe as $$
  select p_merchant || '/' || encode(substring(sha256(convert_to(p_name, 'UTF8')) for 16), 'hex')
$$;

-- Writes down that a merchant in scope exchanges with somebody abroad; it is held until it was compared with the lists.
create or replace function counterparty_note(p_merchant int, p_name text) returns void
language plpgsql security definer set search_path = public as $$
begin
  if (scope_all() or p_merchant = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_merchant using errcode = 'RL009';
  end if;
  insert into screened_party (id, source, source_id, merchant_id, name, keys, waiting)
  values (gen_random_uuid(), 'counterparty', counterparty_known_as(p_merchant, p_name), p_merchant, p_name, '{}', true)
  on conflict (source, source_id) do nothing;
end $$;
revoke all on function counterparty_note(int, text) from public;
grant execute on function counterparty_note(int, text) to retaguarda_app;

-- Whether a list of sanctions names this counterparty for certain. It tells neither list nor hit, and answers for every merchant alike.
create or replace function counterparty_frozen(p_merchant int, p_name text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from screened_party p join list_hit h on h.company_id = p.company_id and h.party_id = p.id
                   join watch_list l on l.company_id = h.company_id and l.id = h.list_id
                  where p.source = 'counterparty' and p.source_id = counterparty_known_as(p_merchant, p_name)
                    and h.status = 'confirmed' and l.kind = 'sanction')
$$;
revoke all on function counterparty_frozen(int, text) from public;
grant execute on function counterparty_frozen(int, text) to retaguarda_app;

-- How a client for whom a merchant exchanges is known among the parties: by document and name.
create or replace function exchange_client_known_as(p_merchant int, p_name text, p_document text) returns text
language sql immutable parallel safe as $$
  select p_merchant || '/' || encode(substring(sha256(convert_to(coalesce(p_document, '') || '/' || p_name, 'UTF8')) for 16), 'hex')
$$;

-- Lets a client at home be compared with the lists. Whoever may write an operation has said whose client it is: nobody asks again.
create or replace function exchange_client_remember(p_merchant int, p_name text, p_document text) returns void
language sql security definer set search_path = public as $$
  insert into screened_party (id, source, source_id, merchant_id, name, document, keys, waiting)
  values (gen_random_uuid(), 'client', exchange_client_known_as(p_merchant, p_name, p_document), p_merchant, p_name, p_document, '{}', true)
  on conflict (source, source_id) do nothing
$$;
revoke all on function exchange_client_remember(int, text, text) from public;

-- As counterparty_note(), of the client at home.
create or replace function exchange_client_note(p_merchant int, p_name text, p_document text) returns void
language plpgsql security definer set search_path = public as $$
begin
  if (scope_all() or p_merchant = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_merchant using errcode = 'RL009';
  end if;
  perform exchange_client_remember(p_merchant, p_name, p_document);
end $$;
revoke all on function exchange_client_note(int, text, text) from public;
grant execute on function exchange_client_note(int, text, text) to retaguarda_app;

-- As counterparty_frozen(), of the client at home.
create or replace function exchange_client_frozen(p_merchant int, p_name text, p_document text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from screened_party p join list_hit h on h.company_id = p.company_id and h.party_id = p.id
                   join watch_list l on l.company_id = h.company_id and l.id = h.list_id
                  where p.source = 'client' and p.source_id = exchange_client_known_as(p_merchant, p_name, p_document)
                    and h.status = 'confirmed' and l.kind = 'sanction')
$$;
revoke all on function exchange_client_frozen(int, text, text) from public;
grant execute on function exchange_client_frozen(int, text, text) to retaguarda_app;

-- Current entries that may reach p_least, by the keys of names; and by the wide ones those of lists that ask for less, and those of which
-- the keys of names are not made yet. Row security would keep the index of keys from being used: its operator is not leakproof. So the
-- scope is asked once, here, instead of row by row; and as how many keys are found cannot be guessed, the index is used always.
create or replace function screening_found_entries(p_names text[], p_wide text[], p_least int, p_lists uuid[])
returns table (id uuid, list_id uuid, entry_key text, names text[], person boolean, document text, digits text, births text[], identity bytea,
               threshold int, number int)
language plpgsql stable security definer rows 20 set search_path = public set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if (scope_all() or 1 = any (scope_companies())) is not true then
    return;
  end if;
  return query
    select e.id, e.list_id, e.entry_key, e.names, e.person, e.document, e.digits, e.births, e.identity, l.threshold, l.number
      from list_entry e join watch_list l on l.company_id = e.company_id and l.id = e.list_id
     where e.to_version is null and e.name_keys && p_names and l.threshold >= p_least and (p_lists is null or e.list_id = any (p_lists));
  if exists (select from watch_list l where l.threshold < p_least)
     or exists (select from list_entry e where e.to_version is null and e.name_keys is null) then
    return query
      select e.id, e.list_id, e.entry_key, e.names, e.person, e.document, e.digits, e.births, e.identity, l.threshold, l.number
        from list_entry e join watch_list l on l.company_id = e.company_id and l.id = e.list_id
       where e.to_version is null and e.keys && p_wide and (l.threshold < p_least or e.name_keys is null)
         and (p_lists is null or e.list_id = any (p_lists));
  end if;
end $$;
revoke all on function screening_found_entries(text[], text[], int, uuid[]) from public;
grant execute on function screening_found_entries(text[], text[], int, uuid[]) to retaguarda_app;

-- Parties that may reach the threshold of a list with an entry of these keys.
create or replace function screening_found_parties(p_names text[], p_wide text[], p_least int, p_threshold int)
returns table (id uuid, name text, other_name text, document text, birth text)
language plpgsql stable security definer rows 20 set search_path = public set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if (scope_all() or 1 = any (scope_companies())) is not true then
    return;
  end if;
  if p_threshold >= p_least then
    return query
      select p.id, p.name, p.other_name, p.document, p.birth from screened_party p where p.name_keys && p_names;
  end if;
  if p_threshold < p_least or exists (select from screened_party p where p.name_keys is null) then
    return query
      select p.id, p.name, p.other_name, p.document, p.birth from screened_party p
       where p.keys && p_wide and (p_threshold < p_least or p.name_keys is null);
  end if;
end $$;
revoke all on function screening_found_parties(text[], text[], int, int) from public;
grant execute on function screening_found_parties(text[], text[], int, int) to retaguarda_app;
