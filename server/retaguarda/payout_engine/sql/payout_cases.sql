-- What the bank did stays as it was told; how a case ends is proposed, taken back or settled.
create or replace function payout_case_moves() returns trigger language plpgsql as $$
declare
  v_moving constant text[] := '{status,outcome,reason,proposed_at,proposed_by,proposed_by_id,settled_at,settled_by,settled_by_id}';
begin
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'what the bank did does not change' using errcode = 'RF001';
  end if;
  if new.status = 'settled' and (new.outcome, new.reason, new.proposed_by_id, new.proposed_at)
     is distinct from (old.outcome, old.reason, old.proposed_by_id, old.proposed_at) then
    raise exception 'a case is settled as it was proposed' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger payout_case_moves before update on payout_case for each row execute function payout_case_moves();
create or replace trigger payout_case_kept before delete on payout_case for each row execute function refuse_change();
call allow_moves('payout_case', 'status', 'open: proposed', 'proposed: open settled');
