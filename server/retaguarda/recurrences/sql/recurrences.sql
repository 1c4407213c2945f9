-- The charge of a cycle was paid: nothing more is tried for it.
create or replace function recurring_charge_pay(
  p_company int, p_id uuid, p_amount bigint, p_fee bigint, p_paid_at timestamptz, p_end_to_end_id text
) returns void language sql as $$
  update recurring_charge
     set status = 'paid', paid = p_amount, fee = p_fee, paid_at = p_paid_at, end_to_end_id = p_end_to_end_id,
         next_attempt = null, retry_on = null, cancel_requested_at = null, last_error = null
   where company_id = p_company and id = p_id;
$$;
