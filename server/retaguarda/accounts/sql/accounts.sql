-- The name changes, and it ends once; nothing else does.
create or replace function sub_account_stays() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null
     or (new.company_id, new.number, new.created_by, new.created_at)
        is distinct from (old.company_id, old.number, old.created_by, old.created_at) then
    raise exception 'a sub-account keeps its number, and what is closed stays closed' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger sub_account_stays before update on sub_account for each row execute function sub_account_stays();

create or replace trigger sub_account_kept before delete on sub_account for each row execute function refuse_change();
