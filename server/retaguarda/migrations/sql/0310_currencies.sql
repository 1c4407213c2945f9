-- Wherever an amount stands, its currency stands beside it. Until now all of these were in the one currency of the ledger's
-- accounts that merchants are paid on.
do $$
declare
  v_table    text;
  v_currency text := (select a.currency from ledger_account a where a.code = 'available' order by a.company_id limit 1);
begin
  foreach v_table in array array['company_limit', 'sub_account', 'payin_setting', 'payin_method', 'payin_day', 'payin_hour',
                                 'payin_house_hour', 'return_file', 'return_line', 'payout_setting', 'payment_schedule',
                                 'payment_schedule_run'] loop
    execute format('alter table %I disable trigger user', v_table);
    execute format('alter table %I add column currency ledger_currency', v_table);
    execute format('update %I set currency = %L', v_table, v_currency);
    execute format('alter table %I alter column currency set not null', v_table);
    execute format('alter table %I enable trigger user', v_table);
  end loop;
  alter table approval_request disable trigger user;
  alter table approval_request add column currency ledger_currency;
  update approval_request set currency = v_currency where amount is not null or reserved is not null;
  alter table approval_request enable trigger user;
end $$;

-- Many a request moves no money.
alter table approval_request add constraint approval_request_currency
  check ((currency is not null) = (amount is not null or reserved is not null));

-- A sum is of one currency.
alter table payin_day drop constraint payin_day_pkey, add primary key (company_id, day, measure, currency);
alter table payin_hour drop constraint payin_hour_pkey, add primary key (company_id, hour, method, processor, currency);
alter table payin_house_hour drop constraint payin_house_hour_pkey, add primary key (hour, method, processor, currency);

-- These say the currency from now on, and are laid anew with the rest of their rooms' SQL.
drop function if exists company_limit_set(int, text, bigint, text);
drop function if exists payin_fee_set(int, int);
drop function if exists payout_terms_set(int, bigint, int);
drop view if exists payin_hour_recount;
