-- How orders to banks ended: the one place in which the rooms of banks and registers read what was sent. An order that nobody
-- has answered for a minute counts as the bank's fault, and so do refusals of the moment; other refusals are the payment's.
create or replace function payout_bank_orders(p_since timestamptz)
returns table (ispb text, created_at timestamptz, ended_at timestamptz, done boolean, faulty boolean, code text)
language sql stable security definer set search_path = public as $$
  select coalesce(t.ispb, b.ispb), o.created_at, o.ended_at, o.state = 'done',
         o.ended_at is null or (o.state = 'refused' and coalesce(o.code, '') in ('', 'AB03', 'AB09', 'AB11', 'ED05')), o.code
    from payout_order o
    left join payout t on t.company_id = o.company_id and t.id = o.payout_id
    join bank_account b on b.company_id = o.company_id and b.id = coalesce(o.bank_account_id, t.bank_account_id)
   where o.created_at >= p_since - interval '1 day' and coalesce(t.ispb, b.ispb) is not null
     and (o.ended_at >= p_since or (o.ended_at is null and o.created_at < now() - interval '1 minute'))
$$;
revoke all on function payout_bank_orders(timestamptz) from public;

-- Which of these banks hold an account that somebody was or may be paid to.
create or replace function payout_banks_paid(p_banks text[]) returns text[]
language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(distinct b.ispb), '{}') from bank_account b where b.ispb = any (p_banks)
$$;
revoke all on function payout_banks_paid(text[]) from public;
grant execute on function payout_banks_paid(text[]) to retaguarda_app;
