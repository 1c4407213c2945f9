-- Plans the lines of a file that is not applied yet: which of them another file of the account has brought already. A line of another
-- file is used up once, so that two equal lines of a day stay two. First by end-to-end id; then, between files of one format, by what
-- the bank writes; last, between formats, by day and amount, where their end-to-end ids do not say that they differ. Without nested loops,
-- which Postgres chooses for tables that it has not counted yet.
create or replace function statement_plan(p_file uuid) returns void
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  v_format text := (select format from stated_balance where company_id = 1 and file_id = p_file limit 1);
  v_from   date;
  v_to     date;
  v_step   int;
begin
  update bank_line set effect = 'new', repeats = null
   where company_id = 1 and file_id = p_file and applied_at is null and effect = 'already';
  select min(booked_on), max(booked_on) into v_from, v_to from bank_line where company_id = 1 and file_id = p_file;
  for v_step in 1..3 loop
    -- Only what has its amount on both sides is compared; beside a long file or a long account that is little.
    with own as materialized (
      select l.id, l.account_id, l.amount, l.booked_on, l.end_to_end_id, l.description, l.document, l.number
        from bank_line l
       where l.company_id = 1 and l.file_id = p_file and l.effect = 'new' and l.applied_at is null
         and (v_step <> 1 or l.end_to_end_id <> '')
    ), other as materialized (
      select k.id, k.account_id, k.amount, k.booked_on, k.end_to_end_id, k.description, k.document, k.number
        from bank_line k
        join (select file_id, min(format) as format from stated_balance where company_id = 1 group by file_id) f on f.file_id = k.file_id
       where k.company_id = 1 and k.applied_at is not null and k.effect = 'new' and k.file_id <> p_file
         and k.account_id in (select account_id from stated_balance where company_id = 1 and file_id = p_file)
         and k.booked_on between v_from and v_to
         and case v_step when 1 then k.end_to_end_id <> '' when 2 then f.format = v_format else f.format <> v_format end
         and exists (select from own o where o.account_id = k.account_id and o.amount = k.amount)
         and not exists (select from bank_line r where r.company_id = 1 and r.repeats = k.id and r.file_id = p_file)
    ), mine as materialized (
      select l.id, l.account_id, l.end_to_end_id,
             concat_ws('|', l.amount, case v_step when 1 then l.end_to_end_id else l.booked_on::text end,
                       case when v_step = 2 then l.description || '|' || l.document end) as same,
             row_number() over (partition by l.account_id, l.amount, l.booked_on, case v_step when 1 then l.end_to_end_id
                                             when 2 then l.description || '|' || l.document else '' end
                                    order by l.end_to_end_id = '', l.number) as nth
        from own l where exists (select from other k where k.account_id = l.account_id and k.amount = l.amount)
    ), known as materialized (
      select k.id, k.account_id, k.end_to_end_id,
             concat_ws('|', k.amount, case v_step when 1 then k.end_to_end_id else k.booked_on::text end,
                       case when v_step = 2 then k.description || '|' || k.document end) as same,
             row_number() over (partition by k.account_id, k.amount, k.booked_on, case v_step when 1 then k.end_to_end_id
                                             when 2 then k.description || '|' || k.document else '' end
                                    order by k.end_to_end_id <> '', k.number, k.id) as nth
        from other k
    )
    update bank_line l set effect = 'already', repeats = k.id
      from mine m join known k on k.account_id = m.account_id and k.same = m.same and k.nth = m.nth
     where l.company_id = 1 and l.id = m.id
       and (v_step = 1 or m.end_to_end_id = '' or k.end_to_end_id = '' or m.end_to_end_id = k.end_to_end_id);
  end loop;
end $$;

-- Takes what a file brings into the account, in one statement each.
create or replace function statement_apply(p_file uuid) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  update stated_balance set applied_at = clock_timestamp() where company_id = 1 and file_id = p_file and applied_at is null;
  update bank_line
     set applied_at = clock_timestamp(), state = case effect when 'new' then 'new' else 'ignored' end
   where company_id = 1 and file_id = p_file and applied_at is null;
end $$;

-- Where an account is does not change, and what the bank held on its first day is agreed by somebody else.
create or replace function house_account_moves() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_hands uuid[] := approval_makers(scope_person());
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then
      raise exception 'a house account begins as a proposal' using errcode = 'RF001';
    end if;
    new.makers := v_hands;
    return new;
  end if;
  if (new.company_id, new.id, new.bank, new.branch, new.number, new.currency, new.clearing_code, new.opened_on, new.opening, new.created_by)
     is distinct from
     (old.company_id, old.id, old.bank, old.branch, old.number, old.currency, old.clearing_code, old.opened_on, old.opening, old.created_by) then
    raise exception 'a house account that is % does not change so', old.state using errcode = 'RF001';
  end if;
  new.makers := old.makers;
  if old.state = 'proposed' and new.state = 'open' and (v_hands is null or v_hands && old.makers) then
    raise exception 'whoever proposed an account does not agree to it' using errcode = 'RF048';
  end if;
  return new;
end $$;

create or replace trigger moves before insert or update on house_account for each row execute function house_account_moves();
call allow_moves('house_account', 'state',
  'proposed: open refused',
  'open: ended');

create or replace trigger fixed before delete on house_account for each row execute function refuse_change();

-- A line that counts is what the bank wrote: only its state moves.
create or replace function bank_line_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.applied_at is not null then
      raise exception 'a line that was applied stays' using errcode = 'RF001';
    end if;
    return old;
  end if;
  raise exception 'what the bank wrote does not change' using errcode = 'RF001';
end $$;

create or replace trigger moves before delete on bank_line for each row execute function bank_line_moves();
-- Conditions stand with the triggers where they can: matching moves the state of every line of a file, and more than once.
create or replace trigger stays before update on bank_line for each row
  when (old.applied_at is not null and (new.company_id, new.id, new.file_id, new.number, new.account_id, new.booked_on, new.currency,
          new.amount, new.end_to_end_id, new.description, new.effect, new.repeats, new.applied_at) is distinct from
         (old.company_id, old.id, old.file_id, old.number, old.account_id, old.booked_on, old.currency,
          old.amount, old.end_to_end_id, old.description, old.effect, old.repeats, old.applied_at))
  execute function bank_line_moves();

-- A closed day gets no lines.
create or replace function bank_line_applied() returns trigger language plpgsql as $$
begin
  if exists (select from house_day d where d.company_id = 1 and d.account_id = new.account_id and d.day = new.booked_on
                and d.state in ('closed', 'reopening')) then
    raise exception 'day % is closed', new.booked_on using errcode = 'RF049';
  end if;
  return new;
end $$;

create or replace trigger applied before update on bank_line for each row
  when (old.applied_at is null and new.applied_at is not null and new.effect = 'new') execute function bank_line_applied();
