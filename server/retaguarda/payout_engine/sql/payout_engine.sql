-- Without any row: no fee, R$ 15,000.00 (Resolução BCB 496/2025), a day. The company's own limit only narrows.
create or replace function payout_terms(p_company int) returns table (fee bigint, most bigint, cooling_off_hours int)
language sql stable security definer set search_path = public as $$
  select coalesce(o.fee, h.fee, 0),
         least(coalesce(o.most, h.most, 1500000), company_limit_of(p_company, 'withdrawal')),
         coalesce(o.cooling_off_hours, h.cooling_off_hours, 24)
    from (values (p_company)) asked (company)
    left join payout_setting o on o.company_id = asked.company
    left join payout_setting h on h.company_id = 1
$$;
revoke all on function payout_terms(int) from public;
grant execute on function payout_terms(int) to retaguarda_app;

-- What holds for a company's payments now: its own version, else that of all, and never looser than its terms. Version 0: nobody
-- has set anything.
create or replace function payout_rules(p_company int)
returns table (version int, fee bigint, most bigint, first_most bigint, day_most bigint, night_most bigint, methods text[],
               cooling_off_hours int, queue boolean, queue_days int, queue_skips boolean, hold_ends text, duplicates text,
               external_id_needed boolean, allow_list text, day_count_most int, payee_day_most bigint, payee_count_most int,
               fee_points int, fee_least bigint, fee_top bigint, fee_back boolean)
language sql stable security definer set search_path = public as $$
  select coalesce(o.version, 0), coalesce(o.fee, h.fee, t.fee), least(coalesce(o.most, h.most), t.most),
         coalesce(o.first_most, h.first_most),
         least(coalesce(o.day_most, h.day_most), company_limit_of(p_company, 'withdrawal_day')),
         least(coalesce(o.night_most, h.night_most), company_limit_of(p_company, 'withdrawal_night')),
         coalesce(o.methods, h.methods, array['pix']), coalesce(o.cooling_off_hours, h.cooling_off_hours, t.cooling_off_hours),
         coalesce(o.queue, h.queue, false), coalesce(o.queue_days, h.queue_days, 30), coalesce(o.queue_skips, h.queue_skips, true),
         coalesce(o.hold_ends, h.hold_ends, 'refuse'), coalesce(o.duplicates, h.duplicates, 'warn'),
         coalesce(o.external_id_needed, h.external_id_needed, false), coalesce(o.allow_list, h.allow_list, 'off'),
         coalesce(o.day_count_most, h.day_count_most), coalesce(o.payee_day_most, h.payee_day_most),
         coalesce(o.payee_count_most, h.payee_count_most), coalesce(o.fee_points, h.fee_points, 0), coalesce(o.fee_least, h.fee_least),
         coalesce(o.fee_top, h.fee_top), coalesce(o.fee_back, h.fee_back, false)
    from payout_terms(p_company) t
    left join lateral (select * from payout_setting_version v where v.company_id = p_company and v.valid_from <= now()
                        order by v.version desc limit 1) o on true
    left join lateral (select * from payout_setting_version v where v.company_id = 1 and v.valid_from <= now()
                        order by v.version desc limit 1) h on true
$$;
revoke all on function payout_rules(int) from public;
grant execute on function payout_rules(int) to retaguarda_app;

-- The steps of a merchant's fees in force, or those of all; null: there are none.
create or replace function payout_fee_tiers(p_company int) returns jsonb
language sql stable security definer set search_path = public as $$
  select coalesce((select v.fee_tiers from payout_setting_version v where v.company_id = p_company and v.valid_from <= now()
                    order by v.version desc limit 1),
                  (select v.fee_tiers from payout_setting_version v where v.company_id = 1 and v.valid_from <= now()
                    order by v.version desc limit 1))
$$;
revoke all on function payout_fee_tiers(int) from public;
grant execute on function payout_fee_tiers(int) to retaguarda_app;

-- Published: payments of the merchant's month, every way out together: as the counters of its days have them.
create or replace function payout_month_payments(p_company int) returns bigint
language sql stable security definer set search_path = public as $$
  select coalesce(sum(u.used), 0)::bigint
    from company k join payout_limit_use u on u.company_id = k.id and u.period = 'count' and u.payee = '\x'
   where k.id = p_company and u.day >= date_trunc('month', now() at time zone k.time_zone)::date
     and u.day < (date_trunc('month', now() at time zone k.time_zone) + interval '1 month')::date
$$;
revoke all on function payout_month_payments(int) from public;
grant execute on function payout_month_payments(int) to retaguarda_app;

-- Published: what a payment of an amount costs that is the p_place-th of its month: a fixed part and a share of the amount, rounded half up,
-- within bounds, both of the last step that it has reached. A top below the least wins: one of the two may be of all merchants.
create or replace function payout_fee(p_company int, p_amount bigint, p_place bigint, p_tiers jsonb) returns bigint language sql stable as $$
  select least(greatest(coalesce(s.fee, r.fee) + (p_amount * coalesce(s.points, r.fee_points) + 5000) / 10000, r.fee_least), r.fee_top, 100000)
    from payout_rules(p_company) r
    left join lateral (select (t.tier ->> 'fee')::bigint as fee, (t.tier ->> 'points')::int as points from jsonb_array_elements(p_tiers) t (tier)
                        where (t.tier ->> 'from_payment')::bigint <= p_place
                        order by (t.tier ->> 'from_payment')::bigint desc limit 1) s on true
$$;

-- Published: what a payment of an amount costs now.
create or replace function payout_fee(p_company int, p_amount bigint) returns bigint language sql stable as $$
  select payout_fee(p_company, p_amount, case when t.tiers is not null then 1 + payout_month_payments(p_company) end, t.tiers)
    from (select payout_fee_tiers(p_company) as tiers) t
$$;

-- Whether the fee goes back with the whole amount is fixed when a payment is authorised, as the fee itself; one of a batch was with its
-- batch. What goes to the merchant's own account, or to a court, keeps its fee.
create or replace function payout_fee_promise() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.fee_back := case when new.batch_id is not null then payout_batch_fee_back(new.company_id, new.batch_id)
                       when new.destination is not null then (select r.fee_back from payout_rules(new.company_id) r)
                       else false end;
  return new;
end $$;
create or replace trigger payout_fee_promise before insert on payout for each row execute function payout_fee_promise();

-- Whether what a merchant asks for as a TED may leave as a Pix once the TED's hours are over.
create or replace function payout_ted_may_be_pix(p_company int) returns boolean
language sql stable security definer set search_path = public as $$
  select coalesce(
    (select v.ted_may_be_pix from payout_setting_version v where v.company_id = p_company and v.valid_from <= now() order by v.version desc limit 1),
    (select v.ted_may_be_pix from payout_setting_version v where v.company_id = 1 and v.valid_from <= now() order by v.version desc limit 1),
    false)
$$;
revoke all on function payout_ted_may_be_pix(int) from public;
grant execute on function payout_ted_may_be_pix(int) to retaguarda_app;

-- What was asked for stays as it was asked for, but a TED that is about to leave after its hours, as a Pix, where its merchant allows that. Only the day of a single payment that waits for it, or for money, may become another:
-- with it goes where it counts (limits.sql). That of a line is part of what was approved.
create or replace function payout_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.origin, new.origin_id, new.bank_account_id, new.amount, new.currency, new.fee, new.fee_back, new.kind, new.ispb, new.branch, new.number,
      new.account_type, new.pix_key, new.holder_document, new.created_at, new.ted_purpose,
      new.destination, new.external_id, new.batch_id, new.batch_line, new.replaces, new.limit_payee, new.barcode, new.due_on,
      new.tags, new.cost_centre, new.priority)
     is distinct from
     (old.company_id, old.id, old.origin, old.origin_id, old.bank_account_id, old.amount, old.currency, old.fee, old.fee_back, old.kind, old.ispb, old.branch, old.number,
      old.account_type, old.pix_key, old.holder_document, old.created_at, old.ted_purpose,
      old.destination, old.external_id, old.batch_id, old.batch_line, old.replaces, old.limit_payee, old.barcode, old.due_on,
      old.tags, old.cost_centre, old.priority)
     or (new.method <> old.method and not (old.method = 'ted' and new.method = 'pix' and old.ted_purpose is not null
         and old.status = 'pending' and new.status in ('pending', 'in_bank_processing') and payout_ted_may_be_pix(new.company_id)))
     or ((new.scheduled_for, new.limit_day, new.limit_night) is distinct from (old.scheduled_for, old.limit_day, old.limit_night)
         and (old.origin <> 'payout' or old.status not in ('created', 'queued') or new.status <> old.status
              or new.scheduled_for is not distinct from old.scheduled_for)) then
    raise exception 'what was asked for does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace function payout_order_moves() returns trigger language plpgsql as $$
begin
  if old.state in ('done', 'refused')
     or (new.company_id, new.id, new.payout_id, new.bank_account_id, new.attempt, new.provider_id, new.end_to_end_id,
         new.amount, new.created_at, new.processor_id, new.route)
        is distinct from
        (old.company_id, old.id, old.payout_id, old.bank_account_id, old.attempt, old.provider_id, old.end_to_end_id,
         old.amount, old.created_at, old.processor_id, old.route) then
    raise exception 'an order to a bank only goes on to its end' using errcode = 'RF001';
  end if;
  return new;
end $$;

-- Sets what a company pays of each withdrawal, and for how many hours a new account waits; null: as for all. The currency is that of
-- its amounts.
create or replace function payout_terms_set(p_company int, p_fee bigint, p_currency text, p_hours int) returns void language sql as $$
  insert into payout_setting (company_id, fee, currency, cooling_off_hours) values (p_company, p_fee, p_currency, p_hours)
  on conflict (company_id) do update set fee = excluded.fee, currency = excluded.currency, cooling_off_hours = excluded.cooling_off_hours;
$$;

call append_only('payout_return');
call append_only('payout_setting_version');
call append_only('payout_rule_trace');

create or replace trigger payout_moves before update on payout for each row execute function payout_moves();
call allow_moves('payout', 'status',
  'created: pending cancelled blocked queued on_hold',
  'queued: pending on_hold cancelled blocked',
  'on_hold: created pending queued rejected cancelled',
  -- Done or failed without a bank: inside (internal_payments.sql).
  'pending: in_bank_processing done failed cancelled blocked on_hold queued',
  'blocked: pending cancelled',
  'in_bank_processing: pending done failed');

create or replace trigger payout_order_moves before update on payout_order for each row execute function payout_order_moves();

create or replace trigger payout_order_kept before delete on payout_order for each row execute function refuse_change();

-- What stands against a payment binds the statement that writes it, whoever asks for it (compliance/sql/block_list.sql). A single
-- payment is refused; one of many waits for a person, so that the others go. What goes to a court was said by one person and sent by
-- another, and the order comes before our own list: the entry is written down as released by whoever said where it goes.
create or replace function payout_bound() returns trigger language plpgsql as $$
declare
  v record;
begin
  select * into v from block_verdict_on(new.company_id, 'out',
    block_probes(new.holder_document, new.pix_key, new.pix_key_kind, new.ispb, new.branch, new.number));
  if not found then
    return new;
  elsif new.origin = 'judicial' then
    perform judicial_payment_despite(new.origin_id, new.id, v.entry_id, new.created_by);
  elsif v.effect = 'refuse' and new.origin in ('payout', 'withdrawal') then
    raise exception '%', v.code using errcode = 'RC001', detail = v.entry_id::text;
  elsif new.status = 'pending' then
    new.status := 'on_hold';
    new.hold_reason := 'under_review';
    perform block_refusal_write(gen_random_uuid(), 'payout', 'hold', v.entry_id, new.company_id, new.id::text, new.holder_name,
                                new.holder_document, new.amount, new.currency, new.created_by);
  end if;
  return new;
end $$;
create or replace trigger payout_bound before insert on payout for each row execute function payout_bound();

call allow_moves('payout_order', 'state',
  'sending: processing done refused',
  'processing: done refused');
