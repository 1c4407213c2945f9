create or replace function kyc_reason_no_cycle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('kyc_reason', 0));
  if exists (with recursive above (id) as (
               select new.parent_id
               union select r.parent_id from kyc_reason r join above a on r.id = a.id)
             select from above where id = new.id) then
    raise exception 'a reason would depend on itself' using errcode = 'RF080';
  end if;
  return new;
end $$;
create or replace trigger no_cycle before insert or update of parent_id on kyc_reason
  for each row when (new.parent_id is not null) execute function kyc_reason_no_cycle();

call append_only('kyc_reason_version');
call append_until_erased('kyc_page');
call append_until_erased('kyc_document_review');
call append_until_erased('kyc_note');
call append_until_erased('kyc_message');

create or replace function kyc_request_moves() returns trigger language plpgsql as $$
begin
  if erasing() then
    return new;
  end if;
  -- What was decided stays as it was; an approved one may only expire.
  if old.state in ('approved', 'rejected', 'expired', 'withdrawn') and not (old.state = 'approved' and new.state = 'expired') then
    raise exception 'a decided request does not change' using errcode = 'RF082';
  end if;
  if old.state = 'approved' and to_jsonb(new) - '{state,updated_at}'::text[] <> to_jsonb(old) - '{state,updated_at}'::text[] then
    raise exception 'an approved request does not change' using errcode = 'RF082';
  end if;
  if new.state in ('approved', 'rejected') and old.state <> new.state and not exists (
    select from kyc_proposal p
     where p.request_id = new.id and p.outcome = new.state and p.decided_at = new.decided_at) then
    raise exception 'nobody decided this request' using errcode = 'RF083';
  end if;
  new.updated_at := now();
  return new;
end $$;
create or replace trigger moves before update on kyc_request for each row execute function kyc_request_moves();
call allow_moves('kyc_request', 'state',
  'draft: submitted withdrawn',
  'submitted: in_analysis withdrawn',
  'in_analysis: awaiting_documents awaiting_approval withdrawn',
  'awaiting_documents: in_analysis withdrawn',
  'awaiting_approval: in_analysis approved rejected',
  'approved: expired');

-- The documents of a request stand still from its proposal on.
create or replace function kyc_document_fixed() returns trigger language plpgsql as $$
begin
  if exists (select from kyc_request r
              where r.company_id = new.company_id and r.id = new.request_id
                and r.state in ('awaiting_approval', 'approved', 'rejected', 'expired', 'withdrawn')) then
    raise exception 'the documents of this request do not change' using errcode = 'RF082';
  end if;
  return new;
end $$;
create or replace trigger fixed before insert or update on kyc_document for each row execute function kyc_document_fixed();

-- What a proposal stands on, as one hash: the form, the documents and what was said of them, the newest checks and the risk.
create or replace function kyc_evidence(p_request uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_object(
    'form', r.form, 'name', r.name, 'document', r.document,
    'documents', (select jsonb_agg(jsonb_build_array(d.n, d.state, encode(d.sha256, 'hex')) order by d.n)
                    from kyc_document d where d.company_id = r.company_id and d.request_id = r.id),
    'checks', (select jsonb_agg(jsonb_build_array(c.port, c.id, c.state, c.verdict) order by c.port, c.id)
                 from kyc_check c where c.subject_id = r.id and c.newest),
    'risk', (select v.risk from kyc_review v where v.request_id = r.id))::text, 'UTF8'))
    from kyc_request r where r.id = p_request
$$;

-- Politically exposed people and high risk are agreed to by a third person.
create or replace function kyc_superior(p_request uuid) returns boolean language sql stable as $$
  select coalesce((select v.risk in ('high', 'very_high') from kyc_review v where v.request_id = p_request), false)
      or exists (select from kyc_check c where c.subject_id = p_request and c.newest and c.port = 'pep' and c.verdict = 'confirmed')
$$;

-- A check is answered once, judged once, and followed by a newer one; what it said stays.
create or replace function kyc_check_keeps() returns trigger language plpgsql as $$
begin
  if (old.state <> 'asked' and to_jsonb(new) - '{newest,verdict,verdict_by,verdict_comment}'::text[]
        is distinct from to_jsonb(old) - '{newest,verdict,verdict_by,verdict_comment}'::text[])
     or (old.verdict is not null and (new.verdict, new.verdict_by, new.verdict_comment)
        is distinct from (old.verdict, old.verdict_by, old.verdict_comment))
     or (new.newest and not old.newest) or new.subject_id <> old.subject_id then
    raise exception 'what a check said stays' using errcode = 'RF082';
  end if;
  return new;
end $$;
create or replace trigger keeps before update on kyc_check for each row execute function kyc_check_keeps();

create or replace function kyc_proposed() returns trigger language plpgsql as $$
begin
  if new.decision = 'approve' then
    if exists (select from kyc_document d where d.company_id = new.subject_company and d.request_id = new.request_id
                and d.required and d.state <> 'approved') then
      raise exception 'a required document is not approved' using errcode = 'RF084';
    end if;
    if exists (select from kyc_check c where c.subject_id = new.request_id and c.newest
                and (c.state in ('asked', 'error') or (c.state = 'hit' and c.verdict is null))) then
      raise exception 'a check waits or is in error, or a hit is not decided' using errcode = 'RF085';
    end if;
    if exists (select from kyc_request r join kyc_reason_version v on v.reason_id = r.reason_id and v.version = r.reason_version
                where r.id = new.request_id and v.parent_id is not null and not exists (
                  select from kyc_request a where a.company_id = r.company_id and a.document = r.document
                     and a.reason_id = v.parent_id and a.state = 'approved')) then
      raise exception 'the reason before this one is not approved' using errcode = 'RF086';
    end if;
    -- Nobody begins a relation with whom a list of sanctions names (Lei 13.810/2019).
    if exists (select from kyc_check c where c.subject_id = new.request_id and c.newest and c.port = 'sanctions'
                and c.verdict = 'confirmed') then
      raise exception 'a list of sanctions names the subject or an owner' using errcode = 'RF092';
    end if;
  end if;
  if new.proposer_id is distinct from scope_person() and scope_person() is not null then
    raise exception 'a person proposes in their own name' using errcode = 'RF087';
  end if;
  new.superior := new.decision = 'approve' and kyc_superior(new.request_id);
  new.evidence := kyc_evidence(new.request_id);
  return new;
end $$;
create or replace trigger proposed before insert on kyc_proposal for each row execute function kyc_proposed();

-- Refuses somebody who proposed it, reviewed one of its documents, or agreed to it before.
create or replace function kyc_decider_refused(p_proposal kyc_proposal, p_person uuid) returns boolean language sql stable as $$
  select p_person = p_proposal.proposer_id
      or exists (select from kyc_document_review d where d.request_id = p_proposal.request_id and d.person_id = p_person)
$$;

create or replace function kyc_deciding() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'waiting' or to_jsonb(new) - '{outcome,decider_id,decided_by,decided_at,decision_note,agreed_id,agreed_by,agreed_at}'::text[]
     <> to_jsonb(old) - '{outcome,decider_id,decided_by,decided_at,decision_note,agreed_id,agreed_by,agreed_at}'::text[] then
    raise exception 'a proposal does not change' using errcode = 'RF082';
  end if;
  if new.agreed_id is distinct from old.agreed_id and (old.agreed_id is not null or kyc_decider_refused(old, new.agreed_id)) then
    raise exception 'somebody else agrees' using errcode = 'RF087';
  end if;
  if new.outcome <> 'waiting' then
    if kyc_decider_refused(old, new.decider_id) then
      raise exception 'somebody else decides' using errcode = 'RF087';
    end if;
    if new.outcome in ('approved', 'rejected') then
      if (new.outcome = 'approved') <> (old.decision = 'approve') then
        raise exception 'that was not proposed' using errcode = 'RF081';
      end if;
      if kyc_evidence(old.request_id) <> old.evidence then
        raise exception 'something changed since it was proposed' using errcode = 'RF088';
      end if;
    end if;
    if new.outcome = 'approved' and old.superior and (new.agreed_id is null or new.agreed_id = new.decider_id) then
      raise exception 'a third person agrees first' using errcode = 'RF089';
    end if;
  end if;
  return new;
end $$;
create or replace trigger deciding before update on kyc_proposal for each row execute function kyc_deciding();

-- The statement that decides a proposal is also the one by which it takes effect.
create or replace function kyc_decided() returns trigger language plpgsql as $$
declare
  r kyc_request;
  v_expires date;
  v_parent uuid;
begin
  select * into r from kyc_request q where q.company_id = new.subject_company and q.id = new.request_id;
  if new.outcome = 'returned' then
    update kyc_request set state = 'in_analysis' where company_id = r.company_id and id = r.id;
    return null;
  end if;
  if new.outcome = 'approved' then
    select ((new.decided_at at time zone 'America/Sao_Paulo')::date + make_interval(months => v.valid_months))::date, v.parent_id
      into v_expires, v_parent from kyc_reason_version v where v.reason_id = r.reason_id and v.version = r.reason_version;
  end if;
  update kyc_request set state = new.outcome, decided_at = new.decided_at, expires_on = v_expires, public_text = new.public_text
   where company_id = r.company_id and id = r.id;
  if new.outcome = 'approved' then
    if r.subject_type = 'merchant' then
      -- What depends on another reason says nothing of how long the company itself is known.
      perform company_known(r.company_id, case when v_parent is null then v_expires end, new.risk);
      perform company_limit_set(r.company_id, 'charge', new.charge_limit, new.currency, new.decided_by) where new.charge_limit is not null;
      perform company_limit_set(r.company_id, 'withdrawal', new.withdrawal_limit, new.currency, new.decided_by)
        where new.withdrawal_limit is not null;
    end if;
    if r.subject_type in ('merchant', 'partner') then
      if r.subject_type = 'merchant' and v_parent is not null then
        select c.kyc_expires_on into v_expires from company c where c.id = r.company_id;
      end if;
      perform bacen_attribute_from_kyc(r.company_id, r.document, r.subject_type, r.number, v_expires, new.risk, r.form, new.decided_by,
                                       new.decider_id);
    end if;
  end if;
  return null;
end $$;
create or replace trigger decided after update of outcome on kyc_proposal
  for each row when (old.outcome = 'waiting' and new.outcome <> 'waiting') execute function kyc_decided();

-- Whom the lists are compared with: the subjects of requests that were handed in, and the owners that their forms name.
create or replace view kyc_party with (security_invoker = true) as
  select distinct on (p.company_id, p.document) p.company_id, p.document, p.name, p.birth
    from (select r.company_id, r.document, r.name, r.form ->> 'opened_on' as birth, r.created_at from kyc_request r
           where r.state not in ('draft', 'withdrawn', 'rejected')
          union all
          select r.company_id, o ->> 'document', o ->> 'name', null, r.created_at
            from kyc_request r cross join lateral jsonb_array_elements(r.form -> 'owners') o
           where r.state not in ('draft', 'withdrawn', 'rejected') and jsonb_typeof(r.form -> 'owners') = 'array') p
   order by p.company_id, p.document, p.created_at desc;
grant select on kyc_party to retaguarda_app;

call allow_moves('kyc_document', 'state',
  'new: pending',
  'pending: approved revision rejected',
  -- A decision over a document is taken back.
  'approved: pending expired',
  'revision: pending',
  'rejected: pending',
  'expired: pending');

call allow_moves('kyc_check', 'state',
  'asked: not_checked clean hit error');
