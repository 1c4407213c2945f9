-- Recipients of a merchant, what of a payment is theirs, and what of a refund they give back.
set local lock_timeout = '3s';

-- Its money lies on the ledger account recipient.<id> of the company.
create table recipient (
  company_id      int not null references company,
  id              uuid not null,
  name            text not null check (length(name) between 1 and 200),
  document        text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  status          text not null default 'active' check (status in ('active', 'suspended')),
  reason          text check (length(reason) <= 500),               -- why it is suspended
  bank_account_id uuid not null,
  created_at      timestamptz not null default now(),
  created_by      uuid,
  primary key (company_id, id),
  unique (company_id, document),
  foreign key (company_id, bank_account_id) references bank_account,
  check ((status = 'suspended') = (reason is not null))
);
create index recipient_by_time on recipient (company_id, created_at, id);
create index recipient_of_all_by_time on recipient (created_at, id);
create index recipient_by_bank_account on recipient (company_id, bank_account_id);
call protect('recipient');
grant select, insert, update on recipient to retaguarda_app;

-- A split that is saved under a name, to be picked for a charge.
create table split_rule (
  company_id int not null references company,
  id         uuid not null,
  name       text not null check (length(name) between 1 and 60),
  split      jsonb not null check (jsonb_typeof(split -> 'parts') = 'array'),
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (company_id, id),
  unique (company_id, name)
);
create index split_rule_by_time on split_rule (company_id, created_at, id);
call protect('split_rule');
grant select, insert, delete on split_rule to retaguarda_app;

-- Who gets what of the charge, as it was agreed; null: all of it is the merchant's.
alter table charge add column split jsonb check (jsonb_typeof(split -> 'parts') = 'array');
-- Whether it was split among recipients, and whether they gave back for it.
alter table pix_payment add column parted boolean not null default false;
alter table refund
  add column parted boolean not null default false,
  add column carried bigint not null default 0 check (carried between 0 and amount);

-- One row for everybody who got a part of a payment, the merchant too.
create table payment_share (
  company_id   int not null references company,
  payment      text not null,                                       -- endToEndId of a Pix, id of what a return file paid
  place        int not null check (place between 0 and 20),         -- in the split; 0: the merchant, who is not named in it
  recipient_id uuid,                                                -- null: the merchant
  charge_id    uuid not null,
  kind         text not null check (kind in ('fixed', 'percent', 'remainder')),
  value        bigint not null check (value >= 0),                  -- minor units, or basis points
  amount       bigint not null check (amount >= 0),
  fee          bigint not null check (fee between 0 and amount),    -- of the payment's fee
  rounding     boolean not null,                                    -- takes the odd cents
  reduced      boolean not null,                                    -- too little came in: less than was agreed
  paid_at      timestamptz not null,
  primary key (company_id, payment, place),
  unique nulls not distinct (company_id, payment, recipient_id),
  foreign key (company_id, recipient_id) references recipient,
  foreign key (company_id, charge_id) references charge
);
create index payment_share_of on payment_share (company_id, recipient_id, paid_at, payment) include (amount, fee)
  where recipient_id is not null;
create index payment_share_charge on payment_share (company_id, charge_id);
call protect('payment_share');
call append_only('payment_share');
grant select, insert on payment_share to retaguarda_app;

create function payment_share_whole() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select s.company_id, s.payment, sum(s.amount) as amount, sum(s.fee) as fee
                   from payment_share s join (select distinct company_id, payment from made) m using (company_id, payment)
                  group by s.company_id, s.payment) s
      left join pix_payment p on p.company_id = s.company_id and p.end_to_end_id = s.payment
      left join boleto_payment b on b.company_id = s.company_id and length(s.payment) = 36
        and b.id = case when length(s.payment) = 36 then s.payment::uuid end
     where s.amount is distinct from coalesce(p.amount, b.amount) or s.fee is distinct from coalesce(p.fee, b.fee)) then
    raise exception 'the shares of a payment are not all of it' using errcode = 'RF001';
  end if;
  return null;
end $$;
create trigger payment_share_whole after insert on payment_share referencing new table as made
  for each statement execute function payment_share_whole();

create table refund_share (
  company_id int not null references company,
  refund_id  uuid not null,
  payment    text not null,
  place      int not null,
  amount     bigint not null check (amount > 0),
  carried    bigint not null check (carried between 0 and amount),  -- the recipient had no more: the merchant bears it
  primary key (company_id, refund_id, place),
  foreign key (company_id, refund_id) references refund,
  foreign key (company_id, payment, place) references payment_share
);
create index refund_share_payment on refund_share (company_id, payment, place);
call protect('refund_share');
call append_only('refund_share');
grant select, insert on refund_share to retaguarda_app;

create function refund_share_whole() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select company_id, refund_id, sum(amount) as amount, sum(carried) as carried from made group by 1, 2) m
      join refund r on r.company_id = m.company_id and r.id = m.refund_id
     where m.amount <> r.amount or m.carried <> r.carried) then
    raise exception 'the parts of a refund are not all of it' using errcode = 'RF001';
  end if;
  if exists (
    select from (select distinct company_id, payment, place from made) m
      join payment_share s using (company_id, payment, place)
     where s.amount < (select sum(g.amount) from refund_share g join refund r on r.company_id = g.company_id and r.id = g.refund_id
                        where g.company_id = m.company_id and g.payment = m.payment and g.place = m.place and r.status <> 'failed')) then
    raise exception 'a refund takes more of a share than there was' using errcode = 'RF001';
  end if;
  return null;
end $$;
create trigger refund_share_whole after insert on refund_share referencing new table as made
  for each statement execute function refund_share_whole();

-- A recipient is paid out as a merchant is: origin_id names it.
alter table transfer
  drop constraint transfer_origin_check,
  add constraint transfer_origin_check check (origin in ('withdrawal', 'schedule', 'recipient')) not valid,
  add constraint transfer_recipient_check check (origin <> 'recipient' or origin_id is not null) not valid;
alter table transfer validate constraint transfer_origin_check;
alter table transfer validate constraint transfer_recipient_check;
