-- Of a request: with it, what its merchant had moved by this Command on that day when it was asked for.
set local lock_timeout = '3s';

alter table approval_request add column today bigint;  -- minor units; null where no money moves, and of older requests

-- Evidence stays as it was seen, unless whoever asked asks for something else.
create function approval_today_kept() returns trigger language plpgsql set search_path = public as $$
begin
  if new.today is distinct from old.today and new.input = old.input then
    raise exception 'what was asked for does not change' using errcode = 'RF048';
  end if;
  return new;
end $$;
create trigger approval_request_today before update of today on approval_request
  for each row execute function approval_today_kept();
