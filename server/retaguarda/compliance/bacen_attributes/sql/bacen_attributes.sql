-- What was known is not rewritten: a row ends once, and a proposal is decided once.
create or replace function bacen_attribute_moves() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{known_to,valid_to,state,known_from,confirmed_id,confirmed_by,confirmed_at}'::text[]
     <> to_jsonb(old) - '{known_to,valid_to,state,known_from,confirmed_id,confirmed_by,confirmed_at}'::text[]
     or old.known_to is not null
     or (old.state = new.state and old.state <> 'known')
     or (old.state = 'known' and (new.valid_to is distinct from old.valid_to or new.known_from <> old.known_from)) then
    raise exception 'what was known of an attribute does not change' using errcode = 'RF082';
  end if;
  if old.state = 'proposed' and new.confirmed_id = old.set_by_id then
    raise exception 'somebody else confirms it' using errcode = 'RF087';
  end if;
  return new;
end $$;
create or replace trigger moves before update on bacen_attribute for each row execute function bacen_attribute_moves();
call allow_moves('bacen_attribute', 'state',
  'proposed: known refused');

create or replace function bacen_risk_rank(p_risk text) returns int language sql immutable as
$$ select array_position(array['low', 'medium', 'high', 'very_high'], p_risk) $$;

-- Writes down that something holds from a day: what was known for later days is known no more, what held before holds to that day.
create or replace function bacen_attribute_set(
  p_id uuid, p_company int, p_subject text, p_kind text, p_attribute text, p_value text, p_from date, p_to date,
  p_source text, p_ref text, p_person uuid, p_by text, p_review date
) returns void language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  perform pg_advisory_xact_lock(hashtextextended('bacen_attribute:' || p_company || ':' || p_subject || ':' || p_attribute, 0));
  with ended as (
    update bacen_attribute a set known_to = v_now
     where a.subject_company = p_company and a.subject = p_subject and a.attribute = p_attribute
       and a.state = 'known' and a.known_to is null and coalesce(a.valid_to, 'infinity') > p_from
    returning a.*)
  insert into bacen_attribute (id, subject_company, subject, subject_kind, attribute, value, valid_from, valid_to, source,
                               source_ref, set_by_id, set_by, known_from, next_review)
  select gen_random_uuid(), e.subject_company, e.subject, e.subject_kind, e.attribute, e.value, e.valid_from, p_from, e.source,
         e.source_ref, e.set_by_id, e.set_by, v_now, e.next_review
    from ended e where e.valid_from < p_from;
  insert into bacen_attribute (id, subject_company, subject, subject_kind, attribute, value, valid_from, valid_to, source,
                               source_ref, set_by_id, set_by, known_from, next_review)
  values (p_id, p_company, p_subject, p_kind, p_attribute, p_value, p_from, p_to, p_source, p_ref, p_person, p_by, v_now, p_review)
  on conflict (id) do nothing;
end $$;

-- Whether a company's owners, and those of each company among them, are named to the last part.
create or replace function owners_are_whole(p_owners jsonb) returns boolean language sql immutable as $$
  select not exists (
    select from (select '' as company union select o ->> 'document' from jsonb_array_elements(coalesce(p_owners, '[]')) o
                  where length(o ->> 'document') = 14) c
     where (select coalesce(sum((o ->> 'share')::int), 0) from jsonb_array_elements(coalesce(p_owners, '[]')) o
             where coalesce(o ->> 'of', '') = c.company) <> 10000)
$$;

-- What a decision of KYC makes known.
create or replace function bacen_attribute_from_kyc(
  p_company int, p_document text, p_kind text, p_number int, p_until date, p_risk text, p_form jsonb, p_by text, p_person uuid
) returns void language plpgsql as $$
declare
  v_today date := (now() at time zone 'America/Sao_Paulo')::date;
  v_name text;
  v_value text;
begin
  for v_name, v_value in
    select f.name, f.value from (values
      ('risk_class', p_risk), ('review_date', p_until::text), ('activity', left(p_form ->> 'activity', 200)),
      ('purpose', left(p_form ->> 'purpose', 200)), ('capacity', left(p_form ->> 'revenue_band', 200)),
      ('ubo_complete', case when length(p_document) = 14 then case when owners_are_whole(p_form -> 'owners') then 'yes' else 'no' end end)
      ) f (name, value)
     where f.value <> ''
  loop
    perform bacen_attribute_set(gen_random_uuid(), p_company, p_document, p_kind, v_name, v_value, v_today, null, 'kyc',
                                'KR-' || lpad(p_number::text, 6, '0'), p_person, p_by, p_until);
  end loop;
  if not exists (select from bacen_attribute a where a.subject_company = p_company and a.subject = p_document
                  and a.attribute = 'relationship_start' and a.known_to is null and a.state = 'known') then
    perform bacen_attribute_set(gen_random_uuid(), p_company, p_document, p_kind, 'relationship_start', v_today::text, v_today, null,
                                'kyc', 'KR-' || lpad(p_number::text, 6, '0'), p_person, p_by, null);
  end if;
end $$;
