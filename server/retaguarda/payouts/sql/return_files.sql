-- The order of a payment that banks know by a short number, with the remittance that it was in last: of any merchant, whoever plans a
-- return file.
create or replace function remitted_order(p_reference text)
returns table (id uuid, company_id int, payout_id uuid, amount bigint, state text, returned bigint, remittance_id uuid, remittance_state text, bank text,
               agreement text)
language sql stable security definer set search_path = public rows 1 as $$
  select o.id, o.company_id, o.payout_id, o.amount, o.state, t.returned, r.remittance_id, m.state, p.bank, p.agreement
    from payout_order o
    join payout t on t.company_id = o.company_id and t.id = o.payout_id
    left join remittance_line r on r.merchant_id = o.company_id and r.order_id = o.id
    left join remittance m on m.company_id = r.company_id and m.id = r.remittance_id
    left join payout_processor p on p.company_id = m.company_id and p.id = m.processor_id
   where p_reference ~ '^RG[0-9]{1,18}$' and o.number = substr(p_reference, 3)::bigint and o.payout_id is not null
   order by r.freed nulls last, m.sealed_at desc nulls last limit 1
$$;
revoke all on function remitted_order(text) from public;
grant execute on function remitted_order(text) to retaguarda_app;
