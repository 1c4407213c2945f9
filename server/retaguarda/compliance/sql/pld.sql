-- Every settled money fact, once, in the order in which it became known. `document` is the person outside: who paid, or who
-- was paid; `direction` is the house's: in or out of it.
create or replace view pld_movement with (security_invoker = true) as
  select 'payment:' || p.end_to_end_id as movement, p.received_at as known_at, p.company_id, 'in'::text as direction,
         'payment'::text as kind, p.payer_document as document, p.payer_name as name, p.amount, p.currency
    from pix_payment p where p.status = 'settled'
  union all
  select 'refund:' || r.id, r.settled_at, r.company_id, 'out', 'refund', p.payer_document, p.payer_name, r.amount, r.currency
    from refund r join pix_payment p on p.end_to_end_id = r.end_to_end_id where r.status = 'settled'
  union all
  select 'payout:' || o.id, o.ended_at, o.company_id, 'out', 'payout', o.holder_document, o.holder_name, o.amount, o.currency
    from payout o where o.status = 'done'
  union all
  select 'return:' || t.rtr_id, t.booked_at, t.company_id, 'in', 'return', o.holder_document, o.holder_name, t.amount, t.currency
    from payout_return t join payout o on o.company_id = t.company_id and o.id = t.payout_id
  union all
  select 'boleto:' || b.id, b.created_at, b.company_id, 'in', 'payment', c.payer_document, c.payer_name, b.amount, c.currency
    from published.boleto_payment b join charge c on c.company_id = b.company_id and c.id = b.charge_id
  union all
  -- What another merchant paid: of that one it is a payout.
  select 'internal:' || d.internal_id, d.received_at, d.company_id, 'in', 'payment', d.payer_document, d.payer_name, d.amount, d.currency
    from published.deposit d where d.internal_id is not null
  union all
  -- What of that was given back: of the one that gets it a return.
  select 'give_back:' || g.id, g.given_at, g.company_id, 'out', 'refund', d.payer_document, d.payer_name, g.amount, g.currency
    from published.deposit_give_back g join published.deposit d on d.id = g.deposit_id;
grant select on pld_movement to retaguarda_app;

-- What these subjects moved in these stretches, each from its first moment up to its end, which is outside. The view has many parts, and to
-- plan them takes longer than to read a window of one subject: here a connection plans them once. So that it does not matter who asks
-- first, the plan is one for any subject and any stretch; the indexes by subject and moment serve them all.
create or replace function pld_movements_of(p_target text, p_subjects text[], p_currency text, p_from timestamptz[], p_to timestamptz[])
returns setof pld_movement language plpgsql stable rows 500 set plan_cache_mode = force_generic_plan as $$
declare
  merchants bigint[];
  first_at timestamptz;
  end_at timestamptz;
begin
  if cardinality(p_subjects) > 0 is not true then
    return;
  end if;
  if p_target = 'merchant' then
    merchants := p_subjects::bigint[];
  end if;
  for place in 1 .. cardinality(p_from) loop
    first_at := p_from[place];
    end_at := p_to[place];
    if p_target = 'merchant' then
      return query select * from pld_movement v
                    where v.company_id = any (merchants) and v.known_at >= first_at and v.known_at < end_at and v.currency = p_currency;
    else
      return query select * from pld_movement v
                    where v.document collate "C" = any (p_subjects) and v.known_at >= first_at and v.known_at < end_at and v.currency = p_currency;
    end if;
  end loop;
end $$;
revoke all on function pld_movements_of(text, text[], text, timestamptz[], timestamptz[]) from public;
grant execute on function pld_movements_of(text, text[], text, timestamptz[], timestamptz[]) to retaguarda_app;

-- What was approved says the same for ever.
create or replace function pld_rule_version_moves() returns trigger language plpgsql as $$
begin
  if (new.rule_id, new.version, new.created_at) is distinct from (old.rule_id, old.version, old.created_at)
     or old.status <> 'draft' and (new.name, new.description, new.rule_type, new.target, new.severity, new.typologies, new.currency,
                                   new.conditions, new.period_days, new.hash, new.writers)
        is distinct from (old.name, old.description, old.rule_type, old.target, old.severity, old.typologies, old.currency,
                          old.conditions, old.period_days, old.hash, old.writers) then
    raise exception 'an approved version of a rule does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger pld_rule_version_moves before update on pld_rule_version
  for each row execute function pld_rule_version_moves();
call allow_moves('pld_rule_version', 'status',
  'draft: approved discarded',
  'approved: shadow active retired',
  'shadow: active retired',
  'active: retired');
create or replace trigger pld_rule_version_kept before delete on pld_rule_version for each row execute function refuse_change();
call append_only('pld_backtest_episode');

create or replace function pld_alert_moves() returns trigger language plpgsql as $$
begin
  if (new.number, new.rule_id, new.target, new.subject, new.created_at)
     is distinct from (old.number, old.rule_id, old.target, old.subject, old.created_at) then
    raise exception 'what an alert is about does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger pld_alert_moves before update on pld_alert for each row execute function pld_alert_moves();
call allow_moves('pld_alert', 'status',
  'triggered: under_review escalated dismissed cleared',
  'under_review: escalated dismissed cleared');
create or replace trigger pld_alert_kept before delete on pld_alert for each row execute function refuse_unless_erasing();
call append_until_erased('pld_hit');
call append_until_erased('pld_alert_step');
-- Until when a rule raises nothing about a subject, as of a moment; null: it does. The one place that says so.
create or replace function pld_snoozed_until(p_rule uuid, p_subject text, p_at timestamptz) returns timestamptz
language sql stable as $$
  select max(least(s.until, s.ended_at)) from pld_snooze s
   where s.rule_id = p_rule and s.subject = p_subject and p_at >= s.created_at and p_at < least(s.until, s.ended_at)
$$;

create or replace function pld_snooze_kept() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
     or (new.id, new.rule_id, new.subject, new.until, new.reason, new.created_by, new.created_at)
        is distinct from (old.id, old.rule_id, old.subject, old.until, old.reason, old.created_by, old.created_at) then
    raise exception 'of a snooze only its early end is written, once' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger pld_snooze_kept before update on pld_snooze for each row execute function pld_snooze_kept();
create or replace trigger pld_snooze_stays before delete on pld_snooze for each row execute function refuse_change();
create or replace trigger pld_snooze_stays_whole before truncate on pld_snooze for each statement execute function refuse_change();

-- A case is decided by another person than proposed it, and what was decided stays.
create or replace function pld_case_moves() returns trigger language plpgsql as $$
begin
  if erasing() then
    return new;
  end if;
  if (new.case_id, new.target, new.subject) is distinct from (old.case_id, old.target, old.subject) then
    raise exception 'what a case is about does not change' using errcode = 'RF001';
  end if;
  if old.decision is not null and new is distinct from old then
    raise exception 'a decided case does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger pld_case_moves before update on pld_case for each row execute function pld_case_moves();
create or replace trigger pld_case_kept before delete on pld_case for each row execute function refuse_change();

create or replace function coaf_communication_moves() returns trigger language plpgsql as $$
begin
  if (new.number, new.case_id, new.created_at) is distinct from (old.number, old.case_id, old.created_at) then
    raise exception 'what a communication is about does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger coaf_communication_moves before update on coaf_communication
  for each row execute function coaf_communication_moves();
call allow_moves('coaf_communication', 'status',
  'draft: checked cancelled',
  'checked: draft approved',
  'approved: draft exported',
  'exported: sent receipted refused rectified cancelled',
  'sent: receipted refused rectified cancelled',
  'refused: draft',
  'receipted: draft checked',
  'rectified: draft checked');
create or replace trigger coaf_communication_kept before delete on coaf_communication for each row execute function refuse_unless_erasing();
create or replace trigger coaf_file_kept before delete on coaf_file for each row execute function refuse_unless_erasing();
call append_until_erased('coaf_file_case');

-- What a case of PLD says, with its steps, its alerts and their hits. Times are microseconds, so that no session's settings count.
create or replace function pld_case_hash(p_case uuid) returns bytea language sql stable as $$
  select sha256(convert_to((jsonb_build_array(
           c.target, c.subject, c.subject_company, c.facts, c.capacity, c.origin, c.grounds, c.typologies, c.proposal, c.proposer,
           c.proposed_by, extract(epoch from c.proposed_at) * 1000000, c.decision, c.decider, c.decided_by,
           extract(epoch from c.decided_at) * 1000000, to_char(c.communicate_due, 'YYYY-MM-DD'),
           f.protocol, f.requester_name, f.requester_document, f.description, f.opened_by, extract(epoch from f.opened_at) * 1000000,
           (select jsonb_agg(jsonb_build_array(s.n, extract(epoch from s.at) * 1000000, s.actor, s.kind, coalesce(s.body, encode(s.sealed, 'hex'))) order by s.n)
              from case_step s where s.case_id = c.case_id),
           (select jsonb_agg(jsonb_build_array(a.number, a.rule_id, a.version_id, a.subject, a.name, a.triggers, a.amount, a.currency)
                             order by a.number) from pld_alert a where a.case_id = c.case_id),
           (select jsonb_agg(jsonb_build_array(a.number, h.version_id, h.movement, h.amount, h.why)
                             order by a.number, h.version_id, h.movement collate "C")
              from pld_alert a join pld_hit h on h.alert_id = a.id where a.case_id = c.case_id))
           -- A dossier is hashed as it is sealed, and so are steps: the seal of a case holds also where its key is gone.
           || case when c.dossier is null then '[]' else jsonb_build_array(encode(c.dossier, 'hex'), c.dossier_parts) end)::text, 'UTF8'))
    from pld_case c join case_file f on f.id = c.case_id where c.case_id = p_case
$$;
call append_until_erased('pld_case_seal');

call allow_moves('pld_backtest', 'status',
  'asked: done failed');

call allow_moves('coaf_file', 'status',
  'exported: sent answered',
  'sent: answered');

call allow_moves('pld_blind_spot_search', 'status',
  'asked: done');
-- What a search found says the same for ever.
create or replace function pld_blind_spot_search_moves() returns trigger language plpgsql as $$
begin
  if old.status = 'done' or (new.number, new.rules, new.set_hash, new.version_id, new.asked_by, new.asked_at)
     is distinct from (old.number, old.rules, old.set_hash, old.version_id, old.asked_by, old.asked_at) then
    raise exception 'a search says what it said' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger pld_blind_spot_search_moves before update on pld_blind_spot_search
  for each row execute function pld_blind_spot_search_moves();
create or replace trigger pld_blind_spot_search_kept before delete on pld_blind_spot_search
  for each row execute function refuse_change();

-- Why a situation does not apply is never written anew: it ends, and another reason is proposed.
create or replace function pld_exclusion_moves() returns trigger language plpgsql as $$
begin
  if (new.code, new.reason, new.proposer, new.proposed_by, new.proposed_at)
     is distinct from (old.code, old.reason, old.proposer, old.proposed_by, old.proposed_at)
     or old.decider is not null
        and (new.decider, new.decided_by, new.decided_at) is distinct from (old.decider, old.decided_by, old.decided_at) then
    raise exception 'what was declared and decided stays' using errcode = 'RF001';
  end if;
  if new.status = 'in_force' and old.status <> 'in_force' then
    -- Either this waits for a rule that comes into force meanwhile, or that rule sees this one and ends it.
    perform pg_advisory_xact_lock(hashtextextended('pld_exclusion', 0));
    if exists (select from pld_rule_version v where v.status = 'active' and new.code = any (v.typologies)) then
      raise exception 'a rule in force looks for this situation' using errcode = 'RF001';
    end if;
  end if;
  return new;
end $$;
create or replace trigger pld_exclusion_moves before update on pld_exclusion
  for each row execute function pld_exclusion_moves();
call allow_moves('pld_exclusion', 'status',
  'proposed: in_force refused',
  'in_force: ended');

-- A situation that a rule in force looks for does apply: whatever was declared of it ends with that rule, and the log says by which.
create or replace function pld_exclusion_ends() returns trigger language plpgsql as $$
declare
  v_rule text;
  v_each record;
begin
  perform pg_advisory_xact_lock(hashtextextended('pld_exclusion', 0));
  select 'PLD-' || lpad(r.number::text, 2, '0') || ' v' || new.version || ' · ' || new.name into v_rule
    from pld_rule r where r.id = new.rule_id;
  for v_each in
    update pld_exclusion set status = 'ended', end_reason = v_rule, ended_by = new.activated_by, ended_at = clock_timestamp()
     where status = 'in_force' and code = any (new.typologies) returning id, code
  loop
    perform event_write(1, 'pld:exclusion:end', v_each.id::text, new.activated_by,
                        jsonb_build_object('code', v_each.code, 'reason', v_rule));
  end loop;
  return null;
end $$;
create or replace trigger pld_exclusion_ends after insert or update of status on pld_rule_version
  for each row when (new.status = 'active') execute function pld_exclusion_ends();
create or replace trigger pld_exclusion_kept before delete on pld_exclusion for each row execute function refuse_change();

call append_until_erased('pld_term_warning');

-- Every term that PLD gives somebody: whose work it is, since when it runs, until when, and how much of it is used, in per cent.
-- A term of one day is counted by the clock, a longer one by whole days of Brasília, so that all of it is used on its last day.
create or replace view pld_term with (security_invoker = true) as
  select t.company_id, t.id, t.clock, t.thing, t.name, t.assignee, t.began_at, t.due_on, t.ended, k.days, k.unit, k.norm,
         case when t.due_on - d.began_on <= 1
              then floor(extract(epoch from now() - t.began_at) / 864)
              else floor(100.0 * ((now() at time zone 'America/Sao_Paulo')::date - d.began_on) / (t.due_on - d.began_on))
         end::int as used
    from (
      select a.company_id, a.id, 'selection'::text as clock, 'AL-' || lpad(a.number::text, 6, '0') as thing, a.name, a.assignee,
             a.first_at as began_at, a.selection_due as due_on, false as ended
        from pld_alert a where a.status in ('triggered', 'under_review')
      union all
      select f.company_id, f.id, 'analysis', f.protocol, f.requester_name, f.owner_id, f.opened_at, f.due_on,
             f.state in ('decided', 'communicated')
        from case_file f where f.kind = 'pld' and f.state <> 'closed'
      union all
      select c.company_id, c.case_id, 'communication', f.protocol, f.requester_name, f.owner_id, c.decided_at, c.communicate_due,
             f.state = 'communicated'
        from pld_case c join case_file f on f.id = c.case_id where c.communicate_due is not null and f.state <> 'closed'
    ) t
    cross join lateral (select (t.began_at at time zone 'America/Sao_Paulo')::date as began_on) d
    cross join lateral (select c.norm, c.days, c.unit from pld_clock c where c.code = t.clock and c.valid_from <= d.began_on
                         order by c.valid_from desc limit 1) k;
grant select on pld_term to retaguarda_app;
