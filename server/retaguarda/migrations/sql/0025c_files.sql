-- Files that people attach to what they work on. One that was removed leaves its row: who took what away, and its hash.
set local lock_timeout = '3s';

create table stored_file (
  company_id  int not null references company,
  id          uuid not null,
  owner       text not null check (length(owner) between 1 and 100),   -- what it is attached to: note:<id>
  name        text not null check (length(name) between 1 and 100),
  media_type  text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size        int not null check (size between 1 and 10485760),
  sha256      bytea not null check (length(sha256) = 32),
  content     bytea,
  uploaded_by text not null,
  uploaded_at timestamptz not null default now(),
  removed_by  text,
  removed_at  timestamptz,
  primary key (company_id, id),
  check ((content is null) = (removed_at is not null) and (removed_by is null) = (removed_at is null)),
  check (length(content) = size)
);
-- What comes here is compressed already.
alter table stored_file alter column content set storage external;
create unique index stored_file_once on stored_file (company_id, owner, sha256) where removed_at is null;
call protect('stored_file');
grant select, insert, update on stored_file to retaguarda_app;

create function stored_file_stays() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null or new.removed_at is null
     or (new.company_id, new.id, new.owner, new.name, new.media_type, new.size, new.sha256, new.uploaded_by, new.uploaded_at)
        is distinct from
        (old.company_id, old.id, old.owner, old.name, old.media_type, old.size, old.sha256, old.uploaded_by, old.uploaded_at) then
    raise exception 'a file stays as it is, or is removed' using errcode = 'RF001';
  end if;
  return new;
end $$;
create trigger stored_file_stays before update on stored_file for each row execute function stored_file_stays();
create trigger stored_file_kept before delete on stored_file for each row execute function refuse_change();
