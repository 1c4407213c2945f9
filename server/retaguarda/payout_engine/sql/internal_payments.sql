-- A payment to another merchant of ours is settled inside: two journals in one transaction, both against internal_clearing, which nets to
-- zero. No statement of the application touches two tenants: what is the receiver's is written here, once everything that stops an order
-- to a bank has been asked.

-- Published: the number of a merchant's account with us: its own, and a check digit (modulo 11, weights from 2 to 9 from the right).
create or replace function merchant_account_number(p_company int) returns text language sql immutable parallel safe as $$
  select d.digits || case when d.rest < 2 then 0 else 11 - d.rest end
    from (select n.digits, sum(substr(n.digits, length(n.digits) - w, 1)::int * (2 + w % 8)) % 11 as rest
            from (select lpad(p_company::text, greatest(6, length(p_company::text)), '0') as digits) n
           cross join lateral generate_series(0, length(n.digits) - 1) w group by n.digits) d
$$;

-- Whose an address is, by what the payer named: the merchant of an account with us (branch 0001), or of the Pix key of its own processor.
-- The document has to be its own, too; null: nobody's here.
create or replace function internal_receiver(
  p_payer int, p_kind text, p_key text, p_ispb text, p_branch text, p_number text, p_document text
) returns int language sql stable security definer set search_path = public, pg_temp as $$
  select k.id from company k
   where k.document = p_document and k.id not in (1, p_payer)
     and case p_kind when 'key' then merchant_of_key(p_key) = k.id
                     when 'account' then p_ispb = house_ispb() and ltrim(p_branch, '0') = '1'
                                         and ltrim(p_number, '0') = ltrim(merchant_account_number(k.id), '0')
                     else false end
$$;
revoke all on function internal_receiver(int, text, text, text, text, text, text) from public;

-- Published: whether a payment needs no bank. Of an account with us it says so whether there is one or not; of a key only to who named its
-- owner's document: no more than a confirmation of payee shows.
create or replace function settles_inside(
  p_payer int, p_kind text, p_key text, p_ispb text, p_branch text, p_number text, p_document text
) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select case p_kind when 'account' then p_ispb = house_ispb()
                     when 'key' then internal_receiver(p_payer, p_kind, p_key, p_ispb, p_branch, p_number, p_document) is not null
                     else false end
$$;
revoke all on function settles_inside(int, text, text, text, text, text, text) from public;
grant execute on function settles_inside(int, text, text, text, text, text, text) to retaguarda_app;

-- Why a merchant takes no money of another in; null: it does. For staff alone: whoever pays reads one code for all of it.
create or replace function internal_refusal(p_receiver int, p_payout payout) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case when p_receiver is null then 'nobody'
              when company_blocked(p_receiver, 'in') is not null then 'company'
              when exists (select from ledger_account a where a.company_id = p_receiver and a.code = 'available'
                              and a.currency = p_payout.currency and a.blocked_in) then 'account'
              when exists (select from company c, block_verdict_on(p_receiver, 'in', block_probes(c.document))
                            where c.id = p_payout.company_id) then 'block_list' end
$$;
revoke all on function internal_refusal(int, payout) from public;

-- Settles a payment inside, and answers the code under which its receiver refuses it; null: it is paid. The caller locks it, and ends it in
-- the same transaction (a trigger asks for both). Accounts are locked by company (docs/decisions/order-of-locks.md).
create or replace function internal_settle(p_company int, p_payout uuid, p_deposit uuid, p_out uuid, p_in uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v          payout;
  v_receiver int;
  v_why      text;
  v_scope    text;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select * into v from payout p where p.company_id = p_company and p.id = p_payout;
  if v.status is distinct from 'pending' or not v.held or v.origin not in ('payout', 'batch', 'split')
     or not settles_inside(v.company_id, v.kind, v.pix_key, v.ispb, v.branch, v.number, v.holder_document)
     or v.batch_id is not null and not payout_is_approved(v) then
    raise exception 'payout % is not settled inside', p_payout using errcode = 'RP003';
  elsif suspect_destination(v.destination, v.document_hash) or payout_allow_list(v.company_id, v.destination, v.document_hash) = 'trusted'
     or company_blocked(v.company_id, 'out') is not null or exists (select from payout_verdict(v.company_id, v.id)) then
    raise exception 'something stands against payout %', p_payout using errcode = 'RP003';
  end if;
  v_receiver := internal_receiver(v.company_id, v.kind, v.pix_key, v.ispb, v.branch, v.number, v.holder_document);
  v_why := internal_refusal(v_receiver, v);
  if v_why is not null then
    perform event_write(1, 'payouts:payout:refused_inside', v.id::text, 'retaguarda',
                        jsonb_build_object('merchant', v_receiver, 'payer', v.company_id, 'why', v_why, 'amount', v.amount));
    return 'DS04';
  end if;
  -- Before the accounts, as where a bank has paid.
  if v.destination is not null then
    perform destination_paid(v.company_id, v.destination, v.amount, v.currency, clock_timestamp());
  end if;
  v_scope := see_every_company();
  perform ledger_open(1, 'internal_clearing', v.currency, null, true);
  perform ledger_open(v_receiver, 'available', v.currency, 0, false);
  if v_receiver < v.company_id then
    perform internal_credit(v, v_receiver, p_deposit, p_in);
  end if;
  perform ledger_post(
    v.company_id, p_out, 'internal:' || v.id || ':out', 'payouts.payout', v.id::text, null,
    case when v.fee > 0 then array[v.company_id, 1, 1] else array[v.company_id, 1] end,
    case when v.fee > 0 then array['available', 'internal_clearing', 'pix_fees'] else array['available', 'internal_clearing'] end,
    case when v.fee > 0 then array[v.currency, v.currency, v.currency]::text[] else array[v.currency, v.currency]::text[] end,
    case when v.fee > 0 then array[-v.amount - v.fee, v.amount, v.fee] else array[-v.amount, v.amount] end,
    'payout:' || v.id);
  if v_receiver > v.company_id then
    perform internal_credit(v, v_receiver, p_deposit, p_in);
  end if;
  perform see_companies(v_scope);
  return null;
end $$;
revoke all on function internal_settle(int, uuid, uuid, uuid, uuid) from public;
grant execute on function internal_settle(int, uuid, uuid, uuid, uuid) to retaguarda_app;

-- The receiver's side: its journal, its deposit and its event.
create or replace function internal_credit(p payout, p_receiver int, p_deposit uuid, p_journal uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform deposit_from_merchant(p_receiver, p_deposit, p.id, p.company_id, p.amount, p.currency);
  perform ledger_post(
    p_receiver, p_journal, 'internal:' || p.id || ':in', 'deposit.credited', p_deposit::text, null,
    array[p_receiver, 1], array['available', 'internal_clearing'], array[p.currency, p.currency]::text[], array[p.amount, -p.amount]);
end $$;
revoke all on function internal_credit(payout, int, uuid, uuid) from public;

-- What ends without a bank was settled inside, or refused there: whoever writes the state.
create or replace function payout_ends_inside() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.inside is distinct from old.inside and not (new.inside and old.status = 'pending' and new.status in ('done', 'failed'))
     or old.status = 'pending' and new.status in ('done', 'failed') and not new.inside
     or new.inside and (new.status = 'done') <> exists (
       select from ledger_journal j where j.company_id = new.company_id and j.key = 'internal:' || new.id || ':out') then
    raise exception 'a payout ends without a bank only inside' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger payout_ends_inside before update on payout for each row
  when (new.inside or old.inside or (old.status = 'pending' and new.status in ('done', 'failed'))) execute function payout_ends_inside();
