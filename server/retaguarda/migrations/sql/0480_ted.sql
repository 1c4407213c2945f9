-- TED: a payment to an account over the banks' reserves, on business days until a processor's cut-off.
alter table payout
  add column ted_purpose text,                                              -- FEBRABAN P011, of what was asked for as a TED
  add column opens_at timestamptz,                                          -- when it may leave that waits for the banks' hours
  add constraint payout_ted check (method <> 'ted' or (kind = 'account' and ted_purpose is not null)) not valid,
  add constraint payout_ted_purpose check (ted_purpose is null or (ted_purpose ~ '^[0-9]{5}$' and method in ('ted', 'pix') and kind = 'account')) not valid,
  add constraint payout_window check (queued_reason is distinct from 'window' or opens_at is not null) not valid;

alter table payout_setting_version drop constraint payout_setting_version_methods_check;
alter table payout_setting_version add constraint payout_setting_version_methods_check check (methods <@ array['pix', 'ted', 'slip']);
-- Whether what was asked for as a TED may leave as a Pix once the TED's hours are over.
alter table payout_setting_version add column ted_may_be_pix boolean not null default false;

-- owner: payouts/processors
-- Until which hour of a business day (Brasília) a processor takes a TED, whatever it takes besides.
alter table payout_processor add column ted_cut_off time not null default '17:00';
drop function if exists payout_processors_paying();
drop function if exists remittance_orders(int, uuid, uuid[]);

-- A lot is of one way of paying: the bank has a route for each.
alter table payout_lot add column method text not null default 'pix' check (method in ('pix', 'ted'));

-- Why it came back, as the bank says: for a TED the number of the SPB.
alter table payout_return add column code text check (length(code) between 1 and 10);

-- A line of a batch to an account may ask for a TED.
alter table payout_line
  add column method text not null default 'pix' check (method in ('pix', 'ted')),
  add column ted_purpose text,
  add constraint payout_line_ted check ((method = 'ted') = (ted_purpose is not null)) not valid;
