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
  return new;
end $$;

create or replace trigger bank_account_moves before update on bank_account for each row execute function bank_account_moves();
call allow_moves('bank_account', 'status',
  'pending_verification: verified rejected disabled',
  'verified: disabled',
  'rejected: disabled');
