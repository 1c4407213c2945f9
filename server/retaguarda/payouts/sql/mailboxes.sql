call allow_moves('mailbox_file', 'state',
  'waiting: sent uncertain stopped',
  -- Two people say that the bank has not got it, or a person that it has.
  'uncertain: sent waiting',
  'stopped: sent waiting');

-- What was written down of a file before it went, or as it came, stays.
create or replace function mailbox_file_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.processor_id, new.direction, new.name, new.size, new.sha256, new.remittance_id, new.return_file_id,
      new.changed_at, new.created_at, new.actor)
     is distinct from
     (old.company_id, old.id, old.processor_id, old.direction, old.name, old.size, old.sha256, old.remittance_id, old.return_file_id,
      old.changed_at, old.created_at, old.actor)
     or old.naming_at is not null and new.naming_at is null and not (old.state in ('uncertain', 'stopped') and new.state = 'waiting') then
    raise exception 'what was written down of a file stays' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger mailbox_file_moves before update on mailbox_file for each row execute function mailbox_file_moves();
create or replace trigger mailbox_file_kept before delete on mailbox_file for each row execute function refuse_change();

-- What goes is a sealed remittance, byte by byte.
create or replace function mailbox_file_is_sealed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from remittance r where r.company_id = new.company_id and r.id = new.remittance_id and r.state = 'sealed'
                    and r.processor_id = new.processor_id and r.sha256 = new.sha256 and length(r.bytes) = new.size) then
    raise exception 'only a sealed remittance goes to its bank' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger mailbox_file_is_sealed before insert on mailbox_file
  for each row when (new.direction = 'out') execute function mailbox_file_is_sealed();

-- A remittance that the bank has, however that is known, does not wait to be sent.
create or replace function mailbox_follows_remittance() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update mailbox_file f set state = 'sent', ended_at = clock_timestamp(), taken_until = null
   where f.company_id = new.company_id and f.remittance_id = new.id and f.state in ('waiting', 'uncertain', 'stopped');
  return null;
end $$;
create or replace trigger mailbox_follows_remittance after update of state on remittance
  for each row when (old.state = 'sealed' and new.state <> 'sealed') execute function mailbox_follows_remittance();

-- Whether a processor's files go by a mailbox: then it is as well as that is.
create or replace function mailbox_enabled(p_processor uuid) returns boolean
language sql stable security definer set search_path = public as
$$ select exists (select from mailbox m where m.processor_id = p_processor and m.enabled) $$;
revoke all on function mailbox_enabled(uuid) from public;
grant execute on function mailbox_enabled(uuid) to retaguarda_app;

-- How far the file of a remittance is that goes into a mailbox.
create or replace function mailbox_file_going(p_remittance uuid) returns table (name text, state text, attempts int, last_error jsonb)
language sql stable security definer set search_path = public as
$$ select f.name, f.state, f.attempts, f.last_error from mailbox_file f where f.remittance_id = p_remittance $$;
revoke all on function mailbox_file_going(uuid) from public;
grant execute on function mailbox_file_going(uuid) to retaguarda_app;
