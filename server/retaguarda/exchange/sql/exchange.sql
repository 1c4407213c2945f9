-- A number without decimals, half to even, as Python's decimal does it. One expression, so that Postgres calls nothing for it, and as
-- short as it can be, for the value stands in it as often as it is named.
create or replace function exchange_half_even(p_value numeric) returns bigint language sql immutable parallel safe as $$
  select (case when abs(mod(p_value, 2)) = 0.5 then trunc(p_value) else round(p_value) end)::bigint
$$;

-- Minor units of a foreign amount at a rate, in the other currency, rounded once.
create or replace function exchange_price(p_amount bigint, p_rate numeric, p_places int, p_home_places int) returns bigint
language sql immutable parallel safe as $$
  select exchange_half_even(p_amount * p_rate * power(10::numeric, p_home_places - p_places))
$$;

-- A share of an amount in percent, rounded the same way.
create or replace function exchange_share(p_amount bigint, p_percent numeric) returns bigint language sql immutable as $$
  select exchange_price(p_amount, p_percent, 2, 0)
$$;

-- The reference rate that counts on a day: the newest published by then. For merchants too, who do not see the table.
create or replace function exchange_reference(p_currency text, p_home text, p_day date)
returns table (day date, buy numeric, sell numeric)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.day, r.buy, r.sell from exchange_rate r
   where r.company_id = 1 and r.currency = p_currency and r.home_currency = p_home and r.day <= p_day
   order by r.day desc, r.published_at desc limit 1
$$;
revoke all on function exchange_reference(text, text, date) from public;
grant execute on function exchange_reference(text, text, date) to retaguarda_app;

-- The tax rule in force on a day; of two from the same day the later written one.
create or replace function exchange_tax_in_force(p_kind text, p_direction text, p_day date)
returns table (id uuid, percent numeric, source text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.percent, r.source from exchange_tax_rule r
   where r.company_id = 1 and r.kind = p_kind and r.direction = p_direction and r.valid_from <= p_day
   order by r.valid_from desc, r.created_at desc limit 1
$$;
revoke all on function exchange_tax_in_force(text, text, date) from public;
grant execute on function exchange_tax_in_force(text, text, date) to retaguarda_app;

-- Whether a closing that lives has an operation; for merchants too, who do not see closings.
create or replace function exchange_in_closing(p_operation uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from exchange_closing_line l where l.operation_id = p_operation and l.living)
$$;
revoke all on function exchange_in_closing(uuid) from public;
grant execute on function exchange_in_closing(uuid) to retaguarda_app;

-- What the regulator would miss of an operation; empty when nothing.
create or replace function exchange_lacks(o exchange_operation) returns text[] language sql immutable as $$
  select array_remove(array[
    case when o.client_document is null then 'client_document' end,
    case when o.client_name is null then 'client_name' end,
    case when o.counterparty is null then 'counterparty' end,
    case when o.country is null then 'country' end,
    case when o.purpose is null then 'purpose' end], null)
$$;

-- What was agreed on does not change; states go forward only; a price that ran out books nothing, by the database's clock.
create or replace function exchange_operation_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('quoted', 'awaiting_funds', 'funded') then
      raise exception 'an operation does not begin as %', new.state using errcode = 'RF001';
    end if;
    return new;
  end if;
  if (new.company_id, new.id, new.reference, new.kind, new.direction, new.agreement_id, new.currency, new.home_currency,
      new.foreign_amount, new.ptax, new.ptax_day, new.rate, new.price, new.tax_rule_id, new.tax_kind, new.tax_percent, new.tax, new.fee,
      new.end_to_end_id, new.reverses, new.quoted_at, new.expires_at, new.trade_day)
     is distinct from
     (old.company_id, old.id, old.reference, old.kind, old.direction, old.agreement_id, old.currency, old.home_currency,
      old.foreign_amount, old.ptax, old.ptax_day, old.rate, old.price, old.tax_rule_id, old.tax_kind, old.tax_percent, old.tax, old.fee,
      old.end_to_end_id, old.reverses, old.quoted_at, old.expires_at, old.trade_day)
     or (old.booked_at is not null and new.booked_at is distinct from old.booked_at) then
    raise exception 'an operation that is % does not become %', old.state, new.state using errcode = 'RF001';
  end if;
  if old.state = 'quoted' and new.booked_at is not null and clock_timestamp() > old.expires_at then
    raise exception 'the price of % ran out', old.reference using errcode = 'RX001';
  end if;
  return new;
end $$;

create or replace trigger moves before insert on exchange_operation for each row execute function exchange_operation_moves();
-- The function is called for what it may refuse alone: a closing moves a hundred thousand rows, and changes nothing else of them.
create or replace trigger stays before update on exchange_operation for each row
  when ((new.company_id, new.id, new.reference, new.kind, new.direction, new.agreement_id, new.currency, new.home_currency,
         new.foreign_amount, new.ptax, new.ptax_day, new.rate, new.price, new.tax_rule_id, new.tax_kind, new.tax_percent, new.tax, new.fee,
         new.end_to_end_id, new.reverses, new.quoted_at, new.expires_at, new.trade_day)
        is distinct from
        (old.company_id, old.id, old.reference, old.kind, old.direction, old.agreement_id, old.currency, old.home_currency,
         old.foreign_amount, old.ptax, old.ptax_day, old.rate, old.price, old.tax_rule_id, old.tax_kind, old.tax_percent, old.tax, old.fee,
         old.end_to_end_id, old.reverses, old.quoted_at, old.expires_at, old.trade_day)
        or (old.booked_at is not null and new.booked_at is distinct from old.booked_at)
        or (old.state = 'quoted' and new.booked_at is not null))
  execute function exchange_operation_moves();
call allow_moves('exchange_operation', 'state',
  'quoted: awaiting_funds funded expired cancelled',
  'awaiting_funds: funded cancelled',
  'funded: closed returned',
  'closed: settled reversed',
  'settled: reversed');

create or replace trigger fixed before delete on exchange_operation for each row execute function refuse_change();

-- A contract that is closed stays as it is but for its number and its settlement.
create or replace function exchange_closing_moves() returns trigger language plpgsql as $$
begin
  if (old.state in ('closed', 'settled') and
         (new.bank_id, new.direction, new.currency, new.operations, new.foreign_amount, new.clients, new.tax, new.tax_due, new.rate,
          new.contract, new.rounding, new.closer_id, new.makers)
         is distinct from
         (old.bank_id, old.direction, old.currency, old.operations, old.foreign_amount, old.clients, old.tax, old.tax_due, old.rate,
          old.contract, old.rounding, old.closer_id, old.makers))
     or (old.number is not null and new.number is distinct from old.number)
     or (old.home_settled_at is not null and new.home_settled_at is distinct from old.home_settled_at)
     or (old.foreign_settled_at is not null and new.foreign_settled_at is distinct from old.foreign_settled_at) then
    raise exception 'a closing that is % does not become %', old.state, new.state using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger moves before update on exchange_closing for each row execute function exchange_closing_moves();
call allow_moves('exchange_closing', 'state',
  'draft: agreed cancelled',
  'agreed: draft closed cancelled rejected',
  'closed: settled');

create or replace trigger fixed before delete on exchange_closing for each row execute function refuse_change();

call append_only('exchange_rate');

call append_only('exchange_tax_rule');

call append_only('exchange_bank_spread');

-- What document C220 tells of each operation of a closed contract: the values of layout acam220, by their names.
create or replace view exchange_acam220 with (security_invoker = true) as
select o.id::text as source_id,
       b.document as cnpj_instituicao,
       c.number as registro_operacao_cambial,
       p.document as cnpj_empresa_facilitadora,
       o.trade_day as data_transacao,
       case when length(o.client_document) = 11 then 'F' when length(o.client_document) = 14 then 'J' end as tipo_cliente_brasil,
       o.client_document as cpf_cnpj_cliente,
       o.client_name as nome_cliente,
       o.counterparty as nome_contraparte_exterior,
       o.country as pais_contraparte,
       o.currency as moeda,
       o.purpose as tipo_transacao,
       o.payment_form as forma_pagamento,
       o.foreign_amount as valor_moeda_estrangeira,
       o.price as valor_moeda_nacional,
       o.home_currency as national_currency,
       o.rate as rate,
       c.foreign_amount as contract_foreign
  from exchange_operation o
  join exchange_closing_line l on l.operation_id = o.id and l.living
  join exchange_closing c on c.company_id = l.company_id and c.id = l.closing_id and c.state in ('closed', 'settled')
  join exchange_bank b on b.company_id = c.company_id and b.id = c.bank_id
  join company p on p.id = c.company_id;
grant select on exchange_acam220 to retaguarda_app;

call allow_moves('exchange_bank', 'state',
  'active: paused ended',
  'paused: active ended');

call allow_moves('exchange_agreement', 'state',
  'active: ended');
