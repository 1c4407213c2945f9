-- What was agreed on stays as it was agreed on.
create or replace trigger payout_rule_version_fixed before update on payout_rule_version
  for each row execute function payin_rule_version_fixed();

create or replace function payout_rules_active() returns table (id uuid, number int)
language sql stable security definer set search_path = public as
$$ select r.id, r.number from payout_rule_version r where r.status = 'active' $$;
revoke all on function payout_rules_active() from public;
grant execute on function payout_rules_active() to retaguarda_app;

create or replace function payout_rules_groups(p_version uuid) returns jsonb
language sql stable security definer set search_path = public as
$$ select r.groups from payout_rule_version r where r.id = p_version $$;
revoke all on function payout_rules_groups(uuid) from public;
grant execute on function payout_rules_groups(uuid) to retaguarda_app;

-- A payment is written by the rules in force and no others, whoever inserts it.
create or replace function payout_judged() returns trigger language plpgsql as $$
begin
  if new.origin in ('payout', 'batch', 'split') and new.rules_id is distinct from (select r.id from payout_rules_active() r) then
    raise exception 'this payment was not judged by the rules in force' using errcode = 'RF014';
  end if;
  return new;
end $$;
create or replace trigger payout_judged before insert on payout for each row execute function payout_judged();

-- What rules may ask of payments, each as it was at its own moment: what came later does not count. Only what is wanted is looked for.
-- ``asked``: an array of objects with n, at, amount, destination (hex), holder_document, batch_id, maker, method and, of one that was
-- written already and is judged again, its id: it does not count for itself.
create or replace function payout_facts(p_company int, p_asked jsonb, p_wanted text[]) returns table (n int, facts jsonb)
language sql stable security definer set search_path = public as $$
  with asked as materialized (
    select a.*, decode(a.destination, 'hex') as place, k.time_zone as zone, a.at at time zone k.time_zone as local,
           date_trunc('day', a.at at time zone k.time_zone) at time zone k.time_zone as midnight
      from jsonb_to_recordset(p_asked) a (n int, at timestamptz, amount bigint, destination text, holder_document text, batch_id uuid, maker uuid, method text, id uuid)
      join company k on k.id = p_company
  )
  select a.n, jsonb_build_object(
    'amount', a.amount, 'merchant', p_company, 'hour', extract(hour from a.local)::int, 'weekday', extract(isodow from a.local)::int,
    'method', a.method, 'batch', a.batch_id is not null)
    || case when p_wanted && array['first', 'changed_destination'] then (
         select jsonb_build_object('first', not f.paid, 'changed_destination', not f.paid and a.method <> 'slip' and exists (
                  select from payout p where p.company_id = p_company and p.holder_document = a.holder_document and p.destination <> a.place
                     and p.status = 'done' and p.ended_at < a.at and p.kind <> 'slip'))
           from (select exists (select from payout p where p.company_id = p_company and p.destination = a.place and p.status = 'done'
                                   and p.ended_at < a.at) as paid) f) else '{}' end
    || case when p_wanted && array['same_today', 'duplicates'] then (
         select jsonb_build_object('same_today', count(*), 'duplicates', count(*) filter (where p.amount = a.amount))
           from payout p where p.company_id = p_company and p.destination = a.place and p.created_at >= a.midnight and p.created_at < a.at and p.id is distinct from a.id)
       else '{}' end
    || case when 'payee_age_days' = any (p_wanted) then (
         select jsonb_build_object('payee_age_days', coalesce(extract(day from a.at - min(p.created_at))::int, 0))
           from payout p where p.company_id = p_company and p.holder_document = a.holder_document and p.created_at < a.at and p.id is distinct from a.id) else '{}' end
    || case when 'dormant_days' = any (p_wanted) then (
         select jsonb_build_object('dormant_days', coalesce(extract(day from a.at - max(p.created_at))::int, 0))
           from payout p where p.company_id = p_company and p.holder_document = a.holder_document and p.created_at < a.at and p.id is distinct from a.id) else '{}' end
    || case when 'today_sum' = any (p_wanted) then (
         select jsonb_build_object('today_sum', coalesce(sum(p.amount), 0)::bigint)
           from payout p where p.company_id = p_company and p.created_at >= a.midnight and p.created_at < a.at and p.id is distinct from a.id) else '{}' end
    || case when 'today_first_payees' = any (p_wanted) then (
         select jsonb_build_object('today_first_payees', count(distinct p.destination))
           from payout p where p.company_id = p_company and p.created_at >= a.midnight and p.created_at < a.at and p.id is distinct from a.id and p.destination is not null
            and not exists (select from payout e where e.company_id = p_company and e.destination = p.destination and e.created_at < a.midnight))
       else '{}' end
    || case when 'trusted' = any (p_wanted) then jsonb_build_object('trusted', exists (
         select from payee_destination d where d.company_id = p_company and d.hash = a.place and d.state = 'cooling' and d.usable_from <= a.at))
       else '{}' end
    || case when p_wanted && array['name_class', 'name_score', 'owner_match', 'key_age_days'] then coalesce((
         select jsonb_build_object('name_class', c.match_class, 'owner_match', c.owner_match,
                  'name_score', coalesce((c.found ->> 'score')::int, 0),
                  'key_age_days', coalesce(extract(day from a.at - (c.found ->> 'owned_since')::timestamptz)::int, 0))
           from payout_confirmation c where c.company_id = p_company and c.destination = a.place and c.looked_up_at <= a.at
          order by c.looked_up_at desc limit 1),
         '{"name_class": "none", "owner_match": "unknown", "name_score": 0, "key_age_days": 0}') else '{}' end
    || case when 'shared_with' = any (p_wanted) then (
         select jsonb_build_object('shared_with', count(distinct s.company_id))
           from destination_seen s where s.hash = a.place and s.company_id <> p_company and s.first_at < a.at) else '{}' end
    || case when p_wanted && array['batch_total', 'batch_first_share'] then coalesce((
         select jsonb_build_object('batch_total', b.amount, 'batch_first_share', b.first_time * 100 / greatest(b.good, 1))
           from payout_batch b where b.company_id = p_company and b.id = a.batch_id), '{"batch_total": 0, "batch_first_share": 0}') else '{}' end
    || case when 'maker_hour_usual' = any (p_wanted) then jsonb_build_object('maker_hour_usual', exists (
         select from payout p where p.company_id = p_company and p.created_by = a.maker and p.created_at < a.at and p.id is distinct from a.id
            and p.created_at > a.at - interval '90 days'
            and extract(hour from p.created_at at time zone a.zone) = extract(hour from a.local))) else '{}' end
    || case when 'session_new_device' = any (p_wanted) then jsonb_build_object('session_new_device', exists (
         select from event e where e.company_id in (p_company, 1) and e.name = 'identity:session:new_device' and e.person_id = a.maker
            and e.at > a.at - interval '1 day' and e.at <= a.at)) else '{}' end
    from asked a
$$;
revoke all on function payout_facts(int, jsonb, text[]) from public;
grant execute on function payout_facts(int, jsonb, text[]) to retaguarda_app;

call allow_moves('payout_rule_version', 'status',
  'draft: approved discarded',
  'approved: active',
  'active: retired',
  'retired: active');

call allow_moves('payout_rule_backtest', 'status',
  'asked: done');
