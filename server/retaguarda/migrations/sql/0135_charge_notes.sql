-- Notes of a charge, and the newest charges of a payer.

-- owner: payin/notes
create table charge_note (
  company_id int not null references company,
  id         uuid not null,
  charge_id  uuid not null,
  text       text not null check (length(text) between 1 and 2000),
  author     text not null,
  by_staff   boolean not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, charge_id) references charge
);
create index charge_note_of_charge on charge_note (company_id, charge_id, created_at, id);
call protect('charge_note');
grant select, insert on charge_note to retaguarda_app;

-- A payer with very many charges shows the newest without sorting them.
create index if not exists charge_of_payer on charge (company_id, payer_document, created_at, id)
  where payer_document is not null;
drop index if exists charge_by_document;
create index if not exists refund_by_time on refund (company_id, created_at, id);
create index if not exists refund_of_all_by_time on refund (created_at, id);
