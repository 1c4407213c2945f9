-- What left a person from a moment on, oldest first, and to whom it went. A person is a document: of a merchant's it counts what its
-- company (p_company) moved too, and what goes between a merchant and its own accounts elsewhere left nobody. A payout that arrived
-- as a payment here is told once, as the payment. Each source gives at most p_most rows, by its own index.
create or replace function money_gone_out(p_document text, p_company int, p_from timestamptz, p_until timestamptz, p_currency text,
                                          p_most int)
returns table (at timestamptz, movement text, document text, name text, amount bigint) language sql stable as $$
  select m.* from (
    (select p.received_at as at, 'payment:' || p.end_to_end_id as movement, c.document, c.name, p.amount
       from pix_payment p join company c on c.id = p.company_id
      where p.payer_document collate "C" = p_document and p.status = 'settled' and p.currency = p_currency
        and p.company_id <> 1 and p.company_id is distinct from p_company
        and p.received_at >= p_from and p.received_at <= p_until
      order by p.received_at limit p_most)
    union all
    (select b.created_at, 'boleto:' || b.id, c.document, c.name, b.amount
       from charge h join published.boleto_payment b on b.company_id = h.company_id and b.charge_id = h.id
       join company c on c.id = h.company_id
      where h.payer_document = p_document and h.paid_at is not null and h.end_to_end_id is null and h.currency = p_currency
        and h.company_id <> 1 and h.company_id is distinct from p_company
        and b.created_at >= p_from and b.created_at <= p_until
      order by b.created_at limit p_most)
    union all
    (select t.booked_at, 'return:' || t.rtr_id, c.document, c.name, t.amount
       from payout o join payout_return t on t.company_id = o.company_id and t.payout_id = o.id join company c on c.id = o.company_id
      -- A bank returns what it could not credit within the weeks in which it is asked.
      where o.holder_document = p_document and o.status = 'done' and o.returned > 0 and o.currency = p_currency
        and o.company_id <> 1 and o.company_id is distinct from p_company
        and o.ended_at >= p_from - interval '100 days' and o.ended_at <= p_until
        and t.booked_at >= p_from and t.booked_at <= p_until
      order by t.booked_at limit p_most)
    union all
    (select o.ended_at, 'payout:' || o.id, o.holder_document, o.holder_name, o.amount
       from payout o
      where o.company_id = p_company and o.company_id <> 1 and o.status = 'done' and o.currency = p_currency
        and o.holder_document <> p_document and o.ended_at >= p_from and o.ended_at <= p_until
        and not exists (select from pix_payment t where t.end_to_end_id = o.end_to_end_id and t.status = 'settled'
                           and t.payer_document = p_document)
      order by o.ended_at limit p_most)
    union all
    (select r.settled_at, 'refund:' || r.id, p.payer_document, p.payer_name, r.amount
       from (select f.settled_at, f.id, f.end_to_end_id, f.amount from refund f
              where f.company_id = p_company and f.company_id <> 1 and f.status = 'settled' and f.currency = p_currency
                and f.settled_at >= p_from and f.settled_at <= p_until
              order by f.settled_at limit p_most) r
       join pix_payment p on p.end_to_end_id = r.end_to_end_id
      where p.payer_document is distinct from p_document)
  ) m order by m.at, m.movement collate "C" limit p_most
$$;

-- What a person got up to a moment, newest first, and from whom: the other side of money_gone_out().
create or replace function money_come_in(p_document text, p_company int, p_from timestamptz, p_until timestamptz, p_currency text,
                                         p_most int)
returns table (at timestamptz, movement text, document text, name text, amount bigint) language sql stable as $$
  select m.* from (
    (select p.received_at as at, 'payment:' || p.end_to_end_id as movement, p.payer_document as document, p.payer_name as name, p.amount
       from pix_payment p
      where p.company_id = p_company and p.company_id <> 1 and p.status = 'settled' and p.currency = p_currency
        and p.payer_document is distinct from p_document and p.received_at >= p_from and p.received_at <= p_until
      order by p.received_at desc limit p_most)
    union all
    (select b.created_at, 'boleto:' || b.id, h.payer_document, h.payer_name, b.amount
       from (select x.created_at, x.id, x.company_id, x.charge_id, x.amount from published.boleto_payment x
              where x.company_id = p_company and x.company_id <> 1 and x.created_at >= p_from and x.created_at <= p_until
              order by x.created_at desc limit p_most) b
       join charge h on h.company_id = b.company_id and h.id = b.charge_id
      where h.currency = p_currency and h.payer_document is distinct from p_document)
    union all
    (select t.booked_at, 'return:' || t.rtr_id, o.holder_document, o.holder_name, t.amount
       from (select x.booked_at, x.rtr_id, x.company_id, x.payout_id, x.amount from payout_return x
              where x.company_id = p_company and x.company_id <> 1 and x.currency = p_currency
                and x.booked_at >= p_from and x.booked_at <= p_until
              order by x.booked_at desc limit p_most) t
       join payout o on o.company_id = t.company_id and o.id = t.payout_id
      where o.holder_document <> p_document)
    union all
    (select o.ended_at, 'payout:' || o.id, c.document, c.name, o.amount
       from payout o join company c on c.id = o.company_id
      where o.holder_document = p_document and o.status = 'done' and o.currency = p_currency
        and o.company_id <> 1 and o.company_id is distinct from p_company and o.ended_at >= p_from and o.ended_at <= p_until
        and not exists (select from pix_payment t where t.end_to_end_id = o.end_to_end_id and t.status = 'settled'
                           and t.company_id = p_company and t.payer_document = c.document)
      order by o.ended_at desc limit p_most)
    union all
    (select r.settled_at, 'refund:' || r.id, c.document, c.name, r.amount
       from pix_payment p join refund r on r.end_to_end_id = p.end_to_end_id join company c on c.id = r.company_id
      -- A Pix is paid back within 90 days, and a few of a dispute.
      where p.payer_document collate "C" = p_document and p.refunded > 0 and p.received_at >= p_from - interval '100 days'
        and p.received_at <= p_until and r.status = 'settled' and r.currency = p_currency
        and r.company_id <> 1 and r.company_id is distinct from p_company and r.settled_at >= p_from and r.settled_at <= p_until
      order by r.settled_at desc limit p_most)
  ) m order by m.at desc, m.movement collate "C" desc limit p_most
$$;
