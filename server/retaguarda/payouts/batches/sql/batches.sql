-- The leaf of a line, of everything that decides who gets how much, when and under which words (RFC 6962: 0x00 in front). The worker
-- computes the same by itself (seal_batch.py).
create or replace function payout_leaf(
  p_number int, p_name text, p_document text, p_kind text, p_ispb text, p_branch text, p_account text, p_account_type text,
  p_pix_key text, p_amount bigint, p_currency text, p_fee bigint, p_scheduled_for date, p_description text, p_external_id text,
  p_destination bytea, p_replaces uuid
) returns bytea language sql immutable parallel safe as $$
  select sha256('\x00'::bytea || convert_to(concat_ws(E'\x1f', 'payout line 1', p_number::text, coalesce(p_name, ''),
    coalesce(p_document, ''), coalesce(p_kind, ''), coalesce(p_ispb, ''), coalesce(p_branch, ''), coalesce(p_account, ''),
    coalesce(p_account_type, ''), coalesce(p_pix_key, ''), p_amount::text, p_currency, p_fee::text,
    coalesce(to_char(p_scheduled_for, 'YYYY-MM-DD'), ''), coalesce(p_description, ''), coalesce(p_external_id, ''),
    coalesce(encode(p_destination, 'hex'), ''), coalesce(p_replaces::text, '')), 'UTF8'))
$$;

-- Whether a leaf stands at a place under the root that was approved of a batch. Of each level it reads one hash, never the whole.
-- enable_seqscan: a plan kept from when the batch was being inserted would scan all of it for each payout.
-- The kind of an account and, of what was asked for as a TED, that it was and what for: a part of what is approved.
create or replace function payout_place(p_account_type text, p_ted_purpose text) returns text language sql immutable as $$
  select case when p_ted_purpose is null then p_account_type else p_account_type || ':ted:' || p_ted_purpose end
$$;

create or replace function payout_leaf_stands(p_company int, p_batch uuid, p_place int, p_leaf bytea) returns boolean
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_root    bytea;
  v_place   int := p_place;
  v_sibling int;
  v_hash    bytea := p_leaf;
  v_other   bytea;
  v_size    int;
  v_level   int := 0;
begin
  select b.root into v_root from payout_batch b
   where b.company_id = p_company and b.id = p_batch and b.mac is not null;
  loop
    v_sibling := case when v_place % 2 = 1 then v_place - 1 else v_place + 1 end;
    select octet_length(l.hashes) / 32, substr(l.hashes, v_sibling * 32 + 1, 32) into v_size, v_other
      from payout_batch_level l where l.company_id = p_company and l.batch_id = p_batch and l.level = v_level;
    exit when v_size is null or v_size = 1;
    if v_place % 2 = 1 then
      v_hash := sha256('\x01'::bytea || v_other || v_hash);
    elsif v_sibling < v_size then
      v_hash := sha256('\x01'::bytea || v_hash || v_other);
    end if;
    v_place := v_place / 2;
    v_level := v_level + 1;
  end loop;
  return coalesce(v_hash = v_root, false);
end $$;

-- Whether a payout is what somebody approved: the line of its batch, unchanged, under the root.
create or replace function payout_is_approved(p payout) returns boolean
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_place int;
begin
  select l.leaf_no into v_place
    from payout_line l where l.company_id = p.company_id and l.batch_id = p.batch_id and l.number = p.batch_line;
  return v_place is not null and payout_leaf_stands(p.company_id, p.batch_id, v_place,
    payout_leaf(p.batch_line, p.holder_name, p.holder_document, p.kind, p.ispb, p.branch, p.number,
                payout_place(p.account_type, p.ted_purpose), p.pix_key,
                p.amount, p.currency, p.fee, p.scheduled_for, p.description, p.external_id, p.destination, p.replaces));
end $$;

-- Whether leaves stand at their places under the root that was approved of a batch, all of them. They are proved together: of neighbours the
-- hashes above are computed once, and what is read of a level are only those beside them. Each level is one statement, however many leaves.
create or replace function payout_leaves_stand(p_company int, p_batch uuid, p_places int[], p_leaves bytea[]) returns boolean
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_root   bytea;
  v_places int[];
  v_hashes bytea[];
  v_size   int;
  v_level  int := 0;
begin
  select b.root into v_root from payout_batch b
   where b.company_id = p_company and b.id = p_batch and b.mac is not null;
  select octet_length(l.hashes) / 32 into v_size
    from payout_batch_level l where l.company_id = p_company and l.batch_id = p_batch and l.level = 0;
  select array_agg(place order by place), array_agg(leaf order by place) into v_places, v_hashes
    from (select distinct place, leaf from unnest(p_places, p_leaves) u (place, leaf)) each;
  -- Two leaves at one place are not both what was approved; nor is one without a place, or beyond the last.
  if v_root is null or v_size is null or v_places is null or v_places[1] < 0
     or (select count(distinct place) from unnest(v_places) place) <> cardinality(v_places)
     or v_places[cardinality(v_places)] >= v_size then
    return false;
  end if;
  while v_size > 1 loop
    select array_agg(n.place order by n.place), array_agg(n.hash order by n.place) into v_places, v_hashes
      from payout_batch_level l
     cross join lateral (
       select k.place / 2 as place,
              case when k.place / 2 * 2 + 1 >= v_size then (array_agg(k.hash))[1]
                   else sha256('\x01'::bytea
                     || coalesce((array_agg(k.hash) filter (where k.place % 2 = 0))[1], substr(l.hashes, k.place / 2 * 64 + 1, 32))
                     || coalesce((array_agg(k.hash) filter (where k.place % 2 = 1))[1], substr(l.hashes, k.place / 2 * 64 + 33, 32))) end as hash
         from unnest(v_places, v_hashes) k (place, hash) group by k.place / 2) n
     where l.company_id = p_company and l.batch_id = p_batch and l.level = v_level;
    v_size := (v_size + 1) / 2;
    v_level := v_level + 1;
  end loop;
  return coalesce(v_places = array[0] and v_hashes[1] = v_root, false);
end $$;

-- Every payout of a batch is a line of it that was approved, whoever inserts it; those of one statement are proved together.
create or replace function payout_come_of_lines() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v record;
begin
  for v in
    select a.company_id, a.batch_id, min(a.batch_line) as line, array_agg(coalesce(l.leaf_no, -1)) as places,
           array_agg(payout_leaf(a.batch_line, a.holder_name, a.holder_document, a.kind, a.ispb, a.branch, a.number,
                                 payout_place(a.account_type, a.ted_purpose), a.pix_key, a.amount, a.currency, a.fee, a.scheduled_for,
                                 a.description, a.external_id, a.destination, a.replaces)) as leaves
      from added a
      left join payout_line l on l.company_id = a.company_id and l.batch_id = a.batch_id and l.number = a.batch_line
     where a.batch_id is not null
     group by 1, 2
  loop
    if not payout_leaves_stand(v.company_id, v.batch_id, v.places, v.leaves) then
      raise exception 'a line of this batch, from % on, was not approved as it is', v.line using errcode = 'RP001';
    end if;
  end loop;
  return null;
end $$;

create or replace trigger come_of_lines after insert on payout referencing new table as added
  for each statement execute function payout_come_of_lines();

create or replace function payout_orders_are_approved() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v record;
begin
  for v in
    select p.company_id, p.batch_id, (array_agg(p.id))[1] as payout, bool_or(p.amount <> a.amount) as other,
           array_agg(coalesce(l.leaf_no, -1)) as places,
           array_agg(payout_leaf(p.batch_line, p.holder_name, p.holder_document, p.kind, p.ispb, p.branch, p.number,
                                 payout_place(p.account_type, p.ted_purpose), p.pix_key, p.amount, p.currency, p.fee, p.scheduled_for,
                                 p.description, p.external_id, p.destination, p.replaces)) as leaves
      from added a
      join payout p on p.company_id = a.company_id and p.id = a.payout_id
      left join payout_line l on l.company_id = p.company_id and l.batch_id = p.batch_id and l.number = p.batch_line
     where p.batch_id is not null
     group by 1, 2
  loop
    if v.other or not payout_leaves_stand(v.company_id, v.batch_id, v.places, v.leaves) then
      raise exception 'of the payouts that are ordered with %, one is not what was approved', v.payout using errcode = 'RP001';
    end if;
  end loop;
  return null;
end $$;

create or replace trigger are_approved after insert on payout_order referencing new table as added
  for each statement execute function payout_orders_are_approved();

create or replace function payout_batch_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.currency, new.created_at, new.source) is distinct from
     (old.company_id, old.id, old.currency, old.created_at, old.source)
     or old.mac is not null and (new.root, new.mac, new.plan_hash, new.amount, new.fee, new.choice, new.good, new.authorised_at,
                                 new.authorised_by, new.later, new.later_counts, new.limit_day, new.limit_night,
                                 new.payees_counted, new.fee_back)
       is distinct from (old.root, old.mac, old.plan_hash, old.amount, old.fee, old.choice, old.good, old.authorised_at,
                         old.authorised_by, old.later, old.later_counts, old.limit_day, old.limit_night,
                         old.payees_counted, old.fee_back)
     or new.turned < old.turned then
    raise exception 'what was approved of a batch does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger moves before update on payout_batch for each row execute function payout_batch_moves();
call allow_moves('payout_batch', 'status',
  'receiving: received unreadable cancelled',
  'received: planned unreadable cancelled',
  'planned: authorised cancelled expired',
  'authorised: running paused done_in_part',
  'running: paused done done_in_part',
  'paused: running done_in_part done');

create or replace function payout_line_moves() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if old.payout_id is not null
     or (new.fee, new.leaf, new.leaf_no, new.excluded_by, new.problems) is distinct from
        (old.fee, old.leaf, old.leaf_no, old.excluded_by, old.problems)
        and exists (select from payout_batch b
                     where b.company_id = old.company_id and b.id = old.batch_id and b.mac is not null) then
    raise exception 'a line stays as it was approved' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger moves before update on payout_line for each row execute function payout_line_moves();

-- What was brought is not corrected here: a corrected file is another batch.
create or replace trigger fixed before delete or update of company_id, batch_id, number, cells, currency, name, document, kind, ispb,
  compe, bank_name, branch, account, account_type, pix_key, pix_key_kind, amount, scheduled_for, description, external_id,
  destination, form, replaces, tags, cost_centre, priority on payout_line for each row execute function refuse_change();

create or replace trigger kept before delete on payout_batch for each row execute function refuse_change();

-- A problem or a warning of a line as JSON, in an array; an empty array where it is none.
create or replace function payout_line_said(p_is boolean, p_column text, p_why text, p_line int default null) returns jsonb
language sql immutable parallel safe as $$
  select case when p_is then jsonb_build_array(jsonb_build_object('column', p_column, 'why', p_why, 'line', p_line)) else '[]'::jsonb end
$$;

-- Published: on which day a payout of a batch counts, and in which night: as its line was counted when the batch was authorised.
-- ``payees``: it counts for its payee too.
create or replace function payout_batch_counts_on(p_company int, p_batch uuid, p_scheduled date)
returns table (day date, night date, payees boolean) language sql stable as $$
  select greatest(p_scheduled, b.limit_day), case when coalesce(p_scheduled <= b.limit_night + 1, true) then b.limit_night end,
         b.payees_counted
    from payout_batch b where b.company_id = p_company and b.id = p_batch
$$;

-- Published: whether the rest of a batch was stopped: a payout of it that was not ordered by then never is.
create or replace function payout_batch_stopped(p_company int, p_batch uuid) returns boolean language sql stable as $$
  select coalesce((select b.stopped_at is not null from payout_batch b where b.company_id = p_company and b.id = p_batch), false)
$$;

-- Published: whether the fees of a batch go back with what comes back whole, as the settings said when it was authorised.
create or replace function payout_batch_fee_back(p_company int, p_batch uuid) returns boolean language sql stable as $$
  select b.fee_back from payout_batch b where b.company_id = p_company and b.id = p_batch
$$;

-- Published: what the lines of authorised batches take that are no payouts yet, where they are counted.
create or replace view payout_lines_counted with (security_invoker = true) as
  select b.company_id, b.id as batch_id, k.period, k.day, b.currency, k.amount, k.payee
    from payout_batch b
    join payout_line l on l.company_id = b.company_id and l.batch_id = b.id and l.leaf_no >= b.turned
   cross join lateral payout_batch_counts_on(b.company_id, b.id, l.scheduled_for) c
   cross join lateral payout_takes(c.day, c.night, case when c.payees then l.document_hash end, l.amount) k
   where b.hold_key is not null;
grant select on payout_lines_counted to retaguarda_app;

-- Published: what a batch takes of each day and of the night, in money and in payments, where it is authorised on the day p_day, in the
-- night p_night or in none.
create or replace function payout_batch_takes(p_amount bigint, p_good int, p_later jsonb, p_later_counts jsonb, p_day date, p_night date)
returns table (period text, day date, amount bigint) language sql immutable parallel safe as $$
  with named as (
    select d.key::date as day, d.value::bigint as amount, (p_later_counts ->> d.key)::bigint as lines from jsonb_each_text(p_later) d
  ), days as (
    select day, amount, lines from named
    union all
    select null, p_amount - coalesce(sum(amount), 0), p_good - coalesce(sum(lines), 0) from named
  )
  select k.period, k.day, sum(k.amount)::bigint
    from days d
   cross join lateral (values ('day', greatest(d.day, p_day), d.amount), ('count', greatest(d.day, p_day), d.lines),
                              ('night', case when coalesce(d.day <= p_night + 1, true) then p_night end, d.amount)) k (period, day, amount)
   where k.day is not null and k.amount > 0
   group by 1, 2
$$;

-- A batch that is authorised counts as a whole, by what its plan says of the days that its lines name: however long it is, that is
-- two counters for each day. Its payees are counted, in one statement, only where the merchant has a limit for each of them.
create or replace function payout_batch_counted() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v_takes jsonb;
begin
  select jsonb_agg(jsonb_build_object('period', t.period, 'day', t.day, 'payee', '', 'amount', t.amount)) into v_takes
    from payout_batch_takes(new.amount, new.good, new.later, new.later_counts, new.limit_day, new.limit_night) t;
  perform payout_limits_take(new.company_id, new.currency, coalesce(v_takes, '[]'));
  if new.payees_counted then
    select jsonb_agg(jsonb_build_object('period', k.period, 'day', k.day, 'payee', encode(k.payee, 'hex'), 'amount', k.amount)) into v_takes
      from payout_line l
     cross join lateral payout_takes(greatest(l.scheduled_for, new.limit_day), null, l.document_hash, l.amount) k
     where l.company_id = new.company_id and l.batch_id = new.id and l.leaf_no >= 0 and k.period in ('payee', 'payee_count');
    perform payout_limits_take(new.company_id, new.currency, coalesce(v_takes, '[]'));
  end if;
  return null;
end $$;
create or replace trigger counted after update on payout_batch
  for each row when (old.status = 'planned' and new.status = 'authorised') execute function payout_batch_counted();

create or replace function payout_batch_counts() returns trigger language plpgsql as $$
begin
  select c.day, c.night into new.limit_day, new.limit_night from payout_counts_on(new.company_id, now(), null) c;
  new.fee_back := (select r.fee_back from payout_rules(new.company_id) r);
  new.payees_counted := exists (select from payout_limits_of(new.company_id) l where l.period in ('payee', 'payee_count') and l.most is not null);
  return new;
end $$;
create or replace trigger counts before update on payout_batch
  for each row when (old.status = 'planned' and new.status = 'authorised') execute function payout_batch_counts();

-- Lines that never leave, because the batch was stopped, count no more.
create or replace function payout_batch_given_back() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v_takes jsonb;
begin
  select jsonb_agg(jsonb_build_object('period', k.period, 'day', k.day, 'payee', encode(k.payee, 'hex'), 'amount', k.amount)) into v_takes
    from payout_line l
   cross join lateral payout_batch_counts_on(new.company_id, new.id, l.scheduled_for) c
   cross join lateral payout_takes(c.day, c.night, case when c.payees then l.document_hash end, l.amount) k
   where l.company_id = new.company_id and l.batch_id = new.id and l.leaf_no >= new.turned;
  perform payout_limits_give_back(new.company_id, new.currency, coalesce(v_takes, '[]'));
  return null;
end $$;
create or replace trigger given_back after update on payout_batch
  for each row when (old.hold_key is not null and new.hold_key is null and new.turned < new.good) execute function payout_batch_given_back();

-- What a template said when a batch was read stays; it is only taken out of use.
create or replace function payout_mapping_stays() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.name, new.version, new.columns, new.created_at, new.created_by, new.actor)
     is distinct from (old.company_id, old.id, old.name, old.version, old.columns, old.created_at, old.created_by, old.actor) then
    raise exception 'a version of a template does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger payout_mapping_stays before update on payout_mapping for each row execute function payout_mapping_stays();
create or replace trigger payout_mapping_kept before delete on payout_mapping for each row execute function refuse_change();

-- Published: whether a line that was approved and is no payout yet has an external id. Whoever writes another payment asks under
-- lock_external_ids(), which the batch took when it was authorised.
create or replace function payout_external_id_waits(p_company int, p_external_id text) returns boolean language sql stable as $$
  select exists (select from payout_line l
                   join payout_batch b on b.company_id = l.company_id and b.id = l.batch_id
                    and b.hold_key is not null and l.leaf_no >= b.turned
                  where l.company_id = p_company and l.external_id = p_external_id)
$$;
