-- The recurring charge that a payment is for and that nobody paid yet, locked for the transaction.
create or replace function recurring_charge_lock(p_company int, p_connection uuid, p_txid text)
returns table (id uuid, status text, split jsonb) language sql as $$
  select c.id, c.status, c.split from recurring_charge c
   where c.company_id = p_company and c.connection_id = p_connection and c.txid = p_txid and c.status <> 'paid'
     for no key update;
$$;

-- The charge of a cycle was paid: nothing more is tried for it.
create or replace function recurring_charge_pay(
  p_company int, p_id uuid, p_amount bigint, p_fee bigint, p_paid_at timestamptz, p_end_to_end_id text
) returns void language sql as $$
  update recurring_charge
     set status = 'paid', paid = p_amount, fee = p_fee, paid_at = p_paid_at, end_to_end_id = p_end_to_end_id,
         next_attempt = null, retry_on = null, cancel_requested_at = null, last_error = null
   where company_id = p_company and id = p_id;
$$;

call allow_moves('recurrence', 'status',
  'created: pending approved rejected expired cancelled failed',
  'pending: approved rejected expired cancelled',
  'approved: expired cancelled');

call allow_moves('recurrence_request', 'status',
  'created: pending sent received rejected accepted expired cancelled failed',
  'pending: sent received rejected accepted expired cancelled',
  'sent: received rejected accepted expired cancelled',
  'received: rejected accepted expired cancelled',
  'accepted: cancelled');

call allow_moves('recurring_charge', 'status',
  'created: pending active paid expired rejected cancelled failed',
  'pending: active paid expired rejected cancelled',
  'active: paid expired rejected cancelled',
  -- Its payment may come after the payer's bank gave it up.
  'expired: paid',
  'rejected: paid',
  'cancelled: paid');

call allow_moves('recurring_attempt', 'status',
  'requested: scheduled paid cancelled rejected expired',
  'scheduled: paid cancelled rejected expired',
  'rejected: paid',
  'expired: paid',
  'cancelled: paid');
