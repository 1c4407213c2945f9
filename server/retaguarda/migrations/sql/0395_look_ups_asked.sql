-- owner: payouts/payments
-- A person's question to the key directory, written before it is asked, so that of many at once each is counted. Its answer is the
-- payout_confirmation of the same id.
create table payout_look_up (
  company_id  int not null references company,
  id          uuid not null,
  person_id   uuid not null references person,
  destination bytea not null check (length(destination) = 32),
  asked_at    timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
create index payout_look_up_of_person on payout_look_up (company_id, person_id, asked_at);
call protect('payout_look_up');
grant select, insert on payout_look_up to retaguarda_app;

-- What was asked within the last day counts on.
insert into payout_look_up (company_id, id, person_id, destination, asked_at)
select company_id, id, person_id, destination, looked_up_at from payout_confirmation
 where person_id is not null and looked_up_at > now() - interval '1 day';
drop index payout_confirmation_of_person;
drop function if exists payout_look_ups_unpaid(int, uuid, timestamptz);
