-- Sees every company's rows until see_companies puts the scope back, and answers the scope of before. Not a SET of the functions
-- themselves: an owner that is no superuser may not write one, and a backup could not be restored.
create or replace function see_every_company() returns text language plpgsql as $$
declare
  v_before text := coalesce(current_setting('retaguarda.companies', true), '');
begin
  perform set_config('retaguarda.companies', '*', true);
  return v_before;
end $$;
revoke all on function see_every_company() from public;
create or replace function see_companies(p_scope text) returns void language plpgsql as $$
begin
  perform set_config('retaguarda.companies', p_scope, true);
end $$;
revoke all on function see_companies(text) from public;

-- Holds of one account what an order still lacks, and answers how much. Of an order of which a part was released no more than p_most, the
-- credit itself: what is free in the account may be what the court let go. The order's row is locked: of credits to two accounts of one
-- document the second sees what the first one took.
create or replace function judicial_hold_on(p_order uuid, p_account bigint, p_cause text, p_most bigint) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  v_order   judicial_order;
  v_account record;
  v_id      uuid := gen_random_uuid();
  v_key     text := 'judicial:' || v_id;
  v_amount  bigint;
  v_scope   text := see_every_company();
begin
  select * into v_order from judicial_order o where o.id = p_order for update;
  if v_order.held + v_order.transferred + v_order.released >= v_order.amount then
    perform see_companies(v_scope);
    return 0;
  end if;
  select a.company_id, a.code, a.currency into v_account from ledger_account a
   where a.id = p_account and a.currency = v_order.currency;
  if not found then
    perform see_companies(v_scope);
    return 0;
  end if;
  v_amount := v_order.amount - v_order.held - v_order.transferred - v_order.released;
  if v_order.released > 0 then
    v_amount := least(v_amount, p_most);
  end if;
  v_amount := ledger_hold_up_to(v_account.company_id, v_id, v_account.code, v_account.currency, v_amount, v_key, p_order::text);
  if v_amount > 0 then
    insert into judicial_hold (order_id, key, merchant_id, account_id, code, amount, currency, cause)
    values (p_order, v_key, v_account.company_id, p_account, v_account.code, v_amount, v_account.currency, p_cause);
    update judicial_order set held = held + v_amount where id = p_order;
  end if;
  perform see_companies(v_scope);
  return v_amount;
end $$;
revoke all on function judicial_hold_on(uuid, bigint, text, bigint) from public;

-- Whether an account holds a company's own money that it may use: what is available, and its parts under names of their own. A court that
-- blocks a document's money blocks these too.
create or replace function judicial_own_money(p_code text) returns boolean
language sql immutable parallel safe as $$
  select p_code = 'available' or p_code ~ '^sub\.[0-9]{1,3}$'
$$;

-- Finds the accounts of a document and holds what is there, in the order in which ledger_post locks; answers how many there are.
create or replace function judicial_execute_all(p_order uuid) returns int
language plpgsql security definer set search_path = public as $$
declare
  v_account bigint;
  v_count   int := 0;
  v_scope   text := see_every_company();
begin
  for v_account in
    select a.id from ledger_account a join company c on c.id = a.company_id and c.id <> 1, judicial_order o
     where o.id = p_order and (o.type = 'information' or a.currency = o.currency) and not a.append_only
       and ((c.document = o.document and judicial_own_money(a.code))
         or exists (select from recipient r where r.company_id = a.company_id and r.document = o.document
                                              and a.code = 'recipient.' || r.id))
     order by a.company_id, a.code collate "C", a.currency collate "C"
       for no key update of a
  loop
    insert into judicial_account (order_id, account_id) values (p_order, v_account);
    if exists (select from judicial_order o where o.id = p_order and o.type = 'block') then
      perform judicial_hold_on(p_order, v_account, 'execution', null);
    end if;
    v_count := v_count + 1;
  end loop;
  -- What a court asked to know is what was there at that moment: it does not change with the accounts.
  update judicial_order o
     set answer = coalesce((select jsonb_agg(jsonb_build_object('merchant_id', a.company_id, 'code', a.code, 'balance',
                                     jsonb_build_object('amount', a.posted, 'currency', a.currency), 'held',
                                     jsonb_build_object('amount', a.held, 'currency', a.currency)) order by a.company_id, a.code, a.currency)
                              from judicial_account j join ledger_account a on a.id = j.account_id where j.order_id = p_order), '[]')
   where o.id = p_order and o.type = 'information';
  perform see_companies(v_scope);
  return v_count;
end $$;
revoke all on function judicial_execute_all(uuid) from public;

-- Whether an order is a secret that whoever asks is not let into; of an id that is no order's, no. The log asks it of each entry about
-- an order, so that nobody finds by the log what the order's own row hides.
create or replace function judicial_hidden(p_order text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from judicial_order o
                  where o.company_id = 1 and o.id = case when p_order ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_order::uuid end
                    and o.secret and coalesce(scope_person() <> all (o.viewers), true))
$$;
revoke all on function judicial_hidden(text) from public;
grant execute on function judicial_hidden(text) to retaguarda_app;

create or replace function judicial_hidden_payout(p_payout text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from judicial_payment p
                  where p.company_id = 1
                    and p.payout_id = case when p_payout ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_payout::uuid end
                    and judicial_hidden(p.order_id::text))
$$;
revoke all on function judicial_hidden_payout(text) from public;
grant execute on function judicial_hidden_payout(text) to retaguarda_app;

-- The log, and what the block list wrote about a payment to a court, hide what the order's own row hides.
do $$
begin
  if not exists (select from pg_policy where polrelid = 'event'::regclass and polname = 'secret_orders') then
    create policy secret_orders on event as restrictive for select to retaguarda_app
      using ((select scope_all()) or not starts_with(name, 'compliance:judicial_order:') or not judicial_hidden(subject_id));
    create policy secret_orders on audit_leaf as restrictive for select to retaguarda_app
      using ((select scope_all()) or not starts_with(name, 'compliance:judicial_order:') or not judicial_hidden(subject_id));
    create policy secret_orders on block_refusal as restrictive for select to retaguarda_app
      using ((select scope_all()) or flow <> 'payout' or merchant_id <> 1 or not judicial_hidden_payout(subject));
  end if;
end $$;

-- Whether whoever asks is of the provider.
create or replace function judicial_allowed() returns void language plpgsql as $$
begin
  if (scope_all() or 1 = any (scope_companies())) is not true then
    raise exception 'company 1 is out of scope' using errcode = 'RL009';
  end if;
end $$;
revoke all on function judicial_allowed() from public;

create or replace function judicial_execute(p_order uuid) returns int
language plpgsql security definer set search_path = public as $$
begin
  perform judicial_allowed();
  return judicial_execute_all(p_order);
end $$;
revoke all on function judicial_execute(uuid) from public;
grant execute on function judicial_execute(uuid) to retaguarda_app;

-- Ends exactly the holds of an order: released, or taken to the provider's account, from which they go to the court. What a merchant
-- reads of it says that its account was restricted, and neither why nor by whose order: some orders are secret.
create or replace function judicial_end_all(p_order uuid, p_as text) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  v_hold  judicial_hold;
  v_id    uuid;
  v_hold_currency text;
  v_sum   bigint := 0;
  v_scope text := see_every_company();
begin
  -- Accounts before the order, as each credit locks them.
  perform from ledger_account a join judicial_hold h on h.account_id = a.id and h.order_id = p_order and h.ended_at is null
   order by a.company_id, a.code collate "C", a.currency collate "C" for no key update of a;
  perform from judicial_order o where o.id = p_order for update;
  for v_hold in select * from judicial_hold h where h.order_id = p_order and h.ended_at is null order by h.merchant_id, h.code, h.key loop
    if p_as = 'released' then
      perform ledger_hold_void(v_hold.merchant_id, v_hold.key);
    else
      perform ledger_open(1, 'restricted_deposits', v_hold.currency, null, true);
      v_id := gen_random_uuid();
      perform ledger_post(v_hold.merchant_id, v_id, 'restricted:' || v_id, 'account.restricted', v_id::text, null,
                          array[v_hold.merchant_id, 1], array[v_hold.code, 'restricted_deposits'],
                          array[v_hold.currency::text, v_hold.currency::text], array[-v_hold.amount, v_hold.amount], v_hold.key);
    end if;
    update judicial_hold set ended_at = clock_timestamp(), ended_as = p_as where order_id = p_order and key = v_hold.key;
    v_sum := v_sum + v_hold.amount;
    v_hold_currency := v_hold.currency;
  end loop;
  if p_as = 'transferred' and v_sum > 0 then
    -- To an account with a balance of its own, from which a payout may be held.
    v_id := gen_random_uuid();
    perform ledger_open(1, 'court_payouts', v_hold_currency, 0, false);
    perform ledger_post(1, v_id, 'court:' || p_order, 'judicial.transfer', p_order::text, null, array[1, 1],
                        array['court_payouts', 'restricted_deposits'], array[v_hold_currency, v_hold_currency], array[v_sum, -v_sum], null);
  end if;
  update judicial_order set held = held - v_sum, transferred = transferred + case p_as when 'transferred' then v_sum else 0 end,
         released = released + case p_as when 'released' then v_sum else 0 end
   where id = p_order;
  perform see_companies(v_scope);
  return v_sum;
end $$;
revoke all on function judicial_end_all(uuid, text) from public;

create or replace function judicial_end(p_order uuid, p_as text) returns bigint
language plpgsql security definer set search_path = public as $$
begin
  perform judicial_allowed();
  return judicial_end_all(p_order, p_as);
end $$;
revoke all on function judicial_end(uuid, text) from public;
grant execute on function judicial_end(uuid, text) to retaguarda_app;

-- Lets go of exactly a part of what is held for an order, the newest holds first; of the last one only what is still due, and the rest of
-- it stays held all the while. Answers whether the order is over: nothing is held for it any more, and no credit will be.
create or replace function judicial_release_part(p_order uuid, p_amount bigint) returns boolean
language plpgsql security definer set search_path = public as $$
declare
  v_order judicial_order;
  v_hold  judicial_hold;
  v_part  text;
  v_rest  text;
  v_left  bigint := p_amount;
  v_now   timestamptz;
  v_scope text;
begin
  perform judicial_allowed();
  v_scope := see_every_company();
  -- Accounts before the order, as each credit locks them.
  perform from ledger_account a join judicial_hold h on h.account_id = a.id and h.order_id = p_order and h.ended_at is null
   order by a.company_id, a.code collate "C", a.currency collate "C" for no key update of a;
  select * into v_order from judicial_order o where o.id = p_order for update;
  if p_amount <= 0 or p_amount > v_order.held then
    raise exception 'only % is held for this order', v_order.held using errcode = 'RF001', detail = v_order.held;
  end if;
  v_now := clock_timestamp();
  for v_hold in select * from judicial_hold h where h.order_id = p_order and h.ended_at is null order by h.at desc, h.key desc loop
    exit when v_left = 0;
    if v_hold.amount <= v_left then
      perform ledger_hold_void(v_hold.merchant_id, v_hold.key);
      update judicial_hold set ended_at = v_now, ended_as = 'released' where order_id = p_order and key = v_hold.key;
      v_left := v_left - v_hold.amount;
    else
      v_part := 'judicial:' || gen_random_uuid();
      v_rest := 'judicial:' || gen_random_uuid();
      perform ledger_hold_divide(v_hold.merchant_id, v_hold.key, array[gen_random_uuid()], array[v_part], array[v_left],
                                 array[p_order::text], gen_random_uuid(), v_rest);
      perform ledger_hold_void(v_hold.merchant_id, v_part);
      update judicial_hold set ended_at = v_now, ended_as = 'divided' where order_id = p_order and key = v_hold.key;
      insert into judicial_hold (order_id, key, merchant_id, account_id, code, amount, currency, cause, at, part_of, ended_at, ended_as)
      values (p_order, v_part, v_hold.merchant_id, v_hold.account_id, v_hold.code, v_left, v_hold.currency, v_hold.cause, v_hold.at,
              v_hold.key, v_now, 'released'),
             (p_order, v_rest, v_hold.merchant_id, v_hold.account_id, v_hold.code, v_hold.amount - v_left, v_hold.currency, v_hold.cause,
              v_hold.at, v_hold.key, null, null);
      v_left := 0;
    end if;
  end loop;
  update judicial_order set held = held - p_amount, released = released + p_amount where id = p_order;
  perform see_companies(v_scope);
  return v_order.held = p_amount
     and (v_order.transferred + v_order.released + p_amount = v_order.amount
          or v_order.status = 'expired' or coalesce(v_order.repeat_until, '-infinity') <= statement_timestamp());
end $$;
revoke all on function judicial_release_part(uuid, bigint) from public;
grant execute on function judicial_release_part(uuid, bigint) to retaguarda_app;

-- Each credit to an account that an order is about is held up to what is missing, by the statement that credits it.
create or replace function judicial_credit() returns trigger
language plpgsql security definer set search_path = public as $$
declare
  v_order uuid;
begin
  for v_order in
    select o.id from judicial_account j join judicial_order o on o.company_id = j.company_id and o.id = j.order_id
     where j.account_id = new.id and o.status in ('executing', 'answered') and o.repeat_until > statement_timestamp()
       and o.held + o.transferred + o.released < o.amount
     order by o.executed_at, o.id
  loop
    perform judicial_hold_on(v_order, new.id, 'credit', new.posted - old.posted);
  end loop;
  return null;
end $$;
create or replace trigger judicial_credit after update of posted on ledger_account
  for each row when (new.posted > old.posted and not new.append_only) execute function judicial_credit();

-- An account that is opened while an order about its document holds credits: its first credit is held too.
create or replace function judicial_account_opened() returns trigger
language plpgsql security definer set search_path = public as $$
declare
  v_scope text := see_every_company();
begin
  insert into judicial_account (order_id, account_id)
  select o.id, new.id from judicial_order o
   where o.currency = new.currency and o.status in ('executing', 'answered') and o.repeat_until > statement_timestamp()
     and (judicial_own_money(new.code) and exists (select from company c where c.id = new.company_id and c.document = o.document)
       or new.code like 'recipient.%' and exists (select from recipient r where r.company_id = new.company_id
            and r.document = o.document and new.code = 'recipient.' || r.id));
  perform see_companies(v_scope);
  return null;
end $$;
create or replace trigger judicial_account_opened after insert on ledger_account
  for each row when (new.company_id <> 1 and not new.append_only) execute function judicial_account_opened();

-- What a merchant is told of orders about its document: nothing of a secret one, and of others only once money is held for them.
create or replace function judicial_told(p_company int) returns table (process text, court text, amount bigint, currency text, since timestamptz)
language plpgsql security definer set search_path = public as $$
declare
  v_scope text;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  v_scope := see_every_company();
  return query
    select o.process, o.court, sum(h.amount)::bigint, h.currency::text, min(h.at)
      from judicial_hold h join judicial_order o on o.company_id = h.company_id and o.id = h.order_id
     where h.merchant_id = p_company and judicial_own_money(h.code) and h.ended_at is null and not o.secret
     group by o.id, o.process, o.court, h.currency order by min(h.at), o.id limit 20;
  perform see_companies(v_scope);
end $$;
revoke all on function judicial_told(int) from public;
grant execute on function judicial_told(int) to retaguarda_app;

create or replace function judicial_order_moves() returns trigger language plpgsql as $$
declare
  v_kept text[] := '{id,company_id,protocol,type,about,court,process,document,holder_name,amount,currency,received_on,due_at,repeat_until,secret,registered_at,registered_by,registered_by_id}';
begin
  if erasing() then
    return new;
  end if;
  if (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new)) where key = any (v_kept))
     is distinct from (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old)) where key = any (v_kept)) then
    raise exception 'what a court ordered does not change' using errcode = 'RF001';
  end if;
  -- Whoever acted on a secret order goes on seeing it: nobody is shut out of what they answer for.
  if new.secret and not new.viewers @> array_remove(array[new.registered_by_id, new.executed_by_id, new.ended_by_id, new.directed_by_id], null) then
    raise exception 'who acted on a secret order sees it' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger judicial_order_moves before update on judicial_order for each row execute function judicial_order_moves();
call allow_moves('judicial_order', 'status',
  'received: executing withdrawn',
  'executing: answered released',
  'answered: released transferred expired',
  'expired: released transferred');
create or replace trigger judicial_order_kept before delete on judicial_order for each row execute function refuse_change();
call append_until_erased('judicial_payment');
call append_until_erased('judicial_release');
create or replace trigger judicial_hold_kept before delete on judicial_hold for each row execute function refuse_change();

-- A message that was registered stays it; its receipt is given once.
call allow_moves('court_message', 'status', 'waiting: registered refused');
create or replace function court_message_kept() returns trigger language plpgsql as $$
begin
  if (new.hash, new.received_at) is distinct from (old.hash, old.received_at)
     or old.receipt is not null and (new.receipt, new.answered_at) is distinct from (old.receipt, old.answered_at)
     or old.order_id is not null and new.order_id is distinct from old.order_id then
    raise exception 'a message of a court stays as it came' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger court_message_kept before update on court_message for each row execute function court_message_kept();
create or replace trigger court_message_stays before delete on court_message for each row execute function refuse_change();

-- Writes down that a payout to a court goes although an entry of the block list stands against its account: released by whoever said
-- where it goes, who is not who sent it.
create or replace function judicial_payment_despite(p_order uuid, p_payout uuid, p_entry uuid, p_sender uuid) returns void
language plpgsql security definer set search_path = public as $$
begin
  if (scope_all() or 1 = any (scope_companies())) is not true then
    raise exception 'company 1 is out of scope' using errcode = 'RL009';
  end if;
  insert into block_refusal (id, flow, effect, entry_id, merchant_id, subject, party_name, party_document, amount, currency, actor_id,
                             released_at, released_by, released_by_id, release_reason)
  select gen_random_uuid(), 'payout', 'hold', p_entry, 1, p_payout::text, o.court_holder, o.court_document, o.transferred, o.currency,
         p_sender, clock_timestamp(), o.directed_by, o.directed_by_id, case when o.secret then 'judicial order' else left('judicial order ' || o.protocol, 500) end
    from judicial_order o where o.id = p_order;
end $$;
revoke all on function judicial_payment_despite(uuid, uuid, uuid, uuid) from public;
grant execute on function judicial_payment_despite(uuid, uuid, uuid, uuid) to retaguarda_app;
