-- Payments of slips (boletos): by their barcode, in a remittance.
alter table payout
  add column barcode text,
  add column due_on date,
  add constraint payout_slip check ((kind = 'slip') = (barcode is not null) and (kind = 'slip') = (method = 'slip')
    and coalesce(barcode ~ '^[0-9]{44}$', true)) not valid;
-- One slip is paid once, until it failed or came back.
create unique index if not exists payout_slip_once on payout (company_id, barcode)
  where barcode is not null and status not in ('failed', 'cancelled', 'rejected') and returned < amount;

alter table payout_setting_version drop constraint payout_setting_version_methods_check;
alter table payout_setting_version add constraint payout_setting_version_methods_check check (methods <@ array['pix', 'slip']);

-- It says the barcode too.
drop function if exists remittance_orders(int, uuid, uuid[]);
