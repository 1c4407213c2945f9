-- What stands against a payer binds the statement that writes what it paid (compliance/sql/block_list.sql): money that has come
-- already waits for a person of the provider, in the words of an ordinary review. Nothing settles that nobody let go.
create or replace function pix_payment_bound() returns trigger language plpgsql as $$
declare
  v record;
begin
  if tg_op = 'INSERT' then
    select * into v from block_verdict_on(new.company_id, 'in', block_probes(new.payer_document));
    if found and not exists (select from pix_payment p where p.end_to_end_id = new.end_to_end_id) then
      new.status := 'under_review';
      new.review_reason := 'rule';
      new.fee := 0;
      new.parted := false;
      perform block_refusal_write(gen_random_uuid(), 'pay_in', 'hold', v.entry_id, new.company_id, new.end_to_end_id, new.payer_name,
                                  new.payer_document, new.amount, new.currency, null);
    end if;
    return new;
  end if;
  select * into v from pay_in_verdict(new.company_id, new.end_to_end_id);
  if found then
    raise exception '%', v.code using errcode = 'RC001', detail = v.entry_id::text;
  end if;
  return new;
end $$;
create or replace trigger pix_payment_bound before insert on pix_payment
  for each row when (new.status = 'settled') execute function pix_payment_bound();
create or replace trigger pix_payment_bound_still before update on pix_payment
  for each row when (new.status = 'settled' and old.status in ('under_review', 'unidentified')) execute function pix_payment_bound();
