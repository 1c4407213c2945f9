-- A court unblocks a part of what it had blocked: that much is let go, the rest stays held, and of later credit so much less is held.

-- owner: compliance/judicial_orders
-- released: what was let go of an order to block; held, transferred and released never come to more than the order. An order to unblock
-- has an amount if it is about a part.
alter table judicial_order
  add column released bigint not null default 0 check (released >= 0),
  drop constraint judicial_order_within,
  drop constraint judicial_order_typed,
  add constraint judicial_order_typed check (
    (type in ('block', 'unblock') or amount is null) and (type <> 'block' or amount is not null)
    and (type in ('unblock', 'transfer')) = (about is not null)
    and (type = 'block'
         or held = 0 and transferred = 0 and released = 0 and repeat_until is null
            and status in ('received', 'executing', 'answered', 'withdrawn'))
    and (answer is null or type = 'information'));

-- owner: compliance/judicial_orders
-- divided: a hold of which a part was released stands no more; two others do in its place, what was let go and what stays.
alter table judicial_hold
  add column part_of text,
  add foreign key (company_id, order_id, part_of) references judicial_hold (company_id, order_id, key),
  drop constraint judicial_hold_ended_as_check,
  add constraint judicial_hold_ended_as_check check (ended_as in ('released', 'transferred', 'divided'));

-- owner: compliance/judicial_orders
-- Each time something of an order to block was let go. unblock_id: the order to unblock that said so; null: a person, with the letter.
create table judicial_release (
  company_id     int not null default 1 references company check (company_id = 1),
  id             uuid not null,
  order_id       uuid not null,
  unblock_id     uuid,
  amount         bigint not null check (amount > 0),
  currency       ledger_currency not null,
  reason         text check (length(reason) between 3 and 500),
  executed_by_id uuid not null,
  released_by    text not null,
  released_by_id uuid not null,
  at             timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references judicial_order,
  foreign key (company_id, unblock_id) references judicial_order,
  constraint judicial_release_two_people check (released_by_id <> executed_by_id)
);
create index judicial_release_of_order on judicial_release (order_id, at);
create unique index judicial_release_of_unblock on judicial_release (unblock_id) where unblock_id is not null;
call protect('judicial_release');
grant select, insert on judicial_release to retaguarda_app;
create policy secrecy on judicial_release as restrictive to retaguarda_app
  using ((select scope_all()) or exists (select from judicial_order o where o.company_id = judicial_release.company_id and o.id = order_id));

-- It takes one thing more now.
drop function if exists judicial_hold_on(uuid, bigint, text);

insert into judicial_release (id, order_id, unblock_id, amount, currency, reason, executed_by_id, released_by, released_by_id, at)
select gen_random_uuid(), o.id,
       (select u.id from judicial_order u where u.about = o.id and u.type = 'unblock' and u.executed_at is not null
         order by u.executed_at limit 1),
       h.amount, o.currency, o.end_reason, o.executed_by_id, o.ended_by, o.ended_by_id, o.ended_at
  from judicial_order o
  join (select order_id, sum(amount)::bigint as amount from judicial_hold where ended_as = 'released' group by 1) h on h.order_id = o.id
 where o.status = 'released';
alter table judicial_order disable trigger user;
update judicial_order o set released = r.amount
  from (select order_id, sum(amount)::bigint as amount from judicial_release group by 1) r where r.order_id = o.id;
alter table judicial_order enable trigger user;
alter table judicial_order
  add constraint judicial_order_within check (type <> 'block' or held + transferred + released <= amount);
