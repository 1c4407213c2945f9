-- A lot goes forward only: what the bank was asked to do stays written.
create or replace function payout_lot_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.processor_id, new.request_number, new.method, new.lines, new.currency, new.amount, new.created_at)
     is distinct from
     (old.company_id, old.id, old.processor_id, old.request_number, old.method, old.lines, old.currency, old.amount, old.created_at)
     or (old.submit_asked_at is not null and new.submit_asked_at is distinct from old.submit_asked_at)
     or (old.submitted_at is not null and new.submitted_at is distinct from old.submitted_at)
     or (old.released_at is not null and (new.released_at, new.releases) is distinct from (old.released_at, old.releases))
     or (old.refusal is not null and new.refusal is distinct from old.refusal) or new.releases < old.releases
     or (old.refusal is not null and new.releases > old.releases) then
    raise exception 'a lot only goes on' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger payout_lot_moves before update on payout_lot for each row execute function payout_lot_moves();
call allow_moves('payout_lot', 'state',
  'collected: submitted refused',
  'submitted: released refused',
  'released: closed');
create or replace trigger payout_lot_kept before delete on payout_lot for each row execute function refuse_change();

create or replace function payout_lot_line_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.lot_id, new.number, new.merchant_id, new.payout_id, new.order_id, new.order_number, new.currency, new.amount)
     is distinct from
     (old.company_id, old.lot_id, old.number, old.merchant_id, old.payout_id, old.order_id, old.order_number, old.currency, old.amount)
     or (old.bank_ref is not null and new.bank_ref is distinct from old.bank_ref)
     or (old.outcome <> 'waiting' and new.outcome <> old.outcome) then
    raise exception 'a line of a lot only goes on to its end' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger payout_lot_line_moves before update on payout_lot_line for each row execute function payout_lot_line_moves();
create or replace trigger payout_lot_line_kept before delete on payout_lot_line for each row execute function refuse_change();
