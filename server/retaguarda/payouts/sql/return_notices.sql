call allow_moves('return_notice', 'status',
  'receiving: received refused discarded',
  'received: read unreadable discarded',
  'read: applying discarded',
  'applying: applied',
  'unreadable: discarded');

-- What a line told stays as it was read; what became of it is said once.
create or replace function return_notice_line_moves() returns trigger language plpgsql as $$
declare
  v_moving constant text[] := '{result,left_why,case_id}';
begin
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'what a return notice tells does not change' using errcode = 'RF001';
  end if;
  if old.result is not null and old.result <> 'left' then
    raise exception 'what became of a line of a return notice is said once' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger return_notice_line_moves before update on return_notice_line
  for each row execute function return_notice_line_moves();
