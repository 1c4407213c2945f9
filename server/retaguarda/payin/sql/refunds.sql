create or replace trigger deposit_follows_refund after update of status on refund
  for each row when (new.status in ('settled', 'failed') and new.charge_id is null)
  execute function deposit_follows_refund();
