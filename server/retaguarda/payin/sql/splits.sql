create or replace function payment_share_whole() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select s.company_id, s.payment, sum(s.amount) as amount, sum(s.fee) as fee
                   from payment_share s join (select distinct company_id, payment from made) m using (company_id, payment)
                  group by s.company_id, s.payment) s
      left join pix_payment p on p.company_id = s.company_id and p.end_to_end_id = s.payment
      left join published.boleto_payment b on b.company_id = s.company_id and length(s.payment) = 36
        and b.id = case when length(s.payment) = 36 then s.payment::uuid end
     where s.amount is distinct from coalesce(p.amount, b.amount) or s.fee is distinct from coalesce(p.fee, b.fee)) then
    raise exception 'the shares of a payment are not all of it' using errcode = 'RF001';
  end if;
  return null;
end $$;

create or replace function refund_share_whole() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select company_id, refund_id, sum(amount) as amount, sum(carried) as carried from made group by 1, 2) m
      join refund r on r.company_id = m.company_id and r.id = m.refund_id
     where m.amount <> r.amount or m.carried <> r.carried) then
    raise exception 'the parts of a refund are not all of it' using errcode = 'RF001';
  end if;
  if exists (
    select from (select distinct company_id, payment, place from made) m
      join payment_share s using (company_id, payment, place)
     where s.amount < (select sum(g.amount) from refund_share g join refund r on r.company_id = g.company_id and r.id = g.refund_id
                        where g.company_id = m.company_id and g.payment = m.payment and g.place = m.place and r.status <> 'failed')) then
    raise exception 'a refund takes more of a share than there was' using errcode = 'RF001';
  end if;
  return null;
end $$;

call append_only('payment_share');

call append_only('refund_share');

create or replace trigger payment_share_whole after insert on payment_share referencing new table as made
  for each statement execute function payment_share_whole();

create or replace trigger refund_share_whole after insert on refund_share referencing new table as made
  for each statement execute function refund_share_whole();
