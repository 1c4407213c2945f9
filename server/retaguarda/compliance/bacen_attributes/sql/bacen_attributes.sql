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

-- Writes down that something holds from a day, or from a day to another: what was known for days between is known no more; what
-- held before holds to the first day, and what holds after the last one goes on from there. The same value until a day is its end.
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
       and a.valid_from < coalesce(p_to, 'infinity')
    returning a.*)
  insert into bacen_attribute (id, subject_company, subject, subject_kind, attribute, value, valid_from, valid_to, source,
                               source_ref, set_by_id, set_by, known_from, next_review)
  select gen_random_uuid(), e.subject_company, e.subject, e.subject_kind, e.attribute, e.value, rest.valid_from, rest.valid_to,
         e.source, e.source_ref, e.set_by_id, e.set_by, v_now, e.next_review
    from ended e cross join lateral (values (e.valid_from, p_from), (p_to, e.valid_to)) rest (valid_from, valid_to)
   where rest.valid_from < coalesce(rest.valid_to, 'infinity') and (rest.valid_from = e.valid_from or e.value <> p_value);
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

-- Who held or represented an account here, as it was known at a moment: of each person or company its newest relationship.
create or replace function ccs_known(p_at timestamptz)
returns table (id uuid, merchant_id int, document text, kind text, started_on date, ended_on date, known_from timestamptz)
language sql stable as $$
  select distinct on (a.subject_company, a.subject) a.id, a.subject_company, a.subject,
         case a.subject_kind when 'merchant' then 'holder' else 'representative' end, a.value::date, a.valid_to, a.known_from
    from bacen_attribute a
   where a.attribute = 'relationship_start' and a.state = 'known' and a.known_from <= p_at and (a.known_to is null or a.known_to > p_at)
   order by a.subject_company, a.subject, a.valid_from desc, a.id
$$;

-- What changed between two moments: a relationship that began to be known, that is told otherwise, or that is known no more.
create or replace function ccs_changes(p_since timestamptz, p_until timestamptz)
returns table (operation text, document text, merchant_id int, kind text, started_on date, ended_on date)
language sql stable as $$
  select case when b.id is null then 'inclusion' when n.id is null then 'exclusion' else 'change' end,
         coalesce(n.document, b.document), coalesce(n.merchant_id, b.merchant_id), coalesce(n.kind, b.kind),
         coalesce(n.started_on, b.started_on), case when n.id is null then b.ended_on else n.ended_on end
    from ccs_known(p_since) b full join ccs_known(p_until) n on n.merchant_id = b.merchant_id and n.document = b.document
   where (b.kind, b.started_on, b.ended_on) is distinct from (n.kind, n.started_on, n.ended_on)
$$;
