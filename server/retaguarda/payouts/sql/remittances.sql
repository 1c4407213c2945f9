-- The orders of a processor that wait for a file and are in no remittance that stands, of every merchant; the oldest first. Slips that were
-- due by ``p_overdue`` are left out: the bank would pay them late.
create or replace function remittance_waiting(p_processor uuid, p_overdue date, p_most int)
returns table (company_id int, id uuid, payout_id uuid, number bigint, amount bigint)
language sql volatile security definer set search_path = public as $$
  select o.company_id, o.id, o.payout_id, o.number, o.amount
    from payout_order o join payout t on t.company_id = o.company_id and t.id = o.payout_id
   where o.processor_id = p_processor and o.state in ('sending', 'processing') and t.status = 'in_bank_processing'
     and (t.due_on is null or t.due_on > p_overdue)
     and not exists (select from remittance_line l where l.merchant_id = o.company_id and l.order_id = o.id and not l.freed)
   order by o.created_at, o.id limit p_most for update of o skip locked
$$;
revoke all on function remittance_waiting(uuid, date, int) from public;
grant execute on function remittance_waiting(uuid, date, int) to retaguarda_app;

-- What a file says of its orders, in their order: of those of a remittance, or of these that are in none yet.
create or replace function remittance_orders(p_company int, p_remittance uuid, p_orders uuid[])
returns table (place bigint, number bigint, amount bigint, method text, kind text, ispb text, compe text, branch text, account text,
               account_type text, pix_key text, pix_key_kind text, holder_name text, holder_document text, barcode text, due_on date,
               ted_purpose text)
language sql stable security definer set search_path = public as $$
  select g.place, o.number, o.amount, t.method, t.kind, t.ispb, t.compe, t.branch, t.number, t.account_type, t.pix_key, t.pix_key_kind,
         t.holder_name, t.holder_document, t.barcode, t.due_on, t.ted_purpose
    from unnest(coalesce(p_orders, (select array_agg(l.order_id order by l.number) from remittance_line l
                                     where l.company_id = p_company and l.remittance_id = p_remittance))) with ordinality g (id, place)
    join payout_order o on o.id = g.id join payout t on t.company_id = o.company_id and t.id = o.payout_id
$$;
revoke all on function remittance_orders(int, uuid, uuid[]) from public;
grant execute on function remittance_orders(int, uuid, uuid[]) to retaguarda_app;

-- A remittance goes forward only, and what was sealed stays as it is.
create or replace function remittance_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.processor_id, new.day, new.lines, new.currency, new.amount, new.plan_hash, new.created_at)
     is distinct from
     (old.company_id, old.id, old.processor_id, old.day, old.lines, old.currency, old.amount, old.plan_hash, old.created_at)
     or (old.sequence is not null and (new.sequence, new.bytes, new.sha256, new.sealed_at, new.sealed_by)
         is distinct from (old.sequence, old.bytes, old.sha256, old.sealed_at, old.sealed_by)) then
    raise exception 'what was sealed does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger remittance_moves before update on remittance for each row execute function remittance_moves();
call allow_moves('remittance', 'state',
  'drafted: sealed discarded',
  'sealed: delivered acknowledged answered closed refused',
  'delivered: acknowledged answered closed refused',
  'acknowledged: answered closed refused',
  'answered: closed');
create or replace trigger remittance_kept before delete on remittance for each row execute function refuse_change();

create or replace function remittance_line_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.remittance_id, new.number, new.merchant_id, new.payout_id, new.order_id, new.reference, new.currency,
      new.amount) is distinct from
     (old.company_id, old.remittance_id, old.number, old.merchant_id, old.payout_id, old.order_id, old.reference, old.currency,
      old.amount)
     or (old.outcome <> 'waiting' and new.outcome <> old.outcome) or (old.freed and not new.freed) then
    raise exception 'a line of a remittance only goes on to its end' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger remittance_line_moves before update on remittance_line for each row execute function remittance_line_moves();
create or replace trigger remittance_line_kept before delete on remittance_line for each row execute function refuse_change();
