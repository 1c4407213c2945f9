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

-- Whoever stands abroad is compared with the lists, whichever way its name came here.
create or replace function exchange_note_counterparty() returns trigger language plpgsql as $$
begin
  perform counterparty_note(new.company_id, new.counterparty);
  return null;
end $$;
create or replace trigger notes_counterparty after insert or update of counterparty on exchange_operation for each row
  when (new.counterparty is not null) execute function exchange_note_counterparty();
create or replace trigger notes_counterparty after insert on exchange_agreement for each row
  when (new.counterparty is not null) execute function exchange_note_counterparty();

-- So is whoever it is for, by name and by document.
create or replace function exchange_note_client() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform exchange_client_remember(new.company_id, new.client_name, new.client_document);
  return null;
end $$;
create or replace trigger notes_client after insert or update of client_name, client_document on exchange_operation for each row
  when (new.client_name is not null) execute function exchange_note_client();

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

-- Keeps what a column said before, of columns that files tell; it runs at the commit, when the event of the act is written. One after
-- another: whoever sees a change sees each with a smaller id, so that one number says what a file has seen.
create or replace function exchange_keep_filed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before jsonb;
  v_act    record;
begin
  select jsonb_object_agg(name, to_jsonb(old) -> name) into v_before
    from unnest(tg_argv) name where to_jsonb(old) -> name is distinct from to_jsonb(new) -> name;
  if v_before is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('exchange_filed_change', 0));
  select e.company_id, e.subject_id, e.id into v_act from event e where e.xid = pg_current_xact_id()
   order by e.subject_id = new.id::text desc, e.id desc limit 1;
  insert into exchange_filed_change (thing, thing_id, before, act_company, act_subject, act_event)
  values (replace(tg_table_name, 'exchange_', ''), new.id, v_before, v_act.company_id, v_act.subject_id, v_act.id);
  return null;
end $$;
revoke all on function exchange_keep_filed() from public;

-- What stands in no closed contract stands in no file.
drop trigger if exists keeps_filed on exchange_operation;
create constraint trigger keeps_filed after update on exchange_operation deferrable initially deferred for each row
  when (old.state in ('closed', 'settled', 'reversed')
        and (old.client_document, old.client_name, old.counterparty, old.country, old.purpose, old.payment_form)
            is distinct from (new.client_document, new.client_name, new.counterparty, new.country, new.purpose, new.payment_form))
  execute function exchange_keep_filed('client_document', 'client_name', 'counterparty', 'country', 'purpose', 'payment_form');

drop trigger if exists keeps_filed on exchange_closing;
create constraint trigger keeps_filed after update on exchange_closing deferrable initially deferred for each row
  when ((old.state in ('closed', 'settled')) <> (new.state in ('closed', 'settled'))
        or new.state in ('closed', 'settled') and old.number is distinct from new.number)
  execute function exchange_keep_filed('state', 'number');

drop trigger if exists keeps_filed on exchange_bank;
create constraint trigger keeps_filed after update on exchange_bank deferrable initially deferred for each row
  when (old.document is distinct from new.document)
  execute function exchange_keep_filed('document');

call append_only('exchange_filed_change');

-- A value as it was: what the kept changes say, where they say something.
create or replace function exchange_was(p_before jsonb, p_name text, p_now text) returns text language sql immutable parallel safe as $$
  select case when p_before ? p_name then p_before ->> p_name else p_now end
$$;

-- What each thing said after the change p_position: of several changes since then the first one knows.
create or replace function exchange_before(p_position bigint) returns table (thing text, thing_id uuid, before jsonb)
language sql stable as $$
  select c.thing, c.thing_id, jsonb_object_agg(k.name, k.value order by c.id desc)
    from exchange_filed_change c, jsonb_each(c.before) k (name, value)
   where c.id > p_position group by c.thing, c.thing_id
$$;
grant execute on function exchange_before(bigint) to retaguarda_app;

-- exchange_acam220 as it was after the change p_position. Amounts, rates and days of an operation never change.
create or replace function exchange_acam220_at(p_position bigint) returns setof exchange_acam220 language sql stable as $$
  with past as materialized (select * from exchange_before(p_position))
  select o.id::text,
         exchange_was(pb.before, 'document', b.document),
         exchange_was(pc.before, 'number', c.number),
         p.document,
         o.trade_day,
         case length(exchange_was(po.before, 'client_document', o.client_document)) when 11 then 'F' when 14 then 'J' end,
         exchange_was(po.before, 'client_document', o.client_document),
         exchange_was(po.before, 'client_name', o.client_name),
         exchange_was(po.before, 'counterparty', o.counterparty),
         exchange_was(po.before, 'country', o.country),
         o.currency,
         exchange_was(po.before, 'purpose', o.purpose),
         exchange_was(po.before, 'payment_form', o.payment_form),
         o.foreign_amount,
         o.price,
         o.home_currency,
         o.rate,
         c.foreign_amount
    from exchange_operation o
    join exchange_closing_line l on l.operation_id = o.id and l.living
    join exchange_closing c on c.company_id = l.company_id and c.id = l.closing_id
    join exchange_bank b on b.company_id = c.company_id and b.id = c.bank_id
    join company p on p.id = c.company_id
    left join past po on po.thing = 'operation' and po.thing_id = o.id
    left join past pc on pc.thing = 'closing' and pc.thing_id = c.id
    left join past pb on pb.thing = 'bank' and pb.thing_id = b.id
   where exchange_was(pc.before, 'state', c.state) in ('closed', 'settled')
$$;
grant execute on function exchange_acam220_at(bigint) to retaguarda_app;

-- The latest change that can be seen.
create or replace function exchange_acam220_position() returns bigint language sql stable as $$
  select coalesce(max(id), 0) from exchange_filed_change where company_id = 1
$$;
grant execute on function exchange_acam220_position() to retaguarda_app;

-- The changes of rows of exchange_acam220 after p_position until p_until, cell by cell; an empty cell is the whole line.
create or replace function exchange_acam220_changes(p_position bigint, p_until bigint)
returns table (source_id text, cell text, change_id bigint, act_company int, act_subject text, act_event bigint)
language sql stable as $$
  select s.source_id, t.cell, c.id, c.act_company, c.act_subject, c.act_event
    from exchange_filed_change c
    join (values ('operation', 'client_document', 'tipo_cliente_brasil'), ('operation', 'client_document', 'cpf_cnpj_cliente'),
                 ('operation', 'client_name', 'nome_cliente'), ('operation', 'counterparty', 'nome_contraparte_exterior'),
                 ('operation', 'country', 'pais_contraparte'), ('operation', 'purpose', 'tipo_transacao'),
                 ('operation', 'payment_form', 'forma_pagamento'), ('closing', 'number', 'registro_operacao_cambial'),
                 ('closing', 'state', ''), ('bank', 'document', 'cnpj_instituicao')) t (thing, name, cell)
      on t.thing = c.thing and c.before ? t.name
    cross join lateral (
      select c.thing_id::text as source_id where c.thing = 'operation'
      union all
      select l.operation_id::text from exchange_closing_line l where c.thing = 'closing' and l.closing_id = c.thing_id and l.living
      union all
      select l.operation_id::text from exchange_closing k join exchange_closing_line l on l.closing_id = k.id and l.living
       where c.thing = 'bank' and k.bank_id = c.thing_id) s
   where c.id > p_position and c.id <= p_until
$$;
grant execute on function exchange_acam220_changes(bigint, bigint) to retaguarda_app;

call allow_moves('exchange_bank', 'state',
  'active: paused ended',
  'paused: active ended');

call allow_moves('exchange_agreement', 'state',
  'active: ended');
