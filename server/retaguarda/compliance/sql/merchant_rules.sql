-- Each change of what is in force for merchants makes processes read it again.
create or replace function merchant_rule_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{status,decided_at,decided_by,decided_by_id,cleared_at,cleared_by,cleared_by_id,clear_reason}'::text[])
     is distinct from (to_jsonb(old) - '{status,decided_at,decided_by,decided_by_id,cleared_at,cleared_by,cleared_by_id,clear_reason}'::text[]) then
    raise exception 'what was asked for a merchant does not change' using errcode = 'RF001';
  end if;
  insert into merchant_rule_revision (revision) values (1)
  on conflict (company_id) do update set revision = merchant_rule_revision.revision + 1;
  return new;
end $$;
create or replace trigger merchant_rule_changed before insert or update on merchant_rule
  for each row execute function merchant_rule_changed();
call allow_moves('merchant_rule', 'status',
  'proposed: active rejected over',
  'active: cleared over');
create or replace trigger merchant_rule_kept before delete on merchant_rule for each row execute function refuse_change();

-- What is in force for merchants, as a process keeps it.
create or replace function merchant_rules_in_force() returns jsonb
language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('merchant', r.merchant_id, 'rule', r.rule, 'kind', r.kind, 'least_amount', r.least_amount,
                                               'until', r.until)), '[]')
    from merchant_rule r where r.status = 'active' and (r.until is null or r.until > statement_timestamp())
$$;
revoke all on function merchant_rules_in_force() from public;
grant execute on function merchant_rules_in_force() to retaguarda_app;

-- Names the rules that a process knows: the active version, and what merchants have of their own.
create or replace function payin_rules_stamp() returns uuid
language sql stable security definer set search_path = public as $$
  select case coalesce((select v.revision from merchant_rule_revision v), 0) when 0 then r.id
              else md5(r.id::text || ':' || (select v.revision from merchant_rule_revision v))::uuid end
    from payin_rule_version r where r.status = 'active'
$$;
revoke all on function payin_rules_stamp() from public;
grant execute on function payin_rules_stamp() to retaguarda_app;

-- The matrix: each merchant with each rule that is in force for it, of charges, of payouts and of exchange. A rule of payouts that begins by
-- naming a merchant is that merchant's own, and of nobody else; what a merchant exchanges at is always its own.
create or replace view merchant_rule_matrix with (security_invoker = true) as
  select 1 as company_id, m.id || ':' || g.position as id, m.id as merchant_id, m.name as merchant_name, 'charge' as entity,
         g.body ->> 'name' as rule, g.position::int as position, g.body ->> 'condition' as condition, g.body ->> 'action' as base_action,
         case when o.status = 'active' and o.kind = 'off' and g.body ->> 'action' <> 'share' then 'off'
              when o.status = 'active' and o.kind = 'block' then 'block'
              when o.status = 'active' and o.kind = 'review' and g.body ->> 'action' = 'share' then 'review'
              else g.body ->> 'action' end as action,
         case when o.id is null then 'inherits' when o.kind <> 'off' then 'stricter' when o.status = 'active' then 'off'
              else 'off_proposed' end as state,
         o.least_amount, o.currency::text as currency, o.until, o.asked_by, o.decided_by, v.number as version
    from company m cross join payin_rule_version v cross join lateral jsonb_array_elements(v.groups) with ordinality g (body, position)
    left join merchant_rule o on o.merchant_id = m.id and o.rule = g.body ->> 'name' and o.status in ('proposed', 'active')
     and (o.until is null or o.until > now())
   -- A provider's own company charges nobody.
   where v.status = 'active' and m.id <> 1 and m.status not in ('denied', 'offboarded')
  union all
  select 1, m.id || ':payout:' || g.position, m.id, m.name, 'payout', g.body ->> 'name', g.position::int, coalesce(g.body ->> 'condition', ''),
         g.body ->> 'action', g.body ->> 'action', case when own.named is null then 'inherits' else 'own' end,
         null, null, null, v.written_by, v.approved_by, v.number
    from company m cross join payout_rule_version v cross join lateral jsonb_array_elements(v.groups) with ordinality g (body, position)
   cross join lateral (select (regexp_match(g.body ->> 'condition', '^\s*merchant == ([0-9]{1,9})\s*(?:&&|$)'))[1]::int as named) own
   where v.status = 'active' and m.id <> 1 and m.status not in ('denied', 'offboarded') and coalesce(own.named, m.id) = m.id
  union all
  select 1, m.id || ':exchange:' || t.id, m.id, m.name, 'exchange', t.currency || ' ' || t.direction,
         row_number() over (partition by m.id order by t.currency, t.direction)::int,
         format('spread == %s && tax == %L && seconds == %s', t.spread, t.tax_kind, t.hold_seconds), 'price', 'price', 'own',
         null, null, null, t.created_by, null, null
    from published.exchange_term t join company m on m.id = t.company_id
   where m.id <> 1 and m.status not in ('denied', 'offboarded');
grant select on merchant_rule_matrix to retaguarda_app;
