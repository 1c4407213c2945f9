-- owner: payout_engine
-- What came back of a payment that went by file has no rtrId: it is named by the number of its order.
alter table payout_return drop constraint payout_return_rtr_id_check;
alter table payout_return add constraint payout_return_rtr_id_check
  check (rtr_id ~ '^(D[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}|RG[0-9]{1,18})$');

drop function if exists remitted_order(text);
