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
  if new.state <> old.state and (old.state, new.state) not in (
    ('drafted', 'sealed'), ('drafted', 'discarded'), ('sealed', 'delivered'), ('sealed', 'acknowledged'), ('sealed', 'answered'),
    ('sealed', 'closed'), ('sealed', 'refused'), ('delivered', 'acknowledged'), ('delivered', 'answered'), ('delivered', 'closed'),
    ('delivered', 'refused'), ('acknowledged', 'answered'), ('acknowledged', 'closed'), ('acknowledged', 'refused'),
    ('answered', 'closed')) then
    raise exception 'a remittance does not go from % to %', old.state, new.state using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger remittance_moves before update on remittance for each row execute function remittance_moves();
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
