-- Charges with a due date (cobv of API Pix): their terms as the provider knows them, and a revision on its way there.
set local lock_timeout = '3s';

alter table charge
  add column kind           text not null default 'immediate',
  add column due_date       date,
  add column valid_days     int,              -- after the due date
  add column terms          jsonb,            -- multa, juros, abatimento, desconto as in CobVValor
  add column payer_address  jsonb,            -- logradouro, cidade, uf, cep, email
  add column revision       int not null default 0,
  add column revising       jsonb,            -- what was asked for and the provider has not agreed to
  add column revision_error text,
  add constraint charge_kind_check check (kind in ('immediate', 'due')) not valid,
  add constraint charge_due_check check (
    (kind = 'due') = (due_date is not null)
    and (kind = 'due') = (valid_days is not null)
    and (kind = 'due') = (terms is not null)
    and (revising is null or kind = 'due')) not valid;
alter table charge validate constraint charge_kind_check;
alter table charge validate constraint charge_due_check;
