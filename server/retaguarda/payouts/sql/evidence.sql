-- The order of a payout whose end nobody knows, with what its evidence has to fit. ``stop``: why no evidence ends it now: it was given
-- less than a minute ago, its file was never sealed or its lot never submitted, or a return file that waits to be applied says how it ended.
create or replace function payout_evidence_target(p_company int, p_payout uuid)
returns table (order_id uuid, amount bigint, currency text, sent_on date, end_to_end_id text, reference text, holder_document text,
               bank text, branch text, account text, account_digit text, stop text)
language sql stable security definer set search_path = public as $$
  select o.id, o.amount, o.currency::text, coalesce(m.day, (o.created_at at time zone 'America/Sao_Paulo')::date), o.end_to_end_id,
         'RG' || lpad(o.number::text, 12, '0'), t.holder_document, p.bank, p.branch, p.number, coalesce(p.number_digit, ''),
         case when o.created_at > clock_timestamp() - interval '60 seconds' then 'not_uncertain'
              when p.bank is not null and m.id is null then 'not_sent'
              when p.adapter = 'lots' and not exists (
                     select from payout_lot_line n join payout_lot k on k.company_id = n.company_id and k.id = n.lot_id
                      where n.merchant_id = o.company_id and n.order_id = o.id and k.submit_asked_at is not null) then 'not_sent'
              when exists (select from payment_line l join return_file f on f.company_id = l.company_id and f.id = l.file_id
                            where l.merchant_id = o.company_id and l.order_id = o.id and l.done_at is null
                              and f.status in ('parsed', 'applying') and l.effect in ('done', 'failed', 'cancelled', 'returned', 'released'))
              then 'file_answers' end
    from payout t
    join payout_order o on o.company_id = t.company_id and o.payout_id = t.id and o.state in ('sending', 'processing')
    left join payout_processor p on p.id = o.processor_id
    left join remittance_line r on r.merchant_id = o.company_id and r.order_id = o.id and not r.freed
    left join remittance m on m.company_id = r.company_id and m.id = r.remittance_id and m.sequence is not null
   where t.company_id = p_company and t.id = p_payout and t.status = 'in_bank_processing'
$$;
revoke all on function payout_evidence_target(int, uuid) from public;
grant execute on function payout_evidence_target(int, uuid) to retaguarda_app;

-- Lines of statements of the account that an uncertain order leaves, which fit it and prove nothing else: its debit proves that it was paid,
-- money that came back and names it that it was not. A debit that names another payment, or somebody else, is none of it.
create or replace function payout_evidence_lines(p_company int, p_payout uuid)
returns table (id uuid, booked_on date, amount bigint, currency text, texts text, says text, named boolean)
language sql stable security definer set search_path = public as $$
  select l.id, l.booked_on, l.amount, l.currency::text, left(l.texts, 500), case when l.amount < 0 then 'paid' else 'not_paid' end, n.named
    from payout_evidence_target(p_company, p_payout) t
    join published.house_account h on h.currency = t.currency and h.state = 'open' and case when t.bank is null then h.clearing_code = 'pix_clearing'
         else h.bank = t.bank and ltrim(h.branch, '0') = ltrim(t.branch, '0')
              and h.digits in (ltrim(t.account, '0'), ltrim(t.account || t.account_digit, '0')) end
    join published.bank_line l on l.account_id = h.id and l.currency = h.currency
    cross join lateral (select upper(l.texts) like '%' || t.reference || '%'
                            or coalesce(upper(l.texts) like '%' || upper(t.end_to_end_id) || '%', false) as named) n
   where l.state in ('new', 'exception')
     and (l.amount = -t.amount and l.booked_on between t.sent_on and t.sent_on + 5
          and (n.named or (upper(l.texts) !~ case when t.bank is null then '(RG[0-9]{12}|E[0-9A-Z]{8}[0-9]{12}[0-9A-Z]{11})'
                                                                  else 'RG[0-9]{12}' end
                       and l.tax_document in ('', t.holder_document)))
          or l.amount = t.amount and n.named and l.booked_on between t.sent_on and t.sent_on + 30)
     and not exists (select from payment_line w where w.witness_id = l.id and w.done_at is not null)
     and not exists (select from payout_evidence e where e.line_id = l.id and e.status in ('proposed', 'approved')
                        and e.payout_id <> p_payout)
   order by n.named desc, l.booked_on, l.id limit 50
$$;
revoke all on function payout_evidence_lines(int, uuid) from public;
grant execute on function payout_evidence_lines(int, uuid) to retaguarda_app;

-- Whether what evidence names is there and fits the order that it ends.
create or replace function payout_evidence_holds(e payout_evidence) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from payout_evidence_target(e.company_id, e.payout_id) t
                  where t.order_id = e.order_id and t.stop is null and t.amount = e.amount and t.currency = e.currency::text
                    and e.occurred_on between t.sent_on and (clock_timestamp() at time zone 'America/Sao_Paulo')::date)
     and case e.source
         when 'statement_line' then exists (select from payout_evidence_lines(e.company_id, e.payout_id) l
                                             where l.id = e.line_id and l.says = e.says and l.booked_on = e.occurred_on)
         else exists (select from stored_file f where f.company_id = e.company_id and f.id = e.file_id and f.sha256 = e.sha256
                         and f.owner = 'payout_evidence:' || e.payout_id and f.removed_at is null) end
$$;
revoke all on function payout_evidence_holds(payout_evidence) from public;
grant execute on function payout_evidence_holds(payout_evidence) to retaguarda_app;

-- What was proposed stays as it was; somebody else approves it, while it still holds.
create or replace function payout_evidence_moves() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_moving constant text[] := '{status,decided_at,decided_by,decided_by_id,refusal}';
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' or not payout_evidence_holds(new) then
      raise exception 'evidence begins as a proposal about an order that nobody answers, and fits it' using errcode = 'RF001';
    end if;
    new.makers := approval_makers(new.proposed_by_id);
    return new;
  end if;
  if (to_jsonb(new) - v_moving) is distinct from (to_jsonb(old) - v_moving) then
    raise exception 'what evidence says does not change' using errcode = 'RF001';
  end if;
  if new.status = 'approved' then
    if approval_makers(new.decided_by_id) && old.makers then
      raise exception 'whoever proposed evidence does not approve it' using errcode = 'RF048';
    elsif not payout_evidence_holds(new) then
      raise exception 'this evidence does not hold any more' using errcode = 'RF001';
    end if;
  end if;
  return new;
end $$;
create or replace trigger payout_evidence_moves before insert or update on payout_evidence
  for each row execute function payout_evidence_moves();
create or replace trigger payout_evidence_kept before delete on payout_evidence for each row execute function refuse_change();
call allow_moves('payout_evidence', 'status', 'proposed: approved refused overtaken');

-- Whether people ended an order by evidence: what its bank says against it is a case. Of any merchant, whoever plans a return file.
create or replace function payout_ended_by_evidence(p_company int, p_order uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from payout_order where company_id = p_company and id = p_order and evidence_id is not null)
$$;
revoke all on function payout_ended_by_evidence(int, uuid) from public;
grant execute on function payout_ended_by_evidence(int, uuid) to retaguarda_app;

-- Nobody ends an order by hand without approved evidence that says so.
create or replace function payout_order_by_evidence() returns trigger language plpgsql as $$
begin
  if not exists (select from payout_evidence e
                  where e.company_id = new.company_id and e.id = new.evidence_id and e.order_id = new.id and e.status = 'approved'
                    and new.state = case e.says when 'paid' then 'done' else 'refused' end) then
    raise exception 'no approved evidence says that this order ended so' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger payout_order_by_evidence before update on payout_order for each row
  when (new.evidence_id is not null) execute function payout_order_by_evidence();
create or replace trigger payout_order_begins_without before insert on payout_order for each row
  when (new.evidence_id is not null) execute function refuse_change();

-- What the bank answered itself overtakes what people were about to say.
create or replace function payout_order_answered() returns trigger language plpgsql as $$
begin
  update payout_evidence set status = 'overtaken', decided_at = clock_timestamp()
   where company_id = new.company_id and order_id = new.id and status = 'proposed';
  return null;
end $$;
create or replace trigger payout_order_answered after update on payout_order for each row
  when (new.evidence_id is null and new.state in ('done', 'refused')) execute function payout_order_answered();

-- Approved evidence has ended its order by the end of its transaction.
create or replace function payout_evidence_ends() returns trigger language plpgsql as $$
begin
  if not exists (select from payout_order o where o.company_id = new.company_id and o.id = new.order_id and o.evidence_id = new.id) then
    raise exception 'approved evidence ends its order' using errcode = 'RF001';
  end if;
  return null;
end $$;
drop trigger if exists payout_evidence_ends on payout_evidence;
create constraint trigger payout_evidence_ends after update on payout_evidence deferrable initially deferred for each row
  when (new.status = 'approved') execute function payout_evidence_ends();
