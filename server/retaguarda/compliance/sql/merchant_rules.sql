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
  'proposed: active rejected',
  'active: cleared');
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
