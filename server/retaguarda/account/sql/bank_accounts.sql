-- Where it is does not change: another place is another account, with a cooling-off of its own.
create or replace function bank_account_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.kind, new.ownership, new.branch, new.number, new.account_type, new.pix_key,
      new.holder_document, new.created_at) is distinct from
     (old.company_id, old.id, old.kind, old.ownership, old.branch, old.number, old.account_type, old.pix_key,
      old.holder_document, old.created_at)
     or (old.ispb is not null and new.ispb is distinct from old.ispb) or new.usable_from < old.usable_from then
    raise exception 'where a bank account is does not change' using errcode = 'RF001';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending_verification', 'verified'), ('pending_verification', 'rejected'), ('pending_verification', 'disabled'),
    ('verified', 'disabled'), ('rejected', 'disabled')) then
    raise exception 'a bank account does not go from % to %', old.status, new.status using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger bank_account_moves before update on bank_account for each row execute function bank_account_moves();
