-- What is another rule of charges for one merchant than for all: stricter, or off for a time.

-- owner: compliance/merchant_rules
-- rule: the name of a group of the rules of charges. kind: stricter (review or block from an amount on), or off, which another person
-- agreed to and which ends.
create table merchant_rule (
  company_id    int not null default 1 references company check (company_id = 1),
  id            uuid not null,
  merchant_id   int not null references company check (merchant_id <> 1),
  rule          text not null check (length(rule) between 1 and 80),
  kind          text not null check (kind in ('review', 'block', 'off')),
  least_amount  bigint check (least_amount > 0),
  currency      ledger_currency not null,
  reason        text not null check (length(reason) between 10 and 2000),
  until         timestamptz,
  status        text not null check (status in ('proposed', 'active', 'rejected', 'cleared')),
  asked_at      timestamptz not null default now(),
  asked_by      text not null,
  asked_by_id   uuid not null,
  decided_at    timestamptz,
  decided_by    text,
  decided_by_id uuid,
  cleared_at    timestamptz,
  cleared_by    text,
  cleared_by_id uuid,
  clear_reason  text check (length(clear_reason) between 3 and 500),
  primary key (company_id, id),
  constraint merchant_rule_off check (kind <> 'off' or (until is not null and least_amount is null)),
  constraint merchant_rule_off_decided check (kind <> 'off' or status not in ('active', 'cleared') or decided_by_id is not null),
  constraint merchant_rule_two_people check (decided_by_id <> asked_by_id and (kind = 'off' or cleared_by_id <> asked_by_id)),
  constraint merchant_rule_decided check ((decided_at is null) = (decided_by_id is null) and (decided_at is null) = (decided_by is null)),
  constraint merchant_rule_cleared check ((status = 'cleared') = (cleared_at is not null) and (cleared_at is null) = (cleared_by_id is null)
                                          and (cleared_at is null) = (clear_reason is null))
);
create unique index merchant_rule_once on merchant_rule (merchant_id, rule) where status in ('proposed', 'active');
create index merchant_rule_by_time on merchant_rule (company_id, asked_at, id);
call protect('merchant_rule');
grant select, insert, update on merchant_rule to retaguarda_app;

-- owner: compliance/merchant_rules
-- How often they changed: a charge is written under those that its process knows, or evaluated again.
create table merchant_rule_revision (
  company_id int primary key default 1 references company check (company_id = 1),
  revision   bigint not null check (revision >= 0)
);
call protect('merchant_rule_revision');
insert into merchant_rule_revision (revision) select 0 where exists (select from company where id = 1);
