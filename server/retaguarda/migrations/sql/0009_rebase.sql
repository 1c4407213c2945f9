-- A restored database counts transactions from the start again: what is ordered by their numbers is brought along.
set local lock_timeout = '3s';

-- Loads name it, as ledger_post does.
alter table ledger_entry alter column currency drop default;

-- As in 0002, but what a running server writes meanwhile is never taken for ahead: one statement, one snapshot.
create or replace function ledger_rebase() returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  v_ahead xid8;
begin
  select pg_snapshot_xmax(pg_current_snapshot()) into v_ahead
   where exists (select from ledger_account a cross join lateral (
                   select e.xid from ledger_entry e where e.account_id = a.id and e.version is null
                    order by e.xid desc limit 1) e
                  where a.append_only and e.xid >= pg_snapshot_xmax(pg_current_snapshot()))
      or exists (select from ledger_checkpoint c where c.xid_before > pg_snapshot_xmax(pg_current_snapshot()));
  if v_ahead is null then
    return false;
  end if;
  alter table ledger_entry disable trigger append_only;
  update ledger_entry set xid = '3' where version is null and xid >= v_ahead;
  alter table ledger_entry enable trigger append_only;
  delete from ledger_checkpoint;
  return true;
end $$;

-- For the owner, after a restore from a dump, as ledger_rebase(). Each reader goes on where it was: an event's new number
-- says how many readers had not reached it, and a reader's how many were behind it. True: something was changed.
create function event_rebase() returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  perform where exists (select from event where xid >= pg_snapshot_xmax(pg_current_snapshot()))
             or exists (select from event_reader where xid > pg_snapshot_xmax(pg_current_snapshot()));
  if not found then
    return false;
  end if;
  lock table event, event_reader in access exclusive mode;
  alter table event disable trigger append_only;
  update event e
     set xid = (3 + (select count(*) from event_reader r where (r.xid, r.id) < (e.xid, e.id)))::text::xid8;
  alter table event enable trigger append_only;
  update event_reader o
     set xid = (3 + (select count(*) from event_reader r where (r.xid, r.id) < (o.xid, o.id)))::text::xid8,
         id = 9223372036854775807;
  return true;
end $$;
revoke execute on function event_rebase from public;
