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

-- The payments that banks got in remittances of an agreement, open ones and all since a day, and others by their ids: of any merchant,
-- whoever plans a return file.
create or replace function sent_orders(p_bank text, p_agreement text, p_orders uuid[], p_since date, p_most int)
returns table (merchant_id int, order_id uuid, payout_id uuid, remittance_id uuid, reference text, amount bigint, state text, day date,
               bank text, agreement text, account_branch text, account_number text, account_digit text, name text, document text,
               branch text, number text)
language sql stable security definer set search_path = public as $$
  select r.merchant_id, r.order_id, r.payout_id, r.remittance_id, r.reference, o.amount, o.state, m.day, p.bank, p.agreement, p.branch, p.number,
         coalesce(p.number_digit, ''), t.holder_name, t.holder_document, coalesce(t.branch, ''), coalesce(t.number, '')
    from remittance_line r
    join remittance m on m.company_id = r.company_id and m.id = r.remittance_id
    join payout_processor p on p.company_id = m.company_id and p.id = m.processor_id
    join payout_order o on o.company_id = r.merchant_id and o.id = r.order_id
    join payout t on t.company_id = r.merchant_id and t.id = r.payout_id
   where not r.freed and m.sequence is not null
     and (r.order_id = any (p_orders)
          or (p.bank = p_bank and p.agreement = p_agreement
              and (m.day >= p_since or (m.ended_at is null and o.state in ('sending', 'processing')))))
   order by r.remittance_id, r.number limit p_most
$$;
revoke all on function sent_orders(text, text, uuid[], date, int) from public;
grant execute on function sent_orders(text, text, uuid[], date, int) to retaguarda_app;
