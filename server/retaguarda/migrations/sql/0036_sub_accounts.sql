-- Accounts that a company keeps beside what it may move; contracts that end and have their papers; what an edit of a request changed.
set local lock_timeout = '3s';

-- A part of a company's money under a name of its own: an account of the ledger with the code sub.<number>.
create table sub_account (
  company_id int not null references company,
  number     int not null check (number between 1 and 999),
  alias      text not null check (length(alias) between 1 and 60),
  created_by text not null,
  created_at timestamptz not null default now(),
  closed_by  text,
  closed_at  timestamptz,
  primary key (company_id, number),
  check ((closed_at is null) = (closed_by is null))
);
create unique index sub_account_alias on sub_account (company_id, lower(alias)) where closed_at is null;
call protect('sub_account');
grant select, insert, update on sub_account to retaguarda_app;

-- The name changes, and it ends once; nothing else does.
create function sub_account_stays() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null
     or (new.company_id, new.number, new.created_by, new.created_at)
        is distinct from (old.company_id, old.number, old.created_by, old.created_at) then
    raise exception 'a sub-account keeps its number, and what is closed stays closed' using errcode = 'RF001';
  end if;
  return new;
end $$;
create trigger sub_account_stays before update on sub_account for each row execute function sub_account_stays();
create trigger sub_account_kept before delete on sub_account for each row execute function refuse_change();

alter table company_contract
  add column ended_on   date,
  add column ended_by   text,
  add column end_reason text check (length(end_reason) between 3 and 500),
  add constraint company_contract_end check ((ended_on is null) = (ended_by is null) and (ended_on is null) = (end_reason is null)) not valid;
alter table company_contract validate constraint company_contract_end;

-- Of each edit, what was asked for before and what after; whoever decides over it reads that.
alter table approval_request add column edits jsonb not null default '[]';
create function approval_edits_kept() returns trigger language plpgsql as $$
begin
  if new.edits is distinct from old.edits and (new.input = old.input or (new.edits - -1) is distinct from old.edits) then
    raise exception 'what an edit changed is written down once' using errcode = 'RF048';
  end if;
  return new;
end $$;
create trigger approval_edits_kept before update on approval_request for each row execute function approval_edits_kept();

-- What is under way is looked for by the clock.
create index transfer_under_way on transfer (created_at) where status in ('pending', 'in_bank_processing');
create index payout_order_under_way on payout_order (created_at) where state in ('sending', 'processing');
create index charge_revising on charge (created_at) where revising is not null;
