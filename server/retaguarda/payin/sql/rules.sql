-- What was agreed on stays as it was agreed on.
create or replace function payin_rule_version_fixed() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.groups, new.name, new.writers, new.approver) is distinct from (old.groups, old.name, old.writers, old.approver) then
    raise exception 'version % is %: it stays as it is', old.number, old.status using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace function payin_rules_active() returns table (id uuid, number int, groups jsonb)
language sql stable security definer set search_path = public as
$$ select r.id, r.number, r.groups from payin_rule_version r where r.status = 'active' $$;
revoke all on function payin_rules_active() from public;
grant execute on function payin_rules_active() to retaguarda_app;

create or replace trigger payin_rule_version_fixed before update on payin_rule_version
  for each row execute function payin_rule_version_fixed();

-- As payin_rules_active(), with what merchants have of their own; id names both, as pix_connection_by() compares it.
create or replace function payin_rules_in_force() returns table (id uuid, number int, groups jsonb, overrides jsonb)
language sql stable security definer set search_path = public as
$$ select payin_rules_stamp(), r.number, r.groups, merchant_rules_in_force() from payin_rule_version r where r.status = 'active' $$;
revoke all on function payin_rules_in_force() from public;
grant execute on function payin_rules_in_force() to retaguarda_app;
