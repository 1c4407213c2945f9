-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- companies: what is left before a company goes.
-- notifications: its name.
-- overview: whether one is set up.
-- payout_engine: whether the account of a withdrawal may be paid to.
create or replace view published.bank_account with (security_invoker = true) as
  select company_id, id, nickname, kind, ownership, ispb, compe, bank_name, branch, number, account_type, pix_key,
         pix_key_kind, holder_name, holder_document, status, reason, is_default, usable_from, created_at, created_by,
         verified_at
    from bank_account;
grant select on published.bank_account to retaguarda_app;

-- notifications: who sent it.
-- payin: what a Pix without a charge became.
-- compliance, payout_engine: what another merchant paid.
create or replace view published.deposit with (security_invoker = true) as
  select id, company_id, end_to_end_id, matched_by, amount, currency, payer_name, internal_id, payer_document, received_at
    from deposit;
grant select on published.deposit to retaguarda_app;

-- notifications: where a withdrawal that was not made would have gone.
create or replace view published.payment_schedule with (security_invoker = true) as
  select id, company_id, bank_account_id
    from payment_schedule;
grant select on published.payment_schedule to retaguarda_app;

-- compliance, payout_engine: what was given back of what another merchant paid.
create or replace view published.deposit_give_back with (security_invoker = true) as
  select company_id, id, deposit_id, amount, currency, given_at
    from deposit_give_back;
grant select on published.deposit_give_back to retaguarda_app;
