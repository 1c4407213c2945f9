-- What a post and its event cost beside what they keep: docs/decisions/ledger.md has the figures. No rule is given up.
set local lock_timeout = '3s';

-- Where a table is small, Postgres takes a new plan at each commit for the cheaper way; making it costs more than the check.
alter function ledger_journal_whole() set plan_cache_mode = force_generic_plan;
alter function ledger_entry_belongs() set plan_cache_mode = force_generic_plan;

-- A CHECK is parsed anew by every statement that writes. Three that tell of blocks were looked at by each post, which changes no
-- block; a trigger of those columns looks when they are written.
create function ledger_account_block_told() returns trigger language plpgsql as $$
begin
  if (new.blocked_in or new.blocked_out) <> (new.block_reason is not null)
     or new.append_only and (new.blocked_in or new.blocked_out)
     or length(new.block_reason) not between 1 and 500 then
    raise exception 'a block of account % has a reason, and only then; an append-only account has none', new.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger block_told before insert or update of append_only, blocked_in, blocked_out, block_reason
  on ledger_account for each row execute function ledger_account_block_told();
alter table ledger_account
  drop constraint ledger_account_block_reason_check,
  drop constraint ledger_account_blocked_why,
  drop constraint ledger_account_blocked_own;

-- A foreign key locks the company's row for each event. Companies are never deleted, row security asks whose event it is, and
-- verify looks; the ledger's entries do without for the same reason.
create trigger kept before delete or update of id on company for each row execute function refuse_change();
alter table event drop constraint event_company_id_fkey;

-- Stable, as what they call is: only so are they written into the expression that calls them, and not run as statements.
alter function audit_commitment(bytea, text, text) stable;
alter function audit_leaf_hash(text) stable;

-- As in 0021, with a third less to do. Salts are drawn from one random seed of the call, which is kept nowhere; the nodes are made
-- of what was written just now, however large the tree has grown.
create or replace function audit_sequence(p_most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  behind   event_reader;
  old_size bigint;
  new_size bigint;
  last     record;
  seed     bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  insert into event_reader (name) values ('audit.sequence') on conflict do nothing;
  select * into behind from event_reader where name = 'audit.sequence' for update skip locked;
  if not found then
    return null;
  end if;
  select coalesce(max(index) + 1, 0) into old_size from audit_leaf;
  with taken as materialized (
    select e.event, old_size - 1 + row_number() over (order by e.xid, e.id) as index,
           array[substr(e.a, 1, 16), substr(e.a, 17), substr(e.b, 1, 16), substr(e.b, 17), substr(e.c, 1, 16)] as salts
      from (select x as event, x.xid, x.id, sha256(seed || int8send(x.id) || '\x00'::bytea) as a,
                   sha256(seed || int8send(x.id) || '\x01'::bytea) as b, sha256(seed || int8send(x.id) || '\x02'::bytea) as c
              from event x
             where (x.xid, x.id) > (behind.xid, behind.id) and x.xid < pg_snapshot_xmin(pg_current_snapshot())
             order by x.xid, x.id limit p_most) e)
  insert into audit_leaf
    select t.index, (t.event).xid, (t.event).id, (t.event).company_id, (t.event).at, (t.event).name, (t.event).subject_id,
           (t.event).person_id, (t.event).actor,
           case when (t.event).person_id is null then 'system'
                when exists (select from api_key k where k.id = (t.event).person_id) then 'key'
                when exists (select from person p where p.id = (t.event).person_id and p.internal) then 'staff'
                else 'person' end,
           t.salts, null, audit_leaf_hash(audit_leaf_text(t.event, t.salts, null))
      from taken t order by t.index;
  select index + 1 as size, event_xid, event_id into last from audit_leaf order by index desc limit 1;
  if last.size is null or last.size = old_size then
    return null;
  end if;
  new_size := last.size;
  update event_reader set xid = last.event_xid, id = last.event_id, updated_at = now() where name = 'audit.sequence';
  insert into audit_node
    select 1, a.index >> 1, audit_node_hash(a.hash, b.hash)
      from audit_leaf a join audit_leaf b on b.index = a.index + 1
     where a.index >= (old_size >> 1) << 1 and a.index < (new_size >> 1) << 1 and a.index & 1 = 0;
  for upper in 2..62 loop
    exit when new_size >> upper = 0;
    insert into audit_node
      select upper, a.index >> 1, audit_node_hash(a.hash, b.hash)
        from audit_node a join audit_node b on b.level = a.level and b.index = a.index + 1
       where a.level = upper - 1 and a.index >= (old_size >> upper) << 1 and a.index < (new_size >> upper) << 1
         and a.index & 1 = 0;
  end loop;
  return new_size;
end $$;
revoke all on function audit_sequence(int) from public;
grant execute on function audit_sequence(int) to retaguarda_app;
