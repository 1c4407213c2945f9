-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- payouts: which account at the bank a statement is of.
create or replace view published.house_account with (security_invoker = true) as
  select company_id, id, bank, branch, digits, currency, state, clearing_code
    from house_account;
grant select on published.house_account to retaguarda_app;

-- payouts: what left an account and came back to it, as evidence of a payment; applied lines that no other line repeats.
create or replace view published.bank_line with (security_invoker = true) as
  select company_id, id, account_id, booked_on, amount, currency, state, tax_document,
         concat_ws(' ', reference, own_reference, end_to_end_id, document, description) as texts
    from bank_line
   where applied_at is not null and effect = 'new';
grant select on published.bank_line to retaguarda_app;

-- payouts: of which days an account's movements are known in full.
create or replace view published.stated_balance with (security_invoker = true) as
  select b.company_id, b.account_id, b.currency, b.closing_on as last_on,
         case when b.opening_on = b.closing_on or exists (select from bank_line l where l.company_id = b.company_id and l.file_id = b.file_id
                and l.account_id = b.account_id and l.booked_on = b.opening_on) then b.opening_on else b.opening_on + 1 end as first_on
    from stated_balance b
   where b.applied_at is not null and b.holds and b.opening is not null and b.closing is not null and b.opening_on is not null
     and b.closing_on is not null;
grant select on published.stated_balance to retaguarda_app;
