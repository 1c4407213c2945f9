-- The day that is so many business days after another one, which itself is not counted.
create or replace function business_day_after(p_day date, p_count int, p_holidays date[]) returns date
language sql immutable parallel safe as $$
  select case when p_count = 0 then p_day else (
    select d::date from generate_series(p_day + 1, p_day + 2 * p_count + 15, interval '1 day') d
     where extract(isodow from d) < 6 and d::date <> all (p_holidays) order by d offset p_count - 1 limit 1) end
$$;

-- Writes what must appear at the bank: one expectation for each leg of a clearing account since its house account begins. It reads what
-- was posted since the last time; a leg that was there already stays one. Journals are every merchant's, hence the owner's rights.
create or replace function conciliation_fill(p_holidays date[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a       house_account;
  v_xmin  xid8;
  v_new   bigint;
  v_total bigint := 0;
begin
  for a in select * from house_account where company_id = 1 and state = 'open' order by id for update loop
    v_xmin := pg_snapshot_xmin(pg_current_snapshot());
    with leg as materialized (
      select e.company_id, e.journal_id, e.leg, -e.amount as amount, j.kind, j.reference, j.key, j.recorded_at, j.reverses,
             (j.effective_at at time zone 'America/Sao_Paulo')::date as day,
             case when split_part(j.key, ':', 2) ~ '^[ED][0-9A-Za-z]{31}$' then split_part(j.key, ':', 2) end as told,
             case when j.key ~ '^(refund|payout|boleto):[0-9a-f-]{36}$' then split_part(j.key, ':', 2)::uuid end as id
        from ledger_account c
        join ledger_entry e on e.account_id = c.id and e.version is null and e.xid >= a.filled_before
        join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id
       where c.company_id = 1 and c.code = a.clearing_code and c.currency = a.currency
    ), due as (
      select day, business_day_after(day, a.grace, p_holidays) as due_on from (select distinct day from leg) d
    )
    insert into expectation (account_id, merchant_id, journal_id, leg, kind, reference, end_to_end_id, own_reference, grouped,
                             tax_document, day, due_on, currency, amount, known_at)
    select a.id, l.company_id, l.journal_id, l.leg, l.kind, l.reference,
           coalesce(l.told, r.rtr_id, o.end_to_end_id, ''), coalesce(b.bank_ref, o.provider_id, ''),
           coalesce('file:' || b.file_id, case when l.kind = 'returns.bank_fee' then 'file:' || l.reference end,
                    'batch:' || p.batch_id, ''),
           coalesce(x.payer_document, p.holder_document, ''), l.day, d.due_on, a.currency, l.amount, l.recorded_at
      from leg l
      join due d on d.day = l.day
      left join refund r on l.key like 'refund:%' and r.company_id = l.company_id and r.id = l.id
      left join payout p on l.key like 'payout:%' and p.company_id = l.company_id and p.id = l.id
      left join payout_order o on o.company_id = p.company_id and o.payout_id = p.id and o.state = 'done'
      left join boleto_payment b on l.key like 'boleto:%' and b.company_id = l.company_id and b.id = l.id
      left join pix_payment x on l.key like 'pix:%' and x.end_to_end_id = l.told
     where l.day >= a.opened_on
    on conflict (company_id, merchant_id, journal_id, leg) do nothing;
    get diagnostics v_new = row_count;
    v_total := v_total + v_new;
    update house_account set filled_before = v_xmin where company_id = 1 and id = a.id;
  end loop;
  return v_total;
end $$;
revoke all on function conciliation_fill(date[]) from public;
grant execute on function conciliation_fill(date[]) to retaguarda_app;

-- For the owner, after a restore from a dump: entries have other transaction numbers there, so that how far was read says nothing. All is
-- read once more; what is there already stays one. True: something was changed.
create or replace function conciliation_rebase(p_restored boolean) returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  if not p_restored then
    return false;
  end if;
  update house_account set filled_before = '0' where company_id = 1 and filled_before <> '0';
  return found;
end $$;
revoke all on function conciliation_rebase(boolean) from public;

-- Joins items into groups, each with its members, in one statement. p_items: SQL that answers grp, line_id, expectation_id, amount, day
-- and explanations; $1 is the account, $5 the rule that found it, with the cause of a difference in p_cause.
create or replace function conciliation_join(p_account uuid, p_rung int, p_confirm boolean, p_actor text, p_items text,
                                             p_rule uuid default null, p_cause text default null) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  v_made bigint;
begin
  execute format($sql$
    with item as materialized (%s),
    made as (
      insert into match_group (id, account_id, state, rung, explanations, currency, difference, cause, rule_id, from_day, to_day, made_by,
                               decided_at, decided_by)
      select i.grp, $1, case when $3 then 'confirmed' else 'proposed' end, $2, max(i.explanations), h.currency,
             sum(case when i.line_id is not null then i.amount else -i.amount end)::bigint,
             case when sum(case when i.line_id is not null then i.amount else -i.amount end) <> 0 then $6 end, $5,
             min(i.day), max(i.day), $4, case when $3 then clock_timestamp() end, case when $3 then $4 end
        from item i join house_account h on h.company_id = 1 and h.id = $1 group by i.grp, h.currency
      returning id
    ), member as (
      insert into match_member (group_id, number, line_id, expectation_id, currency, amount)
      select i.grp, row_number() over (partition by i.grp order by i.line_id, i.expectation_id), i.line_id, i.expectation_id, h.currency, i.amount
        from item i join house_account h on h.company_id = 1 and h.id = $1
    ), line as (
      update bank_line l set state = case when $3 then 'matched' else 'suggested' end
        from item i where i.line_id is not null and l.company_id = 1 and l.id = i.line_id
    ), told as (
      update expectation e set state = case when $3 then 'matched' else 'suggested' end
        from item i where i.expectation_id is not null and e.company_id = 1 and e.id = i.expectation_id
    ), looked as (
      update conciliation_exception x set state = 'resolved', resolved_at = clock_timestamp(), resolved_by = $4, resolution = 'matched'
        from item i where $3 and x.company_id = 1 and x.state <> 'resolved'
         and coalesce(x.line_id, x.expectation_id) = coalesce(i.line_id, i.expectation_id)
         and (x.line_id is null) = (i.line_id is null)
    )
    select count(*) from made
  $sql$, p_items) into v_made using p_account, p_rung, p_confirm, p_actor, p_rule, p_cause;
  return v_made;
end $$;

-- Pairs of a line and an expectation under one condition, where neither has another one: SQL for conciliation_join. What a person undid
-- or refused, and what is proposed already, is not found again. p_line: a condition of the line alone. Lines and what is not found again
-- are read once, whatever order of joins Postgres takes for tables that it has not counted yet.
create or replace function conciliation_pairs(p_condition text, p_line text default 'true') returns text language sql immutable as $$
  select format($sql$
    with apart as materialized (
      select a.line_id, b.expectation_id
        from match_group g
        join match_member a on a.company_id = 1 and a.group_id = g.id and a.line_id is not null
        join match_member b on b.company_id = 1 and b.group_id = g.id and b.expectation_id is not null
       where g.company_id = 1 and g.account_id = $1 and g.state in ('undone', 'rejected', 'proposed')
    ), line as materialized (
      select l.id, l.amount, l.booked_on, l.end_to_end_id, l.own_reference, l.reference, l.document, l.tax_document
        from bank_line l
       where l.company_id = 1 and l.account_id = $1 and l.applied_at is not null and l.effect = 'new'
         and l.state in ('new', 'ambiguous', 'exception', 'suggested') and (%s)
    )
    select p.grp, s.line_id, s.expectation_id, p.amount, s.day, 1 as explanations
      from (select gen_random_uuid() as grp, c.* from (
              select l.id as line, e.id as expected, l.amount, l.booked_on, e.day,
                     count(*) over (partition by l.id) as of_line, count(*) over (partition by e.id) as of_expected
                from line l
                join expectation e on e.company_id = 1 and e.account_id = $1 and e.amount = l.amount
                                  and e.state in ('expected', 'suggested', 'ambiguous') and (%s)
               where not exists (select from apart t where t.line_id = l.id and t.expectation_id = e.id)) c
             where c.of_line = 1 and c.of_expected = 1) p,
           lateral (values (p.line, null::uuid, p.booked_on), (null::uuid, p.expected, p.day)) s (line_id, expectation_id, day)
  $sql$, p_line, p_condition)
$$;

-- Of a batch that the bank books as one line: its sum, less what the bank keeps of each title. Where groups are compared it is also said
-- that they are named, for the same reason as with end-to-end ids.
create or replace function conciliation_batches(p_kept text) returns text language sql immutable as $$
  select format($sql$
    with batch as materialized (
      select e.grouped, sum(e.amount) - %s as amount, min(e.day) as day, max(e.due_on) as due_on
        from expectation e join house_account h on h.company_id = 1 and h.id = e.account_id
       where e.company_id = 1 and e.account_id = $1 and e.grouped <> '' and e.state in ('expected', 'ambiguous')
       group by e.grouped, h.tariff having count(*) > 1
    ), paid as materialized (
      select gen_random_uuid() as grp, c.* from (
        select l.id as line, l.amount, l.booked_on, b.grouped,
               count(*) over (partition by l.id) as of_line, count(*) over (partition by b.grouped) as of_batch
          from batch b
          join bank_line l on l.company_id = 1 and l.account_id = $1 and l.amount = b.amount and l.booked_on between b.day and b.due_on
         where l.applied_at is not null and l.effect = 'new' and l.state in ('new', 'ambiguous', 'exception')) c
       where c.of_line = 1 and c.of_batch = 1
    )
    select p.grp, p.line as line_id, null::uuid as expectation_id, p.amount, p.booked_on as day, 1 as explanations from paid p
    union all
    select p.grp, null, e.id, e.amount, e.day, 1
      from paid p
      join expectation e on e.company_id = 1 and e.account_id = $1 and e.grouped = p.grouped and e.grouped <> ''
                        and e.state in ('expected', 'ambiguous')
  $sql$, p_kept)
$$;

-- A text without its numbers, as what people decided over it is counted.
create or replace function line_shape(p_text text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(p_text), '[0-9]+', '#', 'g')
$$;

-- Pairs that a rule finds over everything that was booked since a day, each side once. judged: what a person has said of the pair or of
-- one side of it already: agreed, or otherwise; null: nobody.
create or replace function conciliation_rule_pairs(p_rule uuid, p_since date default '-infinity')
returns table (line uuid, expected uuid, line_amount bigint, amount bigint, booked_on date, day date, judged text)
language sql stable set search_path = public, pg_temp as $$
  with fits as (
    select l.id as line, e.id as expected, l.amount as line_amount, e.amount, l.booked_on, e.day,
           l.state in ('matched', 'booked', 'part_matched') as line_over, e.state in ('matched', 'part_matched') as expected_over
      from conciliation_rule r
      join bank_line l on l.company_id = 1 and l.account_id = r.account_id and l.applied_at is not null and l.effect = 'new'
                      and l.state <> 'ignored' and l.booked_on >= p_since
                      and (r.pattern is null or l.description ~* r.pattern) and (r.shape is null or line_shape(l.description) = r.shape)
      join expectation e on e.company_id = 1 and e.account_id = r.account_id and e.state <> 'void' and (r.expected is null or e.kind = r.expected)
                        and e.amount between l.amount - r.tolerance and l.amount + r.tolerance and sign(e.amount) = sign(l.amount)
                        and l.booked_on between e.day - r.days and e.due_on + r.days
                        and (l.end_to_end_id = '' or e.end_to_end_id in ('', l.end_to_end_id))
     where r.company_id = 1 and r.id = p_rule
  ), held as (
    select f.line, f.expected, bool_or(g.state = 'confirmed') as together, bool_or(g.state in ('undone', 'rejected')) as apart
      from fits f
      join match_member a on a.company_id = 1 and a.line_id = f.line
      join match_member b on b.company_id = 1 and b.group_id = a.group_id and b.expectation_id = f.expected
      join match_group g on g.company_id = 1 and g.id = a.group_id
     group by f.line, f.expected
  ), unique_ones as (
    select f.*, count(*) over (partition by f.line, f.line_over or f.expected_over) as of_line,
           count(*) over (partition by f.expected, f.line_over or f.expected_over) as of_expected, h.together, h.apart
      from fits f left join held h on h.line = f.line and h.expected = f.expected
  )
  select u.line, u.expected, u.line_amount, u.amount, u.booked_on, u.day,
         case when u.together then 'agreed' when u.apart or u.line_over or u.expected_over then 'otherwise' end
    from unique_ones u where u.together or (u.of_line = 1 and u.of_expected = 1)
$$;

-- What people's decisions teach: a text of the bank that stands for one kind of journal, with the lower bound of how often that is right
-- (Wilson, 95 %). Ready to be a rule from 20 cases and 0.98 on.
create or replace view conciliation_learned with (security_invoker = true) as
with decided as (
  select l.account_id, l.history_code, line_shape(l.description) as shape, e.kind as expected, g.state
    from match_group g
    join match_member a on a.company_id = 1 and a.group_id = g.id and a.line_id is not null
    join bank_line l on l.company_id = 1 and l.id = a.line_id
    join match_member b on b.company_id = 1 and b.group_id = g.id and b.expectation_id is not null
    join expectation e on e.company_id = 1 and e.id = b.expectation_id
   where g.company_id = 1 and g.state in ('confirmed', 'undone', 'rejected') and g.decided_by like '%@%'
), counted as (
  select account_id, shape, expected, count(*) filter (where state = 'confirmed') as hits,
         sum(count(*)) over (partition by account_id, shape) as cases
    from decided group by account_id, shape, expected
)
select c.account_id, c.shape, c.expected, c.hits, c.cases::bigint as cases,
       round(((c.hits / c.cases + 1.9208 / c.cases
               - 1.96 * sqrt((c.hits / c.cases) * (1 - c.hits / c.cases) / c.cases + 0.9604 / (c.cases * c.cases)))
              / (1 + 3.8416 / c.cases))::numeric, 4) as lower_bound
  from counted c where c.hits > 0;
grant select on conciliation_learned to retaguarda_app;

-- Who made a rule does not let it work; what it says never changes.
create or replace function conciliation_rule_moves() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_hands uuid[] := approval_makers(scope_person());
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then
      raise exception 'a rule begins as a draft' using errcode = 'RF001';
    end if;
    new.makers := v_hands;
    return new;
  end if;
  if (to_jsonb(new) - array['state', 'decided_at', 'decided_by']) is distinct from (to_jsonb(old) - array['state', 'decided_at', 'decided_by'])
     or old.state = new.state then
    raise exception 'a rule that is % does not change so', old.state using errcode = 'RF001';
  end if;
  if new.state = 'live' and (scope_person() is null or v_hands && old.makers) then
    raise exception 'whoever made a rule does not let it work' using errcode = 'RF048';
  end if;
  return new;
end $$;

create or replace trigger moves before insert or update on conciliation_rule for each row execute function conciliation_rule_moves();
call allow_moves('conciliation_rule', 'state',
  'draft: shadow live retired',
  'shadow: live retired',
  'live: retired');

create or replace trigger fixed before delete on conciliation_rule for each row execute function refuse_change();

-- Counts the tables anew for the planner. A long file that was applied a moment ago is nothing to it otherwise, and it would compare
-- every line with every other one. Matches are left out: a table that was counted while it was empty is read whole by each check of a
-- foreign key.
create or replace function conciliation_count() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze bank_line, expectation;
end $$;
revoke all on function conciliation_count() from public;
grant execute on function conciliation_count() to retaguarda_app;

-- Climbs the ladder over what is open: each rung is one statement. Answers how many groups each rung made. Where an end-to-end id is
-- compared it is also said not to be empty: only then Postgres knows that its index has the row. Whatever does not fit into a little memory
-- goes over the disk, so that a long file takes no more of the server's than a short one.
create or replace function conciliation_run(p_account uuid, p_actor text) returns int[]
language plpgsql set search_path = public, pg_temp set work_mem = '4MB' as $$
declare
  v_made  int[] := array[0, 0, 0, 0, 0, 0, 0, 0];
  v_rule  conciliation_rule;
  v_heard date;
begin
  if (select count(*) from (select from bank_line l where l.company_id = 1 and l.account_id = p_account and l.applied_at is not null
                               and l.effect = 'new' and l.state = 'new' limit 1000) many) = 1000 then
    perform conciliation_count();
  end if;
  -- What the ledger took back or moved within itself never reaches the bank.
  v_made[1] := conciliation_join(p_account, 1, true, p_actor, $sql$
    select p.grp, null::uuid as line_id, s.expectation_id, s.amount, s.day, 1 as explanations
      from (select gen_random_uuid() as grp, a.id as one, a.amount, a.day as one_day, b.id as other, b.day as other_day
              from expectation a
              join ledger_journal j on j.company_id = a.merchant_id and j.id = a.journal_id
              join expectation b on b.company_id = 1 and b.account_id = a.account_id and b.amount = -a.amount and b.state = 'expected'
               and (b.merchant_id, b.journal_id) is not distinct from (j.company_id, j.reverses)
             where a.company_id = 1 and a.account_id = $1 and a.state = 'expected' and j.reverses is not null
            union all
            select gen_random_uuid(), a.id, a.amount, a.day, b.id, b.day
              from expectation a
              join expectation b on b.company_id = 1 and b.account_id = a.account_id and b.end_to_end_id = a.end_to_end_id
               and b.amount = -a.amount and b.kind = 'deposit.credited' and b.state = 'expected'
             where a.company_id = 1 and a.account_id = $1 and a.kind = 'deposit.identified' and a.state = 'expected') p,
           lateral (values (p.one, p.amount, p.one_day), (p.other, -p.amount, p.other_day)) s (expectation_id, amount, day)
  $sql$);
  update expectation e set state = 'void'
    from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id and g.state = 'confirmed' and g.rung = 1
   where e.company_id = 1 and e.account_id = p_account and e.state = 'matched' and m.company_id = 1 and m.expectation_id = e.id
     and g.account_id = p_account
     and not exists (select from match_member o where o.company_id = 1 and o.group_id = m.group_id and o.line_id is not null);
  v_made[1] := v_made[1] + conciliation_join(p_account, 1, true, p_actor,
    conciliation_pairs($c$e.end_to_end_id <> '' and e.end_to_end_id = l.end_to_end_id$c$,
      $c$l.end_to_end_id <> ''
      and not exists (select from bank_line o where o.company_id = 1 and o.account_id = $1 and o.end_to_end_id = l.end_to_end_id
         and o.end_to_end_id <> '' and o.amount = l.amount and o.applied_at is not null and o.effect = 'new'
         and (o.booked_on, o.number, o.id) < (l.booked_on, l.number, l.id))$c$));
  v_made[2] := conciliation_join(p_account, 2, true, p_actor, conciliation_pairs(
    $c$e.own_reference <> '' and e.own_reference in (l.own_reference, l.reference, l.document)$c$));
  v_made[3] := conciliation_join(p_account, 3, true, p_actor, conciliation_batches('0'));
  v_made[4] := conciliation_join(p_account, 4, true, p_actor, conciliation_pairs(
    $c$e.tax_document = l.tax_document and l.booked_on between e.day and e.due_on$c$, $c$l.tax_document <> ''$c$));
  v_made[5] := conciliation_join(p_account, 5, false, p_actor, conciliation_pairs(
    $c$l.booked_on between e.day and e.due_on and e.state <> 'suggested'$c$, $c$l.end_to_end_id = '' and l.state <> 'suggested'$c$));
  v_made[6] := conciliation_join(p_account, 6, false, p_actor, conciliation_batches('h.tariff * count(*)'));
  for v_rule in select * from conciliation_rule r
                 where r.company_id = 1 and r.account_id = p_account and r.state = 'live' order by r.position loop
    v_made[v_rule.rung] := v_made[v_rule.rung] + conciliation_join(p_account, v_rule.rung, false, p_actor, format($sql$
      select p.grp, s.line_id, s.expectation_id, s.amount, s.day, 1 as explanations
        from (select gen_random_uuid() as grp, c.* from conciliation_rule_pairs(%L) c
                join bank_line l on l.company_id = 1 and l.id = c.line and l.state in ('new', 'ambiguous', 'exception')
                join expectation e on e.company_id = 1 and e.id = c.expected and e.state in ('expected', 'ambiguous')
               where c.judged is null) p,
             lateral (values (p.line, null::uuid, p.line_amount, p.booked_on), (null::uuid, p.expected, p.amount, p.day))
               s (line_id, expectation_id, amount, day)
    $sql$, v_rule.id), v_rule.id, v_rule.cause);
  end loop;
  -- More than one would fit: a person decides.
  with apart as materialized (
    select a.line_id, b.expectation_id
      from match_group g
      join match_member a on a.company_id = 1 and a.group_id = g.id and a.line_id is not null
      join match_member b on b.company_id = 1 and b.group_id = g.id and b.expectation_id is not null
     where g.company_id = 1 and g.account_id = p_account and g.state in ('undone', 'rejected')
  ), fits as (
    select l.id as line, e.id as expected
      from bank_line l
      join expectation e on e.company_id = 1 and e.account_id = l.account_id and e.amount = l.amount
                        and e.state in ('expected', 'ambiguous') and l.booked_on between e.day and e.due_on
     where l.company_id = 1 and l.account_id = p_account and l.applied_at is not null and l.effect = 'new'
       and l.state in ('new', 'exception') and l.end_to_end_id = ''
       and not exists (select from apart t where t.line_id = l.id and t.expectation_id = e.id)
  ), lines as (
    update bank_line l set state = 'ambiguous' from fits where l.company_id = 1 and l.id = fits.line
  )
  update expectation e set state = 'ambiguous' from fits where e.company_id = 1 and e.id = fits.expected and e.state = 'expected';
  -- What no rung explains is an exception: of the bank's at once, of the ledger's once it is overdue.
  select greatest(max(l.booked_on), (select max(closing_on) from stated_balance s
                                      where s.company_id = 1 and s.account_id = p_account and s.applied_at is not null))
    into v_heard from bank_line l where l.company_id = 1 and l.account_id = p_account and l.applied_at is not null;
  with found as (
    insert into conciliation_exception (account_id, kind, line_id, day, currency, amount)
    select l.account_id, case c.cause when 'duplicate' then 'duplicate_bank' when 'fee' then 'fee_unknown' when 'return' then 'returned_unposted'
                              when 'wrong_account' then 'wrong_account'
                              when 'amount_differs' then 'amount_differs' else 'bank_only' end, l.id, l.booked_on, l.currency, l.amount
      from bank_line l, lateral (select line_cause(l) as cause) c
     where l.company_id = 1 and l.account_id = p_account and l.applied_at is not null and l.effect = 'new' and l.state = 'new'
    on conflict do nothing
    returning line_id
  )
  update bank_line l set state = 'exception' from found where l.company_id = 1 and l.id = found.line_id;
  insert into conciliation_exception (account_id, kind, expectation_id, day, currency, amount)
  select e.account_id, case expectation_cause(e, v_heard) when 'amount_differs' then 'amount_differs' else 'ledger_only' end,
         e.id, e.day, e.currency, e.amount
    from expectation e
   where e.company_id = 1 and e.account_id = p_account and e.state = 'expected' and e.due_on < v_heard
  on conflict do nothing;
  return v_made;
end $$;

-- Why a line stands alone, with what is in the line itself or beside it.
create or replace function line_cause(p bank_line) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when p.state = 'ignored' then 'accepted'
    when p.state in ('suggested', 'ambiguous') then 'unconfirmed'
    when p.end_to_end_id <> '' and exists (
      select from bank_line o where o.company_id = 1 and o.account_id = p.account_id and o.end_to_end_id = p.end_to_end_id
         and o.end_to_end_id <> '' and o.amount = p.amount and o.applied_at is not null and o.effect = 'new' and (o.booked_on, o.number, o.id) < (p.booked_on, p.number, p.id))
      then 'duplicate'
    when p.amount < 0 and p.description ~* '\m(tarifa|tar|cesta|fee)\M' then 'fee'
    when p.end_to_end_id like 'D%' or p.description ~* '\m(devol|devolu|devolvid|estorn)' then 'return'
    -- Account by account, each by its index: over all of them at once nothing but every expectation of the house would do.
    when p.end_to_end_id <> '' and exists (
      select from house_account h join expectation e on e.company_id = 1 and e.account_id = h.id and e.end_to_end_id = p.end_to_end_id
         and e.end_to_end_id <> '' and e.amount = p.amount and e.state in ('expected', 'ambiguous')
       where h.company_id = 1 and h.id <> p.account_id)
      or p.end_to_end_id = '' and p.tax_document <> '' and exists (
      select from house_account h join expectation e on e.company_id = 1 and e.account_id = h.id and e.amount = p.amount
         and e.state in ('expected', 'ambiguous') and e.tax_document = p.tax_document and p.booked_on between e.day and e.due_on
       where h.company_id = 1 and h.id <> p.account_id)
      then 'wrong_account'
    when p.end_to_end_id <> '' and exists (
      select from expectation e where e.company_id = 1 and e.account_id = p.account_id and e.end_to_end_id = p.end_to_end_id
         and e.end_to_end_id <> '' and e.amount <> p.amount and sign(e.amount) = sign(p.amount) and e.state in ('expected', 'ambiguous'))
      then 'amount_differs'
    when p.end_to_end_id <> '' then 'missing_ledger'
    else 'none' end
$$;

-- Why an expectation stands alone at the end of a day.
create or replace function expectation_cause(p expectation, p_day date) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when p.state in ('suggested', 'ambiguous') then 'unconfirmed'
    when p.end_to_end_id <> '' and exists (
      select from bank_line l where l.company_id = 1 and l.account_id = p.account_id and l.end_to_end_id = p.end_to_end_id
         and l.end_to_end_id <> '' and l.amount <> p.amount and sign(l.amount) = sign(p.amount) and l.applied_at is not null and l.effect = 'new'
         and l.booked_on <= p_day and l.state in ('new', 'exception'))
      then 'amount_differs'
    when p.due_on >= p_day then 'timing'
    when p.end_to_end_id <> '' and exists (
      select from house_account h join bank_line l on l.company_id = 1 and l.account_id = h.id and l.end_to_end_id = p.end_to_end_id
         and l.end_to_end_id <> '' and l.amount = p.amount and l.applied_at is not null and l.effect = 'new' and l.state in ('new', 'exception')
       where h.company_id = 1 and h.id <> p.account_id)
      then 'wrong_account'
    else 'missing_bank' end
$$;

-- A group is not rewritten: it is confirmed or refused once, and undone once. What lies in a closed day stays as it was closed.
create or replace function match_group_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.account_id, new.rung, new.rule_id, new.currency, new.difference, new.made_at, new.made_by, new.from_day, new.to_day)
     is distinct from
     (old.company_id, old.id, old.account_id, old.rung, old.rule_id, old.currency, old.difference, old.made_at, old.made_by, old.from_day, old.to_day)
     or old.state = new.state then
    raise exception 'a match that is % does not change so', old.state using errcode = 'RF001';
  end if;
  if new.state = 'undone' and exists (
       select from house_day d where d.company_id = 1 and d.account_id = new.account_id and d.day between new.from_day and new.to_day
          and d.state in ('closed', 'reopening') and d.closed_at >= old.decided_at) then
    raise exception 'a day of this match is closed' using errcode = 'RF049';
  end if;
  return new;
end $$;

create or replace trigger moves before update on match_group for each row execute function match_group_moves();
call allow_moves('match_group', 'state',
  'proposed: confirmed rejected',
  'confirmed: undone');

create or replace trigger fixed before delete on match_group for each row execute function refuse_change();

call append_only('match_member');

call allow_moves('conciliation_exception', 'state',
  'open: assigned resolved',
  'assigned: open resolved',
  'resolved: open assigned');

call allow_moves('bank_line', 'state',
  'planned: new ignored',
  'new: suggested ambiguous exception matched part_matched booked ignored',
  'suggested: new ambiguous exception matched part_matched booked ignored',
  'ambiguous: new suggested exception matched part_matched booked ignored',
  'exception: new suggested ambiguous matched part_matched booked ignored',
  'part_matched: new suggested ambiguous exception matched booked',
  -- What the house books for a line matches it first; either is undone.
  'matched: booked new part_matched',
  'booked: new part_matched',
  'ignored: new');

call allow_moves('expectation', 'state',
  'expected: suggested ambiguous matched part_matched void',
  'suggested: expected ambiguous matched part_matched void',
  'ambiguous: expected suggested matched part_matched void',
  'part_matched: expected suggested ambiguous matched void',
  'matched: expected part_matched void');
