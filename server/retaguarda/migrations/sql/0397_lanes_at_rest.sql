-- owner: payout_engine
-- Until when a processor wants to be left alone, as it said when it was asked about orders.
create table payout_lane (
  company_id  int not null default 1 references company,
  lane        uuid not null,                              -- its processor; zero: the orders of before there were several
  rests_until timestamptz not null,
  primary key (company_id, lane)
);
call protect('payout_lane');
grant select, insert, update on payout_lane to retaguarda_app;
