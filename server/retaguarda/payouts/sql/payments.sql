call append_only('payout_confirmation');
call append_only('payout_look_up');

-- Keys that a person looked up since a moment and that nothing was paid to since; ``missed``: of them, those that nobody has; ``open``:
-- those that the directory was asked about a minute ago at most and has not answered.
create or replace function payout_look_ups_since(p_company int, p_person uuid, p_since timestamptz)
returns table (keys int, missed int, open int) language sql stable as $$
  select count(distinct l.destination)::int, (count(distinct l.destination) filter (where c.problem = 'key_unknown'))::int,
         (count(distinct l.destination) filter (where c.id is null and l.asked_at > clock_timestamp() - interval '1 minute'))::int
    from payout_look_up l
    left join payout_confirmation c on c.company_id = l.company_id and c.id = l.id
   where l.company_id = p_company and l.person_id = p_person and l.asked_at > p_since
     and not exists (select from payout p where p.company_id = l.company_id and p.destination = l.destination
                        and p.created_at >= l.asked_at)
$$;

-- What the payee book says of a destination: the strictest of its entries. ``changed``: its holder was paid elsewhere before, and never
-- here, so that it cools off first; each slip is a destination of its own, and says nothing of where somebody is paid. ``usable_from``:
-- until when it still cools.
create or replace function payout_destination_standing(p_company int, p_destination bytea, p_document text)
returns table (stop text, usable_from timestamptz, changed boolean) language sql stable as $$
  select case when bool_or(d.payee_status = 'blocked') then 'payee_blocked'
              when bool_or(d.state = 'refused') then 'destination_refused' end,
         max(d.usable_from) filter (where d.state = 'cooling'),
         count(*) filter (where d.state = 'trusted') = 0
         and not exists (select from payout p where p.company_id = p_company and p.destination = p_destination and p.status = 'done')
         and exists (select from payout p where p.company_id = p_company and p.holder_document = p_document
                        and p.destination is not null and p.destination <> p_destination and p.status = 'done'
                        and p.kind <> 'slip')
    from payee_destinations d
   where d.company_id = p_company and d.hash = p_destination and d.document = p_document and d.state <> 'retired'
$$;

-- Nothing is ordered to whom nobody may pay, whoever inserts the order.
create or replace function payout_order_suspect() returns trigger language plpgsql as $$
begin
  if new.payout_id is not null and exists (
       select from payout p where p.company_id = new.company_id and p.id = new.payout_id
          and suspect_destination(p.destination, p.document_hash)) then
    raise exception 'the destination of this payout is under suspicion' using errcode = 'RF012';
  end if;
  return new;
end $$;

create or replace trigger payout_order_suspect before insert on payout_order for each row execute function payout_order_suspect();

-- Who let a payment, or its batch, leave: whoever approved what asked for it and, where a rule asks for a second person, who agreed.
create or replace function payout_approvers(p_company int, p_made uuid[], p_agreed uuid) returns text language sql stable as $$
  select string_agg(distinct a.actor, ', ' order by a.actor)
    from (select d.actor from published.approval_request r
            join published.approval_decision d on d.company_id = r.company_id and d.request_id = r.id and d.round = r.round
           where r.company_id = p_company and r.state = 'executed' and r.made = any (p_made)
          union all
          select e.actor from event e
           where p_agreed is not null and e.company_id = p_company and e.subject_id = p_agreed::text and e.name = 'payouts:payment:agree') a
$$;

-- What is known of the name at a key: what the directory said last before its order, else when somebody looked at it.
create or replace function payout_name_match(p_payout payout) returns text language sql stable as $$
  select c.match_class from payout_confirmation c
   where p_payout.kind = 'key' and c.company_id = p_payout.company_id
     and (c.payout_id = p_payout.id
          or (c.payout_id is null and c.destination = p_payout.destination and c.looked_up_at <= p_payout.created_at))
   order by c.payout_id is not null desc, c.looked_up_at desc limit 1
$$;
-- Published: whether somebody's payee book trusts a destination as theirs. What is new or still cools off is not trusted yet, and a slip
-- never is: each is a destination of its own, of whose owner nobody tells.
create or replace function destination_trusted(p_company int, p_destination bytea, p_document_hash bytea) returns boolean
language sql stable as $$
  select exists (select from payee_destinations d
                  where d.company_id = p_company and d.hash = p_destination and d.document_hash = p_document_hash
                    and d.state = 'trusted' and d.payee_status <> 'blocked')
$$;

-- Published: what a merchant's allow-list says of a payment to a destination: off, where there is nothing to say, warn, or trusted, where
-- it may not leave. What goes to an account of the merchant itself, or to a court, names no destination: it has nothing to do with payees.
create or replace function payout_allow_list(p_company int, p_destination bytea, p_document_hash bytea) returns text
language sql stable as $$
  select case when p_destination is null or r.allow_list = 'off' or destination_trusted(p_company, p_destination, p_document_hash)
              then 'off' else r.allow_list end
    from payout_rules(p_company) r
$$;

-- Nothing is ordered that the allow-list keeps back, whoever inserts the order.
create or replace function payout_order_trusted() returns trigger language plpgsql as $$
begin
  if new.payout_id is not null and exists (
       select from payout p where p.company_id = new.company_id and p.id = new.payout_id
          and payout_allow_list(p.company_id, p.destination, p.document_hash) = 'trusted') then
    raise exception 'the merchant pays trusted destinations only' using errcode = 'RF013';
  end if;
  return new;
end $$;

create or replace trigger payout_order_trusted before insert on payout_order for each row execute function payout_order_trusted();
