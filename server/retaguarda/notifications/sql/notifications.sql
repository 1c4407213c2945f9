-- Forgets what was told of a person, and what they did: before the log forgets whose events those were. For the owner alone.
create or replace function notification_forget(p_person uuid) returns void language sql set search_path = public, pg_temp as $$
  delete from notification n using event e
   where e.id = n.event_id and (e.person_id = p_person or e.subject_id = p_person::text);
$$;
revoke all on function notification_forget(uuid) from public;
