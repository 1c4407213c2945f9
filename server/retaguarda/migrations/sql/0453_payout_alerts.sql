-- owner: payouts/administration
-- What people were told about payouts that are late, strange or near a limit: each once. key: what it is about.
create table payout_alert (
  company_id int not null references company,
  kind       text not null check (kind in ('uncertain', 'hold_ending', 'limit_near', 'suspect_hit', 'success_fell', 'returns_many',
                                           'remittance_late', 'float_short')),
  key        text not null check (length(key) between 1 and 100),
  raised_at  timestamptz not null default now(),
  primary key (company_id, kind, key)
);
call protect('payout_alert');
grant select, insert, delete on payout_alert to retaguarda_app;
create index payout_alert_by_time on payout_alert (raised_at);

-- owner: payout_engine
-- The clock looks at the counters of today, whoever's they are.
create index if not exists payout_limit_use_by_day on payout_limit_use (day);
